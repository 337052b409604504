// Records which names contain a word, and where. It stores numbers only, so that a hundred thousand names stay small
// and are counted quickly.

/** The words that a listed name shares with the sought one, as bit masks of the positions whose words may agree. */
export type Shared = {
  readonly name: number
  readonly sought: number
  readonly own: number
  /** The first words of the two names may agree. */
  readonly isFirst: boolean
}

/** A position takes five bits: no name has more than 30 words. */
const positionBits = 5
const positionMask = (1 << positionBits) - 1

export class Postings {
  /** For each word the names that contain it, together with its position. */
  readonly #byWord: number[][] = []
  /**
   * For each further text the names that contain it: two neighbours joined (`Vila Nova`, `Vilanova`), and forms of a
   * word.
   */
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

  /**
   * Calls `show` for each name that has one of the words; `words` lists for each position of the sought name the words
   * that may agree.
   */
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

  /** The names in which the text stands written as two words. */
  namesJoining = (text: string): readonly number[] => this.#joined.get(text) ?? []
}

/** The most words by which the two names can agree. */
export const countShared = ({ sought, own }: Shared): number =>
  Math.min(countOnes(sought), countOnes(own))

function countOnes(bits: number): number {
  let count = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++
  return count
}

/** The shortest text without digits that two joined words may make. */
const joinedMin = 4

export const joinsOf = (texts: readonly string[]): string[] =>
  texts
    .slice(1)
    .map((text, at) => (texts[at] ?? '') + text)
    .filter((text) => text.length >= joinedMin || /\d/.test(text))
