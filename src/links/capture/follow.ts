// The parts of a link that the client’s page may learn: no more than the person at it knows, and nothing of the result.
// So it learns that the person is done, but not whether they were refused, denied the request, or are under review.
import { z } from 'zod'
import type { LinkDeps } from '#src/links/lvs/deps.ts'
import { type StoredTransaction, readerNow } from '#src/journey/transaction/store.ts'
import { readWalk } from '#src/links/lvs/read.ts'
import { isOpen, isUndecided, isWalkable } from '#src/links/lvs/rules.ts'
import { toEnds, type VerificationLink } from '#src/links/lvs/store.ts'
import { standOf } from './scene.ts'

export const FollowedLink = z.object({
  status: z.enum(['OPEN', 'STARTED', 'COMPLETED', 'REFUSED', 'EXPIRED']),
  /** The current step, by its name. */
  step: z.string().exactOptional(),
  progress: z.object({ step: z.int(), steps: z.int() }).exactOptional(),
  /** The number of devices on which the link was opened; more than one after a handover. */
  devices: z.int(),
})
type FollowedLink = z.output<typeof FollowedLink>

type Deps = Pick<LinkDeps, 'packs' | 'sealer' | 'reads'>

export async function readFollowed(
  deps: Deps,
  link: VerificationLink,
  transaction: StoredTransaction,
): Promise<FollowedLink> {
  const { devices } = link
  if (link.completedAt !== null || link.disownedAt !== null) return { status: 'COMPLETED', devices }
  const now = readerNow(transaction).getTime()
  const walk = await readWalk(deps.reads, deps, link, now)
  const isInReview = walk?.steps.some(({ outcome }) => isUndecided(outcome)) ?? false
  if (!isWalkable(toEnds(link), now)) {
    const isHeld = isInReview && isOpen(toEnds(link))
    return { status: isHeld ? 'COMPLETED' : 'EXPIRED', devices }
  }
  if (link.refusedAt !== null) return { status: 'REFUSED', devices }
  if (!walk) return { status: link.sessionId === null ? 'OPEN' : 'STARTED', devices }
  const { position } = walk
  if (position.kind === 'end' && isInReview) return { status: 'COMPLETED', devices }
  if (position.kind !== 'step') return { status: 'STARTED', devices }
  const { progress } = standOf(walk.steps, position)
  const step = position.step.name
  return { status: 'STARTED', step, ...(progress && { progress }), devices }
}
