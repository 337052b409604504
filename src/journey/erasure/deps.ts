// The dependencies of erasure and retention.
import type { JourneyDeps } from '#src/journey/capabilities/deps.ts'
import type { ForgetAnswers } from '#src/journey/capabilities/erased.ts'
import type { Remains } from '#src/journey/capabilities/remains.ts'
import type { CommitDeps } from '#src/journey/commit/commit.ts'
import type { Erasing } from '#src/journey/lifecycle/erase.ts'
import type { Db } from '#src/platform/db/client.ts'

export type ErasureDeps = CommitDeps &
  Pick<JourneyDeps, 'reads' | 'reports' | 'sealer' | 'log' | 'metrics' | 'tenants'> & {
    /** Calls the functions by which rows of journals and of the audit go. */
    readonly retention: Db
    /** Erases and restricts transactions, with all that capabilities have of them. */
    readonly erasing: Erasing
    /** What capabilities have of a transaction outside of the database. */
    readonly remains: readonly Remains[]
    /** How capabilities forget what vendors have answered. */
    readonly forgetsAnswers: readonly ForgetAnswers[]
  }
