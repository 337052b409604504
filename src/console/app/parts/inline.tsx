// Small parts within a line: badges, buttons, codes, times.
import type { ButtonHTMLAttributes, ComponentChildren } from 'preact'
import { states } from '../words/states.ts'
import { words } from './words.ts'
import { useEffect, useState } from 'preact/hooks'
import { locale } from '../words/words.ts'

export type BadgeKind = 'good' | 'bad' | 'warn' | 'info' | 'quiet'

export const Badge = ({ kind, children }: { kind: BadgeKind; children: ComponentChildren }) => (
  <span class="badge" data-kind={kind}>
    {children}
  </span>
)

const codes: readonly (readonly [BadgeKind, string])[] = [
  ['good', 'approved completed COMPLETED delivered done enabled active answered later true'],
  ['bad', 'rejected denied failed revoked stuck trouble refused unreadable'],
  ['warn', 'partial review reviewing open again failing EXPIRED unanswered'],
  ['info', 'processing pending PENDING running under-way'],
]
const kinds = new Map(
  codes.flatMap(([kind, all]) => all.split(' ').map((code) => [code, kind] as const)),
)

/** The colour of an outcome, a status or an answer, by its code; a pack's own codes have none. */
export const kindOf = (code: string): BadgeKind => kinds.get(code) ?? 'quiet'

type OutcomeProps = { readonly outcome?: string | undefined; readonly status?: string }

/** The outcome, or the status before there is one. */
export const Outcome = ({ outcome, status = '' }: OutcomeProps) => (
  <Badge kind={kindOf(outcome ?? status)}>
    {outcome === undefined ? states.status(status) : states.outcome(outcome)}
  </Badge>
)

export type ButtonKind = 'main' | 'plain' | 'danger' | 'quiet'

type ButtonProps = ButtonHTMLAttributes & {
  readonly kind?: ButtonKind
  readonly busy?: boolean
  readonly children: ComponentChildren
}

/** A busy button cannot be pressed, and shows that it is working. */
export const Button = ({ kind = 'plain', busy = false, children, ...more }: ButtonProps) => (
  <button
    type="button"
    {...more}
    class="button"
    data-kind={kind}
    disabled={busy || more.disabled === true}
    aria-busy={busy}
  >
    {busy ? words.busy : children}
  </button>
)

/** An id or a code; `short` shows its last characters, because the first ones of an id are only its time. */
export function Code({
  text,
  copy = false,
  short = false,
}: {
  text: string
  copy?: boolean
  short?: boolean
}) {
  return (
    <span>
      <span class="code" title={short ? text : undefined}>
        {short && text.length > 10 ? `…${text.slice(-8)}` : text}
      </span>
      {copy && <Copy text={text} />}
    </span>
  )
}

/** A path of names, which breaks between two of them where it must break. */
export const Dotted = ({ text }: { text: string }) => (
  <>{text.split('.').map((name, at) => (at === 0 ? name : [<wbr key={at} />, `.${name}`]))}</>
)

/** A text cut to the available width, and the whole text on hover. */
export const Cut = ({ text }: { text: string }) => (
  <span class="cut" title={text}>
    {text}
  </span>
)

export const TransactionLink = ({ id }: { id: string }) => (
  <a href={`/console/transactions/${id}`}>
    <Code text={id} short />
  </a>
)

export const CodeBlock = ({ text, label }: { text: string; label: string }) => (
  <pre class="code-block" tabIndex={0} role="group" aria-label={label}>
    {text}
  </pre>
)

const shownMs = 1_500

export function Copy({ text, label }: { text: string; label?: string }) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), shownMs)
  }
  return (
    <button type="button" class="button copy" data-kind="quiet" onClick={() => void copy()}>
      {copied ? words.copied : (label ?? words.copy)}
    </button>
  )
}

/** Times in relative words, with the exact time on hover. */
const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** `now` is in epoch milliseconds. Less than ten seconds ago counts as now. */
function sayAgo(at: number, now: number): string {
  const seconds = Math.round((at - now) / 1_000)
  const says = new Intl.RelativeTimeFormat(locale(), { numeric: 'auto', style: 'short' })
  if (Math.abs(seconds) < 10) return says.format(0, 'second')
  const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1]
  return says.format(Math.trunc(seconds / size), unit)
}

export const sayExact = (at: number): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle: 'short', timeStyle: 'medium' }).format(at)

/** The days in a text are in the format of the reader's country; the rest of it is unchanged. */
export function sayDay(text: string): string {
  const format = new Intl.DateTimeFormat(locale(), { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' }) // prettier-ignore
  return text.replaceAll(/(?<![\w-])\d{4}-\d\d-\d\d(?![\w-])/g, (day) => {
    const at = Date.parse(day)
    return Number.isNaN(at) ? day : format.format(at)
  })
}

const tickMs = 15_000

/** `at` in ISO 8601; `exact` shows the exact time, and the relative one on hover. */
export function Time({ at, exact = false }: { at: string; exact?: boolean }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [])
  const moment = Date.parse(at)
  const [ago, whole] = [sayAgo(moment, now), sayExact(moment)]
  return (
    <time dateTime={at} title={exact ? ago : whole}>
      {exact ? whole : ago}
    </time>
  )
}
