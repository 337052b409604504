import type { PackOutcomes } from '#src/packs/statistics/schema.ts'
import { outcomeKind } from '../../parts/badge.tsx'
import { useStates } from '../../words/states.ts'
import { useWords } from '../../words/words.ts'
import { packWords } from './words.ts'

const width = 72

/** A bar of what became of runs, and the same in words. */
export function OutcomeCounts({ counts }: { counts: PackOutcomes['packs'][number] }) {
  const words = useWords(packWords)
  const states = useStates()
  const parts = [
    ...counts.outcomes.map(({ outcome, count }) => ({
      label: states.outcome(outcome),
      kind: outcomeKind(outcome),
      count,
    })),
    ...(counts.failed > 0
      ? [{ label: words.technical, kind: 'quiet' as const, count: counts.failed }]
      : []),
  ]
  const all = parts.reduce((sum, { count }) => sum + count, 0)
  if (all === 0) return <span class="soft">–</span>
  const starts = parts.map((_, at) => parts.slice(0, at).reduce((sum, { count }) => sum + count, 0))
  return (
    <span class="pack-outcomes">
      <svg width={width} height="8" viewBox={`0 0 ${width} 8`} aria-hidden="true">
        {parts.map(({ label, kind, count }, at) => (
          <rect
            key={label}
            data-kind={kind}
            x={((starts[at] ?? 0) / all) * width}
            width={Math.max(1, (count / all) * width - 1)}
            height="8"
          />
        ))}
      </svg>
      <span>{parts.map(({ label, count }) => `${label} ${count}`).join(' · ')}</span>
    </span>
  )
}
