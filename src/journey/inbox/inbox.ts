// Stores events that match no record yet, and batches that take too long while the vendor waits. They are sealed under
// the key of their day, which is deleted with the last of them.
import { assert } from '#src/platform/assert.ts'
import { and, eq, lt, lte, notExists, sql } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import { newId } from '#src/platform/ids.ts'
import type { KeyHolder, SealContext, Sealer } from '#src/platform/seal/sealer.ts'
import type { DataKey } from '#src/platform/seal/keys.ts'
import type { Callback } from './callback.ts'
import { inboxKeys, providerEvents, unmatchedEvents } from './table.ts'

/** The wait before the next try. */
const firstTryMs = 1_000
const batchSize = 50

/**
 * An event of the inbox; its row stays until `dropEvents`. `isLast` marks the last try, ten minutes after its receipt
 * or later.
 */
export type KeptEvent = {
  readonly id: string
  readonly callback: Callback
  readonly isLast: boolean
}

/** Stores each event once, however often its vendor repeats it, in one commit; it is tried again after `waitMs`. */
export async function keepEvents(
  db: Db,
  sealer: Sealer,
  callbacks: readonly Callback[],
  waitMs = firstTryMs,
): Promise<void> {
  if (callbacks.length === 0) return
  const day = new Date().toISOString().slice(0, 10)
  const key = await openDay(db, sealer, day)
  const rows = callbacks.map((callback) => {
    const id = newId()
    const provider = callback.accounts[0] ?? ''
    const hashes = sealer.hashes('inbox', provider, callback.event.dedupeKey)
    const [dedupe = '', ...older] = hashes.map((hash) => hash.toString('hex'))
    return {
      id,
      provider,
      dedupe,
      older,
      event: sealer.seal(key, contextOf(day, id), callback).toString('hex'),
      received: callback.receivedAt,
    }
  })
  // All processes insert in the same order, so that of two equal batches one waits for the other. One parameter for all
  // events, so that the statement’s text does not vary with their number.
  const sorted = JSON.stringify(rows.toSorted((a, b) => (a.dedupe < b.dedupe ? -1 : 1)))
  await db.execute(sql`
    with kept as (
      select * from jsonb_to_recordset((${sorted}::text)::jsonb)
        as one(id uuid, provider text, dedupe text, older text[], event text, received float8)
    ), fresh as (
      insert into ${providerEvents} (provider, dedupe_hash, received_at)
      select provider, decode(dedupe, 'hex'), clock_timestamp() from kept
      where not exists (
        select from unnest(kept.older) as one(hash) join ${providerEvents} known
          on known.provider = kept.provider and known.dedupe_hash = decode(one.hash, 'hex')
      )
      order by dedupe
      on conflict do nothing returning provider, dedupe_hash
    )
    insert into ${unmatchedEvents} (id, provider, day, event, received_at, next_try_at)
    select distinct on (kept.dedupe) kept.id, kept.provider, ${day}, decode(kept.event, 'hex'),
      to_timestamp(kept.received / 1000), clock_timestamp() + ${waitMs}::int * interval '1 millisecond'
    from kept join fresh
      on fresh.provider = kept.provider and fresh.dedupe_hash = decode(kept.dedupe, 'hex')`)
}

/**
 * Takes a batch that is due. Each event is due again at growing intervals, so that a process that dies with it loses no
 * try, not even the last.
 */
