// What the process has for whatever is done to transactions. An area names what it needs of it, beside what is its own.
import type { Calls } from '#src/journey/calls/calls.ts'
import type { CommitDeps } from '#src/journey/commit/commit.ts'
import type { Waiter } from '#src/journey/journal/wait.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { Log } from '#src/platform/log.ts'
import type { Metrics } from '#src/platform/metrics.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import type { Tenants } from '#src/platform/tenants/settings.ts'

export type JourneyDeps = CommitDeps & {
  /** For statements outside commits: no lock that a commit waits for holds them up. */
  readonly reads: Db
  /** For what counts or lists much. */
  readonly reports: Db
  readonly sealer: Sealer
  readonly log: Log
  readonly metrics: Metrics
  readonly waiter: Waiter
  /** Launches calls to vendors, and knows how their accounts do. */
  readonly calls: Calls
  /** What each tenant has of its own: its name, its limits. */
  readonly tenants: Tenants
  readonly publicBaseUrl: string
}
