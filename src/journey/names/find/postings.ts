// In which names a word stands, and where: numbers alone, so that a hundred thousand names stay small.

/** What a listed name shares with a sought one: the positions of the words that may agree, as bits. */
export type Shared = {
  sought: number
  own: number
  /** The first words may stand for one another. */
  isFirst: boolean
}

type Posting = { readonly names: number[]; readonly positions: number[] }

export class Postings {
  readonly #byWord: Posting[] = []
  /** Two neighbours in one, as `Vila Nova` and `Vilanova`. */
  readonly #joined = new Map<string, number[]>()

  add(name: number, words: readonly number[], texts: readonly string[]): void {
    for (const [position, word] of words.entries()) {
      const posting = (this.#byWord[word] ??= { names: [], positions: [] })
      posting.names.push(name)
      posting.positions.push(position)
    }
    for (const text of joinsOf(texts)) {
      const known = this.#joined.get(text)
      if (known) known.push(name)
      else this.#joined.set(text, [name])
    }
  }

  /** Adds to each name that has one of the words what it shares with the word at that position. */
  collect(shared: Map<number, Shared>, words: readonly number[], at: number): void {
    for (const word of words) {
      const { names, positions } = this.#byWord[word] ?? nowhere
      for (let index = 0; index < names.length; index++) {
        const name = names[index] ?? 0
        const position = positions[index] ?? 0
        let one = shared.get(name)
        if (!one) shared.set(name, (one = { sought: 0, own: 0, isFirst: false }))
        one.sought |= 1 << at
        one.own |= 1 << position
        if (at === 0 && position === 0) one.isFirst = true
      }
    }
  }

  namesWith = (word: number | undefined): readonly number[] =>
    word === undefined ? [] : (this.#byWord[word] ?? nowhere).names

  /** The names in which the text stands as two words. */
  namesJoining = (text: string): readonly number[] => this.#joined.get(text) ?? []
}

const nowhere: Posting = { names: [], positions: [] }

/** Of how many words the two may agree at most. */
export const countShared = ({ sought, own }: Shared): number =>
  Math.min(countOnes(sought), countOnes(own))

export function countOnes(bits: number): number {
  let count = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++
  return count
}

/** The shortest word that two others make. */
const joinedMin = 4

export const joinsOf = (texts: readonly string[]): string[] =>
  texts
    .slice(1)
    .map((text, at) => (texts[at] ?? '') + text)
    .filter((text) => text.length >= joinedMin)
