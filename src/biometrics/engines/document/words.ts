// The words of a page with their positions, grouped into rows.
/** Positions in pixels of the prepared page; `sure` is 0 to 100. */
export type Word = {
  readonly text: string
  readonly x0: number
  readonly y0: number
  readonly x1: number
  readonly y1: number
  readonly sure: number
}

type Positioned = Pick<Word, 'y0' | 'y1'>

export const middleOf = ({ y0, y1 }: Positioned): number => (y0 + y1) / 2
export const heightOf = ({ y0, y1 }: Positioned): number => y1 - y0

/** Pixels of the prepared page. */
export type Extent = Pick<Word, 'x0' | 'y0' | 'x1' | 'y1'>

export const extentOf = (words: readonly Extent[]): Extent | undefined =>
  words.length === 0
    ? undefined
    : {
        x0: Math.min(...words.map(({ x0 }) => x0)),
        y0: Math.min(...words.map(({ y0 }) => y0)),
        x1: Math.max(...words.map(({ x1 }) => x1)),
        y1: Math.max(...words.map(({ y1 }) => y1)),
      }

/** Groups words into rows from top to bottom, each from left to right. */
export function toRows(words: readonly Word[]): Word[][] {
  const rows: Word[][] = []
  const heights = words.map(heightOf).toSorted((a, b) => a - b)
  const flatBelow = flatShare * (heights[Math.floor(heights.length / 2)] ?? 0)
  const join = (word: Word, isOne: (one: Word, other: Word) => boolean) => {
    const row = rows.findLast((one) => one.some((other) => isOne(word, other)))
    if (row) row.push(word)
    else rows.push([word])
  }
  const sorted = words.toSorted((a, b) => middleOf(a) - middleOf(b))
  for (const word of sorted) if (heightOf(word) >= flatBelow) join(word, isBeside)
  // A dash joins the row that it is in, but attracts no words to it.
  for (const word of sorted) if (heightOf(word) < flatBelow) join(word, isWithin)
  return rows.map((row) => row.toSorted((a, b) => a.x0 - b.x0)).toSorted(byTop)
}

/** Words flatter than this share of the median height are dashes, which gather no other words into a row. */
const flatShare = 0.35

const isWithin = (one: Positioned, { y0, y1 }: Positioned) =>
  middleOf(one) > y0 && middleOf(one) < y1

const byTop = (one: readonly Word[], other: readonly Word[]) =>
  Math.min(...one.map(middleOf)) - Math.min(...other.map(middleOf))

const isBeside = (one: Positioned, other: Positioned) =>
  Math.abs(middleOf(one) - middleOf(other)) < 0.45 * Math.min(heightOf(one), heightOf(other))

/** The letters and digits of a text in capitals without accents, so that spellings can be compared. */
export const fold = (text: string): string =>
  text
    .normalize('NFD')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')

/** The least number of letters to insert, delete or change (Levenshtein). */
export function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++) {
      const kept = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1)
      next.push(Math.min(kept, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[other.length] ?? 0
}
