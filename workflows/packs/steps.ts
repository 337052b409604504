// The next steps of the pack runs in progress, as a pure function of state and documents.
import type { PacksState, RunState } from '#src/packs/rules.ts'
import { writePin } from '#src/packs/rules.ts'
import type { Pack } from './define.ts'
import { nextPackActions, packStatus } from './interpret.ts'

export type PackStep = {
  /** Names the step for ever: in summaries, and when its story failed. */
  readonly key: string
  readonly ref: string
  readonly dueAt: number | null
} & (
  | { readonly kind: 'read-pack'; readonly name: string; readonly version: number }
  | {
      readonly kind: 'run-module'
      readonly module: string
      readonly deadlineSeconds: number | null
      /** How the run ends when this module completes; null when it goes on. */
      readonly ending: Ending | null
    }
  | { readonly kind: 'fail-module'; readonly module: string; readonly code: 'deadline' }
  | { readonly kind: 'answer-condition'; readonly path: string }
  | { readonly kind: 'stop-pack'; readonly reason: string }
  | ({ readonly kind: 'end-pack' } & Ending)
)

type Ending = {
  readonly skipped: readonly string[]
  readonly stopReason: string | null
  readonly status: 'completed' | 'partial'
}

/** Documents by pin (`basic@1`); a run whose document is not there yet asks for it. */
export function nextPackSteps(packs: PacksState, documents: ReadonlyMap<string, Pack>): PackStep[] {
  return Object.entries(packs).flatMap(([ref, run]) => {
    const document = documents.get(writePin(run.name, run.version))
    if (document) return nextRunSteps(ref, run, document)
    const { name, version } = run
    return [
      { key: `read-pack:${ref}`, kind: 'read-pack', ref, name, version, dueAt: null } as const,
    ]
  })
}

function nextRunSteps(ref: string, run: RunState, document: Pack): PackStep[] {
  const { actions, stopReason = null } = nextPackActions(document, run)
  const ending = findEnding(document, run)
  if (ending) return [{ key: `end-pack:${ref}`, kind: 'end-pack', ref, ...ending, dueAt: null }]
  // Written down at once: of two stops that are reached beside each other, the first in time counts.
  if (stopReason !== null && run.stopped === undefined)
    return [{ key: `stop-pack:${ref}`, kind: 'stop-pack', ref, reason: stopReason, dueAt: null }]
  const begin = (module: string, deadlineSeconds: number | null): PackStep => ({
    key: `run-module:${ref}:${module}`,
    kind: 'run-module',
    ref,
    module,
    deadlineSeconds,
    ending: findEnding(document, withCompleted(run, module)),
    dueAt: null,
  })
  const begun = Object.entries(run.modules).filter(([, { status }]) => status === 'processing')
  return [
    ...begun.flatMap(([module, { deadlineAt }]) => [
      // Run again after a crash, and failed at its deadline.
      begin(module, null),
      ...failAt(ref, module, deadlineAt),
    ]),
    ...actions.map((action): PackStep =>
      action.kind === 'start-module'
        ? begin(action.module, action.deadlineSeconds ?? null)
        : {
            key: `answer-condition:${ref}:${action.path}`,
            kind: 'answer-condition',
            ref,
            path: action.path,
            dueAt: null,
          },
    ),
  ]
}

function findEnding(document: Pack, run: RunState): Ending | null {
  const { outcome, skipped, stopReason = null } = nextPackActions(document, run)
  if (outcome !== 'ended') return null
  const status = packStatus(document, run) === 'partial' ? 'partial' : 'completed'
  return { skipped, stopReason, status }
}

const withCompleted = (run: RunState, module: string): RunState => ({
  ...run,
  modules: { ...run.modules, [module]: { status: 'completed' } },
})

function failAt(ref: string, module: string, deadlineAt: number | undefined): PackStep[] {
  if (deadlineAt === undefined) return []
  const key = `fail-module:${ref}:${module}`
  return [{ key, kind: 'fail-module', ref, module, code: 'deadline', dueAt: deadlineAt }]
}
