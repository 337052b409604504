// The API's codes in the reader's language; a code without a text is shown unchanged.
import { defineWords } from './words.ts'

// prettier-ignore
const words = defineWords({
  outcome: {
    approved: ['aprovada', 'approved', 'aprobada'],
    rejected: ['rejeitada', 'rejected', 'rechazada'],
    review: ['revisão', 'review', 'revisión'],
    cancelled: ['encerrada', 'ended', 'terminada'],
    again: ['outra vez', 'once more', 'otra vez'],
    denied: ['negada', 'denied', 'denegada'],
    expired: ['expirada', 'expired', 'expirada'],
  },
  status: {
    none: ['sem pack', 'no pack', 'sin pack'],
    processing: ['em curso', 'under way', 'en curso'],
    partial: ['parcial', 'partial', 'parcial'],
    completed: ['concluída', 'completed', 'completada'],
    failed: ['falhou', 'failed', 'falló'],
    pending: ['pendente', 'pending', 'pendiente'],
    skipped: ['pulado', 'skipped', 'omitido'],
    open: ['aberta', 'open', 'abierta'],
    Waiting: ['a caminho', 'on its way', 'en camino'],
    Sent: ['enviada', 'sent', 'enviado'],
    Delivered: ['entregue', 'delivered', 'entregado'],
    Read: ['lida', 'read', 'leído'],
    Replied: ['respondida', 'replied', 'respondido'],
    Valid: ['confirmada', 'confirmed', 'confirmado'],
    PENDING: ['pendente', 'pending', 'pendiente'],
    COMPLETED: ['concluído', 'completed', 'completado'],
    EXPIRED: ['expirado', 'expired', 'expirado'],
    done: ['feito', 'done', 'hecho'],
    rejected: ['rejeitado', 'rejected', 'rechazado'],
    waiting: ['à espera', 'waiting', 'a la espera'],
    'in-review': ['em revisão', 'in review', 'en revisión'],
    ended: ['encerrada', 'ended', 'terminada'],
    erased: ['apagada', 'erased', 'borrada'],
    unidentified: ['sem identificação', 'unidentified', 'sin identificar'],
    review: ['em revisão', 'in review', 'en revisión'],
    decided: ['decidida', 'decided', 'decidida'],
    aprovado: ['aprovado', 'approved', 'aprobado'],
    reprovado: ['reprovado', 'refused', 'rechazado'],
    inconclusivo: ['inconclusivo', 'inconclusive', 'no concluyente'],
    live: ['pessoa ao vivo', 'live person', 'persona viva'],
    yes: ['sim', 'yes', 'sí'],
    no: ['não', 'no', 'no'],
  },
  waiting: {
    operator: ['operador', 'operator', 'operador'],
    review: ['revisor', 'reviewer', 'revisor'],
    vendor: ['fornecedor', 'vendor', 'proveedor'],
    undelivered: ['não entregue', 'not delivered', 'no entregado'],
    engine: ['motores', 'engines', 'motores'],
    person: ['pessoa', 'person', 'persona'],
    client: ['cliente', 'client', 'cliente'],
    time: ['prazo', 'a moment', 'plazo'],
  },
  what: {
    paused: ['em pausa', 'paused', 'en pausa'],
    consent: ['consentimento', 'consent', 'consentimiento'],
    'opening of the link': ['abrir o link', 'opening of the link', 'abrir el enlace'],
    'e-mail token': ['token por e-mail', 'e-mail token', 'token por e-mail'],
    review: ['revisão', 'review', 'revisión'],
    'overdue review': ['revisão atrasada', 'overdue review', 'revisión atrasada'],
    'verification link': ['link de verificação', 'verification link', 'enlace de verificación'],
    'SMS token': ['token por SMS', 'SMS token', 'token por SMS'],
    'SMS question': ['pergunta por SMS', 'SMS question', 'pregunta por SMS'],
    facialBiometrics: ['biometria facial', 'facial biometrics', 'biometría facial'],
    aiDocs: ['documento', 'document', 'documento'],
    phoneConfirmation: ['confirmação do telefone', 'confirmation of the phone', 'confirmación del teléfono'],
    backgroundCheck: ['consultas cadastrais', 'background check', 'consultas de antecedentes'],
    officialMatch: ['base oficial', 'official base', 'base oficial'],
    score: ['score', 'score', 'puntaje'],
    'credit-score': ['score de crédito', 'credit score', 'puntaje de crédito'],
    liveness: ['prova de vida', 'liveness', 'prueba de vida'],
    faces: ['rostos', 'faces', 'rostros'],
    pack: ['pack', 'pack', 'pack'],
    'an operator': ['um operador', 'an operator', 'un operador'],
    BasicInfos: ['dados cadastrais', 'basic data', 'datos básicos'],
    CompanyRegistry: ['registro da empresa', 'company registry', 'registro de la empresa'],
    Sanctions: ['sanções', 'sanctions', 'sanciones'],
    Pep: ['pessoas expostas (PEP)', 'exposed persons (PEP)', 'personas expuestas (PEP)'],
    ArrestWarrant: ['mandados de prisão', 'arrest warrants', 'órdenes de arresto'],
    CriminalRecord: ['antecedentes criminais', 'criminal record', 'antecedentes penales'],
    LawSuits: ['processos judiciais', 'lawsuits', 'procesos judiciales'],
    AdverseMedia: ['notícias desfavoráveis', 'adverse media', 'noticias adversas'],
    CreditScore: ['score de crédito', 'credit score', 'puntaje de crédito'],
    OfficialMatch: ['base oficial', 'official base', 'base oficial'],
    'WhatsApp question': ['pergunta por WhatsApp', 'WhatsApp question', 'pregunta por WhatsApp'],
  },
  verb: {
    buy: ['comprar', 'buy', 'comprar'],
    send: ['enviar', 'send', 'enviar'],
    expire: ['expirar', 'expire', 'expirar'],
    compute: ['calcular', 'compute', 'calcular'],
    'look up': ['pesquisar', 'look up', 'buscar'],
    'look at': ['cobrar', 'look at', 'revisar'],
    'follow up': ['acompanhar', 'follow up', 'seguir'],
    'ask price of': ['perguntar o preço de', 'ask price of', 'preguntar el precio de'],
    'end wait for': ['encerrar a espera por', 'end wait for', 'terminar la espera de'],
    'wait for': ['esperar', 'wait for', 'esperar'],
    'go on with': ['continuar', 'go on with', 'continuar'],
    call: ['chamar', 'call', 'llamar'],
    examine: ['analisar', 'examine', 'analizar'],
    try: ['repetir', 'try again', 'repetir'],
    judge: ['julgar', 'judge', 'evaluar'],
    read: ['ler', 'read', 'leer'],
    compare: ['comparar', 'compare', 'comparar'],
    'fetch answers to': ['buscar respostas a', 'fetch answers to', 'buscar respuestas a'],
  },
  trouble: {
    'recipient-refused': ['o destino não recebe mensagens', 'nothing can be sent there', 'el destino no recibe mensajes'],
    'opted-out': ['a pessoa pediu para não receber', 'the person wants no messages', 'la persona no quiere mensajes'],
    undelivered: ['não entregue', 'not delivered', 'no entregado'],
    'content-refused': ['texto recusado pela operadora', 'text refused by the carrier', 'texto rechazado por la operadora'],
    blocked: ['bloqueado', 'blocked', 'bloqueado'],
    bounced: ['e-mail devolvido', 'mail came back', 'e-mail devuelto'],
    'no-provider': ['sem fornecedor', 'no vendor', 'sin proveedor'],
    'provider-failed': ['fornecedor falhou', 'vendor failed', 'falló el proveedor'],
    'send-uncertain': ['talvez enviada', 'may have been sent', 'quizá enviado'],
    'check-uncertain': ['talvez comprada', 'may have been bought', 'quizá comprada'],
    'limit-reached': ['limite atingido', 'limit reached', 'límite alcanzado'],
    failed: ['falhou', 'failed', 'falló'],
    timeout: ['sem resposta a tempo', 'no answer in time', 'sin respuesta a tiempo'],
    reset: ['conexão caiu', 'connection was lost', 'se cortó la conexión'],
    connect: ['não foi possível conectar', 'could not connect', 'no se pudo conectar'],
    name: ['nome não encontrado', 'name not found', 'nombre no encontrado'],
    dns: ['nome não encontrado', 'name not found', 'nombre no encontrado'],
    tls: ['certificado recusado', 'certificate refused', 'certificado rechazado'],
    redirect: ['redireciona', 'redirects', 'redirige'],
    'event-gone': ['evento não mais guardado', 'event no longer kept', 'evento ya no guardado'],
    'not-json': ['resposta não é JSON', 'answer is no JSON', 'la respuesta no es JSON'],
    'too-long': ['resposta longa demais', 'answer too long', 'respuesta demasiado larga'],
  },
  reason: {
    unanswered: ['dados ausentes', 'data absent', 'faltan datos'],
    'list-hit': ['nome em lista', 'name on a list', 'nombre en lista'],
    listed: ['consta em lista', 'on a list', 'está en lista'],
    'partner-listed': ['sócio em lista', 'partner on a list', 'socio en lista'],
    'lists-unasked': ['listas não consultadas', 'lists not asked', 'listas sin consultar'],
    'partners-unasked': ['sócios não consultados', 'partners not asked', 'socios sin consultar'],
    'name-differs': ['nome difere', 'name differs', 'nombre distinto'],
    'birthdate-differs': ['nascimento difere', 'birth date differs', 'nacimiento distinto'],
    'birthdate-impossible': ['nascimento impossível', 'birth date impossible', 'nacimiento imposible'],
    'under-age': ['menor de idade', 'under age', 'menor de edad'],
    'person-unknown': ['pessoa não encontrada', 'person unknown', 'persona no encontrada'],
    'person-unseen': ['pessoa não vista', 'person not seen', 'persona no vista'],
    'person-irregular': ['cadastro irregular', 'record irregular', 'registro irregular'],
    'person-dead': ['pessoa falecida', 'person dead', 'persona fallecida'],
    'representative-dead': ['representante falecido', 'representative dead', 'representante fallecido'],
    'representative-unlisted': ['representante não consta', 'representative not listed', 'representante no consta'],
    'company-unknown': ['empresa não encontrada', 'company unknown', 'empresa no encontrada'],
    'company-inactive': ['empresa inativa', 'company inactive', 'empresa inactiva'],
    'company-closed': ['empresa encerrada', 'company closed', 'empresa cerrada'],
    'document-refused': ['documento recusado', 'document refused', 'documento rechazado'],
    'document-unapproved': ['documento não aprovado', 'document not approved', 'documento no aprobado'],
    'document-unproven': ['documento não comprovado', 'document unproven', 'documento sin comprobar'],
    'liveness-unproven': ['prova de vida ausente', 'liveness unproven', 'prueba de vida ausente'],
    'spoof-suspected': ['suspeita de fraude facial', 'spoof suspected', 'sospecha de fraude facial'],
    'face-mismatch': ['rostos diferentes', 'faces differ', 'rostros distintos'],
    'face-unmatched': ['rosto não comparado', 'face not compared', 'rostro sin comparar'],
    'official-mismatch': ['difere da base oficial', 'official base differs', 'difiere de la base oficial'],
    'device-alert': ['alerta do aparelho', 'device alert', 'alerta del dispositivo'],
    'device-doubtful': ['aparelho duvidoso', 'device doubtful', 'dispositivo dudoso'],
    'phone-absent': ['sem telefone', 'no phone', 'sin teléfono'],
    'phone-unasked': ['sem pergunta por telefone', 'phone not asked', 'sin pregunta por teléfono'],
    'phone-unconfirmed': ['telefone não confirmado', 'phone unconfirmed', 'teléfono sin confirmar'],
    'link-unfinished': ['link não concluído', 'link unfinished', 'enlace sin terminar'],
    'step-rejected': ['passo rejeitado', 'step rejected', 'paso rechazado'],
    'score-low': ['score baixo', 'score low', 'puntaje bajo'],
    'score-high': ['score alto', 'score high', 'puntaje alto'],
    'velocity-alert': ['uso repetido', 'velocity alert', 'uso repetido'],
    'confirmed-fraud': ['fraude confirmada', 'confirmed fraud', 'fraude confirmado'],
    'rejected-before': ['rejeitada antes', 'rejected before', 'rechazada antes'],
    'denied-entry': ['em lista de bloqueio', 'on the deny list', 'en lista de bloqueo'],
    'partner-denied': ['sócio bloqueado', 'partner denied', 'socio bloqueado'],
    'denied-by-known': ['negada pela pessoa', 'denied by the person', 'negada por la persona'],
    denied: ['negada pela pessoa', 'denied by the person', 'negada por la persona'],
    cancelled: ['encerrada por alguém', 'ended by somebody', 'terminada por alguien'],
    victim: ['vítima de fraude', 'victim of fraud', 'víctima de fraude'],
    'all-proven': ['tudo comprovado', 'all proven', 'todo comprobado'],
    'module-failed': ['módulo falhou', 'a module failed', 'falló un módulo'],
  },
})

