// Words with one letter wrong, left out, added or exchanged with its neighbour. Short words are too near to others, and who
// mistypes rarely does so in the first letter.

export type Nearness = {
  /** Of both words. */
  readonly lengthMin: number
  /** Whether the last two letters stay: in a verb they say who does it, and when. */
  readonly keepsEnd: boolean
}

/** The first of `words` that is one letter away from a word which is not known itself. */
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

/** Two words that differ by one letter have a common form with a letter left out. */
const withoutOne = (word: string): string[] => [
  word,
  ...Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1)),
]

/** What differs, without the beginning and the end that both have. */
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

/** `autorizou` is no `autorizo`; letters that sound alike are the same end: `autoriso`, `confirno`. */
const hasEndOf = (one: string, other: string): boolean => soundOf(one) === soundOf(other)

const soundOf = (word: string): string =>
  word
    .slice(-2)
    .replace(/[szcx](?=.)/, 's')
    .replace(/[mn](?=.)/, 'm')
