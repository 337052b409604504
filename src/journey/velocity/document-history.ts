// Reads the values that the transactions of one document have shown, so that they can be counted.
import { sql } from 'drizzle-orm'
import { buildSqlOnce } from '#src/platform/db/prepared.ts'
import { constant } from '#src/platform/db/rows.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import { listEntries, listEntryHashes, sightings } from './table.ts'
import type { Locked, Owner } from '#src/journey/transaction/locked.ts'
import { hashesOf, type SightingKind } from './sighting.ts'
import { isOfOthers, ownFamily } from './store.ts'

/** A transaction of the document; times are epoch ms of wall time. */
export type ShownTransaction = {
  readonly id: string
  readonly firstAt: number
  readonly lastAt: number
  /** By kind the keyed hashes of the values that it has shown. */
  readonly values: Readonly<Partial<Record<SightingKind, readonly string[]>>>
}

export type DocumentHistory = {
  /** True when the tenant’s allow list names the document. */
  readonly isAllowed: boolean
  /** The newest first. */
  readonly transactions: readonly ShownTransaction[]
}

/** Only this many of a document’s transactions are read, the newest first. */
const transactionsMax = 200

type Row = {
  id: string
  first_at: number
  last_at: number
  values: Partial<Record<SightingKind, string[]>> | null
}

const rowsOf = buildSqlOnce<Row>(
  () => sql`
    with ${ownFamily}, asked as materialized (
      select array(select decode(hex, 'hex') from unnest(${sql.placeholder('hashes')}::text[]) hex) as hashes
    ), seen as materialized (
      select transaction_id, min(at) as first_at, max(at) as last_at
      from ${sightings}
      where hash = any ((select hashes from asked)::bytea[]) and at > ${sql.placeholder('since')}::timestamptz
        and ${isOfOthers}
      group by transaction_id order by max(at) desc limit ${constant(transactionsMax)}
    )
    select seen.transaction_id as id,
      extract(epoch from seen.first_at)::float8 * 1000 as first_at,
      extract(epoch from seen.last_at)::float8 * 1000 as last_at,
      (select json_object_agg(kind, shown) from (
        select kind, json_agg(distinct encode(hash, 'hex')) as shown from ${sightings} other
        where other.transaction_id = seen.transaction_id
          and kind in ('email', 'phone', 'device', 'card', 'name', 'birthdate')
        group by kind
      ) by_kind) as values
    from seen order by seen.last_at desc`,
)

const allows = buildSqlOnce<{ allowed: boolean }>(
  () => sql`
    select exists (
      select from ${listEntryHashes} listed
      join ${listEntries} entry on entry.id = listed.entry_id
      where listed.hash = any (array(select decode(hex, 'hex') from unnest(${sql.placeholder('hashes')}::text[]) hex))
        and entry.list = 'allow' and entry.expires_at > clock_timestamp()
    ) as allowed`,
)

/** Limited to the tenant and mode; `document` has the form of `documentValue`. */
export async function readDocumentHistory(
  db: Db,
  sealer: Sealer,
  owner: Owner & Pick<Locked, 'wallNow'> & { readonly id?: string },
  { document, withinMs }: { readonly document: string; readonly withinMs: number },
): Promise<DocumentHistory> {
  const hashes = hashesOf(sealer, owner, { kind: 'document', value: document }).map((hash) =>
    hash.toString('hex'),
  )
  const since = new Date(owner.wallNow.getTime() - withinMs).toISOString()
  const [rows, [said]] = await Promise.all([
    rowsOf(db).execute({ hashes, since, self: owner.id ?? null }),
    allows(db).execute({ hashes }),
  ])
  const transactions = rows.map(({ id, first_at: firstAt, last_at: lastAt, values }) => ({
    id,
    firstAt,
    lastAt,
    values: values ?? {},
  }))
  return { isAllowed: said?.allowed === true, transactions }
}
