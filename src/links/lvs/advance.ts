// Advances the open link of a locked transaction in every commit, as packs are: a reply by a callback or a result of
// the engines may complete it.
import type { ServiceDeps } from '#src/main/capability.ts'
import type { Advance } from '#src/journey/commit/commit.ts'
import type { Db } from '#src/platform/db/client.ts'
import { append } from '#src/journey/journal/append.ts'
import type { InCommit, Locked } from '#src/journey/transaction/locked.ts'
import { readFields } from '#src/journey/transaction/store.ts'
import { expireTask, linkCompleted, linkStepClosed } from './kinds.ts'
import { isWalkable } from './rules.ts'
import { linkScorecard, scoreSteps } from './scoring.ts'
import { closeStep, listSteps } from './steps.ts'
import { findLink, updateLink, toEnds } from './store.ts'
import { readWalk, type Walk } from './read.ts'

type Deps = Pick<ServiceDeps, 'packs' | 'sealer'>

/** Packs first, then the link over what they have come to, then packs that wait for the link. */
export const advanceWithLinks =
  (deps: Deps): Advance =>
  async (tx, locked) => {
    await deps.packs.advance(tx, locked)
    if (await advanceLink({ ...deps, tx, locked })) await deps.packs.advance(tx, locked)
  }

/** True when something was written. Without an open link a commit pays nothing. */
async function advanceLink(ctx: InCommit<Deps>): Promise<boolean> {
  const { tx, locked } = ctx
  const open = locked.tasks.find(({ task }) => task === expireTask)
  if (!open || locked.unwritten.length === 0) return false
  const link = await findLink(tx, open.ref)
  const now = locked.now.getTime()
  if (!link || !isWalkable(toEnds(link), now)) return false
  const walk = await readWalk(tx, ctx, link, now)
  if (!walk) return false
  const closed = await closeSteps(tx, locked, walk)
  if (walk.position.kind !== 'end') return closed
  const score = scoreSteps(walk.steps)
  const { identifierDate } = await readFields(ctx.sealer, locked)
  await updateLink(tx, link.id, {
    score,
    scorecard: linkScorecard,
    completedAt: locked.now,
    identifierDate: identifierDate?.slice(0, 10) ?? locked.createdAt.toISOString().slice(0, 10),
  })
  append(locked, { kind: linkCompleted, ref: link.id, code: String(score), reason: linkScorecard })
  return true
}

/** What has ended by itself is written down once. */
async function closeSteps(tx: Db, locked: Locked, { link, steps }: Walk): Promise<boolean> {
  const rows = await listSteps(tx, link.id)
  const closing = steps.filter(
    ({ key, outcome }) =>
      outcome !== null && !rows.some((row) => row.step === key && row.outcome !== null),
  )
  for (const { key, outcome } of closing) {
    if (outcome === null) continue
    await closeStep(tx, link.id, key, { outcome, closedAt: locked.now })
    append(locked, { kind: linkStepClosed, module: key, ref: link.id, code: outcome })
  }
  return closing.length > 0
}
