import { checkLink } from '#src/challenges/check.ts'
import type { TokenLinks } from '#src/challenges/link/routes.ts'
import { findByLink } from '#src/challenges/store.ts'

/** The links of SMS tokens, for the page behind them. */
export const smsTokenLinks: TokenLinks = {
  subject: 'phone',
  length: 22,
  async findTransaction(db, linkToken) {
    return (await findByLink(db, linkToken))?.transactionId
  },
  async confirm(tx, locked, linkToken) {
    const challenge = await findByLink(tx, linkToken)
    if (!challenge) return false
    const { outcome } = (await checkLink(tx, locked, challenge)).decision
    return outcome === 'valid' || outcome === 'already-valid'
  },
}
