// Denials: a person answered no to a record, and no review has lifted that since.
import { and, eq, gt, inArray, isNotNull, isNull, ne, or } from 'drizzle-orm'
import type { Challenge, ChallengeState } from './challenge.ts'
import { challengeAttempts, challenges } from './table.ts'
import { append } from '#src/journey/journal/append.ts'
import type { InCommit } from '#src/journey/transaction/locked.ts'
import { challengeDenialLifted } from './kinds.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { Attempt } from './attempts.ts'

/** Whether a record is denied. Pure; the same condition is below in SQL. */
export const isDenied = ({
  deniedAt,
  denialLiftedAt,
}: Pick<ChallengeState, 'deniedAt' | 'denialLiftedAt'>): boolean =>
  deniedAt !== null && (denialLiftedAt === null || deniedAt > denialLiftedAt)

const { deniedAt, denialLiftedAt } = challenges

export const whereDenied = and(
  isNotNull(deniedAt),
  or(isNull(denialLiftedAt), gt(deniedAt, denialLiftedAt)),
)

/**
 * Lifts the denials of a transaction. Only a review does so, in the commit of its decision; a later no denies again.
 * The journal keeps `reviewId` as the reason. Resolves to whether there was a denial; repeating it changes nothing.
 */
export async function liftDenials({ tx, locked }: InCommit, reviewId: string): Promise<boolean> {
  const denied = await tx
    .select({
      id: challenges.id,
      challengeKind: challenges.challengeKind,
      deniedAt: challenges.deniedAt,
    })
    .from(challenges)
    .where(and(eq(challenges.transactionId, locked.id), whereDenied))
  for (const { id, challengeKind, deniedAt } of denied) {
    // A denial may have a time later than now, because it is dated after the yes that it overrides.
    const liftedAt = new Date(Math.max(locked.now.getTime(), deniedAt?.getTime() ?? 0))
    await tx.update(challenges).set({ denialLiftedAt: liftedAt }).where(eq(challenges.id, id))
    append(locked, {
      kind: challengeDenialLifted,
      module: challengeKind,
      ref: id,
      reason: reviewId,
    })
  }
  return denied.length > 0
}

/**
 * Whether the person who said no had said yes for the same document before, so that the number is surely the document
 * owner’s. Only other transactions count: a yes to the denied transaction proves nothing about the number.
 */
export async function hasConfirmed(
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
