// Plans the events of a run from the seed alone: the same seed yields the same plan, whatever the machine does.
import { createChance } from '#test/load/chance.ts'

/** A kind of event, with its possible targets. */
export type Sort = {
  readonly name: string
  readonly targets: readonly [string, ...string[]]
  /** The relative frequency of the event. */
  readonly weight: number
  /** The range of the event’s duration, in ms. */
  readonly lasts: readonly [from: number, to: number]
}

export type Planned = {
  readonly atMs: number
  readonly name: string
  readonly target: string
  readonly ms: number
}

/** The range of times between the beginnings of two events. */
const gapMs: readonly [number, number] = [800, 5_600]
/** The rest of a target after an event, short so that the last events end soon. */
export const restMs = 3_000

/** A target has one event at a time; an overlapping one begins after the earlier one. */
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
