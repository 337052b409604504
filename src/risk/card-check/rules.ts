import type { StoredFields } from '#src/journey/transaction/schema.ts'

/** How a pack names this module. */
export const cardCheck = { key: 'cardCheck' } as const

/** Whether the transaction has a card to be checked. */
export const hasCard = ({ card }: Pick<StoredFields, 'card'>): boolean =>
  card !== undefined && Object.values(card).some((part) => part.trim() !== '')

/** Subjects whose insights say nothing of the use of a card. */
const otherSubjects: ReadonlySet<string> = new Set(['Vehicle', 'Company'])

export const isAboutCards = ({ relatedTo }: { readonly relatedTo: readonly string[] }): boolean =>
  relatedTo.some((subject) => !otherSubjects.has(subject))
