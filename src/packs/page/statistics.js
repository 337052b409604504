// Shows the statistics of runs: by day as chart and table, and by module.
import { make } from '/pages/element.js'
import { kindOf, renderTable, section } from '/pages/parts.js'

/** @typedef {{ day: string, version: number, status: string, outcome?: string, count: number }} RunCount */
/** @typedef {{ module: string, count: number, failures: number, p50Seconds?: number, p95Seconds?: number }} ModuleCount */
/** @typedef {{ name: string, since: string, runs: RunCount[], modules: ModuleCount[] }} Statistics */

/** @param {Statistics} statistics */
export function renderStatistics({ since, runs, modules }) {
  const span = make('p', { class: 'soft' }, `Since ${since.slice(0, 10)}, days in UTC.`)
  if (runs.length === 0)
    return [section('runs', 'Runs', span, make('p', {}, 'No run has begun in this time.'))]
  return [
    section('runs', 'Runs', span, renderChart(runs, since), renderRunTable(runs)),
    section('modules', 'Modules', ...renderModules(modules)),
  ]
}

/** @param {RunCount} run */
const labelOf = ({ status, outcome }) =>
  outcome ?? (status === 'partial' ? 'partial: a technical failure' : status)

/**
 * @param {RunCount[]} runs
 * @param {string} since
 */
function renderChart(runs, since) {
  const labels = [...new Set(runs.map(labelOf))].toSorted()
  const days = listDays(since, runs)
  const tallest = Math.max(...days.map((day) => sum(runs.filter((run) => run.day === day))))
  const width = days.length * 10
  const shown = svg('svg', {
    viewBox: `0 0 ${width} 100`,
    preserveAspectRatio: 'none',
    'aria-hidden': 'true',
  })
  for (const [at, day] of days.entries()) {
    let top = 100
    for (const [index, label] of labels.entries()) {
      const count = sum(runs.filter((run) => run.day === day && labelOf(run) === label))
      const height = (count / tallest) * 96
      top -= height
      if (count > 0)
        shown.append(
          svg('rect', { class: seriesOf(label, index), x: at * 10 + 1, y: top, width: 8, height }),
        )
    }
  }
  const legend = labels.map((label, index) => {
    const count = sum(runs.filter((run) => labelOf(run) === label))
    return make('li', { class: seriesOf(label, index) }, `${label}: ${count}`)
  })
  return make(
    'figure',
    { class: 'chart' },
    make('p', { class: 'soft' }, `Most in a day: ${tallest}`),
    shown,
    make(
      'p',
      { class: 'ends soft' },
      make('span', {}, days[0] ?? ''),
      make('span', {}, days.at(-1) ?? ''),
    ),
    make('figcaption', {}, make('ul', { class: 'legend' }, ...legend)),
  )
}

const othersMax = 3

/**
 * Good, bad and undecided outcomes have a colour each; other outcomes share the remaining colours.
 * @param {string} outcome
 * @param {number} index
 */
function seriesOf(outcome, index) {
  const kind = kindOf(outcome)
  return kind === 'other' ? `series-${index % othersMax}` : `series-${kind}`
}

/** @param {{ count: number }[]} runs */
const sum = (runs) => runs.reduce((total, { count }) => total + count, 0)

/**
 * @param {string} since
 * @param {RunCount[]} runs
 */
function listDays(since, runs) {
  const known = runs.map(({ day }) => day)
  const last = [...known, new Date().toISOString().slice(0, 10)].toSorted().at(-1) ?? ''
  const days = []
  for (
    let at = new Date(since.slice(0, 10));
    days.length < 120;
    at = new Date(at.getTime() + 86_400_000)
  ) {
    const day = at.toISOString().slice(0, 10)
    days.push(day)
    if (day >= last) break
  }
  return days
}

/**
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 */
function svg(name, attributes) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value))
  return element
}

/** @param {RunCount[]} runs */
function renderRunTable(runs) {
  const rows = runs.map((run) => [run.day, String(run.version), labelOf(run), String(run.count)])
  return make(
    'details',
    {},
    make('summary', {}, 'The same as a table'),
    renderTable('Runs by day', ['Day', 'Version', 'Result', 'Runs'], rows),
  )
}

/** @param {ModuleCount[]} modules slowest first */
function renderModules(modules) {
  const failing = modules
    .filter(({ failures }) => failures > 0)
    .toSorted((one, other) => other.failures / other.count - one.failures / one.count)
  const slow = modules.map((one) => [
    one.module,
    String(one.count),
    seconds(one.p50Seconds),
    seconds(one.p95Seconds),
  ])
  const failed = failing.map((one) => [
    one.module,
    String(one.failures),
    `${((one.failures / one.count) * 100).toFixed(1)} %`,
  ])
  return [
    renderTable('Slowest', ['Module', 'Runs', 'Half within', '95 % within'], slow),
    failed.length === 0
      ? make('p', {}, 'No module has failed for a technical reason.')
      : renderTable('Most failing', ['Module', 'Failures', 'Of its runs'], failed),
  ]
}

/** @param {number | undefined} value */
export function seconds(value) {
  if (value === undefined) return '–'
  if (value < 120) return `${Number(value.toFixed(value < 10 ? 2 : 0))} s`
  return value < 7200 ? `${Math.round(value / 60)} min` : `${(value / 3600).toFixed(1)} h`
}
