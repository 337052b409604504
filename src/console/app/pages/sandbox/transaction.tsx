// The transaction of what is opened: its clock, and by tabs all else that can be seen and done of it here.
import type { TimelineEntry } from '#src/journey/journal/schema.ts'
import { useGet } from '../../api/query.ts'
import { Button, Code } from '../../parts/inline.tsx'
import { ProblemNote } from '../../parts/page.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { Calls } from './calls.tsx'
import { Children } from './children.tsx'
import { Clock } from './clock.tsx'
import { VerificationLink } from './link.tsx'
import { Pictures } from './pictures.tsx'
import { SentEvents } from './sent-events.tsx'
import { Timeline } from '../../parts/timeline.tsx'
import { useSandboxWords } from './words.ts'

const tabs = ['timeline', 'link', 'pictures', 'calls', 'webhooks'] as const

type TransactionProps = {
  readonly id: string
  readonly tab: string | undefined
  readonly onTab: (tab: string) => void
  /** Whether its messages alone are listed. */
  readonly isAlone: boolean
  readonly onAlone: (isAlone: boolean) => void
}

export function Transaction({ id, tab, onTab, isAlone, onAlone }: TransactionProps) {
  const words = useSandboxWords()
  const path = `/v1/transaction/${id}/timeline`
  const { data: entries = [], problem } = useGet<TimelineEntry[]>(path, { every: 2_000 })
  const chosen = tabs.find((one) => one === tab) ?? 'timeline'
  return (
    <aside class="sandbox-transaction" aria-label={words.transaction}>
      <div class="acts">
        <h2>{words.transaction}</h2>
        <Code text={id} short copy />
        <Button kind="quiet" onClick={() => onAlone(!isAlone)}>
          {isAlone ? words.showAll : words.onlyIts}
        </Button>
        <a href={`/console/transactions/${id}`}>{words.itsPage}</a>
      </div>
      <Clock key={id} id={id} />
      {problem && <ProblemNote problem={problem} />}
      <Tabs
        label={words.transaction}
        tabs={tabs.map((one) => ({ id: one, label: words.tab[one] }))}
        selected={chosen}
        onSelect={onTab}
      >
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
