// The words of a page with their positions, grouped into rows.

/** Pixels of the prepared page; `sure` is 0 to 100. */
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

/** From top to bottom, each from left to right. */
export function toRows(words: readonly Word[]): Word[][] {
  const rows: Word[][] = []
  for (const word of words.toSorted((a, b) => middleOf(a) - middleOf(b))) {
    const row = rows.findLast((one) => one.some((other) => isBeside(word, other)))
    if (row) row.push(word)
    else rows.push([word])
  }
  return rows.map((row) => row.toSorted((a, b) => a.x0 - b.x0))
}

const isBeside = (one: Positioned, other: Positioned) =>
  Math.abs(middleOf(one) - middleOf(other)) < 0.45 * Math.min(heightOf(one), heightOf(other))

/** Capitals without accents, and nothing but letters and digits: what two spellings have in common. */
export const fold = (text: string): string =>
  text
    .normalize('NFD')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
