// The queries of retention: transactions by their age, along one index, and the remaining rows of erased ones.
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Owner } from '#src/journey/transaction/locked.ts'
import type { Mode } from '#src/journey/transaction/rules.ts'
import { submissions, transactions } from '#src/journey/transaction/table.ts'
import type { Db } from '#src/platform/db/client.ts'
import { type Keep, relationshipClasses } from '#src/platform/tenants/data.ts'
import type { Relationship } from './rules.ts'
import { erasures, legalHolds, relationships } from './table.ts'

/** The shortest retention period of all classes, in days; undefined when no class has one. */
export function leastDays(keep: Keep): number | undefined {
  const days = relationshipClasses.flatMap((one) => keep[one] ?? [])
  return days.length === 0 ? undefined : Math.min(...days)
}

/** Lists every tenant and mode with transactions, by one index step each. */
export async function listOwners(db: Db): Promise<Owner[]> {
  const rows = await db.execute<{ tenant: string; mode: Mode }>(sql`
    with recursive owner as (
      (select tenant, mode from ${submissions} where wrapped_key is not null
        order by tenant, mode limit 1)
      union all
      select next.tenant, next.mode from owner, lateral (
        select tenant, mode from ${submissions}
        where wrapped_key is not null and (tenant, mode) > (owner.tenant, owner.mode)
        order by tenant, mode limit 1
      ) next
    )
    select tenant, mode from owner`)
  return [...rows]
}

export type Aged = {
  readonly id: string
  /** In epoch ms. */
  readonly createdAt: number
  readonly relationship: Relationship
}

type Row = {
  readonly id: string
  readonly created_at: number
  readonly class: Relationship['class'] | null
  readonly ended_at: number | null
  readonly set_at: number | null
}

const msOf = (column: string) => sql.raw(`(extract(epoch from ${column}) * 1000)::float8`)
const shown = sql`one.id, ${msOf('one.created_at')} as created_at, said.class,
  ${msOf('said.ended_at')} as ended_at, ${msOf('said.set_at')} as set_at`
const firstId = '00000000-0000-0000-0000-000000000000'

/** Lists the oldest first, without transactions that are active, monitored, under review or held. */
export async function listAged(
  db: Db,
  { tenant, mode }: Owner,
  asked: { readonly before: Date; readonly after: Aged | undefined; readonly limit: number },
): Promise<Aged[]> {
  const { before, after, limit } = asked
  const from = after === undefined ? '-infinity' : new Date(after.createdAt).toISOString()
  const rows = await db.execute<Row>(sql`
    select ${shown} from ${submissions} one
    join ${transactions} own on own.id = one.id
    left join ${relationships} said on said.transaction_id = one.id
    where one.tenant = ${tenant} and one.mode = ${mode} and one.wrapped_key is not null
      and one.restricted_at is null and one.created_at < ${before.toISOString()}::timestamptz
      and (one.created_at, one.id) > (${from}::timestamptz, ${after?.id ?? firstId}::uuid)
      and ${isLeft(sql.identifier('own'))}
    order by one.created_at, one.id limit ${limit}`)
  return rows.map(toAged)
}

/** The condition for a transaction’s id that no legal hold applies by wall time. */
export const isUnheld = (id: SQLWrapper): SQL => sql`not exists (
  select from ${legalHolds} hold
  where hold.transaction_id = ${id} and (hold.until is null or hold.until > clock_timestamp()))`

/**
 * The condition for a row of `transactions`, by its alias: it is neither active nor monitored, has no open review, and
 * no legal hold applies.
 */
export const isLeft = (own: SQLWrapper): SQL => sql`${own}.agenda = '[]'::jsonb
  and ${isUnheld(sql`${own}.id`)} and not exists (
    select from ${sql.identifier('review')} review
    where review.transaction_id = ${own}.id and review.closed_at is null)`

export async function listOverdue(
  db: Db,
  { tenant, mode }: Owner,
  { after = firstId, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<(Aged & { readonly receiptId: string })[]> {
  const rows = await db.execute<Row & { readonly receipt_id: string }>(sql`
    select ${shown}, receipt.receipt_id from ${erasures} receipt
    join ${submissions} one on one.id = receipt.transaction_id
    left join ${relationships} said on said.transaction_id = one.id
    where receipt.tenant = ${tenant} and receipt.mode = ${mode} and receipt.status = 'restricted'
      and receipt.receipt_id > ${after}::uuid and ${isUnheld(sql`one.id`)}
    order by receipt.receipt_id limit ${limit}`)
  return rows.map((row) => ({ ...toAged(row), receiptId: row.receipt_id }))
}

const toAged = ({ id, created_at: createdAt, ...said }: Row): Aged => ({
  id,
  createdAt,
  relationship: {
    class: said.class ?? 'applicant',
    endedAt: said.ended_at,
    setAt: said.set_at ?? createdAt,
  },
})

/**
 * Deletes the rows of transactions that were erased before that time. A function of the owner does it, because journals
 * are append-only for other roles.
 */
export async function purgeErased(
  { reports, retention }: { readonly reports: Db; readonly retention: Db },
  before: Date,
  limit: number,
  isDry: boolean,
): Promise<number> {
  const at = before.toISOString()
  const [row] = isDry
    ? await reports.execute<{ count: number }>(sql`
        select count(*)::int as count from ${transactions}
        where erased_at < ${at}::timestamptz`)
    : await retention.execute<{ count: number }>(
        sql`select purge_erased(${at}::timestamptz, ${limit}) as count`,
      )
  return row?.count ?? 0
}
