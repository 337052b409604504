// An insight in the catalogue: a code that never changes its meaning, its texts, and its rule.
import type { Insight } from '#src/journey/facts/schema.ts'
import type { KnownFacts } from '#src/journey/facts/vocabulary/vocabulary.ts'

/** Every group is there, and holds what is known of it. */
export type FactGroups = { readonly [Group in keyof KnownFacts]-?: NonNullable<KnownFacts[Group]> }

export type CatalogueEntry = Omit<Insight, 'type'> & {
  readonly type: 'rule' | 'lookup' | 'history' | 'module'
  /** The description in English. */
  readonly english: string
  /** Pure. A fact that is not known is undefined, and makes no insight. */
  readonly applies: (facts: FactGroups) => boolean | undefined
}

const relevances = { P: 'Positivo', N: 'Neutro', A: 'Alerta' } as const

const subjects = {
  D: 'Document',
  N: 'Name',
  B: 'BirthDate',
  E: 'Email',
  T: 'Phone',
  Z: 'ZipCode',
  C: 'Card',
  V: 'Vehicle',
  O: 'Company',
  X: 'Device',
  M: 'Biometrics',
} as const

const categories = {
  DO: 'Document',
  NM: 'Name',
  BD: 'BirthDate',
  EM: 'Email',
  PH: 'Phone',
  AD: 'Address',
  CD: 'Card',
  VE: 'Vehicle',
  CO: 'Company',
  VL: 'Velocity',
  BM: 'Biometrics',
  DV: 'Device',
  PC: 'Check',
  LS: 'List',
} as const

/**
 * One line of the catalogue: code, relevance (`P`, `N`, `A`), what it is related to, the words in Portuguese
 * and in English, the rule.
 */
export const entry =
  (type: CatalogueEntry['type']) =>
  // oxlint-disable-next-line max-params -- a row of a table, read across
  (
    code: `${keyof typeof categories}${number}`,
    relevance: keyof typeof relevances,
    to: string,
    description: string,
    english: string,
    applies: CatalogueEntry['applies'],
  ): CatalogueEntry => ({
    code,
    description,
    english,
    type,
    category: categories[readPrefix(code)],
    relevance: relevances[relevance],
    relatedTo: to.split('').map(readSubject),
    applies,
  })

function readPrefix(code: string): keyof typeof categories {
  const found = Object.keys(categories).find((prefix) => code.startsWith(prefix))
  // Safe because it is a key of it.
  return found as keyof typeof categories
}

function readSubject(letter: string): string {
  const found = Object.entries(subjects).find(([key]) => key === letter)
  if (!found) throw new Error(`no subject ${letter}`)
  return found[1]
}

/** What insights can be related to: one rating each. */
export const subjectNames: readonly string[] = Object.values(subjects)
