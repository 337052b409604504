// What is known of the words of Brazilian names: which are given names, surnames, both or neither.
import givenRows from './data/given-names.json' with { type: 'json' }
import nicknameRows from './data/nicknames.json' with { type: 'json' }
import table from './data/persons.json' with { type: 'json' }
import surnameRows from './data/surnames.json' with { type: 'json' }
import { toFirst, wordsIn } from './rows.ts'
import { hearingKey, spellingKey } from './spelling.ts'

export type PersonWord = {
  readonly text: string
  /** Equal for all spellings of the word. */
  readonly key: string
  /** Equal for what is said alike, too. */
  readonly heard: string
  readonly kind: 'given' | 'surname' | 'either' | 'unknown' | 'initial'
}

const toSet = (words: string) => new Set(wordsIn([words]))
const toKeys = (rows: readonly string[]) => new Set(wordsIn(rows).map(spellingKey))

const given = toKeys(givenRows)
const surnames = toKeys(surnameRows)
const common = toKeys([table.common])
const particles = toSet(table.particles)
const titles = toSet(table.titles)
const abbreviations = toFirst(table.abbreviations)
const generationsShort = toFirst(table.generations)
const generations = new Set(table.generations.map((row) => row.split(' ')[0]))
const digits: Readonly<Record<string, string>> = table.digits

const nicknames = new Map<string, Set<string>>()
for (const row of nicknameRows) {
  const [name = '', ...short] = row.split(' ').map(spellingKey)
  for (const one of short) nicknames.set(one, (nicknames.get(one) ?? new Set()).add(name))
}

export const isParticle = (word: string): boolean => particles.has(word)
export const isTitle = (word: string): boolean => titles.has(word)

/** `Junior` and its like, in one spelling. */
export function generationOf(word: string): string | undefined {
  const long = generationsShort.get(word) ?? word
  return generations.has(long) ? long : undefined
}

/** Read by a machine some letters look like digits; a word of digits alone stays. */
export const withoutDigits = (word: string): string =>
  /[a-z]/.test(word) ? word.replace(/\d/g, (digit) => digits[digit] ?? digit) : word

export function toPersonWord(word: string): PersonWord {
  const text = withoutParticle(abbreviations.get(word) ?? word)
  const key = spellingKey(text)
  return { text, key, heard: hearingKey(text), kind: kindOf(text, key) }
}

/** `d'Oliveira`, whose apostrophe is gone. */
function withoutParticle(word: string): string {
  const rest = /^d([aeiou].{3,})$/.exec(word)?.[1]
  return rest && kindOf(word, spellingKey(word)) === 'unknown' && surnames.has(spellingKey(rest))
    ? rest
    : word
}

function kindOf(text: string, key: string): PersonWord['kind'] {
  if (text.length === 1) return 'initial'
  if (given.has(key)) return surnames.has(key) ? 'either' : 'given'
  return surnames.has(key) ? 'surname' : 'unknown'
}

/** By an ending, German, Slavic, Italian or Portuguese, that nobody's given name has. */
export const endsAsSurname = ({ text }: PersonWord): boolean => surnameEnding.test(text)

const surnameEnding =
  /^.{2,}(?:berg|berger|mann|stein|feld|bach|witz|wicz|owski|ewski|inski|etti|otti|atti|ucci|acci|ozzi|azzi|izzi|ezzi|eira|eiros?|edo|alho)$/

export const isGiven = ({ kind }: PersonWord): boolean => kind === 'given' || kind === 'either'
export const isKnown = ({ kind }: PersonWord): boolean => kind !== 'unknown' && kind !== 'initial'
export const isCommon = ({ key }: PersonWord): boolean => common.has(key)

/** Of the names that exist, one at most sounds like this: what is written so is that one. */
export const isHeardOnce = ({ heard }: PersonWord): boolean => (knownByHearing.get(heard) ?? 0) <= 1

const knownByHearing = new Map<string, number>()
for (const heard of new Map(
  wordsIn([...givenRows, ...surnameRows]).map((word) => [spellingKey(word), hearingKey(word)]),
).values())
  knownByHearing.set(heard, (knownByHearing.get(heard) ?? 0) + 1)

export const areNicknames = (one: PersonWord, other: PersonWord): boolean =>
  nicknames.get(one.key)?.has(other.key) === true || nicknames.get(other.key)?.has(one.key) === true

const shortOf = new Map<string, string[]>()
for (const [short, names] of nicknames)
  for (const name of names) shortOf.set(name, [...(shortOf.get(name) ?? []), short])

/** The keys of all that `areNicknames` holds for it. */
export const keysOfNickname = (key: string): string[] => [
  ...(nicknames.get(key) ?? []),
  ...(shortOf.get(key) ?? []),
]
