import type { RecordRules } from '#src/messaging/challenges/settings.ts'
import type { ChallengeKind } from '#src/messaging/wire/channel.ts'
import { ttlMinutes } from '#src/messaging/challenges/settings.ts'
import { messageDefaults } from '#src/platform/tenants/messages.ts'

/** The expiry of a record that is opened with the default settings. */
export const expiryOf = (challengeKind: ChallengeKind, createdAt: number): number =>
  createdAt + ttlMinutes(challengeKind, messageDefaults) * 60_000

export const recordRules: RecordRules = { codeDigits: 6, checksMax: 5, sendsMax: 3 }
