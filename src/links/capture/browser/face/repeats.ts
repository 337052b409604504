// Notices a film that is played round and round before a camera that is a program: no sensor gives the same picture twice,
// bit by bit, and a film does so at each round. Pure.

/** So many other pictures lie between, so that one that a camera hands over twice is none. */
const between = 8
/** A few may be chance. */
const repeatsMax = 2

type Repeats = {
  /** `picture`: equal for equal pictures alone. */
  note(picture: string): void
  isPlayedAgain(): boolean
}

export function createRepeats(): Repeats {
  const seenAt = new Map<string, number>()
  let pictures = 0
  let repeats = 0
  let last = ''
  return {
    note(picture) {
      if (picture === last) return
      last = picture
      pictures += 1
      const before = seenAt.get(picture)
      if (before !== undefined && pictures - before > between) repeats += 1
      seenAt.set(picture, pictures)
    },
    isPlayedAgain: () => repeats > repeatsMax,
  }
}
