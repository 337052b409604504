// The dependencies of checks.
import type { JourneyDeps } from '#src/journey/capabilities/deps.ts'
import type { CommitDeps } from '#src/journey/commit/commit.ts'
import type { Checking, Evidence } from './port.ts'

export type ScreeningDeps = CommitDeps &
  Pick<
    JourneyDeps,
    'reads' | 'reports' | 'sealer' | 'log' | 'metrics' | 'waiter' | 'calls' | 'publicBaseUrl'
  > & {
    /** The accounts for persons, companies and cards, and what a tenant may spend on them. */
    readonly checking: Checking
    /** Selfies and documents that official bases are asked about. */
    readonly evidence: Evidence
  }

export type RequestDeps = Pick<ScreeningDeps, 'sealer' | 'checking'> &
  Partial<Pick<ScreeningDeps, 'metrics' | 'log'>>
