// The dependencies of code that sends messages or handles their reports and replies.
import type { JourneyDeps } from '#src/journey/capabilities/deps.ts'
import type { CommitDeps } from '#src/journey/commit/commit.ts'
import type { Messaging } from './messaging.ts'

export type MessagingDeps = CommitDeps &
  Pick<JourneyDeps, 'reads' | 'sealer' | 'log' | 'metrics' | 'calls' | 'publicBaseUrl'> & {
    readonly messaging: Messaging
  }
