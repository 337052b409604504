// Draws the panels of a dashboard in Grafana’s layout: a grid of 24 columns, lines over time, and the last value of
// each.
import { z } from 'zod'

type Target = { readonly expr: string; readonly legendFormat?: string }
type Panel = {
  readonly title: string
  readonly type: string
  readonly gridPos: {
    readonly x: number
    readonly y: number
    readonly w: number
    readonly h: number
  }
  readonly fieldConfig: { readonly defaults: { readonly unit?: string } }
  readonly targets: readonly Target[]
}
export type Dashboard = { readonly title: string; readonly panels: readonly Panel[] }
/** Unix time in seconds. */
type Span = { readonly start: number; readonly end: number; readonly step: number }
type Series = { readonly name: string; readonly points: readonly (readonly [number, number])[] }

const Answer = z.object({
  status: z.literal('success'),
  data: z.object({
    result: z.array(
      z.object({
        metric: z.record(z.string(), z.string()),
        values: z.array(z.tuple([z.number(), z.string()])),
      }),
    ),
  }),
})

export async function drawDashboard(
  { title, panels }: Dashboard,
  prometheus: string,
  span: Span,
): Promise<{ html: string; empty: string[] }> {
  const drawn = await Promise.all(
    panels.map(async (panel) => {
      const targets = panel.targets.map((target) => ask(prometheus, target, span))
      const series = (await Promise.all(targets)).flat()
      return { title: panel.title, isEmpty: series.length === 0, html: draw(panel, series, span) }
    }),
  )
  const style = `body{margin:16px;font:13px sans-serif;background:#111;color:#ddd}
    h1{font-size:18px} .grid{display:grid;grid-template-columns:repeat(24,1fr);gap:8px}
    .panel{background:#1d1d22;padding:8px;min-width:0} h2{font-size:13px;margin:0 0 6px}
    .legend{display:flex;flex-wrap:wrap;gap:2px 12px;font-size:11px;max-height:96px;overflow:hidden}
    i{display:inline-block;width:10px;height:3px;margin-right:4px;vertical-align:middle}
    .bar{background:#3a6;height:8px} text{fill:#999;font-size:10px}`
  return {
    html: `<style>${style}</style><h1>${escape(title)}</h1><div class="grid">${drawn.map(({ html }) => html).join('')}</div>`,
    empty: drawn.flatMap((one) => (one.isEmpty ? [one.title] : [])),
  }
}

async function ask(prometheus: string, target: Target, span: Span): Promise<Series[]> {
  const query = new URLSearchParams({
    // Of every tenant, pack and channel. All of it happens in the sandbox, where clocks can be moved.
    query: target.expr
      .replaceAll(/\$(?:tenant|pack|channel)\b/g, '.*')
      .replaceAll('mode="live"', 'mode="sandbox"'),
    start: String(span.start),
    end: String(span.end),
    step: String(span.step),
  })
  const answer = await fetch(`${prometheus}/api/v1/query_range?${query.toString()}`)
  const { data } = Answer.parse(await answer.json())
  return data.result.map(({ metric, values }) => ({
    name: (target.legendFormat ?? JSON.stringify(metric)).replaceAll(
      /\{\{(\w+)\}\}/g,
      (_, label: string) => metric[label] ?? '',
    ),
    points: values
      .map(([at, value]) => [at, Number(value)] as const)
      .filter(([, value]) => Number.isFinite(value)),
  }))
}

function draw({ title, type, gridPos, fieldConfig }: Panel, all: readonly Series[], span: Span) {
  const { unit = 'short' } = fieldConfig.defaults
  const series = all.filter(({ points }) => points.length > 0)
  const body =
    series.length === 0
      ? '<p>No data</p>'
      : type === 'timeseries'
        ? `${drawLines(series, unit, span)}<div class="legend">${series.map((one, at) => `<span><i style="background:${colour(at)}"></i>${escape(one.name)} ${show(lastOf(one), unit)}</span>`).join('')}</div>`
        : drawBars(series, unit)
  const place = `grid-column:${gridPos.x + 1}/span ${gridPos.w}`
  return `<div class="panel" style="${place}"><h2>${escape(title)}</h2>${body}</div>`
}

function drawLines(series: readonly Series[], unit: string, { start, end }: Span): string {
  const [width, height, left] = [640, 170, 60]
  const values = series.flatMap(({ points }) => points.map(([, value]) => value))
  const top = Math.max(...values, 0) || 1
  const x = (at: number) => left + ((at - start) / (end - start)) * (width - left)
  const y = (value: number) => height - 16 - (value / top) * (height - 26)
  const lines = [0, 0.5, 1].map((share) => {
    const at = y(top * share)
    return `<line x1="${left}" x2="${width}" y1="${at}" y2="${at}" stroke="#333"/><text x="2" y="${at + 3}">${show(top * share, unit)}</text>`
  })
  const paths = series.map(({ points }, at) => {
    const way = points.map(([when, value]) => `${x(when).toFixed(1)},${y(value).toFixed(1)}`)
    return `<polyline fill="none" stroke="${colour(at)}" points="${way.join(' ')}"/>`
  })
  const times = [start, end].map((at, index) => {
    const clock = new Date(at * 1_000).toISOString().slice(11, 19)
    return `<text x="${index === 0 ? left : width - 46}" y="${height - 2}">${clock}</text>`
  })
  return `<svg viewBox="0 0 ${width} ${height}" width="100%">${[...lines, ...paths, ...times].join('')}</svg>`
}

function drawBars(series: readonly Series[], unit: string): string {
  const top = Math.max(...series.map(lastOf)) || 1
  return series
    .slice(0, 12)
    .map(
      (one) =>
        `<div>${escape(one.name)} <b>${show(lastOf(one), unit)}</b><div class="bar" style="width:${((100 * lastOf(one)) / top).toFixed(0)}%"></div></div>`,
    )
    .join('')
}

const lastOf = ({ points }: Series): number => points.at(-1)?.[1] ?? 0
const colour = (at: number) => `hsl(${(at * 67) % 360} 65% 60%)`
const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** Formats a value in the units that our dashboards use. */
function show(value: number, unit: string): string {
  const short = (one: number) =>
    Math.abs(one) >= 100 ? one.toFixed(0) : one.toPrecision(3).replace(/\.?0+$/, '')
  if (unit === 's')
    return value < 1 && value > 0 ? `${short(value * 1_000)} ms` : `${short(value)} s`
  if (unit === 'percentunit') return `${short(value * 100)} %`
  if (unit === 'ops' || unit === 'reqps') return `${short(value)}/s`
  if (unit === 'bytes') return `${short(value / 1_048_576)} MiB`
  return short(value)
}
