// Finds out whether a person has rejected a transaction of the same document before: such a document is approved only
// by a person.
import { sql } from 'drizzle-orm'
import type { FactsQuery, FactSource } from '#src/journey/facts/facts.ts'
import { declareFacts } from '#src/journey/facts/vocabulary/fact.ts'
import { reviews as known } from '#src/journey/facts/vocabulary/vocabulary.ts'
import { readFields } from '#src/journey/transaction/store.ts'
import { transactions } from '#src/journey/transaction/table.ts'
import { documentValue, hashesOf } from '#src/journey/velocity/sighting.ts'
import { sightings } from '#src/journey/velocity/table.ts'
import { buildSqlOnce } from '#src/platform/db/prepared.ts'
import { reviews } from './table.ts'

const dayMs = 86_400_000
/** For how many days a rejection counts. */
const withinDays = 90

const rejectedOf = buildSqlOnce<{ rejected: boolean }>(
  () => sql`
    select exists (
      select from ${reviews} review
      join ${transactions} t on t.id = review.transaction_id
      where review.verdict = 'rejected'
        and (review.transaction_id = ${sql.placeholder('id')}::uuid or review.transaction_id in (
          select transaction_id from ${sightings}
          where hash = any (array(select decode(hex, 'hex') from unnest(${sql.placeholder('hashes')}::text[]) hex))
        ))
        and review.closed_at - t.clock_offset_ms * interval '1 millisecond' > ${sql.placeholder('since')}::timestamptz
        and not exists (
          select from ${reviews} appeal
          where appeal.appeal_of = review.id and appeal.verdict <> 'rejected'
        )
    ) as rejected`,
)

/**
 * Considers only the same tenant and mode, which the hashes include. A rejection that an appeal has reversed does not
 * count.
 */
async function wasRejected({ db, sealer, transaction }: FactsQuery): Promise<boolean> {
  const value = documentValue(await readFields(sealer, transaction))
  const hashes = hashesOf(sealer, transaction, { kind: 'document', value }).map((hash) =>
    hash.toString('hex'),
  )
  const since = new Date(transaction.wallNow.getTime() - withinDays * dayMs).toISOString()
  const [found] = await rejectedOf(db).execute({ id: transaction.id, hashes, since })
  return found?.rejected === true
}

export const reviewFacts: FactSource = {
  variables: { reviews: declareFacts(known, 'rejected') },
  read: async (asked) => ({ reviews: { rejected: await wasRejected(asked) } }),
}
