// Moves the clock of a transaction, so that nobody has to wait for an expiry.
import { useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { stale, useAct } from '../../api/query.ts'
import { Button, sayExact } from '../../parts/inline.tsx'
import { ProblemNote } from '../../parts/page.tsx'
import { useLanguage } from '../../words/words.ts'
import { useSandboxWords } from './words.ts'

const steps = [
  ['+1 min', 'PT1M'],
  ['+10 min', 'PT10M'],
  ['+1 h', 'PT1H'],
  ['+1 d', 'P1D'],
  ['+30 d', 'P30D'],
] as const

export function Clock({ id }: { id: string }) {
  const words = useSandboxWords()
  const language = useLanguage()
  const [other, setOther] = useState('')
  const [now, setNow] = useState<string>()
  const move = useAct(async (advance: string) => {
    const moved = await api.post<{ now: string }>(`/v1/sandbox/transactions/${id}/clock`, { advance }) // prettier-ignore
    setNow(moved.now)
    stale('/v1')
  })
  return (
    <section class="stack sandbox-clock" aria-label={words.clock}>
      <h3>{words.clock}</h3>
      <div class="acts">
        {steps.map(([label, duration]) => (
          <Button key={duration} disabled={move.busy} onClick={() => void move.act(duration)}>
            {label}
          </Button>
        ))}
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (other.trim() !== '') void move.act(other.trim().toUpperCase())
          }}
        >
          <input
            class="input"
            aria-label={words.duration}
            placeholder="PT2H30M"
            maxLength={64}
            value={other}
            onInput={(event) => setOther(event.currentTarget.value)}
          />
          <Button type="submit" busy={move.busy}>
            {words.move}
          </Button>
        </form>
      </div>
      <p class="soft small" role="status">
        {move.busy ? words.moving : now && words.itsTime(sayExact(Date.parse(now), language))}
      </p>
      {move.problem && <ProblemNote problem={move.problem} />}
    </section>
  )
}
