import type { PackOutcomes } from '#src/packs/statistics/schema.ts'
import { outcomeKind } from '../../parts/inline.tsx'
import { useStates } from '../../words/states.ts'
import { usePackWords } from './words.ts'

const width = 72

/** A bar of what became of runs, and the same in words. */
export function OutcomeCounts({ counts }: { counts: PackOutcomes['packs'][number] }) {
  const words = usePackWords()
  const { ending } = useStates()
  const ended = counts.outcomes.map(({ outcome, count }) => ({ label: ending(outcome), kind: outcomeKind(outcome), count })) // prettier-ignore
  const failed = { label: words.technical, kind: 'quiet', count: counts.failed }
  const parts = [...ended, failed].filter(({ count }) => count > 0)
  const all = parts.reduce((sum, { count }) => sum + count, 0)
  if (all === 0) return <span class="soft">–</span>
  let end = 0
  return (
    <span class="pack-outcomes">
      <svg width={width} height="8" viewBox={`0 0 ${width} 8`} aria-hidden="true">
        {parts.map(({ label, kind, count }) => {
          const [start, length] = [end, (count / all) * width]
          end += length
          return <rect key={label} data-kind={kind} x={start} width={Math.max(1, length - 1)} height="8" /> // prettier-ignore
        })}
      </svg>
      <span>{parts.map(({ label, count }) => `${label} ${count}`).join(' · ')}</span>
    </span>
  )
}
