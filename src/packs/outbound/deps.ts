import type { CommitDeps } from '#src/journey/commit/commit.ts'
import type { Calls } from '#src/journey/calls/calls.ts'
import type { Reaching } from '#src/journey/endpoints/send.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { Log } from '#src/platform/log.ts'
import type { Metrics } from '#src/platform/metrics.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import type { PackDeps } from '#src/packs/runs/deps.ts'

export type OutboundDeps = CommitDeps &
  Reaching & {
    readonly reads: Db
    readonly sealer: Sealer
    readonly calls: Calls
    readonly log: Log
    readonly metrics?: Pick<Metrics, 'endpointAnswers'>
    readonly packs: PackDeps
    /** The base of `replyTo`. */
    readonly callsBaseUrl: string
  }
