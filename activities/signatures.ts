// What the workflow may ask, types only: an import of an implementation would drag Node into the bundle.
// Everything takes and gives ids, codes and times; entries are those that the activity appended.
import type { Entry } from '#src/journal/entry.ts'
import type { Pack } from '#workflows/packs/define.ts'

export type Look = {
  /** The transaction's clock, epoch ms. */
  readonly now: number
  readonly entries: readonly Entry[]
  /** How long the workflow stays open when nothing is. */
  readonly idleMs: number
  /** At how many events it continues as new. */
  readonly historyMax: number
  /** Whether the journal goes on behind these entries. */
  readonly more: boolean
  /** The documents of packs that these entries start, as far as this worker knows them. */
  readonly documents?: readonly Pack[]
  /** Whether the workflow keeps a timer that is still right: histories begun before it did say nothing. */
  readonly keepsAlarm?: boolean
}

export type RecordRef = { readonly id: string; readonly ref: string }
export type AttemptRef = RecordRef & { readonly attempt: number }
export type ModuleRef = RecordRef & {
  readonly module: string
  readonly deadlineSeconds: number | null
  /** How the run ends once this module has completed; null when it goes on. */
  readonly ending: PackEnd | null
}
export type StepRef = RecordRef & { readonly path: string }

/** Short, on our own Postgres: run inside the workflow task. */
export type LocalActivities = {
  /** The journal after `after`; marks it as seen. */
  look(request: { id: string; after: number }): Promise<Look>
  /** True when nothing had come since `seq`, and the workflow may close. */
  closeIdle(request: { id: string; seq: number }): Promise<boolean>
  settleClock(request: { id: string; seq: number }): Promise<Entry[]>
  failStory(request: { id: string; module: string; ref: string; step: string }): Promise<Entry[]>
  expireEmailToken(request: RecordRef): Promise<Entry[]>
  expireChallenge(request: RecordRef): Promise<Entry[]>
  readPack(request: { name: string; version: number }): Promise<Pack>
  /** Starts and computes a module that needs nobody outside. */
  runModule(request: ModuleRef): Promise<Entry[]>
  /** `at` is the deadline that is over, epoch ms; null: it failed now. */
  failModule(request: RecordRef & ModuleFailure): Promise<Entry[]>
  answerCondition(request: StepRef): Promise<Entry[]>
  stopPack(request: RecordRef & { reason: string }): Promise<Entry[]>
  endPack(request: RecordRef & PackEnd): Promise<Entry[]>
}

export type ModuleFailure = {
  readonly module: string
  readonly code: string
  readonly at: number | null
}

export type PackEnd = {
  readonly skipped: readonly string[]
  readonly stopReason: string | null
  readonly status: 'completed' | 'partial'
}

/** Calls that leave the house, on a queue of their own. Never retried by Temporal: the story decides. */
export type VendorActivities = {
  sendEmailToken(request: AttemptRef): Promise<Entry[]>
  /** Looks up an attempt that ended without an outcome. */
  settleEmailToken(request: AttemptRef): Promise<Entry[]>
  /** Claims the attempt, with the number and the account it goes to, and sends. */
  sendChallenge(request: AttemptRef): Promise<Entry[]>
  settleChallenge(request: AttemptRef): Promise<Entry[]>
}

export type Activities = LocalActivities & VendorActivities
