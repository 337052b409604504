// The values that were brought to a run, sealed with the transaction’s key: results of steps, and the input with which
// it started. Conditions see them; the evidence names them by step and round.
import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import { type InCommit, type Locked, openDataKey } from '#src/journey/transaction/locked.ts'
import type { Values } from '#src/journey/values/schema.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import { stepKey } from './evidence.ts'
import { type BroughtBy, packRuns, packValues } from '../table.ts'

/** The names under which the input and the output are stored; no step may have them. */
export const inputStep = 'input'
export const outputStep = 'output'

/** The most bytes of a run's values as JSON. */
const runMaxBytes = 32 * 1024

export type Brought = {
  readonly value: Values
  readonly by: BroughtBy
  readonly at: Date
  readonly bytes: number
}

/** The key is `stepKey`: the name of the step and its round. */
export type BroughtValues = ReadonlyMap<string, Brought>

export type Place = { readonly runId: string; readonly step: string; readonly round: number }
type Owning = Pick<Locked, 'tenant' | 'id' | 'key'>

/** Adds a value to those of the run; undefined when all together would be too large. */
export function measure(
  value: Values,
  { by, at, before }: Pick<Brought, 'by' | 'at'> & { readonly before: BroughtValues },
): Brought | undefined {
  const bytes = Buffer.byteLength(JSON.stringify(value))
  const all = [...before.values()].reduce((sum, one) => sum + one.bytes, bytes)
  return all > runMaxBytes ? undefined : { value, by, at, bytes }
}

/** Stores a value of a run that has a row; a new output replaces the earlier one. */
export async function keepBrought(
  { tx, locked, sealer }: InCommit<{ readonly sealer: Sealer }>,
  place: Place,
  brought: Brought,
): Promise<void> {
  const key = await openDataKey(sealer, locked)
  const value = sealer.seal(key, contextOf(locked, place), brought.value)
  const row = { ...place, ...brought, value }
  const { runId, step, round } = packValues
  await tx
    .insert(packValues)
    .values(row)
    .onConflictDoUpdate({ target: [runId, step, round], set: row })
}

/** Reads the values that were brought to a run. */
export async function readBrought(
  db: Db,
  sealer: Sealer,
  owning: Owning,
  runId: string,
): Promise<BroughtValues> {
  const rows = await db.select().from(packValues).where(eq(packValues.runId, runId))
  if (rows.length === 0) return new Map()
  const key = await openDataKey(sealer, owning)
  return new Map(
    rows.map(({ step, round, by, at, bytes, value }) => {
      const place = contextOf(owning, { runId, step, round })
      return [
        stepKey(step, round),
        { value: sealer.unseal<Values>(key, place, value), by, at, bytes },
      ]
    }),
  )
}

/** Deletes the values of all runs of a transaction; returns how many there were. */
export async function forgetBrought(tx: Db, transactionId: string): Promise<number> {
  const runs = tx
    .select({ id: packRuns.id })
    .from(packRuns)
    .where(eq(packRuns.transactionId, transactionId))
  const gone = await tx
    .delete(packValues)
    .where(inArray(packValues.runId, runs))
    .returning({ step: packValues.step })
  return gone.length
}

/** Deletes the answers that a person gave in a run; returns the number of forms. */
export async function forgetAnswers(tx: Db, runId: string): Promise<number> {
  const gone = await tx
    .delete(packValues)
    .where(and(eq(packValues.runId, runId), eq(packValues.by, 'person')))
    .returning({ step: packValues.step })
  return gone.length
}

const contextOf = ({ tenant, id }: Owning, { runId, step, round }: Place) => ({
  tenant,
  transaction: id,
  table: 'pack_value',
  column: 'value',
  rowId: `${runId}/${step}/${round}`,
})
