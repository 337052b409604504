// Stores the tasks that wait to be run alone, or are set apart.
import { and, eq, sql } from 'drizzle-orm'
import type { Lane } from '#src/journey/transaction/task.ts'
import { transactions } from '#src/journey/transaction/table.ts'
import { sqlState } from '#src/platform/db/errors.ts'
import type { Db } from '#src/platform/db/client.ts'
import { silentMs, suspectsMax } from './rules.ts'
import { boolean, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant } from '#src/platform/db/columns.ts'

/**
 * Tasks that wait to be run alone, or are set apart. The agenda is authoritative; this table only makes them findable.
 * Any process may delete a row whose task is no longer parked.
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
    /** The process that runs the task alone, and the time of its last beat. */
    holder: uuid('holder'),
    heldAt: instant('held_at'),
  },
  (table) => [
    primaryKey({ columns: [table.transactionId, table.key] }),
    // At most one task of each lane runs alone in the whole deployment.
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
  /** The process that runs the task alone. */
  readonly holder: string | null
  /** The time of its last beat, and whether it is overdue. */
  readonly heldAt: string | null
  readonly isSilent: boolean
  /** False when the task is gone from the agenda or is no longer parked. */
  readonly isParked: boolean
}

const listedMax = 500

/** Lists the suspected tasks, the longest waiting first. */
export async function listSuspects(db: Db): Promise<Suspect[]> {
  const rows = await db.execute<Suspect>(sql`
    select s.transaction_id as id, s.key, s.lane, s.apart, s.holder, s.held_at::text as "heldAt",
      coalesce(s.held_at < clock_timestamp() - make_interval(secs => ${silentMs / 1_000}), false) as "isSilent",
      exists (
        select from ${transactions} t, jsonb_array_elements(t.agenda) task
        where t.id = s.transaction_id and task ->> 'key' = s.key
          and task -> 'parked' ->> 'until' in ('turn', 'apart')
      ) as "isParked"
    from ${suspects} s order by s.since, s.transaction_id limit ${listedMax}`)
  return [...rows]
}

/** Whether one more task may be parked for a run of its own. */
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

/** Resolves to true if this process now holds the task: at most one of each lane runs alone in the whole deployment. */
export async function holdSuspect(db: Db, { id, key }: TaskId, holder: string): Promise<boolean> {
  try {
    const held = await db.execute(sql`
      update ${suspects} own set holder = ${holder}, held_at = clock_timestamp()
      where transaction_id = ${id} and key = ${key} and holder is null and not apart
        and not exists (select from ${suspects} other where other.lane = own.lane and other.holder is not null)
      returning key`)
    return held.length > 0
  } catch (error) {
    // Another process was faster with another task of the lane.
    if (sqlState(error) === '23505') return false
    throw error
  }
}

/** Records that the process is alive. */
export async function beat(db: Db, task: TaskId, holder: string): Promise<void> {
  await db
    .update(suspects)
    .set({ heldAt: sql`clock_timestamp()` })
    .where(and(isOf(task), eq(suspects.holder, holder)))
}

/** Releases the task, which then waits behind all others. */
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
