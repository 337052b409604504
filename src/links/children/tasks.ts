// The tasks of children: the parent's task makes or ends them, and a child’s task tells its parent the state.
import { eq } from 'drizzle-orm'
import { commitOn } from '#src/journey/commit/commit.ts'
import type { TaskDefinition, TaskRun } from '#src/journey/commit/task.ts'
import { append } from '#src/journey/journal/append.ts'
import type { OnEnded } from '#src/journey/capabilities/capability.ts'
import type { InCommit } from '#src/journey/transaction/locked.ts'
import { submissions } from '#src/journey/transaction/table.ts'
import type { Task } from '#src/journey/transaction/task.ts'
import {
  type Child,
  findPlaces,
  listChildrenOf,
  readChildFields,
} from '#src/packs/children/store.ts'
import {
  childrenEnded,
  childrenEnding,
  childrenMade,
  parentOwed,
  parentTold,
} from '#src/packs/runs/each/each-kinds.ts'
import { eachTask, tellTask } from '#src/packs/runs/rules.ts'
import { readOpenRuns, saveRun } from '#src/packs/runs/store.ts'
import { endChild } from './end.ts'
import { noteChildren } from './follow.ts'
import { type ChildDeps, makeChild, type Making, renewLink } from './make.ts'

/** The pause before the next try after our own fault. */
const laterMs = 3_600_000
/** The number of children that one task makes, because a task must be short; the next task makes the rest. */
const atOnceMax = 5

export const childTasks = (deps: ChildDeps): TaskDefinition[] => [
  {
    name: eachTask,
    lane: 'local',
    perform: async (run) => {
      const found = await run.commit((tx, locked, task) => readWork({ ...deps, tx, locked }, task))
      if (found?.ends) await endAll(deps, run, found.ends)
      if (found?.makes) await makeSome(deps, run, found.makes)
    },
    // The step has failed for a technical reason, which is no verdict about anybody.
    fail: async (tx, locked, { ref, module }) => {
      const [open] = await readOpenRuns(tx, locked, deps.packs, [ref])
      if (module === undefined || !open?.isOpen(module)) {
        append(locked, { kind: childrenEnding, ref, dueAt: locked.now.getTime() + laterMs })
        return
      }
      open.fail(module, 'internal')
      await saveRun(tx, locked, deps.sealer, open)
    },
  },
  {
    name: tellTask,
    lane: 'local',
    perform: async (run) => {
      const own = await run.commit(async (tx, { id }) => (await findPlaces(tx, id))[0])
      if (own)
        await commitOn(
          deps,
          own.transactionId,
          async (tx, locked) => noteChildren({ tx, locked }, await findPlaces(tx, run.id)),
          { by: 'client' },
        )
      await run.commitLast(async (_tx, locked) => {
        append(locked, { kind: parentTold, ref: locked.id })
      })
    },
    fail: async (_tx, locked) => {
      const dueAt = locked.now.getTime() + laterMs
      append(locked, { kind: parentOwed, ref: locked.id, code: 'internal', dueAt })
    },
  },
]

/**
 * When an operator ends what is open, keeps the tasks that others wait for: telling the parent, and ending the
 * children.
 */
export const keepOwed: OnEnded = async ({ locked }, open) => {
  if (open.some(({ task }) => task === tellTask))
    append(locked, { kind: parentOwed, ref: locked.id, code: 'ended' })
  for (const { task, ref, module } of open)
    if (task === eachTask && module === undefined) append(locked, { kind: childrenEnding, ref })
}

type Work =
  | { readonly ends: readonly Child[]; readonly makes?: undefined }
  | { readonly ends?: undefined; readonly makes: Makes }

type Makes = {
  readonly made: readonly Making[]
  readonly renewed: readonly Pick<Making, 'child' | 'childId' | 'linkMs'>[]
  readonly isLeft: boolean
}

async function readWork(ctx: InCommit<ChildDeps>, { ref, module }: Task): Promise<Work> {
  const { tx, locked } = ctx
  const all = await listChildrenOf(tx, ref)
  if (module === undefined) return { ends: all.filter((one) => one.cancelledAt !== null) }
  const own = new Map<string, Child>()
  // A document that is named twice is one child, so it is made once.
  for (const one of all)
    if (one.step === module && one.childId !== null && one.cancelledAt === null)
      if (!own.has(one.childId)) own.set(one.childId, one)
  const linkMsOf = ({ linkUntil }: Child) =>
    linkUntil === null ? undefined : Math.max(0, linkUntil.getTime() - locked.now.getTime())
  const unmade = [...own].filter(([, { madeAt }]) => madeAt === null)
  const made: Making[] = []
  for (const [childId, child] of unmade.slice(0, atOnceMax))
    made.push({
      child,
      childId,
      creator: await creatorOf(ctx, childId),
      fields: {
        ...(await readChildFields(ctx.sealer, locked, child)),
        parent: { transactionId: locked.id, runId: ref, step: module },
      },
      linkMs: linkMsOf(child),
    })
  const renewed = [...own]
    .filter(([, { madeAt, status }]) => madeAt !== null && status === 'waiting')
    .map(([childId, child]) => ({ child, childId, linkMs: linkMsOf(child) }))
  return { makes: { made, renewed, isLeft: unmade.length > made.length } }
}

/** The child's creator is the client that created the parent. */
async function creatorOf({ tx, locked }: InCommit, id: string): Promise<Making['creator']> {
  const { tenant, mode } = locked
  const [found] = await tx
    .select({ client: submissions.client })
    .from(submissions)
    .where(eq(submissions.id, locked.id))
  return { tenant, mode, client: found?.client ?? '', child: { id, parentId: locked.id } }
}

async function makeSome(deps: ChildDeps, run: TaskRun, { made, renewed, isLeft }: Makes) {
  for (const one of made) await makeChild(deps, one)
  for (const one of renewed) await renewLink(deps, one)
  await run.commitLast(async (tx, locked, { ref, module }) => {
    const children = await listChildrenOf(tx, ref)
    await noteChildren(
      { tx, locked },
      children.filter(({ step }) => step === module),
    )
    append(locked, {
      kind: childrenMade,
      ref,
      module: module ?? null,
      attempt: made.length,
      ...(isLeft && { dueAt: locked.now.getTime() }),
    })
  })
}

async function endAll(deps: ChildDeps, run: TaskRun, children: readonly Child[]) {
  for (const one of children) await endChild(deps, one)
  await run.commitLast(async (tx, locked, { ref }) => {
    await noteChildren({ tx, locked }, await listChildrenOf(tx, ref))
    append(locked, { kind: childrenEnded, ref, attempt: children.length })
  })
}
