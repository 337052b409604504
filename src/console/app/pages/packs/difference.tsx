// Two documents side by side, and the data that clients must send before the newer one is used.
import type { PackDifference } from '#src/packs/difference/schema.ts'
import { Empty } from '../../parts/page.tsx'
import { words } from './words.ts'

type DifferenceProps = {
  readonly difference: Pick<PackDifference, 'rows' | 'newlyRequired'>
  readonly heads: readonly [string, string]
}

/** How many lines around a change are shown; the lines between are left out. */
const around = 3

export function Difference({ difference, heads }: DifferenceProps) {
  const { rows, newlyRequired = [] } = difference
  if (rows.every(({ same }) => same)) return <Empty title={words.same} />
  const isShown = (at: number) =>
    rows.slice(Math.max(0, at - around), at + around + 1).some(({ same }) => !same)
  return (
    <div class="stack">
      {newlyRequired.length > 0 && (
        <p class="note" data-kind="warn">
          {words.newlyRequired} <code>{newlyRequired.join(', ')}</code>
        </p>
      )}
      <div class="table-frame" role="group" tabIndex={0} aria-label={words.documents}>
        <table class="pack-difference">
          <caption class="unseen">{words.documents}</caption>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ left, right, same }, at) =>
              isShown(at) ? (
                <tr key={at} data-same={same}>
                  <Line text={left} change={same ? undefined : 'removed'} />
                  <Line text={right} change={same ? undefined : 'added'} />
                </tr>
              ) : (
                (at === 0 || isShown(at - 1)) && (
                  <tr key={at} data-same={true}>
                    <td colSpan={2}>⋯</td>
                  </tr>
                )
              ),
            )}
          </tbody>
        </table>
      </div>
    </div>
  )
}

const kinds = { removed: 'bad', added: 'good' } as const

type LineProps = {
  readonly text: string | undefined
  readonly change: keyof typeof kinds | undefined
}

/** A word shows the kind of change, because colour alone is not enough for everybody. */
function Line({ text, change }: LineProps) {
  if (text === undefined) return <td data-kind="quiet" />
  return (
    <td data-kind={change && kinds[change]}>
      {change && <span class="unseen">{words[change]}: </span>}
      <code>{text}</code>
    </td>
  )
}
