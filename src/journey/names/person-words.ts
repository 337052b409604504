// Classifies the words of Brazilian names: given name, surname, both or neither.
import { LRUCache } from 'lru-cache'
import givenRows from './data/given-names.json' with { type: 'json' }
import nicknameRows from './data/nicknames.json' with { type: 'json' }
import table from './data/persons.json' with { type: 'json' }
import surnameRows from './data/surnames.json' with { type: 'json' }
import { cognatesOf, respelledKey, romanisationKey, slavicKey } from './romanisation.ts'
import { toFirst, wordsIn } from './rows.ts'
import { hearingKey, misreadKey, spellingKey } from './spelling.ts'

export type PersonWord = {
  readonly text: string
  /** Equal for all spellings of the word. */
  readonly key: string
  /** Equal for words that sound alike. */
  readonly heard: string
  /** Romanisations of one word are equal in `romanised` or in `respelled`. */
  readonly romanised: string
  readonly respelled: string
  /** Equal for a surname of Russia in English, German and French spelling; empty for other words. */
  readonly slavic: string
  /** Equal for texts that text recognition confuses. */
  readonly misread: string
  /** Keys of the word's forms in other languages. */
  readonly cognates: ReadonlySet<string> | undefined
  /**
   * Other spellings of the word: joined with its particles, or with the letters that passports write for its special
   * ones.
   */
  readonly forms: readonly string[]
  readonly kind: 'given' | 'surname' | 'either' | 'unknown' | 'initial'
}

const toSet = (words: string) => new Set(wordsIn([words]))
const toKeys = (rows: readonly string[]) => new Set(wordsIn(rows).map(spellingKey))

const given = toKeys(givenRows)
const surnames = toKeys(surnameRows)
const common = toKeys([table.common])
const particles = toSet(table.particles)
const innerParticles = toSet(table.innerParticles)
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
/**
 * Whether the word is a particle inside of a name. `Van` is one only before `der` or `den`, because it is a given name
 * in Vietnam.
 */
export const isInnerParticle = (word: string, next = ''): boolean =>
  innerParticles.has(word) && (word !== 'van' || next === 'der' || next === 'den')
export const isTitle = (word: string): boolean => titles.has(word)

/** The generation that a word such as `Junior` names, in one spelling. */
export function generationOf(word: string): string | undefined {
  const long = generationsShort.get(word) ?? word
  return generations.has(long) ? long : undefined
}

/**
 * Expands a short word by its neighbours: `Jun` after `Paulo Lima` is `Junior`, but a name after `Kim Min`; `Ma` beside
 * `Aparecida` is `Maria`, but a family name beside `Fei`.
 */
export function readShort(words: readonly string[]): readonly string[] {
  const isOfBrazil = (word: string | undefined) => word !== undefined && isKnown(toPersonWord(word))
  const isLong = (word: string) => word.length > 3 && isOfBrazil(word)
  return words.map((word, at) => {
    const next = words.slice(at + 1).find((one) => !isParticle(one))
    if (word === 'ma' && isOfBrazil(next ?? words[at - 1])) return 'maria'
    if (word === 'md' && at < words.length - 1) return 'mohammed'
    const isJunior = word === 'jun' && at > 1 && at === words.length - 1 && words.some(isLong)
    return isJunior ? 'junior' : word
  })
}

/** Replaces digits that a machine read in place of letters; a word of digits alone stays. */
export const withoutDigits = (word: string): string =>
  /[a-z]/.test(word) ? word.replace(/\d/g, (digit) => digits[digit] ?? digit) : word

export function toPersonWord(word: string, forms: readonly string[] = []): PersonWord {
  const text = withoutParticle(abbreviations.get(word) ?? word)
  const known = wordsByText.get(text) ?? describeWord(text)
  wordsByText.set(text, known)
  return forms.length > 0 ? { ...known, forms } : known
}

/** Cached because the same words occur again and again. */
const wordsByText = new LRUCache<string, PersonWord>({ max: 20_000 })

function describeWord(text: string): PersonWord {
  const key = spellingKey(text)
  const kind = kindOf(text, key)
  const [heard, romanised, respelled] = [hearingKey(text), romanisationKey(text), respelledKey(text)] // prettier-ignore
  const [slavic, misread] = [slavicKey(text), misreadKey(text)]
  return { text, key, heard, romanised, respelled, slavic, misread, cognates: cognatesOf(key), forms: [], kind } // prettier-ignore
}

/** `d'Oliveira` is often written without its apostrophe. */
function withoutParticle(word: string): string {
  const rest = /^d([aeiou].{3,})$/.exec(word)?.[1]
  return rest && kindOf(word, spellingKey(word)) === 'unknown' && surnames.has(spellingKey(rest))
    ? rest
    : word
}

function kindOf(text: string, key: string): PersonWord['kind'] {
  if (text.length === 1) return 'initial'
  // `Andriy` has the sound key of `André` and `Kareem` that of `Karen`, but they are other names.
  if (/[iy]{2}$|ee(?!$)/.test(text)) return 'unknown'
  if (given.has(key)) return surnames.has(key) ? 'either' : 'given'
  return surnames.has(key) ? 'surname' : 'unknown'
}

/** Whether the word has a German, Slavic, Italian or Portuguese ending that no given name has. */
export const endsAsSurname = ({ text }: PersonWord): boolean => surnameEnding.test(text)

const surnameEnding =
  /^.{2,}(?:berg|berger|mann|stein|feld|bach|witz|wicz|owski|ewski|inski|etti|otti|atti|ucci|acci|ozzi|azzi|izzi|ezzi|eira|eiros?|edo|alho)$/

export const isGiven = ({ kind }: PersonWord): boolean => kind === 'given' || kind === 'either'
export const isKnown = ({ kind }: PersonWord): boolean => kind !== 'unknown' && kind !== 'initial'
export const isCommon = ({ key }: PersonWord): boolean => common.has(key)

/** Whether at most one existing name sounds like this word, so that the word must be that name. */
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

/** The keys of all words that `areNicknames` accepts as nicknames of this name. */
export const keysOfNickname = (key: string): string[] => [
  ...(nicknames.get(key) ?? []),
  ...(shortOf.get(key) ?? []),
]
