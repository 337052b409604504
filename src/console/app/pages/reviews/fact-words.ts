// Names and meanings of facts and their values. A fact without an entry is shown by its own name.
import { sayDay } from '../../parts/inline.tsx'
import { defineWords, locale } from '../../words/words.ts'

type Codes = Readonly<Record<string, string>>
// prettier-ignore
const words = defineWords({
  facts: {
    'liveness.status': ['prova de vida', 'liveness', 'prueba de vida'],
    'liveness.securityCheck': ['verificação de segurança', 'security check', 'control de seguridad'],
    'liveness.attempts': ['tentativas de selfie', 'selfies tried', 'intentos de selfie'],
    'liveness.attack': ['ataque na selfie', 'attack on the selfie', 'ataque en la selfie'],
    'liveness.samePictures': ['mesmas imagens com outro documento', 'same pictures for another document', 'mismas imágenes con otro documento'],
    'liveness.spoofs': ['tentativas suspeitas de fraude na selfie', 'suspected spoofs', 'intentos sospechosos en la selfie'],
    'documents.verdict': ['documento', 'document', 'documento'],
    'documents.attack': ['ataque no documento', 'attack on the document', 'ataque en el documento'],
    'documents.provenBy': ['o que comprova o documento', 'what proves the document', 'qué comprueba el documento'],
    'documents.samePictures': ['mesma imagem em outro documento', 'same picture for another document', 'misma imagen en otro documento'],
    'documents.refused': ['documentos reprovados', 'documents refused', 'documentos rechazados'],
    'documents.contradicted': ['base oficial contradiz', 'official base contradicts', 'la base oficial contradice'],
    'documents.assurance': ['o documento se apoia em', 'the document rests on', 'el documento se apoya en'],
    'faces.verdict': ['selfie e documento', 'selfie and portrait', 'selfie y documento'],
    'faces.mismatches': ['comparações que não bateram', 'comparisons that did not match', 'comparaciones que no coincidieron'],
    'checks.hit': ['nome em lista', 'name on a list', 'nombre en una lista'],
    'checks.sanctioned': ['sanções', 'sanctions', 'sanciones'],
    'checks.debarred': ['impedida de contratar com o Estado', 'debarred from contracts of the state', 'inhabilitada para contratar con el Estado'],
    'checks.wanted': ['mandado de prisão', 'arrest warrant', 'orden de arresto'],
    'checks.criminalRecord': ['antecedentes criminais', 'criminal record', 'antecedentes penales'],
    'checks.lawSuits': ['processos judiciais', 'lawsuits', 'procesos judiciales'],
    'checks.adverseMedia': ['notícias desfavoráveis', 'adverse media', 'noticias adversas'],
    'checks.sanctionedBy': ['lista de sanções', 'list of sanctions', 'lista de sanciones'],
    'checks.exposedBy': ['lista de pessoas expostas', 'list of exposed persons', 'lista de personas expuestas'],
    'checks.exposed': ['pessoa exposta (PEP)', 'exposed person (PEP)', 'persona expuesta (PEP)'],
    'checks.personFound': ['pessoa no cadastro', 'person in the register', 'persona en el registro'],
    'checks.personRegular': ['situação regular', 'status regular', 'situación regular'],
    'checks.personPending': ['situação pendente', 'status pending', 'situación pendiente'],
    'checks.personCancelled': ['cadastro cancelado', 'record cancelled', 'registro cancelado'],
    'checks.personStatusDoubtful': ['situação duvidosa', 'status doubtful', 'situación dudosa'],
    'checks.personNameMatches': ['nome confere', 'name agrees', 'el nombre coincide'],
    'checks.mothersNameMatches': ['nome da mãe confere', 'mother’s name agrees', 'el nombre de la madre coincide'],
    'checks.personDead': ['consta falecida', 'registered as dead', 'consta fallecida'],
    'checks.nameVerdict': ['nome no cadastro', 'name in the register', 'nombre en el registro'],
    'checks.birthdateMatches': ['nascimento confere', 'birth date agrees', 'nacimiento coincide'],
    'checks.listsAsked': ['listas consultadas', 'lists asked', 'listas consultadas'],
    'checks.listsAskedInPart': ['listas consultadas só em parte', 'lists asked in part alone', 'listas consultadas solo en parte'],
    'checks.warrantsAsked': ['mandados consultados', 'warrants asked', 'órdenes consultadas'],
    'phones.newestAnswer': ['resposta do telefone', 'answer of the phone', 'respuesta del teléfono'],
    'phones.denied': ['negou por telefone', 'denied by phone', 'negó por teléfono'],
    'phones.asked': ['pergunta enviada ao telefone', 'phone asked', 'pregunta enviada al teléfono'],
    'phones.deniedByKnown': ['negou de um número conhecido', 'denied from a known number', 'negó desde un número conocido'],
    'phones.doubted': ['“não” sem código', 'a no without a code', '«no» sin código'],
    'phones.simChangedAt': ['chip trocado em', 'SIM changed at', 'SIM cambiada el'],
    'phones.count': ['telefones', 'phones', 'teléfonos'],
    'link.denied': ['negou no link', 'denied on the link', 'negó en el enlace'],
    'device.status': ['dispositivo', 'device', 'dispositivo'],
    'device.known': ['dispositivo conhecido', 'device known', 'dispositivo conocido'],
    'device.rules': ['alertas do dispositivo', 'alerts of the device', 'alertas del dispositivo'],
    'lists.denyAction': ['lista de bloqueio', 'deny list', 'lista de bloqueo'],
    'lists.denied': ['algo em lista de bloqueio', 'something on the deny list', 'algo en lista de bloqueo'],
    'lists.confirmedVictim': ['vítima confirmada', 'confirmed victim', 'víctima confirmada'],
    'lists.victim': ['marcado como vítima', 'marked as a victim', 'marcado como víctima'],
    'lists.confirmedFraud': ['fraude confirmada', 'fraud confirmed', 'fraude confirmado'],
    'reviews.rejected': ['já rejeitado por uma pessoa', 'rejected by a person before', 'ya rechazado por una persona'],
    'velocity.alerts': ['alertas de repetição', 'alerts of repetition', 'alertas de repetición'],
    'age.years': ['idade', 'age', 'edad'],
    'settings.ageMin': ['idade mínima', 'least age', 'edad mínima'],
    'steps.score.results[0].value': ['score', 'score', 'puntaje'],
  },
  groups: {
    liveness: ['Prova de vida', 'Liveness', 'Prueba de vida'],
    documents: ['Documento', 'Document', 'Documento'],
    faces: ['Rostos', 'Faces', 'Rostros'],
    checks: ['Consultas', 'Checks', 'Consultas'],
    lists: ['Listas', 'Lists', 'Listas'],
    device: ['Dispositivo', 'Device', 'Dispositivo'],
    phones: ['Telefone', 'Phone', 'Teléfono'],
    link: ['Link', 'Link', 'Enlace'],
    reviews: ['Revisões', 'Reviews', 'Revisiones'],
    velocity: ['Repetição', 'Repetition', 'Repetición'],
    age: ['Idade', 'Age', 'Edad'],
    settings: ['Configurações', 'Settings', 'Configuración'],
    steps: ['Passos', 'Steps', 'Pasos'],
  },
  values: {
    true: ['sim', 'yes', 'sí'],
    false: ['não', 'no', 'no'],
    unknown: ['desconhecido', 'unknown', 'desconocido'],
    none: ['nenhum', 'none', 'ninguno'],
    yes: ['sim', 'yes', 'sí'],
    no: ['não', 'no', 'no'],
    Aprovado: ['aprovado', 'approved', 'aprobado'],
    Reprovado: ['reprovado', 'refused', 'rechazado'],
    Inconclusivo: ['inconclusivo', 'inconclusive', 'no concluyente'],
    match: ['mesma pessoa', 'one person', 'misma persona'],
    'no-match': ['pessoas diferentes', 'two persons', 'personas distintas'],
    review: ['duvidoso', 'doubtful', 'dudoso'],
    same: ['igual', 'the same', 'igual'],
    doubtful: ['duvidoso', 'doubtful', 'dudoso'],
    other: ['outro', 'another', 'otro'],
    'picture-only': ['só imagens', 'pictures alone', 'solo imágenes'],
    signed: ['arquivo assinado', 'a signed file', 'archivo firmado'],
    official: ['base oficial', 'an official base', 'base oficial'],
  },
  liveness: {
    0: ['inconclusiva', 'inconclusive', 'no concluyente'],
    1: ['pessoa ao vivo', 'live person', 'persona viva'],
    2: ['suspeita de fraude', 'spoof suspected', 'sospecha de fraude'],
    3: ['sem rosto', 'no face', 'sin rostro'],
    4: ['vários rostos', 'several faces', 'varios rostros'],
  },
  security: {
    0: ['não feita', 'not made', 'no hecho'],
    1: ['passou', 'passed', 'superado'],
    2: ['suspeita', 'suspicious', 'sospechoso'],
    3: ['falhou', 'failed', 'fallido'],
  },
  device: {
    0: ['não analisado', 'not analysed', 'no analizado'],
    1: ['ok', 'ok', 'bien'],
    2: ['atenção', 'attention', 'atención'],
    3: ['negar', 'deny', 'denegar'],
  },
})

