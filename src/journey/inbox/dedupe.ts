// Counts each event of a vendor once: its key is written in the commit of the change that it causes.
import { and, eq, inArray, sql } from 'drizzle-orm'
import { deleteOlder } from '#src/platform/db/batches.ts'
import type { Db } from '#src/platform/db/client.ts'
import { buildSqlOnce } from '#src/platform/db/prepared.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import { providerEvents } from './table.ts'

/** False when the event was taken before. `parts` identify what it is taken for, beyond its own key. */
export async function claimEvent(
  tx: Db,
  sealer: Sealer,
  account: string,
  ...parts: readonly string[]
): Promise<boolean> {
  const hashes = sealer.hashes('provider-event', account, ...parts).map(toHex)
  const [current = ''] = hashes
  // An event that was taken under an older hash key counts as taken. One parameter for all hashes, so that the
  // statement’s text does not vary with their number.
  const taken = await insertEvent(tx).execute({ account, current, hashes: hashes.join(',') })
  return taken.length > 0
}

const account = sql`${sql.placeholder('account')}::text`
const insertEvent = buildSqlOnce(
  () => sql`
    insert into ${providerEvents} (provider, dedupe_hash, received_at)
    select ${account}, decode(${sql.placeholder('current')}::text, 'hex'), clock_timestamp()
    where not exists (
      select from unnest(string_to_array(${sql.placeholder('hashes')}::text, ',')) as one(hash)
      join ${providerEvents} known
        on known.provider = ${account} and known.dedupe_hash = decode(one.hash, 'hex')
    )
    on conflict do nothing returning provider`,
)

/** Whether the event was taken before; this does not claim it. */
export async function wasTaken(
  tx: Db,
  sealer: Sealer,
  account: string,
  ...parts: readonly string[]
): Promise<boolean> {
  const hashes = sealer.hashes('provider-event', account, ...parts)
  const { provider, dedupeHash } = providerEvents
  const [found] = await tx
    .select({ provider })
    .from(providerEvents)
    .where(and(eq(provider, account), inArray(dedupeHash, [...hashes])))
    .limit(1)
  return found !== undefined
}

const toHex = (hash: Buffer) => hash.toString('hex')

/** Deletes a batch of keys that are older than any repetition; resolves to their number. */
export const forgetOldKeys = (db: Db): Promise<number> =>
  deleteOlder(db, providerEvents.receivedAt, '30 days')
