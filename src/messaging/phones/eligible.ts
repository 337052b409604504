// Whether any number could get a message, for read operations: without a lock, and without choosing one.
import { sql } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import { type StoredTransaction, readFields } from '#src/journey/transaction/store.ts'
import { listCandidates, type Reach } from './candidates.ts'
import { hashPhone } from './hash.ts'
import { suppressions } from './table.ts'
import type { Channel } from '#src/messaging/wire/channel.ts'

export async function hasEligiblePhone(
  { db, sealer }: { readonly db: Db; readonly sealer: Sealer },
  found: StoredTransaction,
  channel: Channel,
  reach?: Reach,
): Promise<boolean> {
  const candidates = listCandidates(await readFields(sealer, found), reach)
  if (candidates.length === 0) return false
  const hashes = candidates.map(({ e164 }) => hashPhone(sealer, found, e164).all)
  const numbers = hashes.flatMap((all, ordinal) =>
    all.map((one) => `${ordinal}:${one.toString('hex')}`),
  )
  // One parameter for all numbers, so that the statement’s text does not vary with their number.
  const [row] = await db.execute<{ stopped: number }>(sql`
    select count(distinct split_part(one, ':', 1))::int as stopped
    from unnest(string_to_array(${numbers.join(',')}, ',')) as one
    join ${suppressions} s on s.phone_hash = decode(split_part(one, ':', 2), 'hex')
    where s.confirmed and s.tenant = ${found.tenant} and s.mode = ${found.mode} and s.channel = ${channel}
      and (s.until is null or s.until > clock_timestamp())`)
  return (row?.stopped ?? 0) < candidates.length
}
