// Finds in many names of persons those that `comparePersonNames` may hold for the same or doubtful. What is left out
// follows from the rules of `person-verdict.ts`, and a test compares with all pairs.
import { isKnown, keysOfNickname, type PersonWord } from '../person-words.ts'
import type { PersonName } from '../read-person.ts'
import { ForeignIndex } from './foreign-index.ts'
import { countShared, joinsOf, Postings, type Shared } from './postings.ts'
import { WordIndex } from './word-index.ts'

type Word = PersonWord & { readonly sound: string }
type Held = { readonly words: number; readonly isThin: boolean }

const toWord = (word: PersonWord): Word => ({ ...word, sound: word.key })
const textsOf = ({ words }: PersonName) => words.map(({ text }) => text)

export class PersonIndex {
  readonly #words = new WordIndex<Word>()
  readonly #postings = new Postings()
  readonly #foreign = new ForeignIndex()
  readonly #held: Held[] = []

  /** Under the next number, from 0. A name without words is never found. */
  add(name: PersonName): void {
    const id = this.#held.push({ words: name.words.length, isThin: isThin(name) }) - 1
    if (name.script !== 'latin') return this.#foreign.add(name, id)
    const words = name.words.map((word) => this.#words.add(toWord(word)))
    this.#postings.add(id, words, textsOf(name))
  }

  /** Names in other letters than the sought one's are not found: nothing is transliterated. */
  find(sought: PersonName): number[] {
    if (sought.script !== 'latin') return this.#foreign.find(sought)
    const shared = new Map<number, Shared>()
    for (const [at, word] of sought.words.entries())
      this.#postings.collect(shared, this.#findWord(word), at)
    const found = new Set(this.#findJoined(sought))
    const own = { words: sought.words.length, isThin: isThin(sought) }
    for (const [id, one] of shared) {
      const held = this.#held[id]
      if (held && mayAgree(one, own, held)) found.add(id)
    }
    return [...found]
  }

  #findWord(word: PersonWord): readonly number[] {
    return this.#words.find({
      word: toWord(word),
      otherKeys: keysOfNickname(word.key),
      mayBeClose: (known) => !isKnown(word) || !isKnown(known),
    })
  }

  #findJoined(sought: PersonName): number[] {
    const texts = textsOf(sought)
    return [
      ...texts.flatMap((text) => this.#postings.namesJoining(text)),
      ...joinsOf(texts).flatMap((text) => this.#postings.namesWith(this.#words.numberOf(text))),
    ]
  }
}

function mayAgree(shared: Shared, one: Held, other: Held): boolean {
  const count = countShared(shared)
  const fewer = Math.min(one.words, other.words)
  // All of one name is in the other; else the first names must agree, and a surname where both have one.
  if (count >= fewer) return true
  if (!shared.isFirst || (count < 2 && !one.isThin && !other.isThin)) return false
  // Where each has two words too many, two surnames agree beside the first name.
  return count >= fewer - 1 || count >= 3
}

/** It may have no surname that tells it from another. */
const isThin = ({ words }: PersonName): boolean =>
  words.slice(1).every(({ kind }) => kind !== 'surname' && kind !== 'unknown')
