import type { StoredFields } from '#src/journey/transaction/schema.ts'

/** How a pack names this module. */
export const cardCheck = { key: 'cardCheck' } as const

/** Whether the transaction has a card to be checked. */
export const hasCard = ({ card }: Pick<StoredFields, 'card'>): boolean =>
  card !== undefined && Object.values(card).some((part) => part.trim() !== '')

/** What says nothing of the use of a card. */
const besideCards: ReadonlySet<string> = new Set(['Vehicle', 'Company'])

export const isOfCards = ({ relatedTo }: { readonly relatedTo: readonly string[] }): boolean =>
  relatedTo.some((subject) => !besideCards.has(subject))
