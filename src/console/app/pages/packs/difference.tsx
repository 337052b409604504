import type { z } from 'zod'
import type { PackDifference } from '#src/packs/difference/schema.ts'
import { Empty } from '../../parts/page.tsx'
import { useWords } from '../../words/words.ts'
import { packWords } from './words.ts'

type Rows = Pick<z.output<typeof PackDifference>, 'rows' | 'newlyRequired'>

/** Lines around a change that are shown; what is between is left out. */
const around = 3

export function Difference({
  difference,
  heads,
}: {
  difference: Rows
  heads: readonly [string, string]
}) {
  // prettier-ignore
  const words = useWords(packWords)
  const { rows, newlyRequired = [] } = difference
  if (rows.every(({ same }) => same)) return <Empty title={words.same} />
  const shown = rows.map((_, at) => rows.slice(Math.max(0, at - around), at + around + 1).some(({ same }) => !same)) // prettier-ignore
  return (
    <>
      {newlyRequired.length > 0 && (
        <p class="problem">
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
              shown[at] ? (
                <tr key={at} data-same={same}>
                  <Line text={left} change={same ? undefined : 'removed'} />
                  <Line text={right} change={same ? undefined : 'added'} />
                </tr>
              ) : (
                shown[at - 1] !== false && (
                  <tr key={at} data-same={true}>
                    <td colSpan={2}>⋯</td>
                  </tr>
                )
              ),
            )}
          </tbody>
        </table>
      </div>
    </>
  )
}

/** A word says the change too, and not its colour alone. */
function Line({
  text,
  change,
}: {
  text: string | undefined
  change: 'removed' | 'added' | undefined
}) {
  // prettier-ignore
  const words = useWords(packWords)
  if (text === undefined) return <td data-none />
  return (
    <td data-change={change}>
      {change && <span class="unseen">{words[change]}: </span>}
      <code>{text}</code>
    </td>
  )
}
