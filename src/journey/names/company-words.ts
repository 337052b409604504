// What is known of the words of companies' names: which say what a company does, and which tell it from others.
import givenRows from './data/given-names.json' with { type: 'json' }
import table from './data/companies.json' with { type: 'json' }
import surnameRows from './data/surnames.json' with { type: 'json' }
import { toFirst, wordsIn } from './rows.ts'
import { spellingKey } from './spelling.ts'

export type CompanyWord = {
  readonly text: string
  /** Equal for what is one word: singular and plural of an activity, spellings of a person's name. */
  readonly key: string
  readonly kind: 'activity' | 'own'
}

const particles = new Set(wordsIn([table.particles]))
const activities = new Set(wordsIn(table.activities))
const persons = new Set(wordsIn([...givenRows, ...surnameRows]))
const replaced = new Map([...toFirst(table.abbreviations), ...toFirst(table.numbers)])

export const isParticle = (word: string): boolean => particles.has(word)

export function toCompanyWord(word: string): CompanyWord {
  const text = replaced.get(word) ?? word
  const activity = activityOf(text)
  if (activity !== undefined) return { text, key: activity, kind: 'activity' }
  // Of a trade mark each letter counts: Zara is not Sara.
  return { text, key: persons.has(text) ? spellingKey(text) : text, kind: 'own' }
}

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
