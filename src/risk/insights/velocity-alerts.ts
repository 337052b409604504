// Decides which velocity counts are alerts, by the codes of their insights. A household of four may share a phone or a
// device, one of three an e-mail address, and a couple a card. Pure.
import type { KnownFacts } from '#src/journey/facts/vocabulary/vocabulary.ts'
import { velocityAlerts } from '#src/journey/facts/vocabulary/words.ts'

type Velocity = NonNullable<KnownFacts['velocity']>
export type VelocityCounts = Readonly<Omit<Velocity, 'alerts' | 'corrections'>>
type CountName = keyof VelocityCounts
type VelocityAlert = (typeof velocityAlerts)[number]

/** The counts from which each alert fires. */
const alerts = {
  VL001: { documentTransactionsPerDay: 3 },
  VL002: { documentsPerEmail: 4 },
  VL003: { documentsPerPhone: 5 },
  VL004: { documentsPerCard: 3 },
  VL005: { documentsPerDevice: 5 },
  VL006: { namesPerDocument: 2, birthdatesPerDocument: 2 },
  VL007: { documentTransactionsPerHour: 5 },
  VL008: { emailTransactionsPerHour: 5 },
  VL009: { phoneTransactionsPerHour: 5 },
  VL010: { cardTransactionsPerHour: 5 },
  VL011: { deviceAttemptsPerHour: 5 },
  VL014: { cardsPerDocument: 4 },
  VL015: { devicesPerDocument: 3 },
} as const satisfies Readonly<Record<VelocityAlert, Readonly<Partial<Record<CountName, number>>>>>

export function isFired(code: VelocityAlert, counts: VelocityCounts): boolean {
  // Safe because an object literal has no other keys than its own.
  const limits = Object.entries(alerts[code]) as [CountName, number][]
  return limits.some(([name, least]) => (counts[name] ?? 0) >= least)
}

/** The alerts that the counts raise, ordered by their codes. */
export const firedAlerts = (counts: VelocityCounts): VelocityAlert[] =>
  velocityAlerts.filter((code) => isFired(code, counts))
