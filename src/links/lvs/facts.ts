// Provides facts about links: the person's answer to the request, and the result of the link.
import { and, desc, eq, exists, inArray, sql } from 'drizzle-orm'
import { declareFacts } from '#src/journey/facts/vocabulary/fact.ts'
import { link } from '#src/journey/facts/vocabulary/vocabulary.ts'
import type { FactSource } from '#src/journey/facts/facts.ts'
import type { Db } from '#src/platform/db/client.ts'
import { buildOnce } from '#src/platform/db/prepared.ts'
import { rejectedOutcomes } from './rules.ts'
import { links, linkSteps } from './table.ts'

const linksOf = buildOnce((db: Db) => {
  const rejected = db
    .select({ step: linkSteps.step })
    .from(linkSteps)
    .where(and(eq(linkSteps.linkId, links.id), inArray(linkSteps.outcome, rejectedOutcomes)))
  const { disownedAt, completedAt } = links
  return db
    .select({ disownedAt, completedAt, isRejected: exists(rejected) })
    .from(links)
    .where(eq(links.transactionId, sql.placeholder('id')))
    .orderBy(desc(links.createdAt))
    .prepare('links_of_transaction')
})

export const linkFacts: FactSource = {
  variables: { link: declareFacts(link, 'denied', 'rejected') },
  async read({ db, transaction, counted }) {
    const made = await linksOf(db).execute({ id: transaction.id })
    // Without a link nobody was asked, so nothing is known.
    if (made.length === 0) return { link: {} }
    const since = counted?.['linkBiometrics']?.since
    const newest = made.find(
      ({ completedAt }) => completedAt !== null && (!since || completedAt > since),
    )
    return {
      link: {
        denied: made.some((one) => one.disownedAt !== null),
        ...(newest && { rejected: newest.isRejected === true }),
      },
    }
  },
}
