// Shows one pack: a version as drawing and in words, its versions, what is live, and its statistics.
import { make } from '/pages/element.js'
import { writeFullTime } from '/pages/time.js'
import { section } from '/pages/parts.js'
import { address, read, readIfAllowed } from '/pages/reading.js'
import { renderAudit } from './audit-view.js'
import { renderBacktests } from './backtests.js'
import { renderCases } from './cases.js'
import { renderDrawing, renderSteps } from './drawing.js'
import { writeLive } from './list-view.js'
import { renderFunnel } from './funnel.js'
import { renderReport } from './report.js'
import { renderRollout } from './rollout.js'
import { renderStatistics } from './statistics.js'
import { pathOf, renderPath } from './parts.js'

/** @import { Reading } from '/pages/reading.js' */
/** @import { Listed, Pack } from './list-view.js' */
/** @import { Report } from './report.js' */

/**
 * @param {Reading} reading
 * @param {string} name
 * @param {string} [asked] the version
 */
export async function showPack(reading, name, asked) {
  /** @type {Pack} */
  const pack = await read(reading, pathOf(name))
  const newest = pack.versions.at(-1)?.version ?? 1
  const version = asked === undefined ? (pack.live[0]?.version ?? newest) : Number(asked)
  const own = `versions/${version}`
  const [drawing, steps, cases, statistics, funnel, shadow, audit] = await Promise.all([
    renderDrawing(
      reading,
      pathOf(name, `${own}/drawing`),
      `Drawing of ${name}, version ${version}`,
    ),
    read(reading, pathOf(name, `${own}/steps`)),
    read(reading, pathOf(name, `${own}/cases`)),
    read(reading, pathOf(name, 'statistics?days=30')),
    readIfAllowed(reading, pathOf(name, 'funnel?days=30')),
    pack.shadow === undefined ? undefined : readIfAllowed(reading, pathOf(name, 'shadow')),
    renderAudit(reading, name),
  ])
  return [
    renderPath(name),
    make('h2', { tabindex: '-1' }, `${name}, version ${version}`),
    make('p', { class: 'soft' }, writeLive(pack.live)),
    drawing,
    make('details', { class: 'card' }, make('summary', {}, 'In words'), renderSteps(steps)),
    renderCases(reading, name, version, cases),
    renderVersions(pack, version),
    renderRollout(reading, pack, version),
    ...renderStatistics(statistics),
    ...renderFunnel(funnel),
    ...(shadow ? [renderShadow(shadow)] : []),
    renderBacktests(reading, pack),
    audit,
  ]
}

/** @param {Report & { version: number }} shadow */
const renderShadow = (shadow) =>
  section(
    'shadow',
    `Shadow: version ${shadow.version} beside what is live`,
    ...renderReport(shadow),
  )

/**
 * @param {Pack} pack
 * @param {number} shown
 */
function renderVersions({ name, live, versions }, shown) {
  const rows = versions.toReversed().map((one) => {
    const share = live.find(({ version }) => version === one.version)
    const current = one.version === shown
    const link = make(
      'a',
      {
        href: address({ pack: name, version: one.version }),
        ...(current && { 'aria-current': 'page' }),
      },
      `Version ${one.version}`,
    )
    return make(
      'li',
      {},
      make(
        'p',
        {},
        link,
        share ? make('span', { class: 'tag' }, `live, ${share.percent} %`) : undefined,
      ),
      make('p', { class: 'soft' }, writePublished(one)),
      one.message === undefined ? undefined : make('p', {}, one.message),
      compareLink(name, versions, one.version),
    )
  })
  return section('versions', 'Versions', make('ul', { class: 'lines' }, ...rows))
}

/** @param {Listed} version */
const writePublished = ({ publishedAt, publishedBy, sha256 }) =>
  `${writeFullTime(publishedAt)}, by ${publishedBy}, ${sha256.slice(0, 12)}`

/**
 * @param {string} name
 * @param {Listed[]} versions oldest first
 * @param {number} version
 */
function compareLink(name, versions, version) {
  const before = versions[versions.findIndex((one) => one.version === version) - 1]
  if (!before) return undefined
  const href = address({ pack: name, from: before.version, version })
  return make(
    'p',
    {},
    make('a', { href }, `What changed from version ${before.version} to ${version}`),
  )
}
