// Shows the report of a backtest: how many decisions changed, from what to what, and by which condition.
import { make } from '/pages/element.js'
import { renderTable } from '/pages/parts.js'

/**
 * @typedef {{ status?: string, compared: number, same: number, changed: number, undecidable: number,
 *   outcomes: { from: string, to: string, count: number }[],
 *   conditions: { path: string, differed: number }[],
 *   missing: { step?: string, why: string, read?: string, count: number }[], examples: string[] }} Report
 */

/** @param {Report} report */
export function renderReport({
  status,
  compared,
  same,
  changed,
  undecidable,
  outcomes,
  conditions,
  missing,
  examples,
}) {
  const counts = [
    ['Compared', String(compared)],
    ['The same', share(same, compared)],
    ['Changed', share(changed, compared)],
    ['Undecidable: something is missing', String(undecidable)],
  ]
  return [
    ...(status === 'failed'
      ? [make('p', { class: 'fault' }, 'It failed before its end; this is what it came to.')]
      : []),
    renderTable('In all', ['Runs', 'Count'], counts),
    ...(outcomes.length === 0 ? [] : [renderMatrix(outcomes)]),
    ...(conditions.length === 0
      ? []
      : [
          renderTable(
            'Conditions that were answered otherwise',
            ['Place in the document', 'Runs'],
            conditions.map(({ path, differed }) => [
              path === '' ? '(root)' : path,
              String(differed),
            ]),
          ),
        ]),
    ...(missing.length === 0
      ? []
      : [
          renderTable(
            'What was missing',
            ['Step', 'Why', 'Runs'],
            missing.map(({ step = '(all)', why, read, count }) => [
              step,
              read === undefined ? why : `${why}: ${read}`,
              String(count),
            ]),
          ),
        ]),
    ...(examples.length === 0 ? [] : [renderExamples(examples)]),
  ]
}

/**
 * @param {number} count
 * @param {number} all
 */
const share = (count, all) =>
  all === 0 ? String(count) : `${count} (${((count / all) * 100).toFixed(1)} %)`

/** @param {Report['outcomes']} outcomes */
function renderMatrix(outcomes) {
  const names = [...new Set(outcomes.flatMap(({ from, to }) => [from, to]))].toSorted()
  const most = Math.max(...outcomes.map(({ count }) => count))
  const heads = ['was, would be', ...names].map((name) => make('th', { scope: 'col' }, name))
  const rows = names.map((from) => {
    const cells = names.map((to) => {
      const count = outcomes.find((one) => one.from === from && one.to === to)?.count ?? 0
      const level = count === 0 ? 0 : Math.max(1, Math.ceil((count / most) * 4))
      return make(
        'td',
        { class: `${from === to ? 'kept' : 'moved'} level-${level}` },
        String(count),
      )
    })
    return make('tr', {}, make('th', { scope: 'row' }, from), ...cells)
  })
  const table = make(
    'table',
    { class: 'matrix' },
    make('caption', {}, 'Outcomes: rows as they were, columns as they would be'),
    make('thead', {}, make('tr', {}, ...heads)),
    make('tbody', {}, ...rows),
  )
  return make(
    'div',
    { class: 'scroll', role: 'group', tabindex: '0', 'aria-label': 'Outcomes' },
    table,
  )
}

/** @param {string[]} ids */
const renderExamples = (ids) =>
  make(
    'details',
    {},
    make('summary', {}, `Changed transactions, ${ids.length} of them`),
    make('ul', { class: 'ids' }, ...ids.map((id) => make('li', {}, make('code', {}, id)))),
  )
