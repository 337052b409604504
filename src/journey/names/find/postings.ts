// In which names a word stands, and where: numbers alone, so that a hundred thousand names stay small and are counted
// quickly.

/** What a listed name shares with a sought one: the positions of the words that may agree, as bits. */
export type Shared = {
  readonly name: number
  readonly sought: number
  readonly own: number
  /** The first words may stand for one another. */
  readonly isFirst: boolean
}

/** A position takes five bits: no name has more than 30 words. */
const positionBits = 5
const positionMask = (1 << positionBits) - 1

export class Postings {
  /** By word, the names that have it, each with the word's position there. */
  readonly #byWord: number[][] = []
  /** Further texts: two neighbours in one, as `Vila Nova` and `Vilanova`, and the forms of a word. */
  readonly #joined = new Map<string, number[]>()
  #sought = new Uint32Array(1_024)
  #own = new Uint32Array(1_024)
  #first = new Uint8Array(1_024)

  add(name: number, words: readonly number[], joined: readonly string[]): void {
    if (name >= this.#first.length) this.#grow(2 * name)
    for (const [position, word] of words.entries())
      (this.#byWord[word] ??= []).push((name << positionBits) | position)
    for (const text of joined) {
      const known = this.#joined.get(text)
      if (known) known.push(name)
      else this.#joined.set(text, [name])
    }
  }

  /** Shows each name that has one of the words; they are those that may stand for the sought one at each position. */
  eachShared(words: readonly (readonly number[])[], show: (shared: Shared) => void): void {
    const touched: number[] = []
    for (const [at, some] of words.entries())
      for (const word of some) this.#count(this.#byWord[word] ?? [], at, touched)
    for (const name of touched) {
      show({
        name,
        sought: this.#sought[name] ?? 0,
        own: this.#own[name] ?? 0,
        isFirst: this.#first[name] === 1,
      })
      this.#sought[name] = 0
      this.#own[name] = 0
      this.#first[name] = 0
    }
  }

  #count(postings: readonly number[], at: number, touched: number[]): void {
    const bit = 1 << at
    for (let index = 0; index < postings.length; index++) {
      const posting = postings[index] ?? 0
      const name = posting >>> positionBits
      const position = posting & positionMask
      const before = this.#sought[name] ?? 0
      if (before === 0) touched.push(name)
      this.#sought[name] = before | bit
      this.#own[name] = (this.#own[name] ?? 0) | (1 << position)
      if (at === 0 && position === 0) this.#first[name] = 1
    }
  }

  #grow(size: number): void {
    const [sought, own, first] = [this.#sought, this.#own, this.#first]
    this.#sought = new Uint32Array(size)
    this.#own = new Uint32Array(size)
    this.#first = new Uint8Array(size)
    this.#sought.set(sought)
    this.#own.set(own)
    this.#first.set(first)
  }

  namesWith = (word: number | undefined): readonly number[] =>
    word === undefined ? [] : (this.#byWord[word] ?? []).map((one) => one >>> positionBits)

  /** The names in which the text stands as two words. */
  namesJoining = (text: string): readonly number[] => this.#joined.get(text) ?? []
}

/** The most words in which the two names can agree. */
export const countShared = ({ sought, own }: Shared): number =>
  Math.min(countOnes(sought), countOnes(own))

function countOnes(bits: number): number {
  let count = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++
  return count
}

/** The shortest word that two others make, if it has no digit. */
const joinedMin = 4

export const joinsOf = (texts: readonly string[]): string[] =>
  texts
    .slice(1)
    .map((text, at) => (texts[at] ?? '') + text)
    .filter((text) => text.length >= joinedMin || /\d/.test(text))
