// Each event of a vendor counts once: its key is written in the commit of what it changes.
import { inArray, lt, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.ts'
import type { Sealer } from '#src/seal/sealer.ts'
import { providerEvents } from './table.ts'

/** False when the event was taken before. `parts` say what it is taken for, beyond its own key. */
export async function claimEvent(
  tx: Db,
  sealer: Sealer,
  provider: string,
  ...parts: readonly string[]
): Promise<boolean> {
  const dedupeHash = sealer.hash('provider-event', provider, ...parts)
  const taken = await tx
    .insert(providerEvents)
    .values({ provider, dedupeHash, receivedAt: sql`clock_timestamp()` })
    .onConflictDoNothing()
    .returning({ provider: providerEvents.provider })
  return taken.length > 0
}

/** Forgets a batch of keys older than any repetition; resolves to how many there were. */
export async function forgetOldKeys(db: Db): Promise<number> {
  const old = db
    .select({ id: sql`ctid` })
    .from(providerEvents)
    .where(lt(providerEvents.receivedAt, sql`clock_timestamp() - interval '30 days'`))
    .limit(1_000)
  const gone = await db
    .delete(providerEvents)
    .where(inArray(sql`ctid`, old))
    .returning({ provider: providerEvents.provider })
  return gone.length
}
