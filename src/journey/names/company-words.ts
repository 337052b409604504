// Classifies the words of company names: which say what a company does, and which distinguish it from others.
import givenRows from './data/given-names.json' with { type: 'json' }
import table from './data/companies.json' with { type: 'json' }
import surnameRows from './data/surnames.json' with { type: 'json' }
import type { ReadWord } from './legal-forms.ts'
import { toFirst, wordsIn } from './rows.ts'
import { spellingKey } from './spelling.ts'

export type CompanyWord = {
  readonly text: string
  /** Equal for words that count as one: singular and plural of an activity, spellings of a person's name. */
  readonly key: string
  /** Equal for spellings that may mean one word: `II` and `2`, `C&A` and `CA`. */
  readonly heard: string
  /** The text by which closeness is measured; equal sounds are written alike in it. */
  readonly sound: string
  readonly kind: 'activity' | 'own' | 'particle'
  /** Its first character as it was written: `P` of `Primeiro`, whose text is `1o`. */
  readonly initial: string
}

const particles = new Set(wordsIn([table.particles]))
/** Also true for a particle that is part of the name. */
export const isParticle = (word: string): boolean => particles.has(word)

const behind = new Set(wordsIn([table.behind]))
/** Words for groups of companies. They are no activities, so an `E` in front of them may be a name. */
const groups = new Set(wordsIn([table.groups]))
const activities = new Set(wordsIn(table.activities))
const persons = new Set(wordsIn([...givenRows, ...surnameRows]))
const replaced = new Map([...toFirst(table.abbreviations), ...toFirst(table.numbers)])

/** `isCut` says that the name may have been cut, so the last word may be only the beginning of one. */
export function toCompanyWords(read: readonly ReadWord[], isCut: boolean): CompanyWord[] {
  const words = read.map(toWord)
  const kinds = words.map(({ text, kind }, at) => {
    if (read[at]?.isRun || !isParticle(text)) return kind
    return isNameThere(words, at, isCut) ? 'own' : 'particle'
  })
  // When no other word is distinctive, a particle at the beginning is the name itself: `OS Transportes`.
  if (!kinds.includes('own') && kinds[0] === 'particle') kinds[0] = 'own'
  return words.map((word, at) => ({ ...word, kind: kinds[at] ?? word.kind }))
}

/**
 * Whether a particle is a part of the name at this position, as in `Bloco A` and `Turma do E`; between two names it is
 * not.
 */
function isNameThere(words: readonly CompanyWord[], at: number, isCut: boolean): boolean {
  const [word, before] = [words[at]?.text ?? '', words[at - 1]]
  if (at === words.length - 1) return !isCut
  if (word.length > 1 || !before) return false
  if (behind.has(before.text)) return true
  // In `Residencial Flores A SPE` the letter is part of the name, but an `E` before an activity means "and".
  const isEnd = (one: CompanyWord) => (word === 'e' ? groups.has(one.key) : one.kind === 'activity')
  return before.kind === 'own' && words.slice(at + 1).every(isEnd)
}

function toWord({ text: word, isRun }: ReadWord): CompanyWord {
  const text = isRun ? word : (replaced.get(word) ?? word)
  const initial = word.slice(0, 1)
  const activity = isRun ? undefined : activityOf(text)
  if (activity !== undefined)
    return { text, key: activity, heard: activity, sound: activity, kind: 'activity', initial }
  const sound = spellingKey(text)
  // Only words that are names of persons have a key by sound; in a trade mark each letter counts (Zara is not Sara).
  const key = persons.has(text) && !isRun ? sound : text.replace(/^0+(?=\d+$)/, '')
  const heard = romanOf(text) ?? initialsOf(text, isRun) ?? nations.get(text) ?? key
  return { text, key, heard, sound, kind: 'own', initial }
}

/** `Bras.` abbreviates each of these words. */
const nations = new Map(['bras', 'brasileiro', 'brasileira'].map((text) => [text, 'brasil']))

/**
 * The letters of initials without the `e` that stands for `&` (`C&A` is read as `C e A`). Initials may also be an
 * abbreviation: `M.A.` may be `Ma.`, which is Maria.
 */
function initialsOf(text: string, isRun: boolean): string | undefined {
  if (!isRun) return undefined
  if (replaced.has(text)) return toWord({ text, isRun: false }).heard
  return /^[a-z]e[a-z]$/.test(text) ? text.replace('e', '') : undefined
}

const ones = ['', 'i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix']
const romans = new Map(
  Array.from({ length: 39 }, (_, at) => at + 1).map((number) => [
    'x'.repeat(Math.floor(number / 10)) + (ones[number % 10] ?? ''),
    `${number}`,
  ]),
)
const romanOf = (text: string): string | undefined => romans.get(text)

function activityOf(word: string): string | undefined {
  return singulars(word).find((one) => activities.has(one))
}

const singulars = (word: string): string[] => [
  word,
  ...endings.flatMap(([many, one]) =>
    word.endsWith(many) ? [word.slice(0, -many.length) + one] : [],
  ),
]

const endings = [
  ['oes', 'ao'],
  ['eis', 'el'],
  ['ais', 'al'],
  ['ns', 'm'],
  ['es', ''],
  ['s', ''],
] as const
