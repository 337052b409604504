// An insight in the catalogue: a code that never changes its meaning, its texts, and its rule.
import type { Insight } from '#src/journey/facts/schema.ts'
import type { KnownFacts } from '#src/journey/facts/vocabulary/vocabulary.ts'

/** Every group exists and holds the facts that are known. */
export type FactGroups = { readonly [Group in keyof KnownFacts]-?: NonNullable<KnownFacts[Group]> }

export type CatalogueEntry = Omit<Insight, 'type'> & {
  readonly type: 'rule' | 'lookup' | 'history' | 'module'
  /** The description in English. */
  readonly english: string
  /** Pure. The result is undefined when a fact is unknown, and then there is no insight. */
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

type Prefix = keyof typeof categories

/** Builds an entry from a head such as `'DO001 N D'` (code, relevance, related subjects), its texts and its rule. */
export const entry =
  (type: CatalogueEntry['type']) =>
  (
    head: `${Prefix}${number} ${keyof typeof relevances} ${string}`,
    { pt, en, applies }: { pt: string; en: string; applies: CatalogueEntry['applies'] },
  ): CatalogueEntry => {
    const [code = '', relevance = '', to = ''] = head.split(' ')
    return {
      code,
      description: pt,
      english: en,
      type,
      // Safe because the type of `head` allows no other prefix and no other relevance.
      category: categories[code.slice(0, 2) as Prefix],
      relevance: relevances[relevance as keyof typeof relevances],
      relatedTo: to.split('').map(readSubject),
      applies,
    }
  }

function readSubject(letter: string): string {
  const found = Object.entries(subjects).find(([key]) => key === letter)
  if (!found) throw new Error(`no subject ${letter}`)
  return found[1]
}

/** The subjects that insights relate to; each has a rating. */
export const subjectNames: readonly string[] = Object.values(subjects)
