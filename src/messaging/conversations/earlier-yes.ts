// Who said no had said yes for the same document before: the number is surely its owner's.
import { and, eq, inArray, ne } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import type { Attempt } from '#src/messaging/challenges/attempts.ts'
import type { Challenge } from '#src/messaging/challenges/store.ts'
import { challengeAttempts, challenges } from '#src/messaging/challenges/table.ts'

/** Of other transactions: a yes to the transaction that is denied proves nothing of the number. */
export async function hasSaidYes(
  tx: Db,
  { transactionId, documentHash }: Pick<Challenge, 'transactionId' | 'documentHash'>,
  by: readonly Pick<Attempt, 'contactHash'>[],
): Promise<boolean> {
  if (!documentHash || by.length === 0) return false
  const found = await tx
    .select({ id: challenges.id })
    .from(challengeAttempts)
    .innerJoin(challenges, eq(challenges.id, challengeAttempts.challengeId))
    .where(
      and(
        inArray(
          challengeAttempts.contactHash,
          by.map(({ contactHash }) => contactHash),
        ),
        eq(challenges.documentHash, documentHash),
        eq(challenges.replyMeaning, 'yes'),
        ne(challenges.transactionId, transactionId),
      ),
    )
    .limit(1)
  return found.length > 0
}
