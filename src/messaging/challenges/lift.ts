// Lifts the denials of a transaction: a review alone does so, in the commit of its decision. What is said after it
// denies anew.
import { and, eq } from 'drizzle-orm'
import { append } from '#src/journey/journal/append.ts'
import type { InCommit } from '#src/journey/transaction/locked.ts'
import { challengeDenialLifted } from './kinds.ts'
import { challenges } from './table.ts'
import { whereDenied } from './denied.ts'

/**
 * `reviewId` stands in the journal as the reason. Resolves to whether there was a denial; a second time it changes
 * nothing.
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
    // A denial can bear a time that is later than now, so that it is later than the yes that it outweighs.
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
