// Defines a module of packs: what an answer shows of it, and how it runs.
import type { Scope } from '#src/platform/http/auth/scopes-schema.ts'
import { z } from 'zod'
import type { Db } from '#src/platform/db/client.ts'
import type { Counted, Facts, FactValues } from '#src/journey/facts/facts.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import type { Locked, Owner } from '#src/journey/transaction/locked.ts'
import type { CelFields, CelType } from '#src/platform/cel/variables.ts'
import { closeValues } from './closed-values.ts'
import type { ServiceSchemas } from './service-values.ts'

export const ModuleStatus = z
  .enum(['pending', 'processing', 'completed', 'failed', 'skipped'])
  .meta({ id: 'ModuleStatus', description: 'failed: for a technical reason, never a verdict.' })
export type ModuleStatus = z.output<typeof ModuleStatus>

/** The fields that are needed to unseal a transaction's values, whether it is locked or only read. */
export type Owning = Pick<Locked, 'id' | 'tenant' | 'mode' | 'key' | 'fields' | 'clockOffsetMs'>

/** The transaction whose results a section shows, and the status of the module in the run. */
type ReadContext = Counted & {
  /** Unseals what a module keeps sealed. */
  readonly sealer: Sealer
  readonly transaction: Owning
  readonly runId: string
  /** The name of the step. */
  readonly step: string
  readonly moduleStatus: ModuleStatus
}

/** The module's section in the answer about one run. */
export type ModuleAnswer<Result> = { moduleStatus: ModuleStatus; results: Result[] }

export type ReadResults<Result> = (db: Db, context: ReadContext) => Promise<ModuleAnswer<Result>>

/** The data that a module gets when a run reaches it, in a commit under the transaction's lock. */
export type ModuleCall = Counted & {
  readonly tx: Db
  readonly locked: Locked
  readonly runId: string
  /** The name of the step. */
  readonly step: string
  /** The client wants to buy again although it is unknown whether the first purchase happened. */
  readonly again?: true
  readonly sealer: Sealer
  /** The facts as the run sees them. */
  readonly facts: Facts
}

/** The question whose answer ends this step; no other step may count it. */
export type CountedAnswer = { readonly taken: string }

/**
 * Whether the result is there that the run waits for. A result from before the run counts too unless `since` is set.
 * `failed` when it cannot come any more for a technical reason; `skipped` when there is nothing, or nobody, to ask. It
 * is asked at the end of a commit, which has written its facts by then but not its entries: these are in
 * `locked.unwritten`.
 */
type IsThere = (call: ModuleCall) => Promise<boolean | 'failed' | 'skipped' | CountedAnswer>

type Open = {
  readonly kind: 'opens'
  begin(call: ModuleCall): Promise<void>
  readonly isThere: IsThere
  /** Takes back what is no longer needed: work without an entry, and calls that have not begun. */
  cancel?(call: ModuleCall): Promise<void>
  /** Why a failed module is not run again unless the client insists. */
  refusal?(call: ModuleCall): Promise<'purchase-uncertain' | undefined>
}

/** How a run gets through a module. None of these functions takes a lock or calls anybody outside. */
export type ModuleRun =
  | { readonly kind: 'computes'; compute(call: ModuleCall): Promise<void> }
  | { readonly kind: 'waits'; readonly isThere: IsThere }
  | Open

/** Defines a module that is computed from facts at once. */
export const computes = (compute: (call: ModuleCall) => Promise<void>): ModuleRun => ({
  kind: 'computes',
  compute,
})

/** A module that waits for what the client sends: `isThere` is asked when a run comes to it and after each change. */
export const waitsFor = (isThere: IsThere): ModuleRun => ({ kind: 'waits', isThere })

/** Defines a module that opens a task by an entry of its own kind, unless its result is there already. */
export const opens = (
  begin: Open['begin'],
  isThere: IsThere,
  more: Pick<Open, 'cancel' | 'refusal'> = {},
): ModuleRun => ({ kind: 'opens', begin, isThere, ...more })

