// What happened in a transaction, the newest first.
import type { TimelineEntry } from '#src/journey/journal/schema.ts'
import { sayExact } from '../../parts/time.tsx'
import { locales, useLanguage } from '../../words/words.ts'

export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  const language = useLanguage()
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
            <span>{spell(nameOf(entry))}</span>
            <span class="soft small">{detailsOf(entry)}</span>
          </li>
        )
      })}
    </ol>
  )
}

/** With its module: `challenge-sent` of `sms-2fa` → `sms-2fa-sent`. */
const nameOf = ({ kind, module }: Pick<TimelineEntry, 'kind' | 'module'>) =>
  module === undefined ? kind : kind.replace(/^challenge(?=-)/, module)

function detailsOf(entry: TimelineEntry): string {
  const { kind, module, outcome, reason, attempt, provider, durationMs } = entry
  const parts = [
    module !== undefined && !nameOf(entry).startsWith(module) && module,
    outcome,
    reason,
    attempt !== undefined && !isReport(kind) && `#${attempt}`,
    !isReport(kind) && provider,
    durationMs !== undefined && `${durationMs} ms`,
  ]
  return parts.filter(Boolean).join(' · ')
}

/** A vendor's report belongs to the attempt before it. */
const isReport = (kind: string) => /^challenge-(sent|delivered|read)$/.test(kind)

const spellings: Readonly<Record<string, string>> = {
  email: 'e-mail',
  sms: 'SMS',
  whatsapp: 'WhatsApp',
  '2fa': '2FA',
}

/** `email-token-sent` → `E-mail token sent`, so that new kinds need no text here. */
function spell(kind: string): string {
  const sentence = kind.split('-').map((word) => spellings[word] ?? word).join(' ') // prettier-ignore
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}

const tones = [
  ['good', /-(valid|completed|ended|sent|delivered|read|replied|approved)$/],
  ['bad', /-(failed|expired|uncertain|undeliverable|ignored|stopped|rejected)$/],
] as const

const toneOf = (kind: string) => tones.find(([, pattern]) => pattern.test(kind))?.[0]
