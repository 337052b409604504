// The dependencies of code that handles vendors’ reports on messages.
import type { CommitDeps } from '#src/journey/commit/commit.ts'
import type { Messaging } from '#src/messaging/challenges/messaging.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { Log } from '#src/platform/log.ts'
import type { Metrics } from '#src/platform/metrics.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'

export type EventDeps = CommitDeps & {
  readonly reads: Db
  readonly sealer: Sealer
  readonly log: Log
  readonly messaging: Pick<Messaging, 'accounts'>
  readonly metrics: Pick<Metrics, 'callbacksUnmatched' | 'accountFaults' | 'questionsDoubled'>
}
