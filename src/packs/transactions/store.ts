// Lists the transactions of a tenant and mode, the newest first; each page examines a bounded number.
import { sql } from 'drizzle-orm'
import { waitingFor, type WaitsFor } from '#src/journey/agenda/waiting-rules.ts'
import { journal } from '#src/journey/journal/table.ts'
import type { Owner } from '#src/journey/transaction/locked.ts'
import type { Tasks } from '#src/journey/transaction/task.ts'
import { submissions, transactions } from '#src/journey/transaction/table.ts'
import { sightings } from '#src/journey/velocity/table.ts'
import { reviews } from '#src/packs/reviews/table.ts'
import { packRuns } from '#src/packs/runs/table.ts'
import type { TimePosition } from '#src/platform/cursor.ts'
import type { Db } from '#src/platform/db/client.ts'
import { type Filter, isFiltering, type LatestRun, lets, type ReviewState } from './rules.ts'

export type TransactionQuery = {
  readonly filter: Filter
  readonly createdAfter?: Date | undefined
  readonly createdBefore?: Date | undefined
  readonly before?: TimePosition | undefined
  /** A transaction must fit each of these. */
  readonly sought?: readonly Hashed[]
  /** Lists only the children of this transaction. */
  readonly parent?: string | undefined
  readonly limit: number
}

/** Keyed hashes, of which the transaction must have shown one, or the id that it must have. */
export type Hashed = { readonly hashes: readonly Buffer[]; readonly id?: string }

export type Listed = {
  readonly id: string
  /** In epoch milliseconds, as is `updatedAt`. */
  readonly createdAt: number
  readonly updatedAt: number
  readonly packs: readonly LatestRun[]
  readonly review: ReviewState
  readonly waiting: WaitsFor | null
  readonly parent: string | null
}

type Row = Omit<Listed, 'waiting'> & { readonly tasks: Tasks; readonly now: number }

export type Page = { readonly found: readonly Listed[]; readonly next?: TimePosition }

/** The most transactions that one page examines: with a rare filter a page is short, and the next one continues. */
const lookedMax = 4_000
const batchSize = 400

export async function listTransactions(
  db: Db,
  owner: Owner,
  asked: TransactionQuery,
): Promise<Page> {
  const { filter, limit } = asked
  const size = isFiltering(filter) ? batchSize : limit + 1
  const found: Listed[] = []
  let { before } = asked
  for (let looked = 0; looked < lookedMax; looked += size) {
    const rows = await readBatch(db, owner, { ...asked, before, limit: size })
    for (const row of rows) {
      if (found.length === limit) return { found, ...(before && { next: before }) }
      if (lets(filter, row)) found.push(row)
      before = { at: row.createdAt, id: row.id }
    }
    if (rows.length < size) return { found }
  }
  return { found, ...(before && { next: before }) }
}

/**
 * The hash includes tenant, mode and kind. The few transactions that have shown it are read once and first, because a
 * plan that asks for each transaction takes seconds for a hundred thousand of them.
 */
const hasShown = ({ hashes, id }: Hashed) => sql` and one.id = any (array(
  select transaction_id from ${sightings}
  where hash = any (array(select decode(hex, 'hex') from unnest(string_to_array(
    ${hashes.map((hash) => hash.toString('hex')).join(',')}, ',')) hex))
  union select id from ${submissions} where id = ${id ?? null}::uuid))`

const isChildOf = (parent: string) =>
  sql` and one.id = any (array(
    select id from ${transactions} where parent_id = ${parent}::uuid))`

const instantOf = (at: Date | undefined, otherwise: string) => at?.toISOString() ?? otherwise
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Walks along the index `submission_listed`, and reads the shown data for each match. */
async function readBatch(
  db: Db,
  { tenant, mode }: Owner,
  { createdAfter, createdBefore, before, sought = [], parent, limit }: TransactionQuery,
): Promise<Listed[]> {
  const until = before && new Date(before.at)
  const rows = await db.execute<Row>(sql`
    select listed.id, (extract(epoch from created_at) * 1000)::float8 as "createdAt",
      coalesce((
        select (extract(epoch from entry.at) * 1000)::float8 from ${journal} entry
        where entry.transaction_id = own.id and entry.seq = own.last_seq
      ), (extract(epoch from created_at) * 1000)::float8) as "updatedAt",
      own.agenda as tasks, own.parent_id as parent,
      (extract(epoch from clock_timestamp()) * 1000 + own.clock_offset_ms)::float8 as now,
      (
        select coalesce(json_agg(json_build_object('pack', name, 'version', version,
          'runId', run_id, 'status', status, 'outcome', outcome) order by started_at desc), '[]')
        from (
          select distinct on (name) name, version, id as run_id, status, outcome, started_at
          from ${packRuns} where transaction_id = listed.id
          order by name, started_at desc, id desc
        ) latest
      ) as packs,
      coalesce((
        select case when bool_or(closed_at is null) then 'open'
          when bool_or(closed_as = 'decided') then 'decided' end
        from ${reviews} where transaction_id = listed.id
      ), 'none') as review
    from (
      select one.id, one.created_at from ${submissions} one
      where one.tenant = ${tenant} and one.mode = ${mode} and one.wrapped_key is not null
        and one.restricted_at is null
        and one.created_at >= ${instantOf(createdAfter, '-infinity')}::timestamptz
        and one.created_at < ${instantOf(createdBefore, 'infinity')}::timestamptz
        and (one.created_at, one.id) < (
          ${instantOf(until, 'infinity')}::timestamptz, ${before?.id ?? lastId}::uuid)
        ${sql.join(sought.map(hasShown))}${parent === undefined ? sql`` : isChildOf(parent)}
      order by one.created_at desc, one.id desc limit ${limit}
    ) listed join ${transactions} own on own.id = listed.id
    order by created_at desc, listed.id desc`)
  return rows.map(({ tasks, now, ...row }) => ({ ...row, waiting: waitingFor(tasks, now) }))
}
