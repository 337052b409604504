// Stores the calls of steps, with what they send sealed under the transaction’s key.
import { createHash } from 'node:crypto'
import { and, desc, eq, lt } from 'drizzle-orm'
import type { Counts } from '#src/journey/capabilities/erased.ts'
import { derivedIdOf } from '#src/journey/calls/attempt-id.ts'
import { type InCommit, type Locked, openDataKey } from '#src/journey/transaction/locked.ts'
import type { Values } from '#src/journey/values/schema.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import { packCalls } from './table.ts'

export type PackCall = typeof packCalls.$inferSelect

type Owning = Pick<Locked, 'tenant' | 'id' | 'key'>

/** Identifies one execution of a step. */
export type CallPlace = { readonly runId: string; readonly step: string; readonly round: number }

/** The id of the call, which is the same for all tries of an execution in any process. */
const callIdOf = ({ runId, step, round }: CallPlace): string =>
  derivedIdOf(runId, 'call', step, round)

type NewCall = Pick<PackCall, 'endpoint' | 'endpointId' | 'status' | 'deadlineAt'> & {
  readonly place: CallPlace
  readonly input: Values
}

/** Opens the call of a step. When it is opened again, it sends what it sent before. */
export async function openCall(
  { tx, sealer, locked }: InCommit<{ readonly sealer: Sealer }>,
  { place, input, ...given }: NewCall,
): Promise<void> {
  const id = callIdOf(place)
  const key = await openDataKey(sealer, locked)
  // Ends the calls of earlier rounds, so that a late answer to one cannot end what is due in this round.
  await tx.update(packCalls).set({ status: 'ended' }).where(isBefore(place))
  await tx
    .insert(packCalls)
    .values({
      id,
      transactionId: locked.id,
      ...place,
      ...given,
      input: sealer.seal(key, contextOf(locked, id), input),
      fields: Object.keys(input).toSorted(),
      tokenHash: digestOf(await tokenOf(sealer, locked, id)),
      openedAt: locked.now,
    })
    .onConflictDoUpdate({ target: packCalls.id, set: given })
}

const isBefore = ({ runId, step, round }: CallPlace) =>
  and(eq(packCalls.runId, runId), eq(packCalls.step, step), lt(packCalls.round, round))

/** Finds the newest call of a step by its round, because the sandbox clock may have been stepped back. */
export async function findCallOf(
  db: Db,
  runId: string,
  step: string,
): Promise<PackCall | undefined> {
  const [row] = await db
    .select()
    .from(packCalls)
    .where(and(eq(packCalls.runId, runId), eq(packCalls.step, step)))
    .orderBy(desc(packCalls.round))
    .limit(1)
  return row
}

export async function findCall(db: Db, id: string): Promise<PackCall | undefined> {
  const [row] = await db.select().from(packCalls).where(eq(packCalls.id, id))
  return row
}

export async function findCallByToken(db: Db, token: string): Promise<PackCall | undefined> {
  const [row] = await db
    .select()
    .from(packCalls)
    .where(eq(packCalls.tokenHash, digestOf(token)))
  return row
}

/** Lists the newest first. */
export const listCalls = (db: Db, transactionId: string): Promise<PackCall[]> =>
  db
    .select()
    .from(packCalls)
    .where(eq(packCalls.transactionId, transactionId))
    .orderBy(desc(packCalls.openedAt), desc(packCalls.id))
    .limit(100)

export async function updateCall(
  tx: Db,
  id: string,
  change: Partial<Pick<PackCall, 'status' | 'attempts'>>,
): Promise<void> {
  await tx.update(packCalls).set(change).where(eq(packCalls.id, id))
}

export async function readInput(
  sealer: Sealer,
  owning: Owning,
  { id, input }: PackCall,
): Promise<Values> {
  return sealer.unseal<Values>(await openDataKey(sealer, owning), contextOf(owning, id), input)
}

/** The token in `replyTo`. It is derived from the transaction’s key, so it ends when the key is destroyed. */
export async function tokenOf(sealer: Sealer, owning: Owning, callId: string): Promise<string> {
  return sealer.mac(await openDataKey(sealer, owning), `call ${callId}`).toString('base64url')
}

const digestOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Deletes the calls of a transaction; the receipt names the endpoints that something was sent to. */
export async function forgetCalls(tx: Db, transactionId: string): Promise<Counts> {
  const gone = await tx
    .delete(packCalls)
    .where(eq(packCalls.transactionId, transactionId))
    .returning({ endpoint: packCalls.endpoint, attempts: packCalls.attempts })
  const sent = Object.groupBy(
    gone.filter(({ attempts }) => attempts > 0),
    ({ endpoint }) => `sent to ${endpoint}`,
  )
  const counts = Object.entries(sent).map(([kind, all = []]) => [kind, all.length])
  return { calls: gone.length, ...Object.fromEntries(counts) }
}

const contextOf = ({ tenant, id: transaction }: Pick<Owning, 'tenant' | 'id'>, rowId: string) => ({
  tenant,
  transaction,
  table: 'pack_call',
  column: 'input',
  rowId,
})
