// The texts of the hosted page in Brazilian Portuguese. {name} is the tenant's name.
export const pt = {
  errorPrefix: 'Erro',
  stepOf: 'Passo {step} de {steps}',
  language: 'Idioma',
  otherLanguage: 'English',
  notMe: 'Eu não pedi isto',
  withdraw: 'Retirar o consentimento e apagar o que enviei',
  purpose: 'Para: {purpose}',
  back: 'Voltar',
  continue: 'Continuar',
  tries: 'Tentativas restantes: {tries}.',
  oneTry: 'Resta uma tentativa.',

  entryTitle: 'Confirme sua identidade',
  entryLead:
    '{name} pediu uma verificação. Ela leva cerca de dois minutos, de preferência no celular.',
  entryButton: 'Começar',
  entrySmall: 'Abrir esta página não confirma nada. Só comece se você está falando com {name}.',

  consentTitle: 'O que vamos pedir e por quê',
  consentLead: '{name} precisa saber que é você mesmo. Para isso pedimos:',
  consentEmail: 'um código que enviamos ao seu e-mail',
  consentPhone: 'uma confirmação por WhatsApp ou SMS no seu celular',
  consentDocument: 'fotos do seu documento, frente e verso',
  consentFace: 'fotos do seu rosto enquanto você vira a cabeça',
  consentPurpose:
    'Usamos esses dados só para confirmar sua identidade e evitar fraude. As fotos do rosto são dados biométricos: comparamos com a foto do documento e não guardamos medidas do rosto.',
  consentKeeping:
    'Tudo é guardado cifrado, pelo tempo que {name} informa na política de privacidade dela. Você pode pedir acesso, correção ou exclusão a {name}, e retirar o consentimento quando quiser.',
  consentDevice:
    'Junto com as fotos enviamos dados do aparelho (modelo, navegador, idioma, fuso horário), para reconhecer aparelhos usados em fraude.',
  consentAgree: 'Concordo e quero continuar',
  consentRefuse: 'Não concordo',
  consentVersion: 'Texto {version}',

  refusedTitle: 'Nada foi enviado',
  refusedLead:
    'Você não concordou, e por isso nada foi coletado. Fale com {name} para saber se há outro caminho.',
  refusedButton: 'Mudei de ideia',
  disownedTitle: 'Obrigado por avisar',
  disownedLead:
    'Registramos que o pedido não é seu, e a verificação terminou aqui. Você pode fechar esta página. Se recebeu a mensagem sem esperar, avise {name} pelos canais oficiais.',

  emailTitle: 'Confirme seu e-mail',
  emailLead: 'Vamos enviar um código de {digits} dígitos para {address}.',
  emailSend: 'Enviar código',
  emailSent:
    'Enviamos um código de {digits} dígitos para {address}. Ele vale por {minutes} minutos.',
  emailCode: 'Código',
  emailCheck: 'Confirmar código',
  emailAgain: 'Enviar outra vez',
  emailNotThere: 'Não chegou? Veja a caixa de spam ou peça outra mensagem.',
  emailSkip: 'Não tenho acesso a este e-mail',
  confirms: 'Você confirma: {purpose}',
  codeMissing: 'Digite todos os números do código.',
  codeWrong: 'O código não confere. Veja a última mensagem que recebeu e digite de novo.',
  codeExpired: 'Este código não vale mais. Peça outra mensagem.',
  codeSpent: 'As tentativas deste código acabaram. Peça outra mensagem.',
  sendLimit:
    'Já enviamos mensagens demais. Espere um pouco e tente outra vez, ou siga sem este passo.',
  sendNobody: 'Não há como enviar esta mensagem. Siga sem este passo.',
  sendFailed: 'A mensagem não pôde ser entregue. Peça outra vez ou escolha outro caminho.',

  phoneTitle: 'Confirme seu celular',
  phoneLead: 'Vamos perguntar no seu celular se é você. Escolha por onde:',
  phoneWhatsapp: 'Por WhatsApp',
  phoneSms: 'Por SMS',
  phoneSentWhatsapp:
    'Perguntamos por WhatsApp no número {number}. Toque em “Sim” na mensagem: esta página segue sozinha.',
  phoneSentSms:
    'Perguntamos por SMS no número {number}. Responda à mensagem: esta página segue sozinha.',
  phoneWaiting: 'Esperando sua resposta…',
  phoneExpired: 'O tempo da pergunta acabou. Peça outra vez.',
  phoneSkip: 'Não posso responder neste número',
  checkNow: 'Já respondi',

  documentTitle: 'Fotografe seu documento',
  documentFront: 'Frente',
  documentBack: 'Verso',
  documentLeadFront: 'RG, CNH ou CIN, fora da capa. Comece pelo lado da foto.',
  documentLeadBack: 'Agora o outro lado do mesmo documento.',
  documentTips:
    'Coloque sobre uma mesa, com boa luz e sem reflexo. Todas as letras devem ficar nítidas.',
  documentFile: 'Escolher ou tirar foto',
  documentFileHint: 'JPEG ou PNG, até 20 MB.',
  documentSend: 'Enviar foto',
  documentOneSide: 'Meu documento só tem um lado',
  documentMissing: 'Escolha uma foto primeiro.',
  documentUnreadable: 'O arquivo não é uma foto que conseguimos abrir. Use JPEG ou PNG.',
  documentTooLarge: 'O arquivo é grande demais. Tire outra foto.',
  documentRetry:
    'Não conseguimos ler o documento com segurança. Tire outra foto, com mais luz e sem reflexo.',
  documentReview: 'Enviar assim para uma pessoa analisar',
  documentDigest: 'A foto chegou incompleta. Envie outra vez.',
  documentSkip: 'Não estou com o documento',

  faceTitle: 'Mostre seu rosto',
  faceLead:
    'A câmera abre e pede que você olhe para a frente e vire a cabeça. Fique em um lugar claro, sem boné nem óculos escuros.',
  faceStart: 'Abrir câmera',
  faceNoScript:
    'Este passo precisa de JavaScript e câmera. Ligue o JavaScript no navegador, ou use o caminho abaixo.',
  faceReview: 'Não consigo virar a cabeça',
  faceReviewLead:
    'Envie uma foto do seu rosto, de frente. Uma pessoa da equipe vai analisar, e o resultado sai depois.',
  faceRetry: 'Não deu certo desta vez. Tente de novo, com o rosto inteiro na imagem e boa luz.',
  faceExpired: 'O tempo acabou antes do envio. Comece de novo.',
  faceSkip: 'Não posso tirar fotos do rosto',

  checkingTitle: 'Conferindo',
  checkingLead: 'Isto leva alguns segundos. Não precisa fazer nada.',
  waitingTitle: 'Só um momento',
  waitingLead:
    'Estamos terminando uma conferência. Você pode deixar esta página aberta ou voltar mais tarde pelo mesmo link.',
  reload: 'Atualizar',

  doneTitle: 'Pronto!',
  doneLead: 'Você fez tudo o que {name} pediu. O resultado vai direto para {name}.',
  doneBack: 'Voltar para {name}',
  doneClose: 'Esta página pode ser fechada.',

  movedTitle: 'Continuando em outro aparelho',
  movedLead: 'A verificação foi aberta em outro aparelho. Para seguir neste aqui, toque no botão.',
  movedButton: 'Continuar aqui',

  goneTitle: 'Este link não vale mais',
  goneLead: 'Ele venceu, foi trocado por um mais novo ou está incompleto. Peça outro a {name}.',
  noSessionTitle: 'Abra o link outra vez',
  noSessionLead:
    'Não sabemos qual verificação é a sua. Volte à mensagem que recebeu e abra o link dela neste aparelho.',
  laterTitle: 'Não deu agora',
  laterLead:
    'O serviço está fora do ar por um momento. Nada foi perdido: tente de novo em um minuto.',
  manyTitle: 'Muitas tentativas',
  manyLead: 'Recebemos pedidos demais deste endereço. Espere um minuto e tente de novo.',

  handoverOffer: 'Continuar no celular',
  handoverTitle: 'Continue no celular',
  handoverLead:
    'Aponte a câmera do celular para o código. Ele vale por 10 minutos e uma única vez.',
  handoverAlt: 'Código QR que abre esta verificação no celular',
  handoverLink: 'Ou abra este endereço no celular:',
  handoverUse: 'Abrindo sua verificação neste aparelho…',
  handoverGone: 'Este código já foi usado ou venceu. Gere outro no computador.',

  cameraInsecure:
    'Navegadores só liberam a câmera em endereços seguros (https). Neste endereço escolha uma foto, ou peça um link https.',
  cameraOpen: 'Abrir câmera',
  cameraTake: 'Tirar foto',
  cameraRefused:
    'A câmera não foi permitida. Libere a câmera nas configurações do navegador para este site e tente outra vez, ou escolha uma foto.',
  cameraAbsent:
    'Não encontramos uma câmera neste aparelho. Continue no celular, ou escolha uma foto.',
  cameraTaken:
    'A câmera está em uso por outro programa. Feche-o e tente outra vez, ou escolha uma foto.',
  cameraOther: 'A câmera não abriu. Tente outra vez, ou escolha uma foto.',
  offline: 'Sem conexão. Deixe a página aberta: o envio continua sozinho quando a internet voltar.',
  sendingPicture: 'Enviando…',
  uploadRefused: 'O envio não foi aceito. Recarregue a página e tente outra vez.',
  qualityGood: 'Ótimo, fique assim.',
  qualityHold: 'Quase: segure firme.',
  qualityBlurred: 'Está fora de foco. Aproxime ou afaste um pouco.',
  qualityUnframed: 'Encaixe o documento inteiro na moldura, ou toque em “Tirar foto”.',
  qualityGlare: 'Há reflexo. Incline um pouco o documento.',
  qualityBright: 'Luz demais. Saia do sol ou desligue o flash.',
  qualityDark: 'Escuro demais. Procure mais luz.',
  qualityAgain: 'Escolha outra foto, ou toque em enviar para mandar esta.',
  turnFront: 'Olhe para a frente.',
  turnLeft: 'Vire a cabeça devagar para a sua esquerda.',
  turnRight: 'Vire a cabeça devagar para a sua direita.',
  poseNone: 'Não vemos seu rosto. Coloque-o dentro do oval.',
  poseSeveral: 'Há mais de uma pessoa na imagem. Fique só você.',
  poseCloser: 'Chegue mais perto.',
  faceLoading: 'Preparando a câmera…',
  faceLate:
    'O movimento não foi visto a tempo. Tente outra vez, ou use o caminho “Não consigo virar a cabeça”.',
  faceFailed: 'Não deu certo. Tente outra vez em um momento.',
  serviceBusy: 'O serviço está ocupado. Nada foi perdido: espere um pouco e envie outra vez.',
} as const

export type TextKey = keyof typeof pt
