// Finds the transactions that share a value with one, and those that share a value with these, by the keyed hashes of
// sightings and pictures.
import { sql } from 'drizzle-orm'
import { pictureMarks } from '#src/biometrics/pictures/store.ts'
import type { Owner } from '#src/journey/transaction/locked.ts'
import { submissions } from '#src/journey/transaction/table.ts'
import { sightings } from '#src/journey/velocity/table.ts'
import { packRuns } from '#src/packs/runs/table.ts'
import type { Db } from '#src/platform/db/client.ts'
import { constant } from '#src/platform/db/rows.ts'
import { type Related, relatedKinds } from './schema.ts'
import { reviews } from '../table.ts'

type Kind = (typeof relatedKinds)[number]
type Found = { readonly source: string; readonly kind: Kind; readonly other: string }
type Shown = Related['related'][number]

/**
 * The most transactions that are read for each value, newest first, and the most values that are read for each
 * transaction.
 */
const perValue = 101
const valuesMax = 20
const shownMax = 100
/** The second step starts from at most this many of the newest transactions of the first step. */
const sourcesMax = 30

/** Finds, for each source, the owner's other transactions that show one of its values. */
async function findSharing(
  db: Db,
  { tenant, mode }: Owner,
  sources: readonly string[],
): Promise<Found[]> {
  if (sources.length === 0) return []
  return db.execute<Found>(sql`
    with source as (select unnest(string_to_array(${sources.join(',')}, ',')::uuid[]) as id),
    seen as (
      select source.id as source, own.kind, other.transaction_id as other
      from source
      cross join lateral (
        select distinct kind, hash from ${sightings}
        where transaction_id = source.id and kind in ('document', 'phone', 'email', 'device', 'card')
        limit ${constant(valuesMax)}
      ) own
      cross join lateral (
        select transaction_id from ${sightings}
        where hash = own.hash and transaction_id <> source.id
        order by at desc limit ${constant(perValue)}
      ) other
      union
      select source.id, 'picture', other.transaction_id
      from source
      cross join lateral (
        select distinct hash from ${pictureMarks}
        where transaction_id = source.id and (part = 0 or part > 4) limit ${constant(valuesMax)}
      ) own
      cross join lateral (
        select transaction_id from ${pictureMarks}
        where hash = own.hash and transaction_id <> source.id
        order by at desc limit ${constant(perValue)}
      ) other
    )
    select seen.source, seen.kind, seen.other from seen
    join ${submissions} one on one.id = seen.other
    where one.tenant = ${tenant} and one.mode = ${mode} and one.wrapped_key is not null
      and one.restricted_at is null
    order by one.created_at desc, seen.other desc`)
}

/** Reads what is shown of the found transactions. */
async function describe(db: Db, ids: readonly string[]) {
  type Row = Pick<Shown, 'transactionId'> & {
    readonly createdAt: number
    readonly outcome: string | null
    readonly review: 'open' | 'decided' | null
  }
  const rows = await db.execute<Row>(sql`
    select one.id as "transactionId", (extract(epoch from one.created_at) * 1000)::float8 as "createdAt",
      (select outcome from ${packRuns} where transaction_id = one.id
        order by started_at desc, id desc limit 1) as outcome,
      (select case when bool_or(closed_at is null) then 'open'
        when bool_or(closed_as = 'decided') then 'decided' end
        from ${reviews} where transaction_id = one.id) as review
    from ${submissions} one
    where one.id = any(string_to_array(${ids.join(',')}, ',')::uuid[])`)
  return new Map(rows.map((row) => [row.transactionId, row]))
}

type Linked = Pick<Shown, 'steps' | 'by' | 'via'>

/** The transactions that were found, in their order, without those that are known already. */
function gather(found: readonly Found[], steps: 1 | 2, known: ReadonlySet<string>) {
  const linked = new Map<string, Linked>()
  for (const { source, kind, other } of found) {
    if (known.has(other)) continue
    const before = linked.get(other)
    const by = [...new Set([...(before?.by ?? []), kind])]
    const via = before?.via ?? source
    linked.set(other, { steps, by, ...(steps === 2 && { via }) })
  }
  return linked
}

/** The caller has checked that the transaction belongs to the owner. */
export async function findRelated(db: Db, owner: Owner, id: string): Promise<Related> {
  const found = await findSharing(db, owner, [id])
  const first = gather(found, 1, new Set([id]))
  const sources = [...first.keys()].slice(0, sourcesMax)
  const second = gather(await findSharing(db, owner, sources), 2, new Set([id, ...first.keys()]))
  const linked = [first, second].flatMap((step) => [...step].slice(0, shownMax))
  const described = await describe(
    db,
    linked.map(([other]) => other),
  )
  const counted = Map.groupBy(found, ({ kind }) => kind)
  const counts = relatedKinds.flatMap((kind) => {
    const transactions = Math.min(shownMax, counted.get(kind)?.length ?? 0)
    return transactions > 0 ? [{ kind, transactions }] : []
  })
  const sizes = [...counted.values()].map((some) => some.length)
  return {
    counts,
    related: linked.flatMap(([transactionId, link]) => {
      const row = described.get(transactionId)
      if (!row) return []
      const { createdAt, outcome, review } = row
      return {
        transactionId,
        createdAt: new Date(createdAt).toISOString(),
        ...link,
        ...(outcome !== null && { outcome }),
        ...(review !== null && { review }),
      }
    }),
    isCut:
      [...sizes, first.size, second.size].some((size) => size > shownMax) ||
      first.size > sourcesMax,
  }
}
