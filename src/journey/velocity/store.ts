// Stores sightings in the commit that has their values, and counts them within the tenant and mode.
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import { buildOnce, buildSqlOnce } from '#src/platform/db/prepared.ts'
import { constant } from '#src/platform/db/rows.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import { ages, listEntries, listEntryHashes, sightings } from './table.ts'
import type { Locked, Owner } from '#src/journey/transaction/locked.ts'
import { hashesOf, partsOf, type Question, type Sighting } from './sighting.ts'
import { transactions } from '#src/journey/transaction/table.ts'

/** Only this many sightings of a value are read, the newest first, so that a widely shared value stays cheap. */
const sightingsMax = 500

/** Its placeholders are those of `toSeen`. `where` can prevent the insert. */
export const insertSightings = (where = sql``): SQL => sql`
  insert into ${sightings} (transaction_id, kind, hash, at, parent_id)
  select ${sql.placeholder('id')}::uuid, kind, decode(hash, 'hex'), ${sql.placeholder('seenAt')}::timestamptz,
    ${sql.placeholder('parentId')}::uuid
  from json_to_recordset(${sql.placeholder('seen')}::json) as seen (kind text, hash text)${where}
  on conflict do nothing`

const insertSeen = buildSqlOnce(insertSightings)

type Seeing = {
  readonly sealer: Sealer
  readonly locked: Pick<Locked, 'id' | 'tenant' | 'mode' | 'wallNow'> &
    Partial<{ readonly before: Pick<Locked['before'], 'parentId'> }>
}

export function toSeen({ sealer, locked }: Seeing, seen: readonly Sighting[]) {
  const rows = seen.map((one) => ({
    kind: one.kind,
    hash: sealer.hash(...partsOf(locked, one)).toString('hex'),
  }))
  return {
    id: locked.id,
    parentId: locked.before?.parentId ?? null,
    seenAt: locked.wallNow.toISOString(),
    seen: JSON.stringify(rows),
  }
}

/**
 * Runs in the caller’s commit. A value that this transaction shows again later is a further sighting, and counts as an
 * attempt.
 */
export async function recordSightings(
  { tx, ...ctx }: Seeing & { readonly tx: Db },
  seen: readonly Sighting[],
): Promise<void> {
  if (seen.length > 0) await insertSeen(tx).execute(toSeen(ctx, seen))
}

const sentKinds = [
  'name',
  'birthdate',
  'phone',
  'email',
  'card',
  'reference',
] as const satisfies Sighting['kind'][]

/** Replaces the sightings from the creation; what its devices and documents showed stays. */
export async function replaceSightings(
  ctx: Parameters<typeof recordSightings>[0],
  seen: readonly Sighting[],
): Promise<void> {
  const { tx, locked } = ctx
  await tx
    .delete(sightings)
    .where(and(eq(sightings.transactionId, locked.id), inArray(sightings.kind, [...sentKinds])))
  await recordSightings(
    ctx,
    seen.filter(({ kind }) => sentKinds.some((one) => one === kind)),
  )
}

type Row = { ordinal: number; attempts: number; transactions: number; others: number }

/**
 * Returns the counts in the order of the questions, including the asking transaction. A parent and its children do not
 * count for each other, and count as one for all others. Distinct values are counted by their hashes, so while the hash
 * key is rotated a value that was hashed with both keys counts twice. For a value on the tenant’s allow list only names
 * and birth dates are counted, because they say nothing about frequency.
 */
export async function countSightings(
  db: Db,
  sealer: Sealer,
  owner: Owner & Pick<Locked, 'wallNow'> & { readonly id?: string },
  questions: readonly Question[],
): Promise<number[]> {
  if (questions.length === 0) return []
  const asked = questions.map((one, ordinal) => toAsked(sealer, owner, one, ordinal))
  const self = owner.id ?? null
  const rows = await answersTo(db).execute({ asked: JSON.stringify(asked), self })
  const byOrdinal = new Map(rows.map((row) => [row.ordinal, row]))
  return questions.map((question, ordinal) => toAnswer(question, byOrdinal.get(ordinal)))
}

/** The family of the asking transaction: the id that its parent and all children share. */
export const ownFamily = sql`family as materialized (
  select coalesce((
    select parent_id from ${transactions} where id = ${sql.placeholder('self')}::uuid
  ), ${sql.placeholder('self')}::uuid) as id
)`
/** Selects sightings of the asking transaction itself and of those outside its family. */
export const isOfOthers = sql`(transaction_id = ${sql.placeholder('self')}::uuid
  or coalesce(parent_id, transaction_id) is distinct from (select id from family))`

