// The test cases of a version: with these results, this path and this outcome.
import { make } from '../../pages/element.js'
import { section } from './parts.js'

/** @typedef {{ name: string, passed: boolean, detail?: string }} Case */

/** @param {{ cases: Case[] } | undefined} found */
export function renderCases(found) {
  if (!found || found.cases.length === 0) return make('div', { hidden: true })
  const lines = found.cases.map(({ name, passed, detail }) =>
    make(
      'li',
      { class: passed ? 'completed' : 'failed' },
      make('span', { class: 'step' }, name),
      make('span', { class: 'soft' }, ` ${passed ? 'holds' : 'does not hold'}`),
      detail === undefined ? undefined : make('p', { class: 'soft' }, detail),
    ),
  )
  const failed = found.cases.filter(({ passed }) => !passed).length
  const sum =
    failed === 0 ? `All ${lines.length} hold.` : `${failed} of ${lines.length} do not hold.`
  return section(
    'cases',
    'Test cases',
    make('p', { class: 'soft' }, sum),
    make('ol', { class: 'steps' }, ...lines),
  )
}
