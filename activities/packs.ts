// A pack run's steps: modules begun, computed and ended, conditions answered, the run closed.
import { append } from '#src/journal/append.ts'
import type { Db } from '#src/db/client.ts'
import type { Entry, NewEntry } from '#src/journal/entry.ts'
import { writePin } from '#src/packs/rules.ts'
import { beginModule, endModule, endRun, findRun, findVersion, stopRun } from '#src/packs/store.ts'
import type { Locked } from '#src/transaction/locked.ts'
import { ApplicationFailure } from '@temporalio/common'
import { commit } from './commit.ts'
import type { ActivityDeps } from './deps.ts'
import { answerPackCondition } from './pack-condition.ts'
import { computeScore } from './score.ts'
import type { LocalActivities, ModuleRef, PackEnd } from './signatures.ts'

type PackActivities = Pick<
  LocalActivities,
  'readPack' | 'runModule' | 'failModule' | 'answerCondition' | 'stopPack' | 'endPack'
>

/** What computes the modules that need nobody outside, by module key. */
const computations = { score: computeScore } as const

export function packActivities(deps: ActivityDeps): PackActivities {
  const { db } = deps
  return {
    async readPack({ name, version }) {
      const found = await findVersion(db, name, version)
      if (!found)
        throw ApplicationFailure.retryable(
          `${writePin(name, version)} is not published`,
          'unknown-pack',
        )
      return found.document
    },

    async runModule(request) {
      try {
        return await runModule(deps, request)
      } catch (error) {
        // What cannot be computed now has begun: its deadline counts from here.
        await commit(db, request.id, async (tx, locked) =>
          append(tx, locked, await begin(tx, locked, request)),
        ).catch(() => undefined)
        throw error
      }
    },

    failModule: ({ id, ref, module, code, at: dueAt }) =>
      commit(db, id, async (tx, locked) => {
        const at = dueAt ?? locked.now.getTime()
        const end = { status: 'failed', endedAt: new Date(at), failureCode: code } as const
        if (!(await endModule(tx, { runId: ref, module }, end))) return []
        return append(tx, locked, [{ kind: 'module-failed', module, ref, code, at }])
      }),

    async answerCondition({ id, ref, path }) {
      const code = await answerPackCondition(db, ref, path)
      return commit(db, id, (tx, locked) =>
        append(tx, locked, [{ kind: 'condition-answered', ref, code, reason: path }]),
      )
    },

    stopPack: ({ id, ref, reason }) =>
      commit(db, id, async (tx, locked) =>
        (await stopRun(tx, ref, reason))
          ? append(tx, locked, [{ kind: 'pack-stopped', ref, code: reason }])
          : [],
      ),

    endPack: ({ id, ref, ...ending }) =>
      commit(db, id, async (tx, locked) => append(tx, locked, await end(tx, locked, ref, ending))),
  }
}

/** The entries of a run's end; none when it has ended before. */
async function end(
  tx: Db,
  locked: Locked,
  ref: string,
  { skipped, stopReason, status }: PackEnd,
): Promise<NewEntry[]> {
  const endedAt = locked.now
  const stopped = stopReason !== null && (await stopRun(tx, ref, stopReason))
  if (!(await endRun(tx, ref, { status, endedAt }))) return []
  for (const module of skipped)
    await endModule(tx, { runId: ref, module }, { status: 'skipped', endedAt })
  return [
    ...skipped.map((module) => ({ kind: 'module-skipped', module, ref }) as const),
    ...(stopped ? [{ kind: 'pack-stopped', ref, code: stopReason } as const] : []),
    { kind: 'pack-ended', ref, code: status },
  ]
}

/** Begun, computed, and the run ended if that was its last step, in one commit. */
async function runModule(deps: ActivityDeps, request: ModuleRef): Promise<Entry[]> {
  const { id, ref, module, ending } = request
  const compute = Object.hasOwn(computations, module)
    ? computations[module as keyof typeof computations]
    : undefined
  if (!compute)
    throw ApplicationFailure.retryable('this worker does not know the module', 'unknown-module')
  return commit(deps.db, id, async (tx, locked) => {
    const entries = await begin(tx, locked, request)
    const completed = { status: 'completed', endedAt: locked.now } as const
    if (await endModule(tx, { runId: ref, module }, completed)) {
      await compute(deps, tx, locked, ref)
      entries.push({ kind: 'module-completed', module, ref })
      if (ending) entries.push(...(await end(tx, locked, ref, ending)))
    }
    return append(tx, locked, entries)
  })
}

/** The entry of a module's begin; none when it has begun before, and is computed again. */
async function begin(
  tx: Db,
  locked: Locked,
  { ref, module, deadlineSeconds }: ModuleRef,
): Promise<NewEntry[]> {
  const run = await findRun(tx, ref)
  if (!run || run.endedAt) return []
  const deadlineAt =
    deadlineSeconds === null ? null : new Date(locked.now.getTime() + deadlineSeconds * 1_000)
  if (!(await beginModule(tx, { runId: ref, module, startedAt: locked.now, deadlineAt }))) return []
  return [{ kind: 'module-started', module, ref, dueAt: deadlineAt?.getTime() ?? null }]
}
