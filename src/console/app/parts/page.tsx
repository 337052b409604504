import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { useSession } from '../shell/session.ts'
import { useWords } from '../words/words.ts'
import { partWords } from './words.ts'

type PageProps = {
  readonly title: string
  readonly lead?: ComponentChildren
  readonly acts?: ComponentChildren
  readonly children: ComponentChildren
}

/** The head of a page: its name is the document's title too. */
export function Page({ title, lead, acts, children }: PageProps) {
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

export function Section({ title, acts, children }: Omit<PageProps, 'lead'>) {
  return (
    <section class="section" aria-label={title}>
      <div class="section-head">
        <h2>{title}</h2>
        {acts && <div class="acts">{acts}</div>}
      </div>
      {children}
    </section>
  )
}

/** What a session without the scope sees in place of the content. */
export function Needs({ scope, children }: { scope: string; children: ComponentChildren }) {
  const words = useWords(partWords)
  const { can } = useSession()
  return can(scope) ? <>{children}</> : <p class="empty">{words.lacks(scope)}</p>
}

export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <strong>{title}</strong>
      {children}
    </div>
  )
}

export function Loading() {
  const words = useWords(partWords)
  return (
    <p class="loading" role="status">
      {words.loading}
    </p>
  )
}

/** A list of names and values. */
export function Pairs({ items }: { items: readonly (readonly [string, ComponentChildren])[] }) {
  return (
    <dl class="pairs">
      {items.map(([label, value]) => [<dt key={label}>{label}</dt>, <dd>{value}</dd>])}
    </dl>
  )
}

/** What an object holds, for `Pairs`: nested fields have names such as `phone.number`. */
export function pairsOf(value: object, prefix = ''): (readonly [string, string])[] {
  return Object.entries(value).flatMap(([name, inside]: [string, unknown]) =>
    typeof inside === 'object' && inside !== null
      ? pairsOf(inside, `${prefix}${name}.`)
      : [[`${prefix}${name}`, String(inside)] as const],
  )
}
