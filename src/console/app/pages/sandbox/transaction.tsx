// The transaction of the open message: its clock, and tabs for everything else that can be seen and done here.
import { useState } from 'preact/hooks'
import type { TimelineEntry } from '#src/journey/journal/schema.ts'
import { api, stale, useAct, useGet } from '../../api/query.ts'
import { Button, Code, sayExact } from '../../parts/inline.tsx'
import { submits, textOf } from '../../parts/form.tsx'
import { ProblemNote } from '../../parts/page.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { Timeline } from '../../parts/timeline.tsx'
import { Calls, SentEvents } from './calls.tsx'
import { Children, VerificationLink } from './link.tsx'
import { Pictures } from './pictures.tsx'
import { words } from './words.ts'

const tabs = ['timeline', 'link', 'pictures', 'calls', 'webhooks'] as const

type TransactionProps = {
  readonly id: string
  readonly tab: string | undefined
  readonly onTab: (tab: string) => void
  /** Whether the list shows only messages of this transaction. */
  readonly isAlone: boolean
  readonly onAlone: (isAlone: boolean) => void
}

export function Transaction({ id, tab, onTab, isAlone, onAlone }: TransactionProps) {
  const path = `/v1/transaction/${id}/timeline`
  const { data: entries = [], problem } = useGet<TimelineEntry[]>(path, { every: 2_000 })
  const chosen = tabs.find((one) => one === tab) ?? 'timeline'
  return (
    <aside class="stack sandbox-transaction" aria-label={words.transaction}>
      <div class="acts">
        <h2>{words.transaction}</h2>
        <Code text={id} short copy />
        <button type="button" class="link" onClick={() => onAlone(!isAlone)}>
          {isAlone ? words.showAll : words.onlyIts}
        </button>
        <a href={`/console/transactions/${id}`}>{words.itsPage}</a>
      </div>
      <Clock key={id} id={id} />
      {problem && <ProblemNote problem={problem} />}
      <Tabs label={words.transaction} tabs={words.tab} selected={chosen} onSelect={onTab}>
        {chosen === 'timeline' && <Timeline entries={entries} />}
        {chosen === 'link' && (
          <>
            <VerificationLink id={id} isMade={entries.some(({ kind }) => kind === 'link-made')} />
            <Children id={id} />
          </>
        )}
        {chosen === 'pictures' && <Pictures id={id} version={entries.length} />}
        {chosen === 'calls' && <Calls id={id} />}
        {chosen === 'webhooks' && <SentEvents id={id} />}
      </Tabs>
    </aside>
  )
}

const steps = [
  ['+1 min', 'PT1M'],
  ['+10 min', 'PT10M'],
  ['+1 h', 'PT1H'],
  ['+1 d', 'P1D'],
  ['+30 d', 'P30D'],
] as const

/** Moves the clock of a transaction, so that nobody has to wait for an expiry. */
function Clock({ id }: { id: string }) {
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
          class="row tight"
          onSubmit={submits((values) => {
            const typed = textOf(values, 'duration')
            return typed !== '' && move.act(typed.toUpperCase())
          })}
        >
          <input
            class="input"
            name="duration"
            aria-label={words.duration}
            placeholder="PT2H30M"
            maxLength={64}
          />
          <Button type="submit" busy={move.busy}>
            {words.move}
          </Button>
        </form>
      </div>
      <p class="soft small" role="status">
        {move.busy ? words.moving : now && words.itsTime(sayExact(Date.parse(now)))}
      </p>
      {move.problem && <ProblemNote problem={move.problem} />}
    </section>
  )
}
