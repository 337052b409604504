// What the journal says of pack runs, folded. Pure: it runs in the workflow.
import type { Entry, Kind } from '#src/journal/entry.ts'
import type { PackRun } from '#workflows/packs/interpret.ts'

/** Runs that have not ended, by run id. */
export type PacksState = Readonly<Record<string, RunState>>

export type RunState = PackRun & { readonly name: string; readonly version: number }

export const noPacks: PacksState = {}

export function foldPacks(state: PacksState, entry: Entry): PacksState {
  const { kind, ref } = entry
  if (ref === null) return state
  if (kind === 'pack-started')
    return { ...state, [ref]: { ...readPin(entry.code), modules: {}, answers: {} } }
  if (kind === 'pack-ended') return without(state, ref)
  const run = state[ref]
  return run ? { ...state, [ref]: foldRun(run, entry) } : state
}

type Reducer = (run: RunState, entry: Entry) => RunState

const reducers: { readonly [K in Kind]?: Reducer } = {
  'module-started': (run, { module, dueAt }) =>
    withModule(run, module, {
      status: 'processing',
      ...(dueAt !== null && { deadlineAt: dueAt }),
    }),
  'module-completed': (run, { module }) => withModule(run, module, { status: 'completed' }),
  'module-failed': (run, { module }) => withModule(run, module, { status: 'failed' }),
  'module-skipped': (run, { module }) => withModule(run, module, { status: 'skipped' }),
  'condition-answered': (run, { code, reason }) => ({
    ...run,
    // The first answer counts: an activity may run twice.
    answers: { [reason ?? '']: code === 'failed' ? 'failed' : code === 'yes', ...run.answers },
  }),
  'pack-stopped': (run, { code }) => ({ ...run, stopped: code ?? 'stopped' }),
}

const foldRun: Reducer = (run, entry) => reducers[entry.kind]?.(run, entry) ?? run

function withModule(
  run: RunState,
  module: string | null,
  state: PackRun['modules'][string],
): RunState {
  return module === null ? run : { ...run, modules: { ...run.modules, [module]: state } }
}

/** `basic@3` names a version for ever. */
export const writePin = (name: string, version: number): string => `${name}@${version}`

export function readPin(pin: string | null): { name: string; version: number } {
  const [name = '', version = ''] = (pin ?? '').split('@')
  return { name, version: Number(version) }
}

function without<Value>(
  record: Readonly<Record<string, Value>>,
  key: string,
): Record<string, Value> {
  const { [key]: _, ...rest } = record
  return rest
}
