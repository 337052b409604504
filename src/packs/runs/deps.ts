// The parts of pack runs, their operations within a commit, and the dependencies of callers.
import type { JourneyDeps } from '#src/journey/capabilities/deps.ts'
import type { Advance, CommitDeps } from '#src/journey/commit/commit.ts'
import type { Facts } from '#src/journey/facts/facts.ts'
import type { Module } from '#src/journey/capabilities/module.ts'
import type { Locked } from '#src/journey/transaction/locked.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { Log } from '#src/platform/log.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import type { ShownRun } from './rows.ts'
import type { Starting } from './run.ts'
import type { LiveVersion, Versions } from './versions.ts'

export type PackDeps = {
  readonly offered: readonly Module[]
  readonly facts: Facts
  readonly versions: Versions
  readonly sealer: Sealer
  readonly log: Log
  /** The URLs of children's links by transaction id, for those links that can be walked without the parent. */
  readonly childLinks?: (db: Db, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
}

/** `path` is the review step of the run that was decided. */
type PersonsDecision = {
  readonly verdict: 'approved' | 'rejected' | 'again'
  readonly modules: readonly string[]
  readonly path?: string
}

type Rerun = {
  /** The step’s name. */
  readonly step: string
  /** Repeats a purchase even if the first one may have happened. */
  readonly again: boolean
  /** Throws when the caller may not run the module of that key. */
  readonly needModule: (key: string | undefined) => void
}

export type Advancing = {
  readonly advance: Advance
  /** Starts a run in the caller’s commit, after the caller has checked the limits. `shadow` is evaluated beside it. */
  start(tx: Db, locked: Locked, live: LiveVersion, how: Starting): Promise<ShownRun>
  /**
   * Ends an open run, whatever it waits for. A run that has ended stays as it is. Undefined when there is no such run.
   */
  cancel(tx: Db, locked: Locked, name: string, runId: string): Promise<ShownRun | undefined>
  /** Ends all open runs among these, before any other run continues. */
  cancelAll(tx: Db, locked: Locked, runIds: readonly string[]): Promise<void>
  /** Repeats a failed step of the latest run, and reopens that run if it has ended. */
  rerun(
    tx: Db,
    locked: Locked,
    name: string,
    asked: Rerun,
  ): Promise<ShownRun | 'not-found' | 'not-failed' | 'purchase-uncertain'>
  /**
   * Applies a person’s decision: at a review step, or to the outcome of a run that has ended. False when nothing is
   * left to decide.
   */
  decide(tx: Db, locked: Locked, id: string, decision: PersonsDecision): Promise<boolean>
}

export type PackRouteDeps = CommitDeps &
  Pick<JourneyDeps, 'reads' | 'reports' | 'sealer' | 'waiter' | 'tenants'> & {
    /** Packs with the modules and facts of all capabilities. */
    readonly packs: PackDeps & Advancing
  }
