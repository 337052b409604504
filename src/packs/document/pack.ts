// The types of a pack document: a versioned, immutable composition of modules, as JSON data. PostgreSQL stores one row
// per version, and a run is interpreted with the version to which it is pinned.
import type { ValueSchema } from '#src/journey/values/schema.ts'
import type { PackDocument } from './schema/schema.ts'

export type Step<Key extends string = string> =
  | ModuleStep<Key>
  | GroupStep<Key>
  | WhenStep<Key>
  | RepeatStep<Key>
  | SubPackStep<Key>
  | ReviewStep<Key>
  | WaitStep
  | CallStep
  | AskStep
  | EachStep
  | DecideStep
  | StopStep

type GroupStep<Key extends string> = Identified & {
  readonly kind: 'sequence' | 'parallel'
  readonly steps: readonly Step<Key>[]
}

/** A step may have a name, which conditions and reports use. */
type Identified = {
  /** Letters and digits; a module’s default is its key. */
  readonly id?: string
}

export type ModuleStep<Key extends string = string> = ModuleOptions<Key> &
  Identified & {
    readonly kind: 'module'
    readonly module: Key
  }

export type ModuleOptions<Key extends string = string> = {
  /** The time for the module with all its tries; by default 7 days. */
  readonly deadlineSeconds?: number
  /**
   * The effect of a technical failure: `skip` (the default) continues without the module, `wait` holds the following
   * steps until the module has run again, `fail` ends the pack.
   */
  readonly onFailure?: 'wait' | 'skip' | 'fail'
  /** The module that runs in place of this one when it has failed; excludes `onFailure`. */
  readonly fallback?: ModuleStep<Key>
  /** Further tries before the module counts as failed. */
  readonly retry?: { readonly times: number; readonly delaySeconds?: number }
  /** Skipped at its deadline, where other modules fail, because the client may never send its input. */
  readonly optional?: true
  /** Results from before the run reached the step do not count. */
  readonly fresh?: true
  /**
   * Results that are older when the run reaches the step do not count; those that came after the start of the run are
   * never too old.
   */
  readonly maxAgeSeconds?: number
  /** The options for the module: constants that its own schema validates. */
  readonly with?: Readonly<Record<string, unknown>>
  /** Short for `with: {purpose}`: `required`, or what the message that the run sends shows. */
  readonly purpose?: string
  /** The run sends the message when it comes to the step. */
  readonly send?: true
  /** Short for `with: {card}`. */
  readonly card?: string
}

/** A step with a condition: when it cannot be answered the run ends in a review, unless stated otherwise. */
type Asking<Key extends string> = Identified & {
  /** The modules whose results the condition names; those read as `steps.<id>` need not be listed. */
  readonly of?: readonly Key[]
  /** The run continues behind the step without an answer. */
  readonly unanswered?: 'continue'
}

export type WhenStep<Key extends string = string> = Asking<Key> & {
  readonly kind: 'when'
  /** A CEL expression over results, facts and the transaction. */
  readonly condition: string
  readonly run: Step<Key>
  readonly otherwise?: Step<Key>
  /** Runs where the condition cannot be answered; excludes `unanswered`. */
  readonly ifUnanswered?: Step<Key>
}

/** Repeats its step until the condition holds, at most `timesMax` times. */
export type RepeatStep<Key extends string = string> = Asking<Key> & {
  readonly kind: 'repeat'
  readonly timesMax: number
  readonly until: string
  readonly run: Step<Key>
}

/** Another pack, expanded in place; `root` is its composition, which stored documents leave out. */
export type SubPackStep<Key extends string = string> = Identified & {
  readonly kind: 'pack'
  readonly pack: string
  readonly version: number
  readonly root?: Step<Key>
}

/** A person’s decision, the only wait without a deadline. */
export type ReviewStep<Key extends string = string> = Identified & {
  readonly kind: 'review'
  /** Tells the reviewer what is to be decided. */
  readonly title: string
  /** The reasons to choose from; by default any code. */
  readonly reasons?: readonly string[]
  /** The time until the review is overdue, which decides nothing; by default a day. */
  readonly deadlineSeconds?: number
  /** A code for the group of reviewers; by default everybody who decides reviews. */
  readonly who?: string
  /** How many people must decide; by default one. */
  readonly people?: 1 | 2
  /** Runs after an approval; by default the run continues. */
  readonly approved?: Step<Key>
  /** Runs after a rejection; by default the run ends as `rejected`. */
  readonly rejected?: Step<Key>
}

/** A step with a row of its own in a run: it begins, and has an end, a deadline, and perhaps a failure. */
export type RowStep<Key extends string = string> =
  | ModuleStep<Key>
  | WaitStep
  | CallStep
  | AskStep
  | EachStep

/** A document in the type that its schema reads, made read-only. */
type Frozen<T> = T extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : T extends object
    ? {
        readonly [Member in keyof T]: Member extends 'signal' | 'result'
          ? T[Member]
          : Frozen<T[Member]>
      }
    : T

/** Steps without inner steps have the type of their schema. */
type Written<Kind extends PackDocument['root']['kind']> = Frozen<
  Extract<PackDocument['root'], { readonly kind: Kind }>
>

/** Members that only steps of other kinds have. */
type Without<Names extends string> = { readonly [Name in Names]?: undefined }
type OfModules = 'retry' | 'onFailure' | 'fallback'

/** Waits for a duration (`for`), until a time (`until`), or for a client's message (`signal`): exactly one of them. */
export type WaitStep = Written<'wait'> & Without<OfModules>

/** Calls a system of the tenant, whose answer is the result. */
export type CallStep = Written<'call'>

/** Asks a person: the form is shown by a verification link, or a client brings the answers. */
export type AskStep = Written<'ask'> & Without<OfModules>
export type AskField = AskStep['fields'][number]

/** A text for a person: one for all languages, or one for each. */
export type Wording = AskStep['title']

/** Makes a transaction of its own for each element of a list, and waits for their verdicts. */
export type EachStep = Written<'each'> &
  Without<OfModules | 'optional'> & {
    /** The modules that children run, and how many of them there may be; stored documents leave both out. */
    readonly modules?: readonly string[]
    readonly children?: number
  }

/** A decision table: the first row that holds ends the run; when none does, the run continues. */
export type DecideStep = Written<'decide'>
export type DecideRow = DecideStep['rows'][number]

export type StopStep = Written<'stop'>

export type Pack<Name extends string = string, Key extends string = string> = {
  readonly name: Name
  readonly version: number
  /** The kind of transactions for which it runs; by default both. */
  readonly for?: 'person' | 'company'
  /** The schema of the values that a run is started with. */
  readonly input?: ValueSchema
  /** The values that a run computes at its end, by name. */
  readonly output?: Outputs
  readonly root: Step<Key>
}

/** A CEL expression by name; with `event` the run's events carry the value too. */
export type Outputs = Frozen<NonNullable<PackDocument['output']>>
export type Output = Outputs[string]

/** A fault of a composition; `pointer` is a JSON pointer from its root step. */
export type PackFault = {
  readonly pointer: string
  readonly detail: string
  /** The offset in the text at the pointer, where only a part of it is at fault. */
  readonly offset?: number
}
