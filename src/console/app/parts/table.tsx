// A list as a table with one row for each thing, opened by a click anywhere in the row and navigated by the arrow keys.
import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import type { Problem } from '../api/client.ts'
import { Button } from './inline.tsx'
import { Empty, Loading, ProblemNote } from './page.tsx'
import { words } from './words.ts'

export type Column<Row> = {
  /** Must be unique among the columns, because it is the key of the cells. */
  readonly head: string
  readonly cell: (row: Row) => ComponentChildren
  readonly align?: 'end'
  /** The least width of the window for this column: 760 or 1280 pixels. */
  readonly from?: 'medium' | 'wide'
}

type TableProps<Row> = {
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  /** Undefined while they are loaded. */
  readonly rows: readonly Row[] | undefined
  readonly keyOf: (row: Row) => string
  readonly hrefOf?: (row: Row) => string | undefined
  readonly more?: (() => void) | undefined
  readonly problem?: Problem | undefined
  readonly reload?: () => void
  readonly empty?: ComponentChildren
}

export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, keyOf, hrefOf, more, empty } = props
  const body = useRef<HTMLTableSectionElement>(null)
  const problem = props.problem && <ProblemNote problem={props.problem} onRetry={props.reload} />
  if (problem && !rows?.length) return problem
  if (!rows) return <Loading />
  if (rows.length === 0 && !more) return <>{empty ?? <Empty title={words.none} />}</>
  return (
    <>
      {problem}
      <div class="table-frame" role="group" aria-label={caption} tabIndex={0}>
        <table class="table">
          <caption class="unseen">{caption}</caption>
          <thead>
            <tr>
              {columns.map(({ head, align, from }) => (
                <th key={head} scope="col" data-align={align} data-from={from}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody ref={body} onKeyDown={(event) => walk(body.current, event)}>
            {rows.map((row) => (
              <tr key={keyOf(row)}>
                {columns.map(({ head, cell, align, from }, index) => (
                  <td key={head} data-align={align} data-from={from}>
                    {index === 0 ? <Way href={hrefOf?.(row)}>{cell(row)}</Way> : cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div class="table-foot">
        <span>{words.rows(rows.length)}</span>
        {more && <Button onClick={more}>{words.more}</Button>}
      </div>
    </>
  )
}

function Way({ href, children }: { href: string | undefined; children: ComponentChildren }) {
  if (href === undefined) return <>{children}</>
  return (
    <a class="table-way" href={href}>
      {children}
    </a>
  )
}

function walk(body: HTMLElement | null, event: KeyboardEvent): void {
  const step = ['ArrowDown', 'j'].includes(event.key) ? 1 : ['ArrowUp', 'k'].includes(event.key) ? -1 : 0 // prettier-ignore
  if (step === 0 || !body || (event.target as Element).matches('input, select, textarea')) return
  const ways = [...body.querySelectorAll<HTMLElement>('.table-way')]
  const at = ways.findIndex((way) => way.closest('tr')?.contains(document.activeElement))
  const next = ways[at + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}
