// Draws a calibration: the distances of genuine and impostor pairs, and the error rates of each threshold.
import { curveOf, type Distances } from './statistics.ts'
import type { MatchReport } from './report.ts'

const width = 460
const height = 320
const margin = { left: 80, top: 46, bottom: 48, right: 20 }
const colours = { genuine: '#1d6f5c', impostor: '#b4532a', axis: '#5b6670', text: '#1c2329' }

export function plotMatches(report: MatchReport): string {
  const panels = [
    panel(0, 'Distances of pairs', histogram(report.distances), ['distance', 'share of pairs']),
    panel(1, 'False accepts and false rejects', errors(report), ['FAR, %', 'FRR, %']),
  ]
  const total = 2 * (margin.left + width + margin.right)
  const tall = margin.top + height + margin.bottom
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${total} ${tall}" width="${total}" height="${tall}" font-family="system-ui, Liberation Sans, sans-serif" font-size="13" fill="${colours.text}">
<rect width="100%" height="100%" fill="#fff"/>
${panels.join('\n')}
</svg>
`
}

function panel(
  at: number,
  title: string,
  content: string,
  [x, y]: readonly [string, string],
): string {
  const left = at * (margin.left + width + margin.right) + margin.left
  return `<g transform="translate(${left} ${margin.top})">
<text x="0" y="-20" font-size="15" font-weight="600">${title}</text>
<path d="M0 0V${height}H${width}" fill="none" stroke="${colours.axis}"/>
<text x="${width / 2}" y="${height + 40}" text-anchor="middle">${x}</text>
<text transform="rotate(-90)" x="${-height / 2}" y="-64" text-anchor="middle">${y}</text>
${content}
</g>`
}

const bins = 40

function histogram({ genuine, impostor }: Distances): string {
  const most = Math.max(...genuine, ...impostor, 0.1) * 1.02
  const share = (values: readonly number[]) => {
    const counts = Array.from({ length: bins }, () => 0)
    for (const value of values) {
      const bin = Math.min(bins - 1, Math.floor((value / most) * bins))
      counts[bin] = (counts[bin] ?? 0) + 1 / values.length
    }
    return counts
  }
  const sides = [
    ['genuine', share(genuine)],
    ['impostor', share(impostor)],
  ] as const
  const top = Math.max(...sides.flatMap(([, counts]) => counts), 0.01)
  const bars = sides.flatMap(([side, counts]) =>
    counts.map((count, bin) => {
      const tall = (count / top) * (height - 10)
      const x = (bin * width) / bins
      return `<rect x="${round(x)}" y="${round(height - tall)}" width="${round(width / bins - 1)}" height="${round(tall)}" fill="${colours[side]}" opacity="0.65"/>`
    }),
  )
  const marks = [0, 0.25, 0.5, 0.75, 1].map((part) =>
    tick(part * width, height + 18, (part * most).toFixed(2)),
  )
  const heights = [0, 0.5, 1].map((part) =>
    level(height - part * (height - 10), percent(part * top)),
  )
  const legend = sides.map(([side], at) => {
    const x = width - 190 + at * 100
    return `<rect x="${x}" y="-31" width="12" height="12" fill="${colours[side]}" opacity="0.65"/><text x="${x + 18}" y="-20">${side}</text>`
  })
  return [...bars, ...marks, ...heights, ...legend].join('\n')
}

/** Logarithmic both ways: what matters are the small shares. */
function errors({ distances, equalError }: MatchReport): string {
  const floor = 0.0005
  const toX = (share: number) =>
    (Math.log10(Math.max(share, floor)) - Math.log10(floor)) / -Math.log10(floor)
  const at = ({ far, frr }: { far: number; frr: number }) =>
    `${round(toX(far) * width)} ${round(height - toX(frr) * height)}`
  const points = curveOf(distances).filter(({ far, frr }) => !Number.isNaN(far + frr))
  const line = `<path d="M${points.map(at).join('L')}" fill="none" stroke="${colours.genuine}" stroke-width="2"/>`
  const decades = [0.001, 0.01, 0.1, 1]
  const grid = decades.flatMap((share) => {
    const x = round(toX(share) * width)
    const y = round(height - toX(share) * height)
    return [
      `<path d="M${x} 0V${height}M0 ${y}H${width}" stroke="${colours.axis}" opacity="0.2"/>`,
      tick(x, height + 18, String(share * 100)),
      level(y, String(share * 100)),
    ]
  })
  const { rate } = equalError
  const equal = Number.isNaN(rate)
    ? ''
    : `<circle cx="${at({ far: rate, frr: rate }).split(' ')[0]}" cy="${at({ far: rate, frr: rate }).split(' ')[1]}" r="4" fill="${colours.impostor}"/><text x="${width - 8}" y="16" text-anchor="end">EER ${percent(rate)}</text>`
  return [...(points.length > 0 ? [line] : []), ...grid, equal].join('\n')
}

const tick = (x: number, y: number, text: string) =>
  `<text x="${round(x)}" y="${y}" text-anchor="middle" fill="${colours.axis}">${text}</text>`
const level = (y: number, text: string) =>
  `<text x="-8" y="${round(y) + 4}" text-anchor="end" fill="${colours.axis}">${text}</text>`
const percent = (share: number) => `${(share * 100).toFixed(1)} %`
const round = (value: number) => Math.round(value * 10) / 10
