// Shows where people leave the verification links of a pack, by version, as bars and as numbers.
import { make } from '/pages/element.js'
import { renderTable, section } from '/pages/parts.js'
import { seconds } from './statistics.js'

/**
 * @typedef {{ step: string, begun: number, done: number, skipped: number, rejected: number, review: number, open: number,
 *   left: number, tries: number, p50Seconds?: number, p95Seconds?: number }} Step
 * @typedef {{ version: number, made: number, opened: number, consented: number, refused: number, disowned: number,
 *   completed: number, expired: number, replaced: number, p50Seconds?: number, p95Seconds?: number, steps: Step[] }} Version
 * @typedef {{ name: string, since: string, versions: Version[] }} Funnel
 */

/** @param {Funnel | undefined} funnel */
export function renderFunnel(funnel) {
  if (funnel === undefined || funnel.versions.length === 0) return []
  const span = make('p', { class: 'soft' }, `Links made since ${funnel.since.slice(0, 10)}.`)
  return [section('funnel', 'Drop-off of links', span, ...funnel.versions.map(renderVersion))]
}

/** @param {Version} version */
function renderVersion(version) {
  const { made, opened, consented, completed, steps } = version
  const stages = [
    ['made', made],
    ['opened', opened],
    ['agreed', consented],
    ...steps.map(({ step, begun }) => [step, begun]),
    ['completed', completed],
  ]
  const bars = stages.map(([label, count]) =>
    make(
      'li',
      {},
      make('span', {}, String(label)),
      make('meter', { min: '0', max: String(made), value: String(count), 'aria-hidden': 'true' }),
      make('span', {}, `${count}, ${Math.round((Number(count) / made) * 100)} %`),
    ),
  )
  const rows = steps.map((one) => [
    one.step,
    String(one.begun),
    String(one.done),
    String(one.skipped),
    String(one.rejected + one.review),
    String(one.left),
    String(one.tries),
    seconds(one.p50Seconds),
    seconds(one.p95Seconds),
  ])
  const { refused, disowned, expired, replaced, p50Seconds, p95Seconds } = version
  return make(
    'section',
    { 'aria-label': `Version ${version.version}` },
    make('h4', {}, `Version ${version.version}`),
    make('ol', { class: 'funnel' }, ...bars),
    make(
      'p',
      {},
      `Refused ${refused}, not theirs ${disowned}, expired ${expired}, replaced ${replaced}. From agreeing to the end: half within ${seconds(p50Seconds)}, 95 % within ${seconds(p95Seconds)}.`,
    ),
    renderTable(
      'Steps',
      [
        'Step',
        'Came',
        'Done',
        'Given up',
        'Rejected or in review',
        'Left',
        'Tries',
        'Half within',
        '95 % within',
      ],
      rows,
    ),
  )
}
