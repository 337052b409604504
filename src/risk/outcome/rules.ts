// Derives facts from the reported outcomes of earlier transactions that share a value with this one. Pure.
import type { lists, others } from '#src/journey/facts/vocabulary/checks.ts'
import type { GroupFacts } from '#src/journey/facts/vocabulary/fact.ts'

/** An earlier transaction with a reported outcome, and what it shares with this one. */
export type ReportedOutcome = {
  readonly outcome: 'fraud' | 'good'
  readonly fraudKind: string | null
  readonly shared: 'document' | 'phone' | 'device'
}

/** Frauds in which the holder of the document was the victim. */
const stolen = ['identity-theft', 'account-takeover']

const isVictim = ({ shared, fraudKind }: ReportedOutcome): boolean =>
  shared === 'document' && stolen.includes(fraudKind ?? '')

export function describeReported(told: readonly ReportedOutcome[]): GroupFacts<typeof lists> {
  const frauds = told.filter(({ outcome }) => outcome === 'fraud')
  const blamed = frauds.filter((one) => !isVictim(one))
  const isGood = told.some(({ outcome, shared }) => outcome === 'good' && shared === 'document')
  return {
    confirmedFraud: blamed.length > 0,
    ...(blamed.length > 0 && {
      confirmedFraudBy: [...new Set(blamed.map(({ shared }) => shared))].toSorted(),
    }),
    confirmedVictim: blamed.length < frauds.length,
    ...(isGood && { confirmedGood: true }),
  }
}

/**
 * Facts about the people behind a company. Only frauds that they committed count, because a victim's company is not
 * fraudulent.
 */
export const describeReportedOfParties = (
  told: readonly ReportedOutcome[],
): GroupFacts<typeof others> => ({ confirmedFraud: describeReported(told).confirmedFraud === true })
