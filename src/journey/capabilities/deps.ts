// The dependencies that a process offers to all changes of transactions. An area picks some of them and adds its own.
import type { Calls } from '#src/journey/calls/calls.ts'
import type { CommitDeps } from '#src/journey/commit/commit.ts'
import type { Waiter } from '#src/journey/journal/wait.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { Log } from '#src/platform/log.ts'
import type { Metrics } from '#src/platform/metrics.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import type { Tenants } from '#src/platform/tenants/settings.ts'

export type JourneyDeps = CommitDeps & {
  /** The pool for statements outside of commits, so that no lock of a commit holds them up. */
  readonly reads: Db
  /** The pool for statements that count or list much. */
  readonly reports: Db
  readonly sealer: Sealer
  readonly log: Log
  readonly metrics: Metrics
  readonly waiter: Waiter
  /** Launches calls to vendors, and knows the state of their accounts. */
  readonly calls: Calls
  /** The settings of each tenant, such as its name and limits. */
  readonly tenants: Tenants
  readonly publicBaseUrl: string
}
