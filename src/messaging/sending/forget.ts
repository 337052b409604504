// Deletes what tokens and questions keep of an erased transaction: the document hash at once, the hashes of numbers
// after two days.
import { and, eq, gte, inArray, ne } from 'drizzle-orm'
import type { MessagingDeps } from '#src/messaging/challenges/deps.ts'
import type { Remains } from '#src/journey/capabilities/remains.ts'
import type { Counts } from '#src/journey/capabilities/erased.ts'
import type { Db } from '#src/platform/db/client.ts'
import { listAttempts } from '#src/messaging/challenges/attempts.ts'
import { readMessage } from './attempt-message.ts'
import { challengeAttempts, challenges, replyCodes } from '#src/messaging/challenges/table.ts'

/** The limits of a number cover a day, and replies and reports may arrive that late. */
const keptMs = 2 * 86_400_000

export async function forgetDocument(tx: Db, transactionId: string): Promise<Counts> {
  const gone = await tx
    .update(challenges)
    .set({ documentHash: null })
    .where(eq(challenges.transactionId, transactionId))
    .returning({ id: challenges.id })
  return { messages: gone.length }
}

const nothing = Buffer.alloc(0)

/** True when no hash is left by which a number could be found. */
async function forgetContacts(db: Db, transactionId: string): Promise<boolean> {
  const own = eq(challenges.transactionId, transactionId)
  const recent = await db
    .select({ id: challenges.id })
    .from(challenges)
    .where(and(own, gte(challenges.wallCreatedAt, new Date(Date.now() - keptMs))))
    .limit(1)
  if (recent.length > 0) return false
  await db.transaction(async (tx) => {
    const ids = tx.select({ id: challenges.id }).from(challenges).where(own)
    await tx.delete(replyCodes).where(inArray(replyCodes.challengeId, ids))
    await tx
      .update(challengeAttempts)
      .set({
        contactHash: nothing,
        replyHash: null,
        messageHash: null,
        userHash: null,
        prefixHash: null,
      })
      .where(inArray(challengeAttempts.challengeId, ids))
    await tx
      .update(challenges)
      .set({ contactHash: nothing, prefixHash: null, documentHash: null })
      .where(and(own, ne(challenges.contactHash, nothing)))
  })
  return true
}

export const challengeRemains = ({
  sealer,
  messaging,
}: Pick<MessagingDeps, 'sealer' | 'messaging'>): Remains => ({
  async listAtVendors({ tx, locked }) {
    const own = await tx
      .select({ id: challenges.id })
      .from(challenges)
      .where(eq(challenges.transactionId, locked.id))
    const found = []
    for (const { id } of own)
      for (const attempt of await listAttempts(tx, id)) {
        if (!messaging.accounts.find(attempt.account)?.erase) continue
        const message = await readMessage(sealer, locked, attempt)
        if (message) found.push({ account: attempt.account, ref: message.providerMsgId })
      }
    return found
  },
  async eraseAtVendor({ account, ref }, signal) {
    const found = messaging.accounts.find(account)
    await found?.erase?.(ref, signal)
    return found?.erase !== undefined
  },
  forgetLater: forgetContacts,
})
