// Reads the evidence about numbers in one query, because it runs under the row lock of a transaction.
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import { buildSqlOnce } from '#src/platform/db/prepared.ts'
import type { Locked } from '#src/journey/transaction/locked.ts'
import { type Evidence, noEvidence } from '#src/messaging/phones/heat.ts'
import type { KeyedHash } from '#src/messaging/phones/hash.ts'
import { phoneUses, suppressions } from '#src/messaging/phones/table.ts'
import type { Channel } from '#src/messaging/wire/channel.ts'
import { challengeAttempts, challenges } from '#src/messaging/challenges/table.ts'

export type ContactEvidence = Evidence & { readonly suppressed: 'opt-out' | 'recipient' | null }

export const nothingKnown: ContactEvidence = { ...noEvidence, suppressed: null }

type Asked = {
  readonly hashes: readonly KeyedHash[]
  readonly document: KeyedHash
  readonly channel: Channel
}

type Row = {
  ordinal: number
  replied: string | null
  reached: string | null
  failed: string | null
  failures: number
  used: string | null
  others: number
  whatsapp: boolean
  suppressed: ContactEvidence['suppressed']
}

/**
 * Reads the evidence about numbers in the order of `hashes`. Only the newest rows of a number are read, so that a
 * widely shared one stays cheap.
 */
export async function readEvidence(
  tx: Db,
  { id, tenant, mode, wallNow }: Locked,
  { hashes, document, channel }: Asked,
): Promise<readonly ContactEvidence[]> {
  const numbers = hashes.flatMap(({ all }, ordinal) =>
    all.map((hash) => ({ ordinal, hash: toHex(hash) })),
  )
  const documents = document.all.map((hash) => ({ hash: toHex(hash) }))
  const rows = await evidence(tx).execute({
    id,
    tenant,
    mode,
    channel,
    now: wallNow.toISOString(),
    documents: JSON.stringify(documents),
    numbers: JSON.stringify(numbers),
  })
  // There is a row per number and hash key, and evidence under older keys counts as well.
  const byOrdinal = Map.groupBy(rows, ({ ordinal }) => ordinal)
  return hashes.map((_, ordinal) =>
    (byOrdinal.get(ordinal) ?? []).map(toKnown).reduce(addUp, nothingKnown),
  )
}

const { placeholder } = sql
const channel = placeholder('channel')
const now = sql`${placeholder('now')}::timestamptz`
const transactionId = sql`${placeholder('id')}::uuid`

const epochMs = (time: SQL) => sql`extract(epoch from ${time}) * 1000`

// Replies and receipts belong to the record, and are evidence about the last number to which it was sent. Their times
// are of the transaction’s clock; subtracting that clock’s lead at the opening gives wall time.
const newestAttempts = sql`
  select c.channel, c.document_hash, c.channel = ${channel} as here,
    case when a.failure_class in ('recipient', 'recipient-later', 'recipient-transient', 'unrouted')
      then coalesce(a.failed_at - lead, a.claimed_at) end as failed_at,
    case when last then c.replied_at - lead end as replied_at,
    case when last then c.delivered_at - lead end as delivered_at,
    case when last then c.read_at - lead end as read_at
  from (
    select challenge_id, attempt, contact_hash, claimed_at, failed_at, failure_class
    from ${challengeAttempts}
    where contact_hash = number.hash and attempt > 0 order by claimed_at desc limit 200
  ) a
  join ${challenges} c on c.id = a.challenge_id
  cross join lateral (
    select c.created_at - c.wall_created_at as lead, not exists (
      select from ${challengeAttempts} later
      where later.challenge_id = a.challenge_id and later.attempt > a.attempt
        and later.contact_hash <> a.contact_hash
    ) as last
  ) told`

/**
 * Prepared once, because planning takes longer than reading. The lists come as JSON, for which PostgreSQL assumes one
 * length, so that it keeps the plan.
 */
const evidence = buildSqlOnce<Row>(
  () => sql`
    with document as materialized (
      select decode(hash, 'hex') as hash
      from json_to_recordset(${placeholder('documents')}::json) as one (hash text)
    ), number as materialized (
      select ordinal, decode(hash, 'hex') as hash
      from json_to_recordset(${placeholder('numbers')}::json) as one (ordinal int, hash text)
    )
    select number.ordinal, replied, reached, failed, coalesce(failures, 0) as failures,
      used, coalesce(others, 0) as others, coalesce(whatsapp, false) as whatsapp,
      coalesce((
        -- A person's wish goes before what a vendor says.
        select min(s.reason) from ${suppressions} s
        where s.tenant = ${placeholder('tenant')} and s.mode = ${placeholder('mode')} and s.channel = ${channel}
          and s.phone_hash = number.hash and s.confirmed and (s.until is null or s.until > ${now})
      ), case when exists (
        select from ${challengeAttempts} a join ${challenges} c on c.id = a.challenge_id
        where c.transaction_id = ${transactionId} and a.contact_hash = number.hash
          and a.wrong_person_at is not null
      ) then 'recipient' end) as suppressed
    from number
    cross join lateral (
      select
        ${epochMs(sql`max(replied_at) filter (where document_hash in (select hash from document))`)}
          as replied,
        ${epochMs(sql`max(greatest(delivered_at, read_at, replied_at)) filter (where here)`)} as reached,
        ${epochMs(sql`max(failed_at) filter (where here)`)} as failed,
        count(*) filter (where here and failed_at > ${now} - interval '7 days')::int as failures,
        bool_or(here and channel = 'whatsapp'
          and coalesce(delivered_at, read_at, replied_at) is not null) as whatsapp
      from (${newestAttempts}) attempt
    ) shown
    cross join lateral (
      select
        ${epochMs(sql`max(used_at) filter (where own)`)} as used,
        count(distinct document_hash) filter (
          where not own and used_at > ${now} - interval '30 days')::int as others
      from (
        select used_at, document_hash, document_hash in (select hash from document) as own
        from ${phoneUses}
        where phone_hash = number.hash and transaction_id <> ${transactionId}
        order by used_at desc limit 500
      ) named
    ) used`,
)

function toKnown({ replied, reached, failed, used, ...row }: Row): ContactEvidence {
  return {
    repliedAt: toTime(replied),
    reachedAt: toTime(reached),
    failedAt: toTime(failed),
    failures: row.failures,
    usedAt: toTime(used),
    otherDocuments: row.others,
    onWhatsApp: row.whatsapp,
    suppressed: row.suppressed,
  }
}

function addUp(a: ContactEvidence, b: ContactEvidence): ContactEvidence {
  return {
    repliedAt: latest(a.repliedAt, b.repliedAt),
    reachedAt: latest(a.reachedAt, b.reachedAt),
    failedAt: latest(a.failedAt, b.failedAt),
    failures: a.failures + b.failures,
    usedAt: latest(a.usedAt, b.usedAt),
    otherDocuments: a.otherDocuments + b.otherDocuments,
    onWhatsApp: a.onWhatsApp || b.onWhatsApp,
    suppressed: a.suppressed === 'opt-out' ? a.suppressed : (b.suppressed ?? a.suppressed),
  }
}

const toTime = (epoch: string | null) => (epoch === null ? null : Number(epoch))
const latest = (a: number | null, b: number | null) =>
  a === null || b === null ? (a ?? b) : Math.max(a, b)
const toHex = (hash: Buffer) => hash.toString('hex')
