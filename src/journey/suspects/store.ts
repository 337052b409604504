// The rows of tasks that wait for their turn alone, or apart.
import { and, eq, sql } from 'drizzle-orm'
import type { Lane } from '#src/journey/transaction/task.ts'
import { transactions } from '#src/journey/transaction/table.ts'
import { sqlState } from '#src/platform/db/errors.ts'
import type { Db } from '#src/platform/db/client.ts'
import { silentMs, suspectsMax } from './rules.ts'
import { boolean, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant } from '#src/platform/db/columns.ts'

/**
 * Tasks that wait for their turn alone, or apart: so that they are found without a look at every agenda, which is the
 * truth. A row whose task is parked no more is deleted by whoever looks.
 * @public drizzle-kit reads it.
 */
export const suspects = pgTable(
  'suspect_task',
  {
    transactionId: uuid('transaction_id').notNull(),
    key: text('key').notNull(),
    lane: text('lane').$type<Lane>().notNull(),
    since: instant('since').notNull().defaultNow(),
    apart: boolean('apart').notNull().default(false),
    /** The process in which it runs alone, and when that was last heard of. */
    holder: uuid('holder'),
    heldAt: instant('held_at'),
  },
  (table) => [
    primaryKey({ columns: [table.transactionId, table.key] }),
    // One at a time in the whole deployment, of each lane.
    uniqueIndex('suspect_task_alone')
      .on(table.lane)
      .where(sql`${table.holder} is not null`),
  ],
)

/** A task of a transaction. */
export type TaskId = { readonly id: string; readonly key: string }

export type Suspect = TaskId & {
  readonly lane: Lane
  readonly apart: boolean
  /** The process in which it runs alone. */
  readonly holder: string | null
  /** When that was last heard of, and whether it is silent since. */
  readonly heldAt: string | null
  readonly isSilent: boolean
  /** False: its task is gone from the agenda, or goes on like any other. */
  readonly isParked: boolean
}

const listedMax = 500

/** Who waits longest stands first. */
export async function listSuspects(db: Db): Promise<Suspect[]> {
  const rows = await db.execute<Suspect>(sql`
    select s.transaction_id as id, s.key, s.lane, s.apart, s.holder, s.held_at::text as "heldAt",
      coalesce(s.held_at < clock_timestamp() - make_interval(secs => ${silentMs / 1_000}), false) as "isSilent",
      exists (
        select from ${transactions} t, jsonb_array_elements(t.agenda) task
        where t.id = s.transaction_id and task ->> 'key' = s.key and task ? 'parked'
      ) as "isParked"
    from ${suspects} s order by s.since, s.transaction_id limit ${listedMax}`)
  return [...rows]
}

/** Whether one more may be made to wait for its turn. */
export async function hasRoom(tx: Db): Promise<boolean> {
  const [row] = await tx.execute<{ count: number }>(
    sql`select count(*)::int as count from ${suspects} where not apart`,
  )
  return (row?.count ?? 0) < suspectsMax
}

export async function addSuspect(
  tx: Db,
  { id, key, lane }: TaskId & { lane: Lane },
): Promise<void> {
  await tx.insert(suspects).values({ transactionId: id, key, lane }).onConflictDoNothing()
}

/** Whether it is this process's now: of each lane one runs alone in the whole deployment. */
export async function holdSuspect(db: Db, { id, key }: TaskId, holder: string): Promise<boolean> {
  try {
    const held = await db.execute(sql`
      update ${suspects} own set holder = ${holder}, held_at = clock_timestamp()
      where transaction_id = ${id} and key = ${key} and holder is null and not apart
        and not exists (select from ${suspects} other where other.lane = own.lane and other.holder is not null)
      returning key`)
    return held.length > 0
  } catch (error) {
    // Another process was quicker with another one.
    if (sqlState(error) === '23505') return false
    throw error
  }
}

/** The process lives. */
export async function beat(db: Db, task: TaskId, holder: string): Promise<void> {
  await db
    .update(suspects)
    .set({ heldAt: sql`clock_timestamp()` })
    .where(and(isOf(task), eq(suspects.holder, holder)))
}

/** It has its turn again, behind all others. */
export async function letGo(db: Db, task: TaskId, holder: string): Promise<void> {
  await db
    .update(suspects)
    .set({ holder: null, heldAt: null, since: sql`clock_timestamp()` })
    .where(and(isOf(task), eq(suspects.holder, holder)))
}

export async function setApart(tx: Db, task: TaskId): Promise<void> {
  await tx.update(suspects).set({ apart: true, holder: null, heldAt: null }).where(isOf(task))
}

export async function forgetSuspect(tx: Db, task: TaskId): Promise<void> {
  await tx.delete(suspects).where(isOf(task))
}

const isOf = ({ id, key }: TaskId) => and(eq(suspects.transactionId, id), eq(suspects.key, key))
