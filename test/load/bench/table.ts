// Formats the lines of a measure for reading.
import type { Measure, Result } from './measure.ts'

const widths = { name: 32, number: 11, unit: 14, ratio: 7 }

export function describeResults({ name, against, aims }: Measure, results: Result[]): string {
  const head = [
    name.padEnd(widths.name),
    'value'.padStart(widths.number),
    'baseline'.padStart(widths.number),
    ` ${'unit'.padEnd(widths.unit)}`,
    'ratio'.padStart(widths.ratio),
    '  aim',
  ].join('')
  return [`\nagainst ${against}`, head, ...results.map((result) => describe(result, aims))].join(
    '\n',
  )
}

function describe({ name, value, baseline, ratio, unit, ...rest }: Result, aims: Measure['aims']) {
  const aim = aims[name]
  const better = rest.higherIsBetter
  const isMet = aim === undefined || (better ? ratio >= aim : ratio <= aim)
  const shown = aim === undefined ? '' : `  ${better ? '≥' : '≤'} ${aim}${isMet ? '' : '  missed'}`
  return [
    name.padEnd(widths.name),
    round(value).padStart(widths.number),
    round(baseline).padStart(widths.number),
    ` ${unit.padEnd(widths.unit)}`,
    ratio.toFixed(2).padStart(widths.ratio),
    shown,
  ].join('')
}

function round(number: number): string {
  return number.toFixed(number >= 100 ? 0 : number >= 10 ? 1 : 2)
}
