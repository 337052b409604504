// A pack run's steps: modules begun, computed and ended, conditions answered, the run closed.
import { append } from '#src/journal/append.ts'
import type { NewEntry } from '#src/journal/entry.ts'
import { writePin } from '#src/packs/rules.ts'
import { beginModule, endModule, endRun, findRun, findVersion, stopRun } from '#src/packs/store.ts'
import { ApplicationFailure } from '@temporalio/common'
import { commit } from './commit.ts'
import type { ActivityDeps } from './deps.ts'
import { answerPackCondition } from './pack-condition.ts'
import { computeScore } from './score.ts'
import type { LocalActivities, ModuleRef } from './signatures.ts'

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
      const { id, ref, module } = request
      const begun = await begin(deps, request)
      const compute = Object.hasOwn(computations, module)
        ? computations[module as keyof typeof computations]
        : undefined
      if (!compute)
        throw ApplicationFailure.retryable('this worker does not know the module', 'unknown-module')
      const ended = await commit(db, id, async (tx, locked) => {
        if (
          !(await endModule(
            tx,
            { runId: ref, module },
            { status: 'completed', endedAt: locked.now },
          ))
        )
          return []
        await compute(deps, tx, locked, ref)
        return append(tx, locked, [{ kind: 'module-completed', module, ref }])
      })
      return [...begun, ...ended]
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

    endPack: ({ id, ref, skipped, stopReason, status }) =>
      commit(db, id, async (tx, locked) => {
        const stopped = stopReason !== null && (await stopRun(tx, ref, stopReason))
        if (!(await endRun(tx, ref, { status, endedAt: locked.now }))) return []
        for (const module of skipped)
          await endModule(tx, { runId: ref, module }, { status: 'skipped', endedAt: locked.now })
        const entries: NewEntry[] = [
          ...skipped.map((module) => ({ kind: 'module-skipped', module, ref }) as const),
          ...(stopped ? [{ kind: 'pack-stopped', ref, code: stopReason } as const] : []),
          { kind: 'pack-ended', ref, code: status },
        ]
        return append(tx, locked, entries)
      }),
  }
}

/** Nothing when the module has begun before: a run that is resumed computes it again. */
function begin({ db }: ActivityDeps, { id, ref, module, deadlineSeconds }: ModuleRef) {
  return commit(db, id, async (tx, locked) => {
    const run = await findRun(tx, ref)
    if (!run || run.endedAt) return []
    const deadlineAt =
      deadlineSeconds === null ? null : new Date(locked.now.getTime() + deadlineSeconds * 1_000)
    if (!(await beginModule(tx, { runId: ref, module, startedAt: locked.now, deadlineAt })))
      return []
    return append(tx, locked, [
      { kind: 'module-started', module, ref, dueAt: deadlineAt?.getTime() ?? null },
    ])
  })
}
