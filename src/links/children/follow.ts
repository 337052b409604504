// Tells a parent the state of its child: the child’s commit notes it, a task tells the parent, and the parent's commit
// notes it. Neither commit locks the other’s transaction.
import { and, eq, exists, isNull } from 'drizzle-orm'
import type { Advance } from '#src/journey/commit/commit.ts'
import { append } from '#src/journey/journal/append.ts'
import type { InCommit, Locked } from '#src/journey/transaction/locked.ts'
import {
  type Child,
  type ChildState,
  findPlaces,
  isTold,
  noteTold,
  stateText,
  writeState,
} from '#src/packs/children/store.ts'
import { reviews } from '#src/packs/reviews/table.ts'
import { childChanged, childMade, parentOwed } from '#src/packs/runs/each/each-kinds.ts'
import { packRuns } from '#src/packs/runs/table.ts'
import type { Db } from '#src/platform/db/client.ts'

/** Every commit on a child ends with a check whether the parent must be informed. */
export const tellingParents =
  (advance: Advance): Advance =>
  async (tx, locked) => {
    await advance(tx, locked)
    if (locked.before.parentId !== null && locked.unwritten.length > 0) await follow(tx, locked)
  }

async function follow(tx: Db, locked: Locked): Promise<void> {
  const [own] = await findPlaces(tx, locked.id)
  if (!own?.childRunId || own.status === 'erased') return
  const state = await readState(tx, locked.id, own.childRunId)
  if (stateText(state) === stateText(own)) return
  await writeState(tx, locked.id, state)
  // If a child ends in the commit of its creation, the task that created it informs the parent, so the child needs no
  // workflow.
  if (locked.before.lastSeq === 0) return
  append(locked, { kind: parentOwed, ref: locked.id, code: state.outcome ?? state.status })
}

/** A child has no verdict while a person is asked about it. */
async function readState(tx: Db, childId: string, runId: string): Promise<ChildState> {
  const asked = tx
    .select({ id: reviews.id })
    .from(reviews)
    .where(and(eq(reviews.transactionId, childId), isNull(reviews.closedAt)))
  const [run] = await tx
    .select({
      endedAt: packRuns.endedAt,
      outcome: packRuns.outcome,
      stopReason: packRuns.stopReason,
      isInReview: exists(asked).mapWith(Boolean),
    })
    .from(packRuns)
    .where(eq(packRuns.id, runId))
  const nothing = { outcome: null, stopReason: null }
  if (run?.isInReview) return { status: 'in-review', ...nothing }
  if (!run || run.endedAt === null) return { status: 'waiting', ...nothing }
  return { status: 'ended', outcome: run.outcome, stopReason: run.stopReason }
}

/** Runs in a commit on the parent and notes the new states of these children, once per child. */
export async function noteChildren(
  { tx, locked }: InCommit,
  children: readonly Child[],
): Promise<void> {
  const said = new Set<string>()
  for (const child of children) {
    const { childId, runId: ref, step: module, status, outcome, madeAt, told } = child
    if (childId === null || madeAt === null || isTold(child)) continue
    await noteTold(tx, child)
    // A document that is named twice has two positions but one transaction.
    if (said.has(childId)) continue
    said.add(childId)
    const about = { ref, module, reason: childId } as const
    if (told === null) append(locked, { kind: childMade, ...about })
    if (told !== null || status !== 'waiting')
      append(locked, {
        kind: childChanged,
        ...about,
        code: outcome ?? status,
        told: { status, ...(outcome !== null && { outcome }) },
      })
  }
}
