// Runs by day as stacked bars; the table beside it shows the same numbers.
import { useEffect, useRef } from 'preact/hooks'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { type BadgeKind, kindOf } from '../../parts/inline.tsx'
import { language, locale } from '../../words/words.ts'

export type Bars = {
  /** ISO dates in order, without repetition. */
  readonly days: readonly string[]
  readonly series: readonly { readonly outcome: string; readonly label: string; readonly counts: readonly number[] }[] // prettier-ignore
}

const height = 180
const colours: Readonly<Record<BadgeKind, string>> = {
  good: '--good',
  bad: '--bad',
  warn: '--warn',
  info: '--accent',
  quiet: '--line-strong',
}

export function Chart({ bars }: { bars: Bars }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const box = place.current
    if (!box) return
    let chart = draw(box, bars, locale())
    const scheme = matchMedia('(prefers-color-scheme: dark)')
    const again = () => {
      chart.destroy()
      chart = draw(box, bars, locale())
    }
    scheme.addEventListener('change', again)
    const watch = new ResizeObserver(() => chart.setSize({ width: box.clientWidth, height }))
    watch.observe(box)
    return () => {
      scheme.removeEventListener('change', again)
      watch.disconnect()
      chart.destroy()
    }
  }, [bars, language()])
  return (
    <figure>
      <div ref={place} class="pack-chart" aria-hidden="true" />
      <figcaption class="row pack-legend">
        {bars.series.map(({ outcome, label, counts }) => (
          <span key={label} data-kind={kindOf(outcome)}>
            {label} {counts.reduce((sum, count) => sum + count, 0)}
          </span>
        ))}
      </figcaption>
    </figure>
  )
}

function draw(box: HTMLElement, { days, series }: Bars, locale: string): uPlot {
  const colourOf = (name: string) => {
    box.style.color = `var(${name})`
    return getComputedStyle(box).color
  }
  const times = days.map((day) => Date.parse(day) / 1_000)
  // Each bar includes those below it. The tallest is drawn first, so that the others cover its lower part.
  const sums = series.map((_, at) => days.map((_day, day) => series.slice(0, at + 1).reduce((sum, { counts }) => sum + (counts[day] ?? 0), 0))) // prettier-ignore
  const paths = uPlot.paths.bars?.({ size: [0.7, 40] })
  const axis = { stroke: colourOf('--ink-soft'), grid: { stroke: colourOf('--line'), width: 1 }, ticks: { show: false } } // prettier-ignore
  const day = new Intl.DateTimeFormat(locale, { day: '2-digit', month: '2-digit', timeZone: 'UTC' })
  return new uPlot(
    {
      width: box.clientWidth,
      height,
      legend: { show: false },
      cursor: { show: false },
      tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1_000), 'Etc/UTC'),
      scales: { y: { range: (_chart, _min, max) => [0, Math.max(1, max)] } },
      axes: [
        { ...axis, size: 32, gap: 9, grid: { show: false }, incrs: [86_400, 86_400 * 2, 86_400 * 7, 86_400 * 14], values: (_chart, ticks) => ticks.map((tick) => day.format(tick * 1_000)) }, // prettier-ignore
        { ...axis, size: 44, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4] }, // prettier-ignore
      ],
      series: [
        {},
        ...series.toReversed().map(({ outcome }) => ({
          fill: colourOf(colours[kindOf(outcome)]),
          width: 0,
          points: { show: false },
          ...(paths && { paths }),
        })),
      ],
    },
    [times, ...sums.toReversed()],
    box,
  )
}
