// A WhatsApp message from a person opens a session window of 24 hours, in which messages without a template are
// accepted. The user’s id is stored beside it, because a person who hides the number is known by that id alone.
import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import { buildSqlOnce, sendUnawaited } from '#src/platform/db/prepared.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import type { Attempt } from '#src/messaging/challenges/attempts.ts'
import { challengeAttempts } from '#src/messaging/challenges/table.ts'
import { hashReplyRoute, hashUser } from './reply-route.ts'

/** The length of the window, minus a margin for differing clocks. */
const windowMs = 24 * 60 * 60_000 - 5 * 60_000

/** Stores when the person of these attempts wrote (wall time), and the WhatsApp user id. */
export function noteInbound(
  tx: Db,
  sealer: Sealer,
  attempts: readonly Pick<Attempt, 'id' | 'account'>[],
  { at, userId }: { readonly at: Date; readonly userId?: string | undefined },
): void {
  for (const { id, account } of attempts) {
    const userHash = userId === undefined ? null : hashUser(sealer, account, userId).current
    sendUnawaited(noteOne(tx).execute({ id, at, userHash }))
  }
}

const { inboundAt, userHash } = challengeAttempts
const noteOne = buildSqlOnce(
  () => sql`
    update ${challengeAttempts}
    set inbound_at = greatest(inbound_at, ${sql.param(sql.placeholder('at'), inboundAt)}::timestamptz),
      user_hash = coalesce(${sql.param(sql.placeholder('userHash'), userHash)}, user_hash)
    where id = ${sql.placeholder('id')}`,
)

/** Stores the user id that a report of an attempt’s message names. */
export async function noteUser(
  tx: Db,
  sealer: Sealer,
  { id, account, userHash }: Pick<Attempt, 'id' | 'account' | 'userHash'>,
  userId: string,
): Promise<void> {
  const { current } = hashUser(sealer, account, userId)
  if (userHash?.equals(current)) return
  await tx.update(challengeAttempts).set({ userHash: current }).where(eq(challengeAttempts.id, id))
}

/** Whether a session window is open: WhatsApp takes a message without a template from the account to the number. */
export async function hasSessionWindow(
  tx: Db,
  sealer: Sealer,
  { account, e164, wallNow }: { account: string; e164: string; wallNow: Date },
): Promise<boolean> {
  const { replyHash, inboundAt, id } = challengeAttempts
  const [found] = await tx
    .select({ id })
    .from(challengeAttempts)
    .where(
      and(
        inArray(replyHash, [...hashReplyRoute(sealer, account, e164).all]),
        gt(inboundAt, new Date(wallNow.getTime() - windowMs)),
      ),
    )
    .limit(1)
  return found !== undefined
}
