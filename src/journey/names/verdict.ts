// The result of comparing two names. It has codes only and never quotes a name.

export type NameMatch = 'same' | 'doubtful' | 'other'

export type NameComparison<Reason extends string> = {
  readonly verdict: NameMatch
  /** All reasons that apply to the pair, even those that do not lower the verdict. */
  readonly reasons: readonly Reason[]
}

/** A reason, the best verdict that it still allows, and the test whether it applies. */
export type Rule<Finding, Reason extends string> = readonly [
  reason: Reason,
  atBest: NameMatch,
  holds: (finding: Finding) => boolean,
]

const worst = ['other', 'doubtful', 'same'] as const

/** The worst verdict of the applicable reasons counts; without any, the names are the same. */
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