type Codes = Readonly<Record<string, string>>

const task = /^(buy|send|expire|compute|look up|look at|follow up|ask price of|end wait for|wait for|go on with|call|examine|fetch answers to|try|judge|read|compare) (.+?)(?: again)?$/ // prettier-ignore

/** Journal entries have other names for some things than packs and agendas. */
const aliases: Codes = {
  'background-check': 'backgroundCheck',
  'official-match': 'officialMatch',
  'email-token': 'e-mail token',
  'sms-token': 'SMS token',
  'sms-2fa': 'SMS question',
  'whatsapp-2fa': 'WhatsApp question',
  redoc: 'aiDocs',
  document: 'aiDocs',
}

/** `http-401` is the status that a system answered with. */
const sayStatus = (code: string): string => code.replace(/^http-(?=\d{3}$)/, 'HTTP ')

const by = (codes: () => Codes) => (code: string) => codes()[code] ?? code

function nameOf(code: string): string | undefined {
  const names: Codes = words.what
  return names[aliases[code] ?? code]
}

const anyOf = (): Codes => {
  const { reason, trouble, waiting, status, outcome } = words
  return { ...reason, ...trouble, ...waiting, ...status, ...outcome }
}

export const states = {
  outcome: by(() => words.outcome),
  status: by(() => words.status),
  waiting: by(() => words.waiting),
  reason: by(() => words.reason),
  /** Which question, step or task is waited for. */
  what: (code: string): string => nameOf(code) ?? states.does(code),
  /** Describes a task: one of the service's own verbs, and its object. */
  does(text: string): string {
    const [, first = '', rest = text] = task.exec(text) ?? []
    return `${by(() => words.verb)(first)} ${nameOf(rest) ?? rest}`.trim()
  },
  /** Says the code of an entry, whatever the code stands for. */
  any: (code: string): string => nameOf(code) ?? anyOf()[code] ?? sayStatus(code),
  /** Why a message, a vendor or a system of the tenant's failed. */
  trouble: (code: string): string => by(() => words.trouble)(sayStatus(code)),
  /** The result of a run: its outcome, otherwise its status. */
  ending: (code: string): string => by(() => ({ ...words.status, ...words.outcome }))(code),
}
