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

/** What opens what is sealed of a transaction: a locked one, or one as a reader found it. */
export type Owning = Pick<Locked, 'id' | 'tenant' | 'mode' | 'key' | 'fields' | 'clockOffsetMs'>

/** The transaction whose results a section shows, and the status of the module in the run. */
type ReadContext = Counted & {
  /** For what a module keeps sealed. */
  readonly sealer: Sealer
  readonly transaction: Owning
  readonly runId: string
  /** The name of the step. */
  readonly step: string
  readonly moduleStatus: ModuleStatus
}

/** A module in one run, as its reader gives it. */
export type ModuleAnswer<Result> = { moduleStatus: ModuleStatus; results: Result[] }

export type ReadResults<Result> = (db: Db, context: ReadContext) => Promise<ModuleAnswer<Result>>

/** What a module gets when a run comes to it, in a commit under the transaction's lock. */
export type ModuleCall = Counted & {
  readonly tx: Db
  readonly locked: Locked
  readonly runId: string
  /** The name of the step. */
  readonly step: string
  /** The client wants that again of which nobody knows whether it was bought. */
  readonly again?: true
  readonly sealer: Sealer
  /** As the run sees them. */
  readonly facts: Facts
}

/** The question whose answer ends a step, which no other step then counts. */
export type CountedAnswer = { readonly taken: string }

/**
 * Whether what the run waits for is there, from before the run too unless `since` says otherwise; `failed` when it
 * cannot come any more, for a technical reason; `skipped` when there is nothing to ask, or nobody. Asked at the end of a commit, which has written its facts by then,
 * but not its entries: those are in `locked.unwritten`.
 */
type IsThere = (call: ModuleCall) => Promise<boolean | 'failed' | 'skipped' | CountedAnswer>

type Open = {
  readonly kind: 'opens'
  begin(call: ModuleCall): Promise<void>
  readonly isThere: IsThere
  /** Takes back what is needless by now: no entry, no call that has not begun. */
  cancel?(call: ModuleCall): Promise<void>
  /** Why a module that failed is not run again, unless the client says so. */
  refusal?(call: ModuleCall): Promise<'purchase-uncertain' | undefined>
}

/** How a run gets through a module: none of them takes a lock or calls anybody outside. */
export type ModuleRun =
  | { readonly kind: 'computes'; compute(call: ModuleCall): Promise<void> }
  | { readonly kind: 'waits'; readonly isThere: IsThere }
  | Open

/** A module that is computed from facts at once. */
export const computes = (compute: (call: ModuleCall) => Promise<void>): ModuleRun => ({
  kind: 'computes',
  compute,
})

/** A module that waits for what the client sends: `isThere` is asked when a run comes to it and after each change. */
export const waitsFor = (isThere: IsThere): ModuleRun => ({ kind: 'waits', isThere })

/** Appends an entry of its own kind that opens a task, unless what that would bring is there already. */
export const opens = (
  begin: Open['begin'],
  isThere: IsThere,
  more: Pick<Open, 'cancel' | 'refusal'> = {},
): ModuleRun => ({ kind: 'opens', begin, isThere, ...more })

export type Module<Key extends string = string, Result extends z.ZodType = z.ZodType> = {
  readonly key: Key
  /** The shape of one result, and how a run's are read. */
  readonly result: Result
  readonly read: ReadResults<z.output<Result>>
  readonly runs: ModuleRun
  /** What a credential needs to start a pack that holds it, and to see its results. */
  readonly scope?: Scope
  /** The fields of one result that conditions may see, with the only values that they have where the schema says them. */
  readonly seen: CelFields
  /** Whether conditions see a result at all; without it they see each. */
  readonly isSeen?: (result: unknown) => boolean
  /** The schemas of the results of services: conditions of a step see the results of those that the step asks for. */
  readonly services?: ServiceSchemas
  /** The messages whose answers it waits for, which a run may send: the first that reaches somebody. */
  readonly messages?: readonly string[]
  /** By a scorecard, which a pack may name: its options have a `card`. */
  readonly isScored: boolean
  /** What a step may say under `with`; without it nothing. */
  readonly options?: z.ZodObject
  /** Its results with another scorecard, over facts that were kept; nothing is stored. */
  readonly recompute?: Recompute
  /** Having looked is its result: a completed one without any has found nothing, where of others nothing is known. */
  readonly isSearch: boolean
}

/** What a module is computed from again. */
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
  // Safe because conditions are given what `read` has given, or what a case's schema has read.
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

/** The scorecard that a step names; undefined where the live one counts. */
export const cardOf = ({ options }: Counted): string | undefined =>
  typeof options?.['card'] === 'string' ? options['card'] : undefined

export function findModule(key: string, offered: readonly Module[]): Module {
  const found = offered.find((one) => one.key === key)
  if (!found) throw new Error(`no module ${key} is offered`)
  return found
}

/** A module as a composition names it; each capability exports its own from `rules.ts`. */
export type ModuleRef<Key extends string = string> = { readonly key: Key }
