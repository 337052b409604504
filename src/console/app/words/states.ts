// Codes of the API in the reader's words; a code without one is shown as it is.
import { useWords, wordRows } from './words.ts'

// prettier-ignore
const states = wordRows({
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
    decided: ['decidida', 'decided', 'decidida'],
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
    'opening of the link': ['abrir o link', 'opening of the link', 'abrir el enlace'],
    'e-mail token': ['token por e-mail', 'e-mail token', 'token por e-mail'],
    review: ['revisão', 'review', 'revisión'],
    'overdue review': ['revisão atrasada', 'overdue review', 'revisión atrasada'],
    'verification link': ['link de verificação', 'verification link', 'enlace de verificación'],
    'SMS token': ['token por SMS', 'SMS token', 'token por SMS'],
    'SMS question': ['pergunta por SMS', 'SMS question', 'pregunta por SMS'],
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
    'fetch answers to': ['buscar respostas a', 'fetch answers to', 'buscar respuestas a'],
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
    'phone-unasked': ['telefone não perguntado', 'phone not asked', 'teléfono sin preguntar'],
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
    victim: ['vítima de fraude', 'victim of fraud', 'víctima de fraude'],
    'all-proven': ['tudo comprovado', 'all proven', 'todo comprobado'],
    'module-failed': ['módulo falhou', 'a module failed', 'falló un módulo'],
  },
})

const task = /^(buy|send|expire|compute|look up|look at|follow up|ask price of|end wait for|wait for|go on with|call|examine|fetch answers to) (.+)$/ // prettier-ignore

type Codes = Readonly<Record<string, string>>

export function useStates() {
  const { outcome, status, waiting, what, verb, reason } = useWords(states)
  const by = (codes: Codes) => (code: string) => codes[code] ?? code
  return {
    outcome: by(outcome),
    status: by(status),
    waiting: by(waiting),
    /** Which question, step or task is waited for. */
    what: by(what),
    /** What is to be done: a verb of the service's own, and of what. */
    does: (text: string) => {
      const [, first = '', rest = text] = task.exec(text) ?? []
      return `${by(verb)(first)} ${by(what)(rest)}`.trim()
    },
    reason: by(reason),
  }
}