const answersTo = buildSqlOnce<Row>(
  () => sql`
    with ${ownFamily}, given as materialized (
      select ordinal, counted, lifts, since,
        case when last is null then array(select decode(hex, 'hex') from unnest(hashes) hex)
          else array(
            select hash from ${sightings} where transaction_id = by and kind = last
            order by at desc limit 1
          ) end as hashes,
        array(select decode(hex, 'hex') from unnest(own) hex) as own
      from json_to_recordset(${sql.placeholder('asked')}::json)
        as asked (
          ordinal int, counted text, lifts bool, since timestamptz, hashes text[], last text, by uuid,
          own text[]
        )
    ), asked as materialized (
      select * from given where not (lifts and exists (
        select from ${listEntryHashes} listed
        join ${listEntries} entry on entry.id = listed.entry_id
        where listed.hash = any (given.hashes) and entry.list = 'allow'
          and entry.expires_at > clock_timestamp()
      ))
    )
    select asked.ordinal,
      (count(*) filter (where seen.parent is null) + count(distinct seen.parent))::int as attempts,
      count(distinct coalesce(seen.parent, seen.transaction_id))::int as transactions,
      count(distinct case when seen.parent is null then other.hash else uuid_send(seen.parent) end)
        filter (where other.hash <> all (asked.own))::int as others
    from asked
    cross join lateral (
      select transaction_id,
        case when transaction_id is distinct from ${sql.placeholder('self')}::uuid
          then parent_id end as parent
      from ${sightings}
      where hash = any (asked.hashes) and at > asked.since and ${isOfOthers}
      order by at desc limit ${constant(sightingsMax)}
    ) seen
    left join ${sightings} other
      on other.transaction_id = seen.transaction_id and other.kind = asked.counted
    group by asked.ordinal`,
)

function toAsked(
  sealer: Sealer,
  owner: Owner & Pick<Locked, 'wallNow'>,
  { of, count, withinMs, own = [] }: Question,
  ordinal: number,
) {
  const toHex = (one: Sighting) => hashesOf(sealer, owner, one).map((hash) => hash.toString('hex'))
  const isKind = count !== 'attempts' && count !== 'transactions'
  return {
    ordinal,
    counted: count,
    lifts: count !== 'name' && count !== 'birthdate',
    since: new Date(owner.wallNow.getTime() - withinMs).toISOString(),
    ...('last' in of ? of : { hashes: toHex(of) }),
    own: isKind ? own.flatMap((value) => toHex({ kind: count, value })) : [],
  }
}

function toAnswer({ count, own = [] }: Question, row: Row | undefined): number {
  if (count === 'attempts') return row?.attempts ?? 0
  if (count === 'transactions') return row?.transactions ?? 0
  return (row?.others ?? 0) + new Set(own).size
}

/** Runs in the commit of an erasure or restriction; resolves to the number of deleted sightings. */
export async function forgetSightings(tx: Db, transactionId: string): Promise<number> {
  const gone = await tx
    .delete(sightings)
    .where(eq(sightings.transactionId, transactionId))
    .returning({ kind: sightings.kind })
  return gone.length
}

/** The longest period of all counts. */
const keptDays = 400
const forgottenAtOnce = 1_000

/**
 * Deletes a batch of sightings that are older than any period; resolves to their number. `statement_timestamp()` is
 * constant and so can use the index.
 */
export async function forgetOldSightings(db: Db): Promise<number> {
  const gone = await db.execute(sql`
    delete from ${sightings}
    where ctid in (
      select ctid from ${sightings}
      where at < statement_timestamp() - make_interval(days => ${keptDays}) and ${ages(sightings)}
      limit ${forgottenAtOnce}
    )
    returning 1`)
  return gone.length
}

const shownOf = buildOnce((db: Db) =>
  db
    .selectDistinct({ hash: sightings.hash })
    .from(sightings)
    .where(
      and(
        eq(sightings.transactionId, sql.placeholder('id')),
        eq(sightings.kind, sql.placeholder('kind')),
      ),
    )
    .prepare('shown_of_kind'),
)

/** The hashes of a kind that a transaction has shown. */
export async function listShown(
  db: Db,
  transactionId: string,
  kind: Sighting['kind'],
): Promise<Buffer[]> {
  const rows = await shownOf(db).execute({ id: transactionId, kind })
  return rows.map(({ hash }) => hash)
}
