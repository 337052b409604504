// What happened in a transaction, the newest first.
import type { TimelineEntry } from '#src/journey/journal/schema.ts'
import { sayExact } from '../../parts/time.tsx'
import { useEntryWords } from '../../words/entries.ts'
import { locales, useLanguage } from '../../words/words.ts'

export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  const language = useLanguage()
  const say = useEntryWords()
  const clock = new Intl.DateTimeFormat(locales[language], { timeStyle: 'medium' })
  return (
    <ol class="sandbox-timeline">
      {entries.toReversed().map((entry) => {
        const moment = Date.parse(entry.time)
        return (
          <li key={entry.seq} data-tone={toneOf(entry.kind)}>
            <time dateTime={entry.time} title={sayExact(moment, language)}>
              {clock.format(moment)}
            </time>
            <span title={entry.kind}>{say(entry.kind)}</span>
            <span class="soft small">{detailsOf(entry)}</span>
          </li>
        )
      })}
    </ol>
  )
}

function detailsOf(entry: TimelineEntry): string {
  const { kind, module, outcome, reason, attempt, provider, durationMs } = entry
  // A vendor's report belongs to the attempt before it.
  const isReport = /^challenge-(sent|delivered|read)$/.test(kind)
  const parts = [
    module,
    outcome,
    reason,
    attempt !== undefined && !isReport && `#${attempt}`,
    !isReport && provider,
    durationMs !== undefined && `${durationMs} ms`,
  ]
  return parts.filter(Boolean).join(' · ')
}

const tones = [
  ['good', /-(valid|completed|ended|sent|delivered|read|replied|approved)$/],
  ['bad', /-(failed|expired|uncertain|undeliverable|ignored|stopped|rejected)$/],
] as const

const toneOf = (kind: string) => tones.find(([, pattern]) => pattern.test(kind))?.[0]
