// Random choices from a seed: a journey draws the same values whatever runs beside it.

export type Chance = {
  /** True with this probability in percent. */
  percent(share: number): boolean
  between(from: number, to: number): number
  digits(count: number): string
  pick<T>(list: readonly [T, ...T[]]): T
}

/** Mulberry32, seeded with the number of the journey too. */
export function createChance(seed: number, journey: number): Chance {
  let state = Math.imul(seed + 1, 0x9e37_79b1) ^ Math.imul(journey + 1, 0x85eb_ca6b)
  const next = () => {
    state = (state + 0x6d2b_79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    percent: (share) => next() * 100 < share,
    between: (from, to) => from + Math.floor(next() * (to - from + 1)),
    digits: (count) => Array.from({ length: count }, () => Math.floor(next() * 10)).join(''),
    pick: ([first, ...rest]) => [first, ...rest][Math.floor(next() * (rest.length + 1))] ?? first,
  }
}
