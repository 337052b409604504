// The past events, the newest first: the time, a sentence, and its subject; the original codes are in the title.
import type { TimelineEntry } from '#src/journey/journal/schema.ts'
import { Code } from './inline.tsx'
import { sayEntry } from '../words/entries.ts'
import { states } from '../words/states.ts'
import { locale } from '../words/words.ts'

export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  const clock = new Intl.DateTimeFormat(locale(), { timeStyle: 'medium' })
  const day = new Intl.DateTimeFormat(locale(), { dateStyle: 'full' })
  // An entry that moves the clock ahead is written before those that come due by it.
  const newest = entries.toReversed().toSorted((one, other) => other.time.localeCompare(one.time))
  return (
    <ol class="timeline card">
      {newest.map((entry, at) => {
        const date = day.format(Date.parse(entry.time))
        const before = newest[at - 1]
        const said = sayEntry(entry.kind)
        const details = detailsOf(entry)
          .filter(says)
          .map(states.any)
          .filter((one) => !said.toLowerCase().includes(one))
        const isNewDay = !before || day.format(Date.parse(before.time)) !== date
        return [
          isNewDay && (
            <li key={date} class="timeline-day">
              {date}
            </li>
          ),
          <li key={entry.seq} data-kind={toneOf(entry.kind)}>
            <time dateTime={entry.time}>{clock.format(Date.parse(entry.time))}</time>
            <span title={[entry.kind, ...detailsOf(entry)].join(' · ')}>
              {said} <span class="soft small">{[...new Set(details)].join(' · ')}</span>{' '}
              <Child entry={entry} />
            </span>
          </li>,
        ]
      })}
    </ol>
  )
}

/** The transaction of a person on a list, if the entry concerns one. */
const childOf = ({ kind, reason }: TimelineEntry) =>
  kind.startsWith('child-') ? reason : undefined

function Child({ entry }: { entry: TimelineEntry }) {
  const id = childOf(entry)
  if (id === undefined) return null
  return (
    <a href={`/console/transactions/${id}`}>
      <Code text={id} short />
    </a>
  )
}

/** Whether a code is readable: ids, and keys of the service's own, mean nothing to a reader. */
const says = (code: string) => !/[\da-f]{8}-[\da-f]{4}-|=|: |^(?:result|claimed|counted|check|person-check|company-check|credit|phone|email|\d{5,}|\/.*)$/.test(code) // prettier-ignore

function detailsOf(entry: TimelineEntry): string[] {
  const { kind, module, step, outcome, reason, attempt, provider, durationMs } = entry
  // Tasks are named by codes of the service's own.
  const isTask = kind.startsWith('task-')
  const parts = [
    step ?? module,
    !isTask && outcome,
    step === undefined && !isTask && childOf(entry) === undefined && reason,
    provider,
    attempt !== undefined && attempt > 1 && `#${attempt}`,
    durationMs !== undefined && `${durationMs} ms`,
  ]
  return parts.filter((part): part is string => Boolean(part))
}

const tones = [
  ['good', /-(?:valid|completed|delivered|read|replied)$/],
  ['bad', /-(?:failed|uncertain|undeliverable|denied|disowned|apart|died)$|^erased$/],
] as const

const toneOf = (kind: string) => tones.find(([, pattern]) => pattern.test(kind))?.[0]
