// What happens when, drawn from the seed alone: the same seed is the same day, whatever the machine does meanwhile.
import { createChance } from '#test/load/chance.ts'

/** One kind of event, over the targets that there are for it. */
export type Sort = {
  readonly name: string
  readonly targets: readonly [string, ...string[]]
  /** How often it comes beside the others. */
  readonly weight: number
  /** How long it lasts, in ms. */
  readonly lasts: readonly [from: number, to: number]
}

export type Planned = {
  readonly atMs: number
  readonly name: string
  readonly target: string
  readonly ms: number
}

/** Between the beginnings of two events. */
const gapMs: readonly [number, number] = [800, 5_600]
/** So that what is under way at the end of the last event is over soon. */
export const restMs = 3_000

/** A target has one event at a time: what would meet another one comes when that is over. */
export function planDay(seed: number, totalMs: number, sorts: readonly Sort[]): Planned[] {
  const chance = createChance(seed, 1_000_003)
  const total = sorts.reduce((sum, { weight }) => sum + weight, 0)
  const draw = () => {
    let left = chance.between(1, total)
    return sorts.find(({ weight }) => (left -= weight) <= 0)
  }
  const planned: Planned[] = []
  const freeAt = new Map<string, number>()
  for (let atMs = chance.between(...gapMs); atMs < totalMs; atMs += chance.between(...gapMs)) {
    const sort = draw()
    if (!sort) continue
    const target = chance.pick(sort.targets)
    const ms = chance.between(...sort.lasts)
    const begins = Math.max(atMs, freeAt.get(target) ?? 0)
    if (begins + ms > totalMs) continue
    freeAt.set(target, begins + ms + restMs)
    planned.push({ atMs: begins, name: sort.name, target, ms })
  }
  return planned.toSorted((one, other) => one.atMs - other.atMs)
}
