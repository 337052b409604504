// The two digits before a typed answer, where tenants share the sender: without them nobody could tell
// whose question was answered.
import { randomInt } from 'node:crypto'
import { and, eq, gt, inArray, isNotNull } from 'drizzle-orm'
import type { Db } from '#src/db/client.ts'
import type { Sealer } from '#src/seal/sealer.ts'
import type { MessagingProvider } from './port.ts'
import { hashReplyRoute } from './reply-route.ts'
import { phoneRules } from './settings.ts'
import { challengeAttempts, challenges } from './table.ts'

/** One that no question open at this number has; null where no account is shared. */
export async function pickTag(
  tx: Db,
  sealer: Sealer,
  accounts: readonly MessagingProvider[],
  e164: string,
  wallNow: Date,
): Promise<string | null> {
  const shared = accounts.filter((account) => account.shared)
  if (shared.length === 0) return null
  const used = await readOpenTags(
    tx,
    shared.flatMap(({ id }) => hashReplyRoute(sealer, id, e164).all),
    new Date(wallNow.getTime() - phoneRules.ttlMinutes * 60_000),
  )
  const free = tags.filter((tag) => !used.has(tag))
  const choice = free.length > 0 ? free : tags
  return choice[randomInt(choice.length)] ?? null
}

const tags = Array.from({ length: 90 }, (_, index) => String(index + 10))

/** Of all tenants: a typed answer names none. */
async function readOpenTags(
  tx: Db,
  replyHashes: readonly Buffer[],
  since: Date,
): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectDistinct({ tag: challenges.tag })
    .from(challengeAttempts)
    .innerJoin(challenges, eq(challenges.id, challengeAttempts.challengeId))
    .where(
      and(
        inArray(challengeAttempts.replyHash, [...replyHashes]),
        isNotNull(challenges.tag),
        gt(challenges.wallCreatedAt, since),
      ),
    )
  return new Set(rows.flatMap(({ tag }) => tag ?? []))
}