export type Module<Key extends string = string, Result extends z.ZodType = z.ZodType> = {
  readonly key: Key
  /** The schema of one result, and the function that reads the results of a run. */
  readonly result: Result
  readonly read: ReadResults<z.output<Result>>
  readonly runs: ModuleRun
  /** The scope that a credential needs to start a pack with this module and to see its results. */
  readonly scope?: Scope
  /** The fields of one result that conditions may read, with their closed values where the schema has them. */
  readonly seen: CelFields
  /** Whether conditions see a given result; without it they see all. */
  readonly isSeen?: (result: unknown) => boolean
  /** The schemas of the results of services. The conditions of a step see only the services that the step asks for. */
  readonly services?: ServiceSchemas
  /**
   * The kinds of messages whose answers the module waits for. A run may send them; the first that reaches somebody
   * counts.
   */
  readonly messages?: readonly string[]
  /** Whether a scorecard computes it. A pack may name that scorecard in the option `card`. */
  readonly isScored: boolean
  /** The schema of what a step may write under `with`; without it nothing. */
  readonly options?: z.ZodObject
  /** Computes its results again with another scorecard over kept facts, and stores nothing. */
  readonly recompute?: Recompute
  /** Whether an empty result means that somebody looked and found nothing. Otherwise an empty result is unknown. */
  readonly isSearch: boolean
}

/** The data from which a module is computed again. */
export type Recomputed = {
  readonly db: Db
  readonly variables: Facts['variables']
  readonly transaction: Owner & { readonly id: string }
  readonly facts: FactValues
  readonly scorecard?: string
}
type Recompute = (asked: Recomputed) => Promise<ModuleAnswer<unknown>>

type Seen<Result> = { readonly [Field in keyof Result & string]?: CelType }

export const defineModule = <Key extends string, Result extends z.ZodType>(
  { key }: ModuleRef<Key>,
  result: Result,
  read: ReadResults<z.output<NoInfer<Result>>>,
  {
    runs,
    scope,
    seen = {},
    isSeen,
    services,
    messages,
    isScored = false,
    isSearch = false,
    options = isScored ? scorecardOptions : undefined,
    recompute,
  }: {
    readonly runs: ModuleRun
    readonly scope?: Scope
    readonly seen?: Seen<z.output<NoInfer<Result>>>
    readonly isSeen?: (result: z.output<NoInfer<Result>>) => boolean
    readonly services?: ServiceSchemas
    readonly messages?: readonly string[]
    readonly isScored?: boolean
    readonly isSearch?: boolean
    readonly options?: z.ZodObject
    readonly recompute?: Recompute
  },
): Module<Key, Result> => ({
  key,
  result,
  read,
  runs,
  ...(scope !== undefined && { scope }),
  seen: closeValues({ ...seen } as CelFields, result),
  // Safe because conditions are given only what `read` returned or what a case's schema has parsed.
  ...(isSeen && { isSeen: isSeen as (result: unknown) => boolean }),
  ...(services && { services }),
  ...(messages && { messages }),
  isScored,
  isSearch,
  ...(options && { options }),
  ...(recompute && { recompute }),
})

/** The options of a module that a scorecard computes. */
const scorecardOptions = z.strictObject({
  card: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,63}@[1-9][0-9]{0,8}$/, 'must be a name and a version: basic@3')
    .exactOptional()
    .meta({ description: 'The scorecard; without it the live one.' }),
})

/** The scorecard that a step names; undefined means the live one. */
export const cardOf = ({ options }: Counted): string | undefined =>
  typeof options?.['card'] === 'string' ? options['card'] : undefined

export function findModule(key: string, offered: readonly Module[]): Module {
  const found = offered.find((one) => one.key === key)
  if (!found) throw new Error(`no module ${key} is offered`)
  return found
}

/** A module as a composition names it; each capability exports its own from `rules.ts`. */
export type ModuleRef<Key extends string = string> = { readonly key: Key }
