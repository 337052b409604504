// The types of a pack document: a versioned, immutable composition of modules, as JSON data. PostgreSQL stores one row
// per version, and a run is interpreted with the version to which it is pinned.
import type { DocumentType } from '#src/journey/transaction/document-schema.ts'
import type { ValueSchema } from '#src/journey/values/schema.ts'

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
   * What a technical failure causes: `skip` (the default) continues without the module, `wait` holds what follows until
   * the module has run again, `fail` ends the pack.
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

/** Waits for a time (`for`), for a moment (`until`), or for what a client brings (`signal`): one of the three. */
export type WaitStep = {
  readonly kind: 'wait'
  readonly id: string
  /** An ISO 8601 duration without years and months. */
  readonly for?: string
  /** A CEL expression that gives an ISO 8601 moment. */
  readonly until?: string
  /** The run continues behind the step when `until` has no answer. */
  readonly unanswered?: 'continue'
  /** The schema of what is brought. */
  readonly signal?: ValueSchema
  /** The time for the signal; by default 7 days. */
  readonly deadlineSeconds?: number
  /** Skipped at its deadline. */
  readonly optional?: true
  /** A signal that comes before the run reaches the step is refused. */
  readonly fresh?: true
  /** Only modules have these. */
  readonly retry?: undefined
  readonly onFailure?: undefined
  readonly fallback?: undefined
}

/** Calls a system of the tenant: what it answers is the result. */
export type CallStep = {
  readonly kind: 'call'
  readonly id: string
  /** The name of the endpoint. */
  readonly to: string
  /** By field a CEL expression; what leaves is what stands here. */
  readonly input?: Readonly<Record<string, string>>
  /** The schema of the answer. */
  readonly result: ValueSchema
  /** The time for the answer with all tries; by default an hour. */
  readonly deadlineSeconds?: number
  readonly onFailure?: 'wait' | 'skip' | 'fail'
  readonly retry?: { readonly times: number; readonly delaySeconds?: number }
  /** The call that is made in place of this one when it has failed. */
  readonly fallback?: CallStep
  /** Skipped at its deadline. */
  readonly optional?: true
}

/** Asks a person: a verification link shows a form, or a client brings the answers. */
export type AskStep = {
  readonly kind: 'ask'
  readonly id: string
  readonly title: Wording
  readonly fields: readonly AskField[]
  /** The time for the answers; by default 7 days. */
  readonly deadlineSeconds?: number
  /** Skipped at its deadline. */
  readonly optional?: true
  /** Only modules have these. */
  readonly retry?: undefined
  readonly onFailure?: undefined
  readonly fallback?: undefined
}

export type AskField = {
  /** Conditions read its answer as `steps.<id>.result.<name>`. */
  readonly name: string
  readonly type:
    | 'text'
    | 'choice'
    | 'yes-no'
    | 'date'
    | 'money'
    | 'number'
    | 'cpf'
    | 'cnpj'
    | 'phone'
    | 'email'
    | 'address'
    | 'upload'
  readonly label: Wording
  readonly help?: Wording
  readonly required?: boolean
  /** The options of a choice: values alone, or with what the person reads. */
  readonly options?: readonly (string | { readonly value: string; readonly label: Wording })[]
  /** The least number, or the fewest letters of a text. */
  readonly min?: number
  /** As `min`, or the most files of an upload. */
  readonly max?: number
}

/** What a person reads: one text for all languages, or one for each. */
export type Wording = string | { readonly pt?: string; readonly en?: string; readonly es?: string }

/** Makes a transaction of its own for each element of a list, and waits for their verdicts. */
export type EachStep = {
  readonly kind: 'each'
  readonly id: string
  /** Where the list stands: `transaction.partners`, `input.owners`, `steps.asked.result.owners`. */
  readonly in: string
  /** The pinned version that a child runs: one for all, or by the type of the document. */
  readonly pack: string | Readonly<Partial<Record<DocumentType, string>>>
  /** Further fields of a child by name: where each stands, `item.email`. */
  readonly with?: Readonly<Record<string, string>>
  /** How many elements the list must have; by default 1. */
  readonly min?: number
  /** By default 20. */
  readonly max?: number
  /** Each child gets a verification link. */
  readonly link?: true
  /** The time for all children; by default 7 days. Then the run continues with what there is. */
  readonly deadlineSeconds?: number
  /** The run continues behind the step when there is no list. */
  readonly unanswered?: 'continue'
  /** The modules that children run, and how many of them there may be; stored documents leave both out. */
  readonly modules?: readonly string[]
  readonly children?: number
  /** Only modules and calls have these. */
  readonly retry?: undefined
  readonly onFailure?: undefined
  readonly fallback?: undefined
  readonly optional?: undefined
}

/** A decision table: the first row that holds ends the run; when none does, the run continues. */
export type DecideStep = Identified & {
  readonly kind: 'decide'
  readonly rows: readonly DecideRow[]
}

export type DecideRow = {
  /** The row’s name; by default its reason. */
  readonly id?: string
  /** A CEL expression; the row holds when it is true. A row without `if` and `unless` always holds. */
  readonly if?: string
  /** The row holds when this is false; excludes `if`. */
  readonly unless?: string
  readonly outcome: string
  readonly reason: string
  /** When the condition has no answer, the next row is tried; by default the run ends as `review`. */
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
  /** The kind of transactions for which it runs; by default both. */
  readonly for?: 'person' | 'company'
  /** The schema of what a run is started with. */
  readonly input?: ValueSchema
  /** What a run says of itself at its end, by name. */
  readonly output?: Outputs
  readonly root: Step<Key>
}

/** A CEL expression; `event`: the events of the run bear it, too. */
export type Output = string | { readonly value: string; readonly event?: true }
export type Outputs = Readonly<Record<string, Output>>

/** A fault of a composition; `pointer` is a JSON pointer from its root step. */
export type PackFault = {
  readonly pointer: string
  readonly detail: string
  /** The offset in the text at the pointer, where only a part of it is at fault. */
  readonly offset?: number
}