export async function takeDue(db: Db, sealer: Sealer): Promise<KeptEvent[]> {
  const due = db
    .select({ id: unmatchedEvents.id })
    .from(unmatchedEvents)
    // The statement’s own time is used, because `clock_timestamp()` changes during the statement and so cannot use an
    // index.
    .where(lte(unmatchedEvents.nextTryAt, sql`statement_timestamp()`))
    .orderBy(unmatchedEvents.nextTryAt)
    .limit(batchSize)
    .for('update', { skipLocked: true })
  const age = sql`clock_timestamp() - ${unmatchedEvents.receivedAt}`
  const rows = await db
    .update(unmatchedEvents)
    .set({
      nextTryAt: sql`clock_timestamp() + greatest(interval '2 seconds', least((${age}) / 2, interval '5 minutes'))`,
    })
    .where(sql`${unmatchedEvents.id} = any(array(${due}))`)
    .returning({
      id: unmatchedEvents.id,
      day: unmatchedEvents.day,
      event: unmatchedEvents.event,
      isLast: sql<boolean>`${age} >= interval '10 minutes'`,
    })
  const keys = new Map<string, DataKey>()
  const events: KeptEvent[] = []
  for (const { id, day, event, isLast } of rows) {
    const key = keys.get(day) ?? (await openDay(db, sealer, day))
    keys.set(day, key)
    events.push({ id, callback: sealer.unseal<Callback>(key, contextOf(day, id), event), isLast })
  }
  // Sorted by arrival, because the ids grow with time.
  return events.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

export async function dropEvents(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db.delete(unmatchedEvents).where(isOneOf(ids))
}

/** The events stay stored for thirty days, but are not tried again. */
export async function leaveEvents(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db.update(unmatchedEvents).set({ nextTryAt: null }).where(isOneOf(ids))
}

const isOneOf = (ids: readonly string[]) =>
  sql`${unmatchedEvents.id} = any(string_to_array(${ids.join(',')}, ',')::uuid[])`

/** Deletes a batch of events that are 30 days old, and day keys without events. */
export async function forgetOldEvents(db: Db): Promise<number> {
  const old = db
    .select({ id: unmatchedEvents.id })
    .from(unmatchedEvents)
    .where(lt(unmatchedEvents.receivedAt, sql`statement_timestamp() - interval '30 days'`))
    .orderBy(unmatchedEvents.receivedAt)
    .limit(1_000)
  const gone = await db
    .delete(unmatchedEvents)
    .where(sql`${unmatchedEvents.id} = any(array(${old}))`)
    .returning({ id: unmatchedEvents.id })
  const used = db
    .select({ day: unmatchedEvents.day })
    .from(unmatchedEvents)
    .where(eq(unmatchedEvents.day, inboxKeys.day))
  await db
    .delete(inboxKeys)
    .where(
      and(
        lt(inboxKeys.day, sql`to_char(now() - interval '2 days', 'YYYY-MM-DD')`),
        notExists(used),
      ),
    )
  return gone.length
}

/** The keys of the days, some thirty. */
export const eventKeys: KeyHolder = {
  async needs(db, masterId) {
    return (await db.$count(inboxKeys, eq(inboxKeys.keyId, masterId))) > 0
  },
  async rewrap(db, sealer, masterId) {
    let rotated = 0
    const days = await db.select().from(inboxKeys).where(eq(inboxKeys.keyId, masterId))
    for (const { day, keyId, wrappedKey } of days) {
      const anew = await sealer.rewrap(tenant, transactionOf(day), { keyId, wrapped: wrappedKey })
      if (!anew?.wrapped) continue
      await db
        .update(inboxKeys)
        .set({ keyId: anew.keyId, wrappedKey: anew.wrapped })
        .where(eq(inboxKeys.day, day))
      rotated++
    }
    return rotated
  },
}

/** The key of a day, created at its first use. */
async function openDay(db: Db, sealer: Sealer, day: string): Promise<DataKey> {
  const [found] = await db.select().from(inboxKeys).where(eq(inboxKeys.day, day))
  if (found) {
    const { keyId, wrappedKey: wrapped } = found
    return sealer.openKey(tenant, transactionOf(day), { keyId, wrapped })
  }
  const { wrapped } = await sealer.createKey(tenant, transactionOf(day))
  assert(wrapped.wrapped, 'the new key is not wrapped')
  await db
    .insert(inboxKeys)
    .values({ day, keyId: wrapped.keyId, wrappedKey: wrapped.wrapped })
    .onConflictDoNothing()
  return openDay(db, sealer, day)
}

/** The seal names no tenant and no transaction, because an unmatched event belongs to none. */
const tenant = ''
const transactionOf = (day: string) => `inbox ${day}`

const contextOf = (day: string, rowId: string): SealContext => ({
  tenant,
  transaction: transactionOf(day),
  table: 'unmatched_event',
  column: 'event',
  rowId,
})
