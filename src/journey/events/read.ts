// Reads the events of one tenant in an order in which no event appears later before a cursor.
import { type SQL, sql } from 'drizzle-orm'
import type { EventData } from '#src/journey/transaction/entry.ts'
import { events } from '#src/journey/journal/table.ts'
import type { Owner } from '#src/journey/transaction/locked.ts'
import type { Db } from '#src/platform/db/client.ts'
import { firstIdOf } from '#src/platform/ids.ts'
import { type Cursor, originOf, timeOf } from './cursor-rules.ts'
import type { OutgoingEvent } from './schema.ts'

export const eventsKeptDays = 30
const dayMs = 86_400_000

/**
 * The commit number below which all commits have ended, as this statement sees it; running ones have this number or a
 * greater one.
 */
export const endedBefore: SQL = sql`pg_snapshot_xmin(pg_current_snapshot())::text::bigint`

export type EventFilter = {
  /** If absent, reading begins at the oldest event. */
  readonly after?: Cursor | undefined
  /** If absent, all types are read. */
  readonly types?: readonly string[] | undefined
  readonly limit: number
}

export type Events = { readonly events: OutgoingEvent[]; readonly next: Cursor }

/**
 * Returns `lost` when the cursor belongs to another database or timeline, or is so old that later events may be
 * deleted.
 */
export async function readEvents(
  db: Db,
  { tenant, mode }: Owner,
  { after, types, limit }: EventFilter,
): Promise<Events | 'lost'> {
  const { tx, id } = after ?? { tx: 0, id: firstIdOf(0) }
  const now = Date.now()
  if (after && timeOf(after) < now - eventsKeptDays * dayMs) return 'lost'
  // One statement sees one snapshot of the ended commits; a commit that ends meanwhile is read with the next page.
  const rows = await db.execute<Partial<Row> & Head>(sql`
    with head as materialized (
      select ${endedBefore} as ended_before,
        pg_snapshot_xmax(pg_current_snapshot())::text::bigint as begun_before,
        (select system_identifier from pg_control_system())::text as system_id,
        substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) as timeline
    )
    select head.*, one.* from head left join lateral (
      select tx, id, type, transaction_id, seq, at, data from ${events}
      where tenant = ${tenant} and mode = ${mode}
        and (tx, id) > (${tx}::bigint, ${id}::uuid) and tx < head.ended_before
        and (${types?.join(',') ?? null}::text is null
          or type = any(string_to_array(${types?.join(',') ?? null}::text, ',')))
      order by tx, id limit ${limit}
    ) one on true`)
  const [head] = rows
  if (!head) throw new Error('the head gave no row')
  const origin = originOf(head.system_id, head.timeline)
  const isLost = after && (after.origin !== origin || tx >= Number(head.begun_before))
  if (isLost) return 'lost'
  const found = rows.filter((row): row is Row & Head => row.tx !== null)
  const last = found.at(-1)
  // When all ended commits were searched, the next page begins after them, so that a reader of few types scans no event
  // twice.
  const next =
    last && found.length === limit
      ? { tx: Number(last.tx), id: last.id ?? '' }
      : {
          tx: Math.max(tx, Number(head.ended_before) - 1),
          id: later(later(last?.id, id), firstIdOf(now)),
        }
  return { events: found.map(toWire), next: { origin, ...next } }
}

/** Ids come from several clocks, so the greater one is taken to return no event twice. */
const later = (one: string | null | undefined, other: string): string =>
  one && one > other ? one : other

type Head = {
  readonly ended_before: string
  readonly begun_before: string
  readonly system_id: string
  readonly timeline: string
}

type Row = {
  readonly tx: string
  readonly id: string
  readonly type: string
  readonly transaction_id: string
  readonly seq: number
  readonly at: string
  readonly data: EventData
}

const toWire = ({ id, type, transaction_id, seq, at, data }: Row): OutgoingEvent => ({
  id,
  type,
  time: new Date(at).toISOString(),
  transactionId: transaction_id,
  seq,
  data,
})

/**
 * An id is created shortly before its commit is numbered; the margin keeps all events that a valid cursor can still
 * need.
 */
const marginMs = 3_600_000

/** Deletes a batch of events that are older than the retention period; resolves to their number. */
export async function forgetEventLog(db: Db): Promise<number> {
  const before = firstIdOf(Date.now() - eventsKeptDays * dayMs - marginMs)
  const gone = await db.execute(sql`
    delete from ${events} where id = any(array(
      select id from ${events} where id < ${before}::uuid order by id limit 500)) returning 1`)
  return gone.length
}
