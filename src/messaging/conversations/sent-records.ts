// Reads the records that an account sent to a number, to match replies from it.
import { sql } from 'drizzle-orm'
import { transactions } from '#src/journey/transaction/table.ts'
import type { Db } from '#src/platform/db/client.ts'
import { challengeAttempts, challenges } from '#src/messaging/challenges/table.ts'
import type { SentRecord } from './open-questions.ts'

/** More than a person gets from one sender in a day. */
const sentMax = 50

type SentRow = {
  record_id: string
  transaction_id: string
  tenant: string
  mode: SentRecord['mode']
  capability: SentRecord['challengeKind']
  channel: SentRecord['channel']
  tag: string | null
  language: SentRecord['language']
  sender: string
  claimed_at: string
  expires_at: string
  replied_at: string | null
  superseded: boolean
  may_have_left: boolean
  unnamed: boolean
  undelivered: boolean
  erased: boolean
  clock_offset_ms: string
}

/** One parameter for all hashes, so that the statement’s text does not vary with their number. */
export const hexes = (hashes: readonly Buffer[]) => sql`
  select decode(hex, 'hex')
  from unnest(string_to_array(${hashes.map((hash) => hash.toString('hex')).join(',')}, ',')) as hex`

/** The records that were sent there, newest first. */
export async function listSent(db: Db, routes: readonly Buffer[]): Promise<SentRecord[]> {
  if (routes.length === 0) return []
  const rows = await db.execute<SentRow>(sql`
    select c.id as record_id, c.transaction_id, c.tenant, c.mode, c.capability, c.channel, c.tag, c.language,
      a.sender, extract(epoch from a.claimed_at) * 1000 as claimed_at,
      extract(epoch from c.expires_at) * 1000 as expires_at,
      extract(epoch from c.replied_at) * 1000 as replied_at,
      c.superseded_at is not null as superseded,
      coalesce(a.outcome, 'uncertain') in ('accepted', 'uncertain') or a.code = 'absent' as may_have_left,
      a.message_hash is null as unnamed, t.erased_at is not null as erased,
      a.failed_at is not null
        and coalesce(c.delivered_at, c.read_at, c.replied_at) is null as undelivered,
      t.clock_offset_ms
    from ${challengeAttempts} a
    join ${challenges} c on c.id = a.challenge_id
    join ${transactions} t on t.id = c.transaction_id
    where a.reply_hash in (${hexes(routes)})
    order by a.claimed_at desc, a.id desc limit ${sentMax}`)
  // Sorted by id, because an older record can be sent again after a newer one was opened.
  return rows.map(toSentRecord).toSorted((a, b) => (a.recordId < b.recordId ? 1 : -1))
}

const toSentRecord = (row: SentRow): SentRecord => ({
  recordId: row.record_id,
  transactionId: row.transaction_id,
  tenant: row.tenant,
  mode: row.mode,
  challengeKind: row.capability,
  channel: row.channel,
  replyCode: row.tag,
  language: row.language,
  sender: row.sender,
  claimedAt: Number(row.claimed_at),
  expiresAt: Number(row.expires_at),
  repliedAt: row.replied_at === null ? null : Number(row.replied_at),
  superseded: row.superseded,
  mayHaveLeft: row.may_have_left,
  unnamed: row.unnamed,
  undelivered: row.undelivered,
  erased: row.erased,
  clockOffsetMs: Number(row.clock_offset_ms),
})
