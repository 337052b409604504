import { isConfirmed } from '#src/challenges/store.ts'
import type { FactSource } from '#src/facts/facts.ts'

export const emailTokenFacts: FactSource = {
  variables: { email: { verifiedByToken: 'bool' } },
  async read({ db, transaction }) {
    return { email: { verifiedByToken: await isConfirmed(db, transaction.id, 'email-token') } }
  },
}
