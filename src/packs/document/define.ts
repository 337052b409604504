// A pack is a document: a versioned, immutable composition of modules that survives JSON. These
// combinators write it with types, Postgres keeps one row per version, and commits interpret the
// version that a run is pinned to. Types and plain functions only.
import { findProblems } from './faults.ts'

/** A module as a composition names it; each capability exports its own from `rules.ts`. */
export type ModuleRef<Key extends string = string> = { readonly key: Key }

export type Step<Key extends string = string> =
  | ModuleStep<Key>
  | { readonly kind: 'sequence' | 'parallel'; readonly steps: readonly Step<Key>[] }
  | WhenStep<Key>
  | RepeatStep<Key>
  | SubPackStep<Key>
  | StopStep

export type ModuleStep<Key extends string = string> = ModuleOptions<Key> & {
  readonly kind: 'module'
  readonly module: Key
}

export type ModuleOptions<Key extends string = string> = {
  /** How long the module has, with all its tries; 7 days without it. */
  readonly deadlineSeconds?: number
  /**
   * What a technical failure means: `skip` (the same as nothing) goes on without the module, `wait` holds what comes
   * after it until the module is run again, `fail` ends the pack.
   */
  readonly onFailure?: 'wait' | 'skip' | 'fail'
  /** Runs instead when it has failed; excludes `onFailure`. */
  readonly fallback?: ModuleStep<Key>
  /** Further tries of a module that failed, before it has failed. */
  readonly retry?: { readonly times: number; readonly delaySeconds?: number }
  /** Skipped at its deadline, where others fail: the client may never bring its input. */
  readonly optional?: true
  /** What was there before the run came to it does not count. */
  readonly fresh?: true
  /** The scorecard of a score, `basic@3`; without it the live one. */
  readonly card?: string
}

export type WhenStep<Key extends string = string> = {
  readonly kind: 'when'
  readonly of: readonly Key[]
  /** CEL over the results of `of`. */
  readonly condition: string
  readonly run: Step<Key>
  readonly otherwise?: Step<Key>
}

/** Runs its step again until the condition holds, `timesMax` times at most. */
export type RepeatStep<Key extends string = string> = {
  readonly kind: 'repeat'
  readonly timesMax: number
  readonly of: readonly Key[]
  readonly until: string
  readonly run: Step<Key>
}

/** Another pack, expanded here; `root` is its composition, which a stored document leaves out. */
export type SubPackStep<Key extends string = string> = {
  readonly kind: 'pack'
  readonly pack: string
  readonly version: number
  readonly root?: Step<Key>
}

export type StopStep = {
  readonly kind: 'stop'
  readonly outcome: string
  readonly reason: string
}

export type Pack<Name extends string = string, Key extends string = string> = {
  readonly name: Name
  readonly version: number
  readonly root: Step<Key>
}

export const module = <Key extends string, Fallback extends string = never>(
  { key }: ModuleRef<Key>,
  options: ModuleOptions<Fallback> = {},
): ModuleStep<Key | Fallback> => ({ kind: 'module', module: key, ...options })

export const sequence = <Key extends string>(...steps: readonly Step<Key>[]): Step<Key> => ({
  kind: 'sequence',
  steps,
})

export const parallel = <Key extends string>(...steps: readonly Step<Key>[]): Step<Key> => ({
  kind: 'parallel',
  steps,
})

export const when = <Asked extends string, Run extends string, Other extends string = never>(
  of: readonly ModuleRef<Asked>[],
  condition: string,
  run: Step<Run>,
  otherwise?: Step<Other>,
): Step<Asked | Run | Other> => ({
  kind: 'when',
  of: of.map(({ key }) => key),
  condition,
  run,
  ...(otherwise && { otherwise }),
})

export const repeat = <Asked extends string, Run extends string>(
  run: Step<Run>,
  until: { readonly of: readonly ModuleRef<Asked>[]; readonly holds: string },
  timesMax: number,
): Step<Asked | Run> => ({
  kind: 'repeat',
  timesMax,
  of: until.of.map(({ key }) => key),
  until: until.holds,
  run,
})

/** A published version of another pack, expanded here. */
export const subPack = <Key extends string>({
  name,
  version,
  root,
}: Pack<string, Key>): Step<Key> => ({ kind: 'pack', pack: name, version, root })

/** Ends the pack with a verdict and its reason, both codes; what it makes needless is cancelled. */
export const stop = (outcome: string, reason: string): Step<never> => ({
  kind: 'stop',
  outcome,
  reason,
})

/**
 * A change to a composition is a new version: a published version never changes.
 * Throws an Error that lists every fault of the composition.
 */
export function definePack<const Name extends string, Key extends string>(
  name: Name,
  version: number,
  root: Step<Key>,
): Pack<Name, Key> {
  const problems = findProblems(root)
  if (problems.length > 0)
    throw new Error(`pack ${name}, version ${version}: ${problems.join('; ')}`)
  return { name, version, root }
}