export type FactValue = boolean | number | string | readonly (boolean | number | string)[]

function sayOne(fact: string, value: boolean | number | string): string {
  const { liveness, security, device } = words
  if (typeof value !== 'number') return lookUp(words.values, sayDay(String(value)))
  const scales: Readonly<Record<string, Codes>> = {
    'liveness.status': liveness,
    'liveness.securityCheck': security,
    'device.status': device,
  }
  const isOfStep = fact.startsWith('steps.')
  return scales[fact]?.[value] ?? (isOfStep ? value.toLocaleString(locale()) : String(value))
}

const lookUp = (codes: Codes, code: string): string => codes[code] ?? code

export const facts = {
  group: (name: string): string => lookUp(words.groups, name),
  /** Whether the fact has words; without them only its own name can be shown. */
  isNamed: (fact: string): boolean => Object.hasOwn(words.facts, fact),
  name: (fact: string): string => lookUp(words.facts, fact),
  value(fact: string, value: FactValue): string {
    if (typeof value !== 'object') return sayOne(fact, value)
    return value.length === 0
      ? words.values.none
      : value.map((each) => sayOne(fact, each)).join(', ')
  },
}

/** The reasons for a review and against an approval, as sentences. A tenant's own codes are shown unchanged. */
// prettier-ignore
const reasonWords = defineWords({
  because: {
    'review-step': ['O pack pede que uma pessoa decida.', 'The pack asks a person to decide.', 'El pack pide que una persona decida.'],
    appeal: ['Alguém recorreu da decisão.', 'Somebody appealed against the decision.', 'Alguien recurrió la decisión.'],
    unanswered: ['Uma condição ficou sem resposta: faltam dados.', 'A condition could not be answered: its data are absent.', 'Una condición quedó sin respuesta: faltan datos.'],
    'module-failed': ['Um módulo falhou por motivo técnico.', 'A module failed for a technical reason.', 'Un módulo falló por un motivo técnico.'],
    'review-open': ['Uma revisão anterior, contra um sinal, ainda está aberta.', 'An earlier review, about a sign, is still open.', 'Una revisión anterior, por una señal, sigue abierta.'],
    'asked-for': ['A pessoa pediu outro caminho.', 'The person asked for another way.', 'La persona pidió otro camino.'],
    inconclusive: ['A última tentativa também foi inconclusiva.', 'The last try was inconclusive too.', 'El último intento tampoco fue concluyente.'],
    'liveness-unproven': ['Falta uma prova de vida válida.', 'Liveness was not proven.', 'Falta una prueba de vida válida.'],
    'device-doubtful': ['O dispositivo é duvidoso ou desconhecido.', 'The device is doubtful or unknown.', 'El dispositivo es dudoso o desconocido.'],
    'device-alert': ['O dispositivo disparou um alerta.', 'The device has raised an alert.', 'El dispositivo disparó una alerta.'],
    'document-unapproved': ['O documento não foi aprovado.', 'The document was not approved.', 'El documento no fue aprobado.'],
    'official-mismatch': ['A base oficial contradiz o documento ou o rosto.', 'The official base contradicts the document or the face.', 'La base oficial contradice el documento o el rostro.'],
    'document-unproven': ['Do documento há apenas as imagens.', 'Of the document there are pictures alone.', 'Del documento solo hay imágenes.'],
    'face-unmatched': ['Selfie e documento não foram reconhecidos como a mesma pessoa.', 'Selfie and document were not found to be one person.', 'No se reconoció a la misma persona en la selfie y el documento.'],
    denied: ['A pessoa respondeu que não.', 'The person answered no.', 'La persona respondió que no.'],
    'phone-absent': ['Não há telefone.', 'There is no phone.', 'No hay teléfono.'],
    'phone-unasked': ['Ninguém perguntou à pessoa por telefone.', 'The phone was not asked.', 'Nadie preguntó a la persona por teléfono.'],
    'phone-unconfirmed': ['O telefone não confirmou.', 'The phone has not confirmed.', 'El teléfono no confirmó.'],
    'person-unknown': ['O cadastro não encontrou a pessoa.', 'The register did not find the person.', 'El registro no encontró a la persona.'],
    'person-irregular': ['O cadastro não diz que a pessoa está regular.', 'The register does not say that the person is regular.', 'El registro no dice que la persona esté regular.'],
    'name-differs': ['O nome não é o do cadastro.', 'The name is not that of the register.', 'El nombre no es el del registro.'],
    'birthdate-differs': ['A data de nascimento não é a do cadastro.', 'The birth date is not that of the register.', 'La fecha de nacimiento no es la del registro.'],
    'under-age': ['A idade mínima não foi provada.', 'The least age is not proven.', 'La edad mínima no está probada.'],
    'lists-unasked': ['Nem todas as listas foram consultadas.', 'Not all lists were asked.', 'No se consultaron todas las listas.'],
    listed: ['Há um nome em uma lista que pode ser o da pessoa.', 'A name on a list may be the person’s.', 'Un nombre de una lista puede ser el de la persona.'],
    'list-hit': ['Há um nome em uma lista que pode ser o da pessoa.', 'A name on a list may be the person’s.', 'Un nombre de una lista puede ser el de la persona.'],
    'denied-entry': ['Algo desta transação está na lista de bloqueio.', 'Something of this transaction is on the deny list.', 'Algo de esta transacción está en la lista de bloqueo.'],
    victim: ['Algo desta transação está marcado como de uma vítima.', 'Something of this transaction is marked as a victim’s.', 'Algo de esta transacción está marcado como de una víctima.'],
    'confirmed-fraud': ['Uma fraude foi confirmada com algo desta transação.', 'A fraud was confirmed with something of this transaction.', 'Se confirmó un fraude con algo de esta transacción.'],
    'rejected-before': ['Uma pessoa já rejeitou este documento.', 'A person has rejected this document before.', 'Una persona ya rechazó este documento.'],
    'velocity-alert': ['Valores desta transação se repetem demais.', 'Values of this transaction are repeated too often.', 'Los valores de esta transacción se repiten demasiado.'],
    'score-low': ['O score é baixo.', 'The score is low.', 'El puntaje es bajo.'],
  },
  signs: {
    spoof: ['a prova de vida viu o que nenhuma pessoa genuína faz', 'the liveness check saw what no genuine person does', 'la prueba de vida vio lo que ninguna persona genuina hace'],
    'document-refused': ['o documento foi reprovado', 'the document was refused', 'el documento fue rechazado'],
    'faces-differ': ['a selfie e o documento não são o mesmo rosto', 'the selfie and the portrait are not one face', 'la selfie y el documento no son el mismo rostro'],
    sanctioned: ['pode haver um nome em lista de sanções', 'there may be a match in a list of sanctions', 'puede haber un nombre en una lista de sanciones'],
    'criminal-warrant': ['pode haver um mandado de prisão', 'there may be an arrest warrant', 'puede haber una orden de captura'],
    'denied-entry': ['duas pessoas mandaram rejeitar algo desta transação', 'two people have set something of this transaction to reject', 'dos personas mandaron rechazar algo de esta transacción'],
    denied: ['a pessoa respondeu que não', 'the person answered no', 'la persona respondió que no'],
    'evidence-missing': ['o que a execução viu não foi guardado: nenhum outro sinal pode ser excluído', 'what the run saw is not kept: no other sign can be ruled out', 'lo que vio la ejecución no se guardó: no se puede excluir otra señal'],
  },
  reasons: {
    'evidence-checked': ['evidências conferidas', 'evidence checked', 'evidencias revisadas'],
    'other-person': ['é outra pessoa', 'another person', 'es otra persona'],
    'data-wrong': ['dados errados', 'data wrong', 'datos erróneos'],
    'fraud-suspected': ['suspeita de fraude', 'fraud suspected', 'sospecha de fraude'],
    unreadable: ['ilegível', 'unreadable', 'ilegible'],
  },
})

const spell = (codes: Codes, code: string): string => codes[code] ?? code.replaceAll('-', ' ')

export const reasons = {
  because: (code: string): string => spell(reasonWords.because, code),
  sign: (code: string): string => spell(reasonWords.signs, code),
  reason: (code: string): string => spell(reasonWords.reasons, code),
}
