// What is learnt of a person who writes on WhatsApp: when, because free messages are taken for a day from then, and by
// what name, because who hides the number writes by that name alone.
import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import type { Attempt } from '../sending/attempts.ts'
import { challengeAttempts } from '../table.ts'
import { hashReplyRoute, hashUser } from './reply-route.ts'

/** For how long after a person's message, less what clocks differ by. */
const openMs = 24 * 60 * 60_000 - 5 * 60_000

/** That the person of these attempts wrote at that wall time, and how WhatsApp names who did. */
export async function noteHeard(
  tx: Db,
  sealer: Sealer,
  attempts: readonly Pick<Attempt, 'id' | 'provider'>[],
  { at, userId }: { readonly at: Date; readonly userId?: string | undefined },
): Promise<void> {
  for (const { id, provider } of attempts)
    await tx
      .update(challengeAttempts)
      .set({
        heardAt: sql`greatest(${challengeAttempts.heardAt}, ${sql.param(at, challengeAttempts.heardAt)})`,
        ...(userId !== undefined && { userHash: hashUser(sealer, provider, userId).current }),
      })
      .where(eq(challengeAttempts.id, id))
}

/** What a report of an attempt's message says of its recipient. */
export async function noteUser(
  tx: Db,
  sealer: Sealer,
  { id, provider, userHash }: Pick<Attempt, 'id' | 'provider' | 'userHash'>,
  userId: string,
): Promise<void> {
  const { current } = hashUser(sealer, provider, userId)
  if (userHash?.equals(current)) return
  await tx.update(challengeAttempts).set({ userHash: current }).where(eq(challengeAttempts.id, id))
}

/** Whether WhatsApp takes a message without a template from the account for the number. */
export async function isOpenFor(
  tx: Db,
  sealer: Sealer,
  { account, e164, wallNow }: { account: string; e164: string; wallNow: Date },
): Promise<boolean> {
  const { replyHash, heardAt, id } = challengeAttempts
  const [heard] = await tx
    .select({ id })
    .from(challengeAttempts)
    .where(
      and(
        inArray(replyHash, [...hashReplyRoute(sealer, account, e164).all]),
        gt(heardAt, new Date(wallNow.getTime() - openMs)),
      ),
    )
    .limit(1)
  return heard !== undefined
}
