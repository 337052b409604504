// Asks for the next movement of a paced challenge. Each request is stored with the challenge, together with the picture
// that the page had taken before it.
import { randomInt } from 'node:crypto'
import { and, eq, gt, inArray, isNull } from 'drizzle-orm'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import type { InCommit } from '#src/journey/transaction/locked.ts'
import {
  type PromptedPose,
  chooseNext,
  choosePause,
  type Pauses,
  type Side,
} from '#src/biometrics/movement/pacing-rules.ts'
import { kindOf } from '#src/biometrics/movement/rules.ts'
import { hashesOfNonce } from './challenge.ts'
import { livenessChallenges } from './table.ts'

export type PoseWanted = {
  readonly nonce: string
  /** The SHA-256 in base64url of the picture that was taken last. */
  readonly before: string
  /** Whether the previous movement was not done as requested. */
  readonly missed: boolean
}

/** `waitMs` is how long the answer, which names the side, must be held back. */
export type PosePrompt = { readonly pose: number; readonly side: Side; readonly waitMs: number }

/**
 * Runs in the caller's commit; the same `before` gives the same movement again. Undefined when there is no such
 * challenge, or no further movement.
 */
export async function askPose(
  { tx, sealer, locked }: InCommit<{ readonly sealer: Sealer }>,
  { nonce, before, missed }: PoseWanted,
  pauses: Pauses,
): Promise<PosePrompt | undefined> {
  const { now } = locked
  const [challenge] = await tx
    .select({
      nonceHash: livenessChallenges.nonceHash,
      actions: livenessChallenges.actions,
      asked: livenessChallenges.poses,
    })
    .from(livenessChallenges)
    .where(
      and(
        inArray(livenessChallenges.nonceHash, hashesOfNonce(sealer, locked, nonce)),
        eq(livenessChallenges.transactionId, locked.id),
        gt(livenessChallenges.expiresAt, now),
        isNull(livenessChallenges.usedBy),
      ),
    )
  if (!challenge?.asked) return undefined
  const known = challenge.asked.findIndex((one) => one.before === before)
  const again = challenge.asked[known]
  if (again)
    return { pose: known, side: again.side, waitMs: Date.parse(again.saidAt) - now.getTime() }
  const asked = challenge.asked.map((one, at, { length }): PromptedPose =>
    at < length - 1
      ? one
      : { ...one, overAt: now.toISOString(), ...(missed && { missed: true as const }) },
  )
  const next = chooseNext(kindOf(challenge.actions), asked, randomInt)
  if (!next) return undefined
  const waitMs = choosePause(pauses, next, randomInt)
  const saidAt = new Date(now.getTime() + waitMs).toISOString()
  await tx
    .update(livenessChallenges)
    .set({ poses: [...asked, { ...next, before, saidAt }] })
    .where(eq(livenessChallenges.nonceHash, challenge.nonceHash))
  return { pose: asked.length, side: next.side, waitMs }
}
