import { isConfirmed } from '#src/challenges/past.ts'
import type { FactSource } from '#src/facts/facts.ts'

export const emailTokenFacts: FactSource = {
  variables: { email: { verifiedByToken: 'bool' } },
  async read({ db, transaction }) {
    return { email: { verifiedByToken: await isConfirmed(db, transaction.id, 'email-token') } }
  },
}
