// What a person has said about the request itself.
import { eq } from 'drizzle-orm'
import type { FactSource } from '#src/journey/facts/facts.ts'
import { links } from './table.ts'

export const linkFacts: FactSource = {
  variables: { link: { denied: 'bool' } },
  async read({ db, transaction }) {
    const made = await db
      .select({ disownedAt: links.disownedAt })
      .from(links)
      .where(eq(links.transactionId, transaction.id))
    // Without a link nobody was asked.
    if (made.length === 0) return { link: {} }
    return { link: { denied: made.some(({ disownedAt }) => disownedAt !== null) } }
  },
}
