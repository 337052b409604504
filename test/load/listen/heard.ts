// What the listener has written down, and whether it is all and each once.
import type { Journey } from './journeys.ts'

export type HeardEvent = {
  readonly id: string
  readonly type: string
  readonly transactionId: string
  readonly data: Readonly<Record<string, string | number>>
}

export type HeardLine = { readonly next: string; readonly events: readonly HeardEvent[] }

export const listenedClaims = { tenant: 'listened', scope: 'reports:read' }

export const readLines = (whole: string): HeardLine[] =>
  whole
    .split('\n')
    .filter(Boolean)
    .map((line): HeardLine => JSON.parse(line))

export type Outcome = { readonly status: string; readonly outcome: string | undefined }

/** Everything that does not hold, in words; none where all does. */
export function findFaults(
  heard: readonly HeardEvent[],
  told: { readonly ids: ReadonlySet<string>; readonly outcomes: ReadonlyMap<string, Outcome> },
  journeys: readonly Journey[],
): string[] {
  const faults: string[] = []
  const ids = new Set(heard.map(({ id }) => id))
  if (ids.size !== heard.length) faults.push(`${heard.length - ids.size} events came twice`)
  const missing = [...told.ids].filter((id) => !ids.has(id))
  const foreign = [...ids].filter((id) => !told.ids.has(id))
  if (missing.length > 0) faults.push(`${missing.length} events are missing: ${missing[0]}`)
  if (foreign.length > 0) faults.push(`${foreign.length} events never were: ${foreign[0]}`)
  const byTransaction = Map.groupBy(heard, ({ transactionId }) => transactionId)
  for (const { id, pack, confirms } of journeys) {
    const own = byTransaction.get(id) ?? []
    const of = (type: string) => own.filter((one) => one.type === type)
    const ended = of('pack.completed').filter(({ data }) => data['pack'] === pack)
    const truth = told.outcomes.get(id)
    const [only] = ended
    const isKnown =
      ended.length === 1 &&
      only?.data['status'] === truth?.status &&
      only?.data['outcome'] === truth?.outcome
    if (!isKnown)
      faults.push(
        `${id}: ${ended.length} outcomes of ${pack}, ${JSON.stringify(only?.data)} for ${JSON.stringify(truth)}`,
      )
    if (of('transaction.created').length !== 1) faults.push(`${id}: not created once`)
    if (of('token.confirmed').length !== (confirms ? 1 : 0))
      faults.push(`${id}: confirmed ${of('token.confirmed').length} times`)
  }
  return faults
}
