// Locks a transaction: its narrow row, with what was submitted read beside it.
import { type SQL, sql } from 'drizzle-orm'
import type { Tasks } from '#src/journey/agenda/task.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { Sealed } from '#src/platform/db/columns.ts'
import type { Locked, Owner } from './locked.ts'
import { submissions, transactions } from './table.ts'

/** Locks a caller's own transaction; undefined for an unknown, foreign or erased one. */
export function lockTransaction(tx: Db, owner: Owner, id: string): Promise<Locked | undefined> {
  const { tenant, mode } = owner
  return lockWhere(tx, sql`id = ${id} and tenant = ${tenant} and mode = ${mode}`)
}

/** Locks for whoever acts for the transaction itself: a task, a callback, a link. */
export function lockById(tx: Db, id: string): Promise<Locked | undefined> {
  return lockWhere(tx, sql`id = ${id}`)
}

type LockedRow = {
  readonly id: string
  readonly tenant: string
  readonly mode: Owner['mode']
  readonly clock_offset_ms: string
  readonly last_seq: number
  readonly seen_seq: number
  readonly agenda: Tasks
  readonly armed_at: number | null
  readonly pack: string | null
  readonly sweep_at: number
  readonly created_at: string
  readonly fields: Sealed
  readonly key_id: string
  readonly wrapped_key: Buffer
  readonly wall: string
}

async function lockWhere(tx: Db, condition: SQL): Promise<Locked | undefined> {
  // The clock is read outside the locking query: inside it would be read before the wait for the lock.
  const [row] = await tx.execute<LockedRow>(sql`
    with locked as (
      select * from ${transactions} where ${condition} for no key update
    )
    select locked.id, locked.tenant, locked.mode, clock_offset_ms, last_seq, seen_seq, agenda, armed_at,
      pack, sweep_at, created_at, fields, key_id, wrapped_key, clock_timestamp() as wall
    from locked join ${submissions} submitted on submitted.id = locked.id
    where erased_at is null`)
  if (!row) return undefined
  const wallNow = new Date(row.wall)
  const before = {
    lastSeq: row.last_seq,
    seenSeq: row.seen_seq,
    tasks: row.agenda,
    armedAt: row.armed_at === null ? null : Number(row.armed_at),
    sweepAt: Number(row.sweep_at),
    clockOffsetMs: Number(row.clock_offset_ms),
    pack: row.pack,
  }
  return {
    id: row.id,
    tenant: row.tenant,
    mode: row.mode,
    createdAt: new Date(row.created_at),
    key: { keyId: row.key_id, wrapped: row.wrapped_key },
    fields: row.fields,
    erased: false,
    wallNow,
    now: new Date(wallNow.getTime() + before.clockOffsetMs),
    before,
    clockOffsetMs: before.clockOffsetMs,
    lastSeq: before.lastSeq,
    tasks: before.tasks,
    pack: before.pack,
    unwritten: [],
    mustNudge: false,
    nudges: false,
  }
}
