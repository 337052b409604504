// Detects a film that a virtual camera plays in a loop. A sensor never gives the same picture twice bit by bit, while a
// film does in each loop. Pure.

/** The least number of other pictures between two equal ones, because a camera may deliver a frame twice in a row. */
const between = 8
/** A few repetitions may be chance. */
const repeatsMax = 2

type Repeats = {
  /** `picture` is a digest that is equal only for equal pictures. */
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
