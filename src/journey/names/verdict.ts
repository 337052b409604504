// What a comparison of two names finds. Codes alone: a finding never quotes a name.

export type NameMatch = 'same' | 'doubtful' | 'other'

export type NameComparison<Reason extends string> = {
  readonly verdict: NameMatch
  /** All that holds for the pair, also what does not lower the verdict. */
  readonly reasons: readonly Reason[]
}

/** What a reason, where it holds, makes of the pair at best. */
export type Rule<Finding, Reason extends string> = readonly [
  reason: Reason,
  atBest: NameMatch,
  holds: (finding: Finding) => boolean,
]

const worst = ['other', 'doubtful', 'same'] as const

/** The worst of what holds counts; where nothing holds, the names are the same. */
export function judge<Finding, Reason extends string>(
  rules: readonly Rule<Finding, Reason>[],
  finding: Finding,
): NameComparison<Reason> {
  const holding = rules.filter(([, , holds]) => holds(finding))
  return {
    verdict: worst.find((one) => holding.some(([, atBest]) => atBest === one)) ?? 'same',
    reasons: holding.map(([reason]) => reason),
  }
}
