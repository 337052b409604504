// The texts of the hosted page in Brazilian Portuguese. {name} is the tenant’s name.
import { camera } from './camera.ts'
import { digitalDocument } from './digital-document.ts'
import { forms } from './forms.ts'

export const pt = {
  errorPrefix: 'Erro',
  stepOf: 'Passo {step} de {steps}',
  language: 'Idioma',
  notMe: 'Não fui eu que pedi',
  withdraw: 'Retirar o consentimento e apagar o que enviei',
  later: 'Continuar mais tarde',
  whom: 'Verificação de {whom}',

  pauseTitle: 'Você pode continuar depois',
  pauseLead:
    'O que já foi feito fica guardado. Abra o mesmo link neste aparelho até {date} (horário de Brasília).',
  pauseBack: 'Continuar agora',
  sureNo: 'Voltar',
  sureSkipTitle: 'Pular este passo?',
  sureSkipLead:
    '{name} verá que este passo não foi feito e pode não aceitar a verificação. Até o fim você ainda pode fazê-lo.',
  sureSkipYes: 'Pular este passo',
  sureDisownTitle: 'Este pedido não é seu?',
  sureDisownLead:
    'Vamos avisar {name}, e a verificação termina aqui. Não dá para retomá-la por este link.',
  sureDisownYes: 'Não é meu: terminar',
  sureWithdrawTitle: 'Retirar o consentimento?',
  sureWithdrawLead:
    'Apagamos as fotos e os resultados que vieram deste link, menos o que a lei permite guardar contra fraude. Você pode começar de novo enquanto o link valer.',
  sureWithdrawYes: 'Retirar e apagar',

  boundTitle: 'Este link já foi aberto em outro navegador',
  boundLead:
    'Para continuar aqui, digite um código que enviamos a você. Ou abra “Mais opções” no primeiro aparelho e continue de lá em outro.',
  boundSend: 'Enviar código para {to}',
  boundCode: 'Código que enviamos para {to}',
  boundNobody:
    'Continue no aparelho que abriu o link primeiro, ou peça outro link a quem o enviou.',

  stepEmail: 'E-mail',
  stepPhone: 'Celular',
  stepDocument: 'Documento',
  stepFace: 'Rosto',
  stepReceived: 'recebido',
  stepLeftOut: 'não foi feito',
  leftOutTitle: 'Ainda falta',
  leftOutTakeUp: '{step}: fazer agora',

  hintDark: 'A foto saiu escura demais. Procure um lugar mais claro.',
  hintBlurred: 'A foto saiu sem foco. Limpe a lente e segure firme.',
  hintNotDocument:
    'Não encontramos um documento na foto. Use RG, CNH, CIN, CRNM ou passaporte, fora da capa.',
  hintSide: 'Falta um lado, ou os dois lados não são do mesmo documento. Comece pelo lado da foto.',
  hintUnreadable: 'Não deu para ler tudo. Aproxime o documento, com mais luz e sem reflexo.',
  hintExpired: 'Este documento está vencido. Use outro, se tiver.',
  hintFar: 'O rosto ficou longe da câmera. Chegue mais perto.',
  hintTilted: 'A cabeça estava inclinada. Segure o aparelho reto, na altura dos olhos.',
  hintSeveral: 'Havia mais de uma pessoa na imagem. Só você deve aparecer.',
  hintGlasses: 'Tire os óculos e tente de novo.',
  hintTurn:
    'Não vimos o movimento que pedimos. Espere o pedido e só então mova a cabeça, devagar, até ouvir o sinal.',
  againIn: 'Você pode pedir outra mensagem em {time}.',
  inAppTitle: 'Continue no navegador',
  inAppLead:
    'Você abriu esta página dentro de outro aplicativo, e nele a câmera pode não funcionar.',
  inAppHow:
    'No menu do aplicativo (⋯\u00a0ou\u00a0⋮), escolha “Abrir no navegador”, ou copie o endereço e abra no Chrome ou no Safari.',
  inAppCamera:
    'Se a câmera não abrir, escolha uma foto ou use “Continuar em outro aparelho ou navegador”.',
  copy: 'Copiar o endereço',
  copied: 'Copiado',
  wentBack:
    'A foto da frente já chegou. Fotografe o verso, ou refaça a da frente em “Mais opções”.',
  back: 'Voltar',
  continue: 'Continuar',
  tries: 'Tentativas restantes: {tries}.',
  oneTry: 'Resta uma tentativa.',

  sandboxBanner: 'Ambiente de teste: nada sai daqui e nada vale.',
  sandboxChoose: 'Escolher um resultado pronto',
  sandboxEmail: 'Código certo',
  sandboxYes: 'Responder sim',
  sandboxNo: 'Responder não',
  sandboxApproved: 'Documento aprovado',
  sandboxOtherCpf: 'Documento com outro CPF',
  sandboxOtherFace: 'Documento de outra pessoa',
  sandboxInconclusive: 'Não dá para decidir',
  sandboxLive: 'Rosto vivo',
  sandboxSpoof: 'Foto ou máscara',
  sandboxVirtual: 'Câmera virtual',

  entryTitle: 'Confirme sua identidade',
  entryLead:
    '{name} pediu para confirmar sua identidade. Leva cerca de dois minutos, e é mais fácil no celular.',
  entryButton: 'Começar',
  entrySmall: 'Abrir esta página não confirma nada. Só comece se estiver em contato com {name}.',

  consentTitle: 'O que vamos pedir',
  consentLead: '{name} precisa confirmar que é você. Para isso pedimos:',
  consentEmail: 'um código enviado ao seu e-mail',
  consentPhone: 'uma resposta por WhatsApp ou SMS',
  consentDocument: 'fotos do seu documento, ou o arquivo dele',
  consentFace: 'fotos do seu rosto enquanto você vira a cabeça',
  consentPurpose: 'Servem para confirmar sua identidade e evitar fraude.',
  consentBasis: 'Base legal: prevenção à fraude e segurança do titular (LGPD, art. 11, II, “g”).',
  consentKeeping:
    'Tudo é guardado cifrado, pelo tempo que consta na política de privacidade de {name}; medidas do rosto não são guardadas. Você pode pedir a {name} acesso, correção ou exclusão e, até o fim, retirar o que enviou.',
  consentPolicy: 'Política de privacidade de {name}',
  consentContact: 'Contato: {contact}',
  consentOtherWay: 'Se preferir não seguir por aqui, pergunte a {name} que outro caminho há.',
  consentExpiry:
    'Este link vale até {date} (horário de Brasília). Você pode parar e continuar depois.',
  consentDevice:
    'Junto com as fotos enviamos dados do aparelho (modelo, navegador, idioma, fuso horário), para reconhecer aparelhos usados em fraude.',
  consentAgree: 'Concordo e quero continuar',
  consentRefuse: 'Não concordo',
  consentVersion: 'Texto {version}',

  refusedTitle: 'Nada foi enviado',
  refusedLead:
    'Você não concordou, e por isso nada foi coletado. Pergunte a {name} se há outro caminho.',
  refusedButton: 'Mudei de ideia',
  withdrawnTitle: 'Você retirou o consentimento',
  withdrawnLead:
    'A verificação terminou aqui. O que você enviou é apagado, menos o que {name} é obrigado por lei a guardar. Pergunte a {name} se há outro caminho.',
  withdrawnReceipt: 'Número do recibo: {receipt}',
  disownedTitle: 'Obrigado por avisar',
  disownedLead:
    'Registramos que o pedido não é seu, e a verificação terminou aqui. Se você não esperava a mensagem, avise {name} pelos canais oficiais. Esta página pode ser fechada.',

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
  codeExpired: 'Este código venceu. Peça outro abaixo.',
  codeSpent: 'Foram tentativas demais com este código. Peça outro abaixo.',
  sendLimit: 'Já enviamos mensagens demais. Espere um pouco e tente outra vez.',
  sendNobody:
    'Não conseguimos enviar mensagens para este contato. Você pode pular este passo em “Mais opções”.',
  sendFailed: 'A mensagem não pôde ser entregue. Peça outra vez ou escolha outro caminho.',

  phoneTitle: 'Confirme seu celular',
  phoneLead: 'Vamos mandar uma pergunta para o seu celular. Por onde você prefere responder?',
  phoneWhatsapp: 'Por WhatsApp',
  phoneSms: 'Por SMS',
  phoneSentWhatsapp:
    'Mandamos uma pergunta por WhatsApp para o número {number}. Toque em “Sim” na mensagem, e esta página segue sozinha.',
  phoneSentSms:
    'Mandamos uma pergunta por SMS para o número {number}. Responda à mensagem, e esta página segue sozinha.',
  phoneWaiting: 'Esperando sua resposta…',
  phoneNotThere: 'Não chegou? Envie outra vez:',
  phoneExpired: 'Você não respondeu a tempo. Peça outra mensagem.',
  phoneSkip: 'Não posso responder neste número',
  checkNow: 'Já respondi',

  documentFront: 'Frente do documento',
  documentBack: 'Verso do documento',
  documentLeadFront: 'RG, CNH, CIN, CRNM ou passaporte, fora da capa. Comece pelo lado da foto.',
  documentLeadBack: 'Agora o outro lado do mesmo documento.',
  documentTips:
    'Coloque sobre uma mesa, com boa luz e sem reflexo. Todas as letras devem ficar nítidas.',
  documentFile: 'Escolher ou tirar foto',
  documentFileHint: 'JPEG ou PNG, até 20 MB.',
  documentSend: 'Enviar foto',
  documentOneSide: 'Meu documento só tem um lado',
  documentFrontAgain: 'Tirar a frente outra vez',
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
    'A câmera abre e pede que você olhe para a frente. Quando uma seta aparecer, vire a cabeça para o lado dela. Fique em um lugar claro, sem boné nem óculos escuros.',
  faceStart: 'Abrir câmera',
  faceNoScript:
    'Este passo precisa de JavaScript e câmera. Ligue o JavaScript no navegador, ou abra “Mais opções”.',
  faceReview: 'Não consigo virar a cabeça',
  faceReviewLead:
    'Ou envie uma foto do seu rosto, de frente. Uma pessoa da equipe vai analisar, e o resultado sai depois.',
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
  doneLead: 'Recebemos o que você enviou. O resultado vai direto para {name}.',
  doneBack: 'Voltar para {name}',
  doneClose: 'Esta página pode ser fechada.',

  movedTitle: 'Continuando em outro aparelho',
  movedLead:
    'A verificação continua em outro aparelho, e esta página acompanha. Para seguir neste aqui, toque no botão.',
  movedButton: 'Continuar aqui',

  goneTitle: 'Este link não vale mais',
  goneLead: 'Ele venceu, foi trocado por um mais novo ou está incompleto. Peça outro a {name}.',
  noSessionTitle: 'Abra o link outra vez',
  noSessionLead:
    'Não sabemos qual verificação é a sua. Volte à mensagem que recebeu e abra o link dela neste aparelho. Se já fez isso, permita cookies neste navegador.',
  laterTitle: 'Tente daqui a pouco',
  laterLead:
    'O serviço está fora do ar por um momento. Nada foi perdido: tente de novo em um minuto.',
  manyTitle: 'Muitas tentativas',
  manyLead: 'Recebemos acessos demais desta conexão. Espere um minuto e tente de novo.',

  handoverOffer: 'Continuar em outro aparelho ou navegador',
  handoverTitle: 'Continue no celular',
  handoverLead:
    'Aponte a câmera do celular para o código. Ele vale por 10 minutos e uma única vez.',
  handoverAlt: 'Código QR que abre esta verificação no celular',
  handoverLink: 'Ou abra este endereço no celular:',
  handoverUse: 'Abrindo sua verificação neste aparelho…',
  handoverGone: 'Este código já foi usado ou venceu. Gere outro no computador.',

  serviceBusy: 'O serviço está ocupado. Nada foi perdido: espere um pouco e envie outra vez.',
  more: 'Mais opções',
  entryPhone: 'Aponte a câmera do celular para este código:',
  entryHere: 'Continuar neste computador',
  consentFaces: 'As fotos do rosto são dados biométricos, comparados com o documento.',
  consentMore: 'Saiba mais',
  emailAnother: 'Enviar outro código',
  handoverPhone: 'Continuar no celular',
  handoverOverTitle: 'O código venceu',
  handoverOver: 'Um código vale por 10 minutos. Gere outro quando estiver com o celular na mão.',
  handoverNew: 'Gerar outro código',
  ...camera.pt,
  ...digitalDocument.pt,
  ...forms.pt,
} as const

export type TextKey = keyof typeof pt
