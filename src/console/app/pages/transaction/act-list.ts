// Each act: the scope that it needs, what it asks for, whether it can be undone, and its request.
import { api } from '../../api/client.ts'

export type ActName =
  | 'try-now'
  | 'pause'
  | 'resume'
  | 'new-link'
  | 'end'
  | 'relationship'
  | 'outcome'
  | 'hold'
  | 'lift'
  | 'erase'

type Asks = 'reason' | 'until' | 'class' | 'since' | 'outcome' | 'kind'
/** What was filled in; without what was left empty. */
type Filled = Partial<Record<Asks, string>>

export type Done = { readonly receiptId?: string; readonly awaiting?: 'second' } | undefined

type Act = {
  readonly scope: string
  readonly asks: readonly Asks[]
  readonly isFinal?: true
  readonly run: (path: string, filled: Filled) => Promise<Done>
}

const write = 'transactions:write'
const onAgenda = (name: string, isFinal?: true): Act => ({
  scope: write,
  asks: ['reason'],
  ...(isFinal && { isFinal }),
  run: (path, { reason }) => api.post(`${path}/agenda/${name}`, { reason }),
})

/** The beginning of a day of the reader's. */
const momentOf = (day: string | undefined) =>
  day === undefined ? undefined : new Date(`${day}T00:00:00`).toISOString()

export const acts: Readonly<Record<ActName, Act>> = {
  'try-now': onAgenda('try-now'),
  pause: onAgenda('pause'),
  resume: onAgenda('resume'),
  'new-link': { scope: write, asks: [], run: (path) => api.post(`${path}/lvs`) },
  relationship: {
    scope: write,
    asks: ['class', 'since'],
    run: (path, { class: of, since }) =>
      api.put(`${path}/relationship`, { class: of, endedAt: momentOf(since) }),
  },
  outcome: {
    scope: write,
    asks: ['outcome', 'kind'],
    run: (path, { outcome, kind }) =>
      api.post(`${path}/outcome`, { outcome, ...(outcome === 'fraud' && { kind }) }),
  },
  hold: {
    scope: 'data:hold',
    asks: ['reason', 'until'],
    run: (path, { reason, until }) => api.put(`${path}/hold`, { reason, until: momentOf(until) }),
  },
  lift: { scope: 'data:hold', asks: [], run: (path) => api.delete(`${path}/hold`) },
  end: onAgenda('end', true),
  erase: { scope: 'data:erase', asks: [], isFinal: true, run: (path) => api.delete(path) },
}
