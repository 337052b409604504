import type { TokenLinks } from '#src/challenges/link/routes.ts'
import { checkLink } from './decide.ts'
import { findTokenByLink } from './store.ts'

/** The links of e-mail tokens, for the page behind them. */
export const emailTokenLinks: TokenLinks = {
  subject: 'email',
  length: 43,
  async findTransaction(db, linkToken) {
    return (await findTokenByLink(db, linkToken))?.transactionId
  },
  async confirm(tx, locked, linkToken) {
    const token = await findTokenByLink(tx, linkToken)
    if (!token) return false
    const { outcome } = (await checkLink(tx, locked, token)).decision
    return outcome === 'valid' || outcome === 'already-valid'
  },
}
