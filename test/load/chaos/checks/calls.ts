// Checks the calls of packs by what the desk has seen and by the rows: one id for a step and round, and no result lost,
// of a call or of a signal.
import type { Sql } from 'postgres'
import { deskPack } from '#test/load/chaos/desk-pack.ts'
import type { Desk, DeskCall } from '#test/load/chaos/desk.ts'
import type { Journey } from '#test/load/chaos/journeys.ts'

export type CallRow = {
  readonly id: string
  /** Run, step and round. */
  readonly place: string
  readonly isKept: boolean
  readonly brought: number
}
export type SeenCall = Pick<DeskCall, 'callId' | 'runId' | 'step' | 'inputs' | 'isTaken'>

export async function findWrongCalls(
  sql: Sql,
  desk: Desk,
  journeys: readonly Journey[],
): Promise<string[]> {
  const rows = await sql<CallRow[]>`
    select c.id, concat_ws(' ', c.run_id, c.step, c.round) as place,
      exists (select from pack_value v where v.run_id = c.run_id and v.step = c.step
        and v.round = c.round and v.by = 'endpoint') as "isKept",
      (select count(*)::int from journal j where j.transaction_id = c.transaction_id
        and j.kind = 'result-brought' and j.ref = c.run_id::text and j.module = c.step
        and j.attempt = c.round) as brought
    from pack_call c`
  return [
    ...desk.wrong,
    ...findFaults(rows, [...desk.calls.values()]),
    ...(await findLostSignals(sql, journeys)),
    ...(await findUntrue(sql)),
  ]
}

/** `calls`: those that the desk has seen. */
export const findFaults = (rows: readonly CallRow[], calls: readonly SeenCall[]): string[] => [
  ...findTwice(rows),
  ...findLost(rows, calls),
]

function findTwice(rows: readonly CallRow[]): string[] {
  const places = Map.groupBy(rows, ({ place }) => place)
  const twice = [...places].filter(([, all]) => all.length > 1)
  return [
    ...twice.map(([place, { length }]) => `${place} has ${length} calls`),
    ...rows.flatMap(({ place, brought }) =>
      brought > 1 ? [`${place} was brought ${brought} results`] : [],
    ),
  ]
}

function findLost(rows: readonly CallRow[], calls: readonly SeenCall[]): string[] {
  const known = new Map(rows.map((row) => [row.id, row]))
  return calls.flatMap(({ callId, runId, step, inputs, isTaken }) => {
    const row = known.get(callId)
    const note = (what: string) => [`${step} of ${runId} (${callId}): ${what}`]
    if (!row?.place.startsWith(`${runId} ${step} `)) return note('nobody has opened that call')
    if (inputs.size > 1) return note(`it was sent with ${inputs.size} inputs`)
    if (isTaken && !row.isKept) return note('its reply was taken, and is gone')
    return row.brought > 0 && !row.isKept ? note('its result was brought, and is gone') : []
  })
}

/** What a client was answered 200 for. */
async function findLostSignals(sql: Sql, journeys: readonly Journey[]): Promise<string[]> {
  const kept = await sql<{ id: string }[]>`
    select r.transaction_id as id from pack_value v join pack_run r on r.id = v.run_id
    where v.step = 'approval' and v.round = 1 and v.by = 'client'`
  const there = new Set(kept.map(({ id }) => id))
  return journeys.flatMap(({ id = '', isBrought }) =>
    isBrought && !there.has(id) ? [`the signal of ${id} is gone`] : [],
  )
}

/** Whatever was out, a run is approved by results that are there, and never rejected. */
async function findUntrue(sql: Sql): Promise<string[]> {
  const runs = await sql<{ id: string; outcome: string; rounds: number; values: number }[]>`
    select r.id, r.outcome,
      (select count(*)::int from pack_call c where c.run_id = r.id and c.step = 'limit') as rounds,
      (select count(*)::int from pack_value v where v.run_id = r.id
        and v.step in ('limit', 'approval')) as values
    from pack_run r where r.name = ${deskPack} and r.ended_at is not null`
  return runs.flatMap(({ id, outcome, rounds, values }) => {
    if (outcome === 'approved')
      return rounds === 2 && values === 3 ? [] : [`${id} is approved by ${values} results`]
    return ['review', 'cancelled'].includes(outcome) ? [] : [`${id} is ${outcome}`]
  })
}
