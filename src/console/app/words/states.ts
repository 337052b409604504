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
    'SMS token': ['token por SMS', 'SMS token', 'token por SMS'],
    'SMS question': ['pergunta por SMS', 'SMS question', 'pregunta por SMS'],
    'WhatsApp question': ['pergunta por WhatsApp', 'WhatsApp question', 'pregunta por WhatsApp'],
  },
  reason: {},
})

type Codes = Readonly<Record<string, string>>

export function useStates() {
  const { outcome, status, waiting, what, reason } = useWords(states)
  const by = (codes: Codes) => (code: string) => codes[code] ?? code
  return {
    outcome: by(outcome),
    status: by(status),
    waiting: by(waiting),
    /** Which question, step or task is waited for. */
    what: by(what),
    reason: by(reason),
  }
}
