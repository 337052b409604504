// A creation as one statement that is its own commit. It claims the key, looks for the first answer, and writes all rows
// if there is none: one packet to the database and no BEGIN.
import { type SQL, sql } from 'drizzle-orm'
import { causedBy, nudgeAfter } from '#src/journey/commit/commit.ts'
import { type ChangeDeps, type Decided, decideByClaim } from '#src/journey/commit/change.ts'
import { settleCommit } from '#src/journey/commit/write.ts'
import {
  claimValues,
  claimWithin,
  insertFirst,
  readKnown,
  toClaim,
  toFirst,
} from '#src/journey/idempotency/store.ts'
import { insertEvents } from '#src/journey/journal/insert-events.ts'
import { journal } from '#src/journey/journal/table.ts'
import { type StoredFields, toAnswer } from '#src/journey/transaction/schema.ts'
import { submissions } from '#src/journey/transaction/table.ts'
import { insertSightings, toSeen } from '#src/journey/velocity/store.ts'
import { noteClock, readClock } from '#src/platform/db/clock.ts'
import { sqlState } from '#src/platform/db/errors.ts'
import { buildSqlOnce } from '#src/platform/db/prepared.ts'
import { insertJson } from '#src/platform/db/rows.ts'
import { reply } from '#src/platform/http/reply.ts'
import type { Keyed } from '#src/platform/idempotency/key.ts'
import { type Creator, insertNarrow, insertWide, newTransaction } from './create.ts'
import type { Creating } from './creating.ts'

type Asked = {
  readonly keyed: Keyed | undefined
  readonly creator: Creator
  readonly fields: StoredFields
}

/**
 * Resolves to undefined when a commit must do it: a capability has more to do than to count values, the process does
 * not know the database's clock, or another request with the key was committed meanwhile.
 */
export async function createAtOnce(
  { db, sealer, nudger, creating }: ChangeDeps & { readonly creating: Creating },
  { keyed, creator, fields }: Asked,
): Promise<Decided | undefined> {
  const at = creating.needsCommit(fields) ? undefined : readClock(db)
  if (!at) return undefined
  const { locked, row } = await newTransaction(sealer, creator, fields, at)
  causedBy(locked, 'client')
  const result = reply(201, toAnswer(fields, locked))
  const first = keyed && {
    ...claimValues(keyed),
    ...(await toFirst({ sealer, locked }, keyed, result)),
  }
  const values = {
    ...row,
    ...first,
    ...settleCommit(locked),
    ...toSeen({ sealer, locked }, creating.shows(fields, locked)),
    agenda: locked.tasks,
  }
  const rows = await (first ? createKeyed : createUnkeyed)(db).execute(values).catch(ifNoRival)
  const [made] = rows ?? []
  if (!made) return undefined
  noteClock(db, new Date(made.clock))
  const claimed = { got: made.got, found: readKnown(made) }
  const earlier = keyed && (await decideByClaim(toClaim(sealer, keyed, claimed)))
  if (earlier) return earlier
  if (!made.is_made) return undefined
  nudgeAfter(nudger, locked)
  return { result, id: locked.id }
}

const uniqueViolation = '23505'

/** Resolves to undefined when another request has stored the first answer, so that a commit finds it. */
function ifNoRival(error: unknown): undefined {
  if (sqlState(error) !== uniqueViolation) throw error
}

type Row = Readonly<Record<string, unknown>> & {
  readonly got: boolean
  readonly clock: string
  readonly is_made: boolean
}

/**
 * The process's idea of the database's clock is late by milliseconds, so the statement checks it: no later entry may be
 * older than the creation.
 */
const isTimely = sql`${sql.param(sql.placeholder('createdAt'), submissions.createdAt)}::timestamptz
  between clock - interval '5 seconds' and clock`
const ifFresh = sql` where exists (select from fresh)`

const creation = (claims: SQL, { isNew = sql``, beside = sql``, known = sql`` } = {}) =>
  buildSqlOnce<Row>(
    () => sql`
    with ${claims}, fresh as materialized (
      select 1 from claimed where got and ${isTimely}${isNew}
    ), narrow as (${insertNarrow(ifFresh)}), wide as (${insertWide(ifFresh)}),
    entries as (${insertJson(journal, sql.placeholder('entries'), ifFresh)}),
    told as (${insertEvents(ifFresh)}), shown as (${insertSightings(ifFresh)})${beside}
    select *, exists (select from fresh) as is_made from claimed${known}`,
  )

const createUnkeyed = creation(
  sql`claimed as materialized (select true as got, clock_timestamp() as clock)`,
)
const createKeyed = creation(claimWithin(), {
  isNew: sql` and not exists (select from known)`,
  beside: sql`, first as (${insertFirst(ifFresh)})`,
  known: sql` left join known on true`,
})
