// Recognises words with one letter wrong, missing, added or swapped with its neighbour. Short words are excluded,
// because too many are alike, and so are errors in the first letter, which are rare.

export type Nearness = {
  /** The minimum length of both words. */
  readonly lengthMin: number
  /** Whether the last two letters must match: in a verb they carry person and tense. */
  readonly keepsEnd: boolean
}

/** Returns a function that finds the first of `words` within one edit of an unknown word. */
export function createNearest(
  words: ReadonlySet<string>,
  isKnown: (word: string) => boolean,
  { lengthMin, keepsEnd }: Nearness,
): (word: string) => string | undefined {
  const byForm = new Map<string, string[]>()
  for (const word of words)
    if (word.length >= lengthMin)
      for (const form of withoutOne(word)) byForm.set(form, [...(byForm.get(form) ?? []), word])
  return (word) => {
    if (word.length < lengthMin || isKnown(word)) return undefined
    return withoutOne(word)
      .flatMap((form) => byForm.get(form) ?? [])
      .find((one) => isNear(word, one) && (!keepsEnd || hasEndOf(word, one)))
  }
}

/** The forms of a word with one letter left out: two words within one edit share such a form. */
const withoutOne = (word: string): string[] => [
  word,
  ...Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1)),
]

/** Compares the parts that remain without the common start and end. */
function isNear(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length)
  let start = 0
  while (start < shorter && one[start] === other[start]) start++
  let end = 0
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end++
  const [a, b] = [one.slice(start, one.length - end), other.slice(start, other.length - end)]
  const isSwapped = a.length === 2 && b.length === 2 && a === b.charAt(1) + b.charAt(0)
  return start > 0 && ((a.length < 2 && b.length < 2) || isSwapped)
}

/** `autorizou` does not match `autorizo`; letters that sound alike are the same ending: `autoriso`, `confirno`. */
const hasEndOf = (one: string, other: string): boolean => soundOf(one) === soundOf(other)

const soundOf = (word: string): string =>
  word
    .slice(-2)
    .replace(/[szcx](?=.)/, 's')
    .replace(/[mn](?=.)/, 'm')
