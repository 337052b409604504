// Distances of pairs as a table: match / review / no match, before and after, with the interval of what matches.
import { judgeDistance, ownThresholds } from '../../src/biometrics/engines/rules.ts'
import { rateOf } from './statistics.ts'

export type Pair = {
  readonly group: string
  readonly isGenuine: boolean
  /** Undefined: no face was found to compare. */
  readonly before: number | undefined
  readonly after: number | undefined
}

export function describePairs(pairs: readonly Pair[]): string {
  const groups = [...new Set(pairs.map(({ group }) => group))]
  const rows = groups.map((group) =>
    rowOf(
      group,
      pairs.filter((pair) => pair.group === group),
    ),
  )
  const faces = pairs.filter(({ group }) => !group.startsWith('portrait'))
  const portraits = pairs.filter(({ group }) => group.startsWith('portrait'))
  return [
    '| taken | genuine before | genuine after | farthest after | impostors | nearest before | nearest after |',
    '|---|---|---|---|---|---|---|',
    ...rows,
    rowOf('all selfies', faces),
    rowOf('all portraits', portraits),
    '',
    `selfies: ${shareOf(faces)}`,
    `portraits: ${shareOf(portraits)}`,
  ].join('\n')
}

function rowOf(name: string, pairs: readonly Pair[]): string {
  const genuine = pairs.filter(({ isGenuine }) => isGenuine)
  const impostors = pairs.filter(({ isGenuine }) => !isGenuine)
  const cells = [
    name,
    countOf(genuine.map(({ before }) => before)),
    countOf(genuine.map(({ after }) => after)),
    extreme(
      Math.max,
      genuine.map(({ after }) => after),
    ),
    String(impostors.length),
    extreme(
      Math.min,
      impostors.map(({ before }) => before),
    ),
    extreme(
      Math.min,
      impostors.map(({ after }) => after),
    ),
  ]
  return `| ${cells.join(' | ')} |`
}

/** What could not be compared is counted apart. */
function countOf(distances: readonly (number | undefined)[]): string {
  const known = distances.filter((distance) => distance !== undefined)
  if (known.length === 0) return '–'
  const verdicts = known.map((distance) => judgeDistance(distance, ownThresholds))
  const count = (verdict: string) => verdicts.filter((one) => one === verdict).length
  const lost = distances.length - known.length
  const counts = `${count('match')} / ${count('review')} / ${count('no-match')}`
  return lost > 0 ? `${counts}, ${lost} without a face` : counts
}

function extreme(
  pick: (...values: number[]) => number,
  distances: readonly (number | undefined)[],
): string {
  const known = distances.filter((distance) => distance !== undefined)
  return known.length === 0 ? '–' : pick(...known).toFixed(3)
}

function shareOf(pairs: readonly Pair[]): string {
  const within = (isGenuine: boolean, limit: number) => {
    const known = pairs.filter((pair) => pair.isGenuine === isGenuine)
    const count = known.filter(({ after }) => after !== undefined && after <= limit).length
    const { share, low, high, of } = rateOf(count, known.length)
    const percent = (value: number) => `${(100 * value).toFixed(1)} %`
    return `${percent(share)} (${percent(low)} to ${percent(high)}, of ${of})`
  }
  const { match, review } = ownThresholds
  return [
    `genuine that match at ${match}: ${within(true, match)}`,
    `impostors within ${match}: ${within(false, match)}`,
    `impostors within ${review}: ${within(false, review)}`,
  ].join('; ')
}
