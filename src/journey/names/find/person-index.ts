// Finds among many names of persons those that `comparePersonNames` could call the same or doubtful. Names are left out
// by the rules of `person-verdict.ts`, and a test compares the result with that of all pairs.
import { mayJoin, maySpell } from '../person-likeness.ts'
import { isKnown, keysOfNickname, type PersonWord, toPersonWord } from '../person-words.ts'
import type { PersonName } from '../read-person.ts'
import { isOfConsonants, skeletonOf } from '../romanisation.ts'
import { spellingKey } from '../spelling.ts'
import { syllableKey } from '../syllables.ts'
import { countShared, joinsOf, Postings, type Shared } from './postings.ts'
import { WordIndex } from './word-index.ts'

type Word = PersonWord & { readonly sound: string }
type Held = { readonly words: number; readonly isThin: boolean }

/** Marks a listed name that is thin, in the byte of its word count, so that many names can be checked quickly. */
const thinBit = 128
const pack = ({ words, isThin }: Held): number => words | (isThin ? thinBit : 0)

/** Prefixes for keys that are no words of a name; no word contains these characters. */
const asRomanised = ({ text, romanised, respelled, slavic }: PersonWord) =>
  [
    ['~', romanised],
    ['~', respelled],
    ['/', slavic],
    ['<', syllableKey(text, 'chinese')],
    ['>', syllableKey(text, 'korean')],
  ].flatMap(([mark, key = '']) => (key === '' ? [] : [mark + key]))
const asCognate = (key: string) => `^${key}`
const asConsonants = ({ text }: PersonWord, mark: ':' | '!') => `${mark}${skeletonOf(text)}`

const cognatesOf = ({ cognates }: PersonWord) => [...(cognates ?? [])].map(asCognate)

/** A word without vowels (prefix `!`) is searched for among words with vowels (prefix `:`), and the other way round. */
const toWord = (word: PersonWord): Word => ({
  ...word,
  sound: word.key,
  forms: [
    word.misread,
    ...asRomanised(word),
    ...cognatesOf(word),
    asConsonants(word, ':'),
    ...(isOfConsonants(word) ? [asConsonants(word, '!')] : []),
  ],
})

/** The texts of two neighbouring words joined into one, with the key, romanisations and cognates of the joined word. */
const joinedOf = ({ words }: PersonName): string[] => [
  ...joinsOf(words.map(({ text }) => text)),
  ...words.slice(1).flatMap((next, at) => {
    const word = words[at]
    if (!word || !(mayJoin(word, next) || maySpell(word, next))) return []
    const joined = toPersonWord(word.text + next.text)
    const keys = maySpell(word, next) ? [joined.key] : []
    return [...asRomanised(joined), ...keys, ...(joined.cognates ? [asCognate(joined.key)] : [])]
  }),
]
const formsOf = ({ words }: PersonName) =>
  words.flatMap(({ forms }) => forms.flatMap((form) => [form, spellingKey(form)]))

export class PersonIndex {
  readonly #words = new WordIndex<Word>()
  readonly #postings = new Postings()
  #held = new Uint8Array(1_024)
  #count = 0

  /** Under the next number, from 0. A name without words is never found. */
  add(name: PersonName): void {
    const id = this.#count++
    if (id >= this.#held.length) {
      const held = this.#held
      this.#held = new Uint8Array(2 * id)
      this.#held.set(held)
    }
    this.#held[id] = pack({ words: name.words.length, isThin: isThin(name) })
    const words = name.words.map((word) => this.#words.add(toWord(word)))
    this.#postings.add(id, words, [...joinedOf(name), ...formsOf(name)])
  }

  find(sought: PersonName): number[] {
    // Each name is found only once, and a set of so many numbers would cost more than the search.
    const found: number[] = []
    const own = { words: sought.words.length, isThin: isThin(sought) }
    const words = sought.words.map((word) => this.#findWord(word))
    this.#postings.eachShared(words, (one) => {
      const held = this.#held[one.name] ?? 0
      if (mayAgree(one, own, held)) found.push(one.name)
    })
    const joined = this.#findJoined(sought)
    return joined.length > 0 ? [...new Set([...joined, ...found])] : found
  }

  #findWord(word: PersonWord): readonly number[] {
    return this.#words.find({
      word: toWord(word),
      otherKeys: [
        ...keysOfNickname(word.key),
        ...(word.cognates ?? []),
        word.misread,
        ...asRomanised(word),
        asConsonants(word, '!'),
        ...(isOfConsonants(word) ? [asConsonants(word, ':')] : []),
      ],
      mayBeClose: (known) => !isKnown(word) || !isKnown(known),
    })
  }

  #findJoined(sought: PersonName): number[] {
    return [
      ...sought.words
        .flatMap((word) => [word.text, word.key, ...asRomanised(word), ...cognatesOf(word)])
        .flatMap((form) => this.#postings.namesJoining(form)),
      ...[...joinedOf(sought), ...formsOf(sought)].flatMap((form) =>
        this.#words.numbersOf(form).flatMap((word) => this.#postings.namesWith(word)),
      ),
    ]
  }
}

function mayAgree(shared: Shared, one: Held, packed: number): boolean {
  const fewer = Math.min(one.words, packed & ~thinBit)
  const isThinOne = one.isThin || packed >= thinBit
  // Tested first because it is the usual case: most candidates share a single word.
  if (isOne(shared.sought)) return fewer <= 1 || (shared.isFirst && isThinOne && fewer <= 2)
  const count = countShared(shared)
  // Passes when all words of one name are in the other; otherwise the first names must agree, and a surname if both
  // have one.
  if (count >= fewer) return true
  if (!shared.isFirst || (count < 2 && !isThinOne)) return false
  // When each name has two words too many, two surnames must agree beside the first name.
  return count >= fewer - 1 || count >= 3
}

const isOne = (bits: number): boolean => (bits & (bits - 1)) === 0

/** Whether a name may have no surname that tells it from another. */
const isThin = ({ words }: PersonName): boolean =>
  words.slice(1).every(({ kind }) => kind !== 'surname' && kind !== 'unknown')
