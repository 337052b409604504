// Codes of the API in the reader's words; a code without one is shown as it is.
import { defineWords, useWords } from './words.ts'

type Codes = Readonly<Record<string, string>>
type States = {
  readonly outcome: Codes
  readonly status: Codes
  readonly waiting: Codes
  readonly reason: Codes
}

const states = defineWords<States>({
  pt: {
    outcome: {
      approved: 'aprovada',
      rejected: 'rejeitada',
      review: 'revisão',
      cancelled: 'encerrada',
      again: 'outra vez',
      denied: 'negada',
      expired: 'expirada',
    },
    status: {
      none: 'sem pack',
      processing: 'em curso',
      partial: 'parcial',
      completed: 'concluída',
      failed: 'falhou',
      pending: 'pendente',
      skipped: 'pulado',
      open: 'aberta',
      decided: 'decidida',
    },
    waiting: {
      operator: 'operador',
      review: 'revisor',
      vendor: 'fornecedor',
      undelivered: 'não entregue',
      engine: 'motores',
      person: 'pessoa',
      client: 'cliente',
      time: 'prazo',
    },
    reason: {},
  },
  en: {
    outcome: {
      approved: 'approved',
      rejected: 'rejected',
      review: 'review',
      cancelled: 'ended',
      again: 'once more',
      denied: 'denied',
      expired: 'expired',
    },
    status: {
      none: 'no pack',
      processing: 'under way',
      partial: 'partial',
      completed: 'completed',
      failed: 'failed',
      pending: 'pending',
      skipped: 'skipped',
      open: 'open',
      decided: 'decided',
    },
    waiting: {
      operator: 'operator',
      review: 'reviewer',
      vendor: 'vendor',
      undelivered: 'not delivered',
      engine: 'engines',
      person: 'person',
      client: 'client',
      time: 'a moment',
    },
    reason: {},
  },
  es: {
    outcome: {
      approved: 'aprobada',
      rejected: 'rechazada',
      review: 'revisión',
      cancelled: 'terminada',
      again: 'otra vez',
      denied: 'denegada',
      expired: 'expirada',
    },
    status: {
      none: 'sin pack',
      processing: 'en curso',
      partial: 'parcial',
      completed: 'completada',
      failed: 'falló',
      pending: 'pendiente',
      skipped: 'omitido',
      open: 'abierta',
      decided: 'decidida',
    },
    waiting: {
      operator: 'operador',
      review: 'revisor',
      vendor: 'proveedor',
      undelivered: 'no entregado',
      engine: 'motores',
      person: 'persona',
      client: 'cliente',
      time: 'plazo',
    },
    reason: {},
  },
})

export function useStates() {
  const { outcome, status, waiting, reason } = useWords(states)
  const by = (codes: Codes) => (code: string) => codes[code] ?? code
  return { outcome: by(outcome), status: by(status), waiting: by(waiting), reason: by(reason) }
}
