// Reads the records that an account sent to a number, to match replies from it.
import { sql } from 'drizzle-orm'
import { transactions } from '#src/journey/transaction/table.ts'
import type { Db } from '#src/platform/db/client.ts'
import { challengeAttempts, challenges } from '#src/messaging/challenges/table.ts'
import type { SentRecord } from './open-questions.ts'

/** No person gets this many messages from one sender in a day. */
const sentMax = 50

/** One parameter for all hashes, so that the statement’s text does not vary with their number. */
export const hexes = (hashes: readonly Buffer[]) => sql`
  select decode(hex, 'hex')
  from unnest(string_to_array(${hashes.map((hash) => hash.toString('hex')).join(',')}, ',')) as hex`

/** The records that were sent to the number, newest first. */
export async function listSent(db: Db, routes: readonly Buffer[]): Promise<SentRecord[]> {
  if (routes.length === 0) return []
  const found = await db.execute<SentRecord>(sql`
    select c.id as "recordId", c.transaction_id as "transactionId", c.tenant, c.mode,
      c.challenge_kind as "challengeKind", c.channel, c.reply_code as "replyCode", c.language, a.sender,
      (extract(epoch from a.claimed_at) * 1000)::float8 as "claimedAt",
      (extract(epoch from c.expires_at) * 1000)::float8 as "expiresAt",
      (extract(epoch from c.replied_at) * 1000)::float8 as "repliedAt",
      c.superseded_at is not null as superseded,
      coalesce(a.outcome, 'uncertain') in ('accepted', 'uncertain') or a.code = 'absent'
        as "mayHaveLeft",
      a.message_hash is null as unnamed, t.erased_at is not null as erased,
      a.failed_at is not null
        and coalesce(c.delivered_at, c.read_at, c.replied_at) is null as undelivered,
      t.clock_offset_ms::float8 as "clockOffsetMs"
    from ${challengeAttempts} a
    join ${challenges} c on c.id = a.challenge_id
    join ${transactions} t on t.id = c.transaction_id
    where a.reply_hash in (${hexes(routes)})
    order by a.claimed_at desc, a.id desc limit ${sentMax}`)
  // Sorted by id, because an older record can be sent again after a newer one was opened.
  return found.toSorted((a, b) => (a.recordId < b.recordId ? 1 : -1))
}
