// What runs of packs are made of, what they do in a commit, and the dependencies of whoever asks for that.
import type { JourneyDeps } from '#src/journey/capabilities/deps.ts'
import type { Advance, CommitDeps } from '#src/journey/commit/commit.ts'
import type { Facts } from '#src/journey/facts/facts.ts'
import type { Module } from '#src/journey/capabilities/module.ts'
import type { Locked } from '#src/journey/transaction/locked.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { Log } from '#src/platform/log.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import type { ShownRun } from './rows.ts'
import type { LiveVersion, Versions } from './versions.ts'

export type PackDeps = {
  readonly offered: readonly Module[]
  readonly facts: Facts
  readonly versions: Versions
  readonly sealer: Sealer
  readonly log: Log
}

/** `path`: the step of the run that it is about. */
type PersonsDecision = {
  readonly verdict: 'approved' | 'rejected' | 'again'
  readonly modules: readonly string[]
  readonly path?: string
}

type Rerun = {
  /** Its name. */
  readonly step: string
  /** What may have been bought is bought again. */
  readonly again: boolean
  /** Throws where the caller may not run the module of that key. */
  readonly needModule: (key: string | undefined) => void
}

export type Advancing = {
  readonly advance: Advance
  /** Starts a run in the caller's commit, which checks that it may. `shadow` is evaluated beside it. */
  start(tx: Db, locked: Locked, live: LiveVersion, implicit: boolean): Promise<ShownRun>
  /** Ends a run of the transaction, whatever it waits for; one that has ended stays as it is. Undefined where there is none. */
  cancel(tx: Db, locked: Locked, name: string, runId: string): Promise<ShownRun | undefined>
  /** Runs a failed step of the latest run again, and opens that run again if it has ended. */
  rerun(
    tx: Db,
    locked: Locked,
    name: string,
    asked: Rerun,
  ): Promise<ShownRun | 'not-found' | 'not-failed' | 'purchase-uncertain'>
  /**
   * A person's decision: of a step of a run, or, without one, the outcome of a run that has ended. False where there is
   * nothing to decide any more.
   */
  decide(tx: Db, locked: Locked, id: string, decision: PersonsDecision): Promise<boolean>
}

export type PackRouteDeps = CommitDeps &
  Pick<JourneyDeps, 'reads' | 'reports' | 'sealer' | 'waiter'> & {
    /** Packs over the modules and facts of all capabilities. */
    readonly packs: PackDeps & Advancing
  }
