// Checks that a client that reads events has received each exactly once, and for every pack the outcome that was
// answered.
import { setTimeout as wait } from 'node:timers/promises'
import type { Sql } from 'postgres'
import type { Journey } from '#test/load/chaos/journeys.ts'
import type { HeardEvent, Listening } from '#test/load/chaos/listening.ts'

const heardMs = 120_000

export async function findUnheard(
  sql: Sql,
  listening: Listening,
  journeys: readonly Journey[],
): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`select id from event`
  const deadline = Date.now() + heardMs
  while (listening.heard().length < rows.length && Date.now() < deadline) await wait(500)
  // Duplicates would arrive within this time.
  await wait(2_000)
  return findFaults(listening.heard(), new Set(rows.map(({ id }) => id)), journeys)
}

/** `ids`: those of all existing events. */
export function findFaults(
  heard: readonly HeardEvent[],
  ids: ReadonlySet<string>,
  journeys: readonly Journey[],
): string[] {
  const faults: string[] = []
  const known = new Set(heard.map(({ id }) => id))
  if (known.size !== heard.length) faults.push(`${heard.length - known.size} events came twice`)
  const missing = [...ids].filter((id) => !known.has(id))
  const foreign = [...known].filter((id) => !ids.has(id))
  if (missing.length > 0) faults.push(`${missing.length} events are missing: ${missing[0]}`)
  if (foreign.length > 0) faults.push(`${foreign.length} events never were: ${foreign[0]}`)
  const byTransaction = Map.groupBy(heard, ({ transactionId }) => transactionId)
  for (const { id = '', kind, packs, isValidated } of journeys) {
    const own = byTransaction.get(id) ?? []
    const of = (type: string) => own.filter((one) => one.type === type)
    const note = (what: string) => void faults.push(`${kind} (${id}): ${what}`)
    for (const { name, answer } of packs) {
      const ended = of('pack.completed').filter(({ data }) => data['pack'] === name)
      const [only] = ended
      const isSame =
        ended.length === 1 &&
        only?.data['status'] === answer['status'] &&
        only?.data['outcome'] === answer['outcome']
      if (!isSame)
        note(
          `${ended.length} ends of ${name}, ${JSON.stringify(only?.data)} for ${JSON.stringify(answer)}`,
        )
    }
    if (id !== '' && of('transaction.created').length !== 1) note('not created once')
    if (of('token.confirmed').length !== (isValidated ? 1 : 0))
      note(`confirmed ${of('token.confirmed').length} times`)
  }
  return faults
}
