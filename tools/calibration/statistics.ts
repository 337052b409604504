// Computes error rates from labelled trials. Every rate comes with its 95 % confidence interval, because few trials
// say little.

/** A share of trials, and where it lies. */
export type Rate = {
  readonly share: number
  readonly low: number
  readonly high: number
  readonly of: number
}

/** Wilson's interval: right for few trials and for shares near 0 and 1. */
export function rateOf(count: number, of: number): Rate {
  if (of === 0) return { share: Number.NaN, low: 0, high: 1, of }
  const z = 1.96
  const share = count / of
  const middle = share + z ** 2 / (2 * of)
  const reach = z * Math.sqrt((share * (1 - share)) / of + z ** 2 / (4 * of ** 2))
  const width = 1 + z ** 2 / of
  const low = count === 0 ? 0 : Math.max(0, (middle - reach) / width)
  const high = count === of ? 1 : Math.min(1, (middle + reach) / width)
  return { share, low, high, of }
}

/** Distances of pairs: of one person, and of two. */
export type Distances = {
  readonly genuine: readonly number[]
  readonly impostor: readonly number[]
}

export type Point = {
  readonly threshold: number
  /** Impostors that are accepted: distance up to the threshold. */
  readonly far: number
  /** Genuine ones that are refused. */
  readonly frr: number
}

/** For each distance that occurs, from the smallest: what a threshold there would mean. */
export function curveOf({ genuine, impostor }: Distances): Point[] {
  const mine = genuine.toSorted((a, b) => a - b)
  const others = impostor.toSorted((a, b) => a - b)
  const thresholds = [...new Set([0, ...mine, ...others])].toSorted((a, b) => a - b)
  let accepted = 0
  let intruders = 0
  return thresholds.map((threshold) => {
    while (accepted < mine.length && (mine[accepted] ?? 0) <= threshold) accepted += 1
    while (intruders < others.length && (others[intruders] ?? 0) <= threshold) intruders += 1
    return {
      threshold,
      far: others.length === 0 ? Number.NaN : intruders / others.length,
      frr: mine.length === 0 ? Number.NaN : 1 - accepted / mine.length,
    }
  })
}

/** Where as many impostors are accepted as genuine ones refused, between the two points beside it. */
export function equalErrorOf(distances: Distances): {
  readonly rate: number
  readonly threshold: number
} {
  const curve = curveOf(distances)
  const at = curve.findIndex(({ far, frr }) => far >= frr)
  const after = curve[at]
  const before = curve[at - 1] ?? after
  if (!after || !before) return { rate: Number.NaN, threshold: Number.NaN }
  const gapBefore = before.frr - before.far
  const gapAfter = after.far - after.frr
  const part = gapBefore + gapAfter === 0 ? 0 : gapBefore / (gapBefore + gapAfter)
  return {
    rate: before.far + (after.far - before.far) * part,
    threshold: before.threshold + (after.threshold - before.threshold) * part,
  }
}

/** The widest threshold that accepts no larger a share of impostors; undefined: too few of them to say. */
export function thresholdAt(distances: Distances, far: number): number | undefined {
  if (distances.impostor.length * far < 1) return undefined
  return curveOf(distances).findLast((point) => point.far <= far)?.threshold
}

/** Genuine ones that a threshold accepts. */
export const acceptedAt = ({ genuine }: Distances, threshold: number): Rate =>
  rateOf(genuine.filter((distance) => distance <= threshold).length, genuine.length)

/**
 * The interval of a figure by drawing the groups anew (bootstrap, 95 %). Pairs of one person are alike, so that
 * persons are drawn and not pairs. The same draws each time.
 */
export function bootstrap<Group>(
  groups: readonly Group[],
  figure: (drawn: readonly Group[]) => number,
  draws = 400,
): { readonly low: number; readonly high: number } {
  const random = seeded(20_260_801)
  const found = Array.from({ length: draws }, () =>
    figure(groups.map(() => groups[Math.floor(random() * groups.length)]).filter(isThere)),
  )
  const sorted = found.filter((value) => !Number.isNaN(value)).toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN
  return { low: at(0.025), high: at(0.975) }
}

const isThere = <T>(value: T | undefined): value is T => value !== undefined

/** Mulberry32. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
