// A pack is a document: a versioned, immutable composition of modules that survives JSON. Postgres keeps one row
// per version, and commits interpret the version that a run is pinned to. Types only.

export type Step<Key extends string = string> =
  | ModuleStep<Key>
  | GroupStep<Key>
  | WhenStep<Key>
  | RepeatStep<Key>
  | SubPackStep<Key>
  | ReviewStep<Key>
  | DecideStep
  | StopStep

type GroupStep<Key extends string> = Identified & {
  readonly kind: 'sequence' | 'parallel'
  readonly steps: readonly Step<Key>[]
}

/** A step may have a name of its own, under which conditions and reports find it. */
type Identified = {
  /** Letters and digits; of a module its key without it. */
  readonly id?: string
}

export type ModuleStep<Key extends string = string> = ModuleOptions<Key> &
  Identified & {
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
  /** What is older when the run comes to it does not count; what came after the run began is never too old. */
  readonly maxAgeSeconds?: number
  /** What is asked of the module, constants by its own schema. */
  readonly with?: Readonly<Record<string, unknown>>
  /** Short for `with: {purpose}`. */
  readonly purpose?: 'required'
  /** Short for `with: {card}`. */
  readonly card?: string
}

/** A condition that cannot be answered ends the run for somebody to look, unless it says otherwise. */
type Asking<Key extends string> = Identified & {
  /** The modules whose results it names; what it reads as `steps.<id>` need not stand here. */
  readonly of?: readonly Key[]
  /** The run goes on behind it without an answer. */
  readonly unanswered?: 'continue'
}

export type WhenStep<Key extends string = string> = Asking<Key> & {
  readonly kind: 'when'
  /** CEL over results, facts and the transaction. */
  readonly condition: string
  readonly run: Step<Key>
  readonly otherwise?: Step<Key>
  /** Runs where it cannot be answered; excludes `unanswered`. */
  readonly ifUnanswered?: Step<Key>
}

/** Runs its step again until the condition holds, `timesMax` times at most. */
export type RepeatStep<Key extends string = string> = Asking<Key> & {
  readonly kind: 'repeat'
  readonly timesMax: number
  readonly until: string
  readonly run: Step<Key>
}

/** Another pack, expanded here; `root` is its composition, which a stored document leaves out. */
export type SubPackStep<Key extends string = string> = Identified & {
  readonly kind: 'pack'
  readonly pack: string
  readonly version: number
  readonly root?: Step<Key>
}

/** A person decides, whenever that is: the one wait without an end. */
export type ReviewStep<Key extends string = string> = Identified & {
  readonly kind: 'review'
  /** What is to be decided, for whoever decides. */
  readonly title: string
  /** Reasons to choose from; without them any code is one. */
  readonly reasons?: readonly string[]
  /** Until it is overdue, which decides nothing; a day without it. */
  readonly deadlineSeconds?: number
  /** A code of the people whose it is; without it everybody's who decides reviews. */
  readonly who?: string
  /** How many people it takes; one without it. */
  readonly people?: 1 | 2
  /** Runs when it was approved; without it the run goes on. */
  readonly approved?: Step<Key>
  /** Runs when it was rejected; without it the run ends as `rejected`. */
  readonly rejected?: Step<Key>
}

/** A table: of its rows, in their order, the first that holds ends the run; where none does, it goes on. */
export type DecideStep = Identified & {
  readonly kind: 'decide'
  readonly rows: readonly DecideRow[]
}

export type DecideRow = {
  /** Its name; without one its reason is. */
  readonly id?: string
  /** CEL, as of a `when`. It holds where that says yes; without `if` and `unless` always. */
  readonly if?: string
  /** It holds where that says no; excludes `if`. */
  readonly unless?: string
  readonly outcome: string
  readonly reason: string
  /** Without an answer the next row is asked; else the run ends as `review`. */
  readonly unanswered?: 'continue'
}

export type StopStep = Identified & {
  readonly kind: 'stop'
  readonly outcome: string
  readonly reason: string
}

export type Pack<Name extends string = string, Key extends string = string> = {
  readonly name: Name
  readonly version: number
  /** Whose transactions it runs for; without it everybody's. */
  readonly for?: 'person' | 'company'
  readonly root: Step<Key>
}

/** A fault of a composition; `pointer` is a JSON pointer from its root step. */
export type PackFault = {
  readonly pointer: string
  readonly detail: string
  /** Into the text that stands there, where only a part of it is at fault. */
  readonly offset?: number
}
