// Pages and their sections, and what is shown instead of missing content: lacking scopes, waiting, problems.
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { can } from '../shell/session.ts'
import { type PageName, words as shellWords } from '../shell/words.ts'
import { words } from './words.ts'
import type { Problem } from '../api/client.ts'
import { Button, Code } from './inline.tsx'

type SectionProps = {
  readonly title: string
  readonly acts?: ComponentChildren
  readonly children: ComponentChildren
}

type PageProps = Omit<SectionProps, 'title'> & {
  /** The name of a page of the navigation, from which the title is taken. */
  readonly name?: PageName
  readonly title?: string
  readonly lead?: ComponentChildren
}

/** The head of a page; its title is the document's title too. */
export function Page({ name, title: own, lead, acts, children }: PageProps) {
  const title = own ?? (name ? shellWords.page[name] : '')
  useEffect(() => {
    document.title = `${title} · Atesta`
  }, [title])
  return (
    <>
      <div class="page-head">
        <h1>{title}</h1>
        {acts && <div class="acts">{acts}</div>}
        {lead && <p>{lead}</p>}
      </div>
      {children}
    </>
  )
}

export const Section = ({ title, acts, children }: SectionProps) => (
  <section class="section" aria-label={title}>
    <div class="section-head">
      <h2>{title}</h2>
      {acts && <div class="acts">{acts}</div>}
    </div>
    {children}
  </section>
)

/** Replaces the content for a session without the scope. */
export function Needs({ scope, children }: { scope: string; children: ComponentChildren }) {
  return can(scope) ? <>{children}</> : <p class="empty">{words.lacks(scope)}</p>
}

export const Empty = ({ title, children }: { title: string; children?: ComponentChildren }) => (
  <div class="empty">
    <strong>{title}</strong>
    {children}
  </div>
)

export const Loading = () => (
  <p class="loading" role="status">
    {words.loading}
  </p>
)

type Pair = readonly [string, ComponentChildren] | false | undefined | null | ''

/** A list of names and values; absent values are left out. */
export const Pairs = ({ items }: { items: readonly Pair[] }) => (
  <dl class="pairs">
    {items.map((one) => one && [<dt key={one[0]}>{one[0]}</dt>, <dd>{one[1]}</dd>])}
  </dl>
)

type LinesProps<Row> = {
  readonly rows: readonly Row[] | undefined
  readonly keyOf: (row: Row) => string
  readonly line: (row: Row) => ComponentChildren
  /** At the right end: the time or the progress. */
  readonly end: (row: Row) => ComponentChildren
}

/** A list of things that need only one line each. */
export function Lines<Row>({ rows = [], keyOf, line, end }: LinesProps<Row>) {
  return (
    <ul class="lines">
      {rows.map((row) => (
        <li key={keyOf(row)}>
          <span>{line(row)}</span>
          <span class="soft">{end(row)}</span>
        </li>
      ))}
    </ul>
  )
}

/** The fields of an object, for `Pairs`: nested fields have names such as `phone.number`. */
export function pairsOf(value: object, prefix = ''): (readonly [string, string])[] {
  return Object.entries(value).flatMap(([name, inside]: [string, unknown]) =>
    typeof inside === 'object' && inside !== null
      ? pairsOf(inside, `${prefix}${name}.`)
      : [[`${prefix}${name}`, String(inside)] as const],
  )
}

/** Describes a problem in the reader's language; the API's own details follow unchanged. */
function saySentence({ status, scope, retryAfter = 5 }: Problem): string {
  if (status === 0) return words.away
  if (status === 403 && scope !== undefined) return words.lacks(scope)
  if (status === 404) return words.gone
  if (status === 409) return words.conflict
  if (status === 429) return words.busyNow(retryAfter)
  if (status === 503) return words.unavailable
  return status < 500 ? words.invalid : words.failed
}

type ProblemNoteProps = {
  readonly problem: Problem
  readonly onRetry?: (() => void) | undefined
}

/** Faults of fields that the form has are shown at the fields. */
export function ProblemNote({ problem, onRetry }: ProblemNoteProps) {
  const { title, detail, errors = [], status, scope, requestId } = problem
  const faults = errors.map((one) => [one.pointer, one.detail].filter(Boolean).join(': '))
  // The API's English title is left out if the sentence already says the same.
  const isSaid = [0, 404, 429].includes(status) || status >= 500 || scope !== undefined
  const more = [detail ?? (isSaid ? undefined : title), ...faults].filter(Boolean)
  return (
    <div class="note" data-kind="bad" role="alert">
      <span>
        {saySentence(problem)} {more.length > 0 && <span lang="en">{more.join(' ')}</span>}
        {status >= 500 && requestId && <Code text={requestId} copy />}
      </span>
      {onRetry && status !== 404 && <Button onClick={onRetry}>{words.retry}</Button>}
    </div>
  )
}

type WaitingProps = { readonly problem: Problem | undefined; readonly reload?: () => void }

/** Shown in place of content that is not loaded yet. */
export function Waiting({ problem, reload }: WaitingProps) {
  if (!problem) return <Loading />
  return <ProblemNote problem={problem} onRetry={reload} />
}
