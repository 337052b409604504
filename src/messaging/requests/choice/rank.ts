// Ranks the numbers of a transaction: by their evidence, without the suppressed ones, with the times of earlier
// messages. Expects the transaction’s row to be locked.
import { sql } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import { askInOrder, buildSqlOnce } from '#src/platform/db/prepared.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import type { InCommit } from '#src/journey/transaction/locked.ts'
import type { StoredFields } from '#src/journey/transaction/schema.ts'
import {
  type Candidate,
  listCandidates,
  type Reach,
  type CountryCode,
} from '#src/messaging/phones/candidates.ts'
import {
  hashDocument,
  hashPhone,
  type KeyedHash,
  type PhoneHash,
} from '#src/messaging/phones/hash.ts'
import { compareHeat, type Heat, heatOf } from '#src/messaging/phones/heat.ts'
import { lockHashes } from '#src/messaging/phones/store.ts'
import type { Channel } from '#src/messaging/wire/channel.ts'
import { challengeAttempts, challenges } from '#src/messaging/challenges/table.ts'
import { nothingKnown, readEvidence } from './evidence.ts'
import type { Messaging } from '#src/messaging/challenges/messaging.ts'

/** A candidate that is suppressed on the channel. */
export type Stopped = { readonly hash: PhoneHash; readonly reason: 'opt-out' | 'recipient' }

export type ChosenPhone = {
  readonly candidate: Candidate
  readonly heat: Heat
  readonly hash: PhoneHash
}

/**
 * Locks every candidate for this commit, then ranks those that may get messages on the channel, hottest first. `none`
 * is true when there is no candidate at all. The caller applies limits, by `readPhoneSends`.
 */
export async function rankPhones(
  { tx, sealer, locked }: InCommit<{ readonly sealer: Sealer }>,
  fields: Pick<StoredFields, 'phone' | 'phones' | 'documentType' | 'document'>,
  channel: Channel,
  reach?: Reach,
): Promise<{ ranked: ChosenPhone[]; none: boolean; stopped: Stopped[] }> {
  const candidates = listCandidates(fields, reach).map((candidate) => ({
    candidate,
    hash: hashPhone(sealer, locked, candidate.e164),
  }))
  if (candidates.length === 0) return { ranked: [], none: true, stopped: [] }
  const hashes = candidates.map(({ hash }) => hash)
  const document = hashDocument(sealer, locked, fields)
  // Both statements are sent at once on one connection, and the second one sees what was committed before the locks.
  const [, known] = await askInOrder(
    () => lockHashes(tx, hashes),
    () => readEvidence(tx, locked, { hashes, document, channel }),
  )
  const now = locked.wallNow.getTime()
  const ranked = candidates
    .flatMap(({ candidate, hash }, index): ChosenPhone[] => {
      const { suppressed, ...evidence } = known[index] ?? nothingKnown
      return suppressed ? [] : [{ candidate, hash, heat: heatOf(candidate, evidence, now) }]
    })
    .toSorted(compareHeat)
  const stopped = hashes.flatMap((hash, index): Stopped[] => {
    const reason = known[index]?.suppressed
    return reason ? [{ hash, reason }] : []
  })
  return { ranked, none: ranked.length === 0, stopped }
}

/**
 * Wall times (epoch ms), in any order, of the records sent to the number in the last 24 hours: as first choice or after
 * another number. The caller holds the number’s lock.
 */
export async function readPhoneSends(tx: Db, hash: KeyedHash, wallNow: Date): Promise<number[]> {
  const since = new Date(wallNow.getTime() - dayMs).toISOString()
  const rows = await sendsTo(tx).execute({ hashes: toHex(hash), since })
  return rows.map(({ at }) => Number(at))
}

const sendsTo = buildSqlOnce<{ readonly at: string }>(
  () => sql`
    with number as (
      select decode(hex, 'hex') as hash from unnest(string_to_array(${sql.placeholder('hashes')}, ',')) as hex
    )
    select extract(epoch from wall_created_at) * 1000 as at
    from ${challenges}
    where contact_hash in (select hash from number) and wall_created_at > ${sql.placeholder('since')}::timestamptz
      -- Of which nothing has left: no account took it.
      and not (accepted_at is null and coalesce(failure_code in ('provider-failed', 'no-provider'), false))
    union all
    select extract(epoch from min(a.claimed_at)) * 1000
    from ${challengeAttempts} a join ${challenges} c on c.id = a.challenge_id
    where a.contact_hash in (select hash from number) and a.claimed_at > ${sql.placeholder('since')}::timestamptz
      and c.contact_hash not in (select hash from number)
    group by c.id
    union all
    -- What helps with an answer, or acknowledges it, is paid like a question.
    select extract(epoch from a.claimed_at) * 1000
    from ${challengeAttempts} a join ${challenges} c on c.id = a.challenge_id
    where a.contact_hash in (select hash from number) and a.claimed_at > ${sql.placeholder('since')}::timestamptz
      and a.attempt <= 0 and c.channel = 'sms'`,
)

const toHex = ({ all }: KeyedHash) => all.map((one) => one.toString('hex')).join(',')

const dayMs = 24 * 60 * 60_000

/** The numbers to which a tenant’s messages may go: those of its countries, and of its prefixes if it has any. */
export function reachOf(
  { tenants, countries }: Pick<Messaging, 'tenants' | 'countries'>,
  tenant: string,
): Reach {
  const { countries: named, prefixes } = tenants.of(tenant).messages
  // Safe because the settings accept no other codes.
  const own = (named as readonly CountryCode[] | undefined) ?? countries
  return { ...(own && { countries: own }), ...(prefixes && { prefixes }) }
}
