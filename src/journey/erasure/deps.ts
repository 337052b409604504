// The dependencies of erasure and retention.
import type { JourneyDeps } from '#src/journey/capabilities/deps.ts'
import type { ForgetAnswers } from '#src/journey/capabilities/erased.ts'
import type { Remains } from '#src/journey/capabilities/remains.ts'
import type { CommitDeps } from '#src/journey/commit/commit.ts'
import type { Erasing } from '#src/journey/lifecycle/erase.ts'
import type { Db } from '#src/platform/db/client.ts'

export type ErasureDeps = CommitDeps &
  Pick<JourneyDeps, 'reads' | 'reports' | 'sealer' | 'log' | 'metrics' | 'tenants'> & {
    /** The connection that may call the functions which delete rows of journals and of the audit log. */
    readonly retention: Db
    /** Erases and restricts transactions, with all data that capabilities have of them. */
    readonly erasing: Erasing
    /** The data that capabilities have of a transaction outside of the database. */
    readonly remains: readonly Remains[]
    /** The functions by which capabilities delete old answers of vendors. */
    readonly forgetsAnswers: readonly ForgetAnswers[]
  }
