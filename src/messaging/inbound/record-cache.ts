// Remembers whose the records are that reports have named. A message has three reports and an answer, and neither its
// record's transaction nor the account that has sent it ever changes: what was found once is not read again.
import { LRUCache } from 'lru-cache'

export type FoundRecord = { readonly recordId: string; readonly transactionId: string }

/** By the accounts too: an account's event only ever finds records that this account has sent. */
const transactions = new LRUCache<string, string>({ max: 20_000 })

const keyOf = (accounts: readonly string[], recordId: string) => [recordId, ...accounts].join('\n')

export function rememberFound(
  accounts: readonly string[],
  { recordId, transactionId }: FoundRecord,
): void {
  transactions.set(keyOf(accounts, recordId), transactionId)
}

/**
 * Undefined where this process has not seen the record yet. Of one that was erased since then the commit finds no
 * transaction, and nothing is left to report.
 */
export function recallFound(
  accounts: readonly string[],
  recordId: string,
): FoundRecord | undefined {
  const transactionId = transactions.get(keyOf(accounts, recordId))
  return transactionId === undefined ? undefined : { recordId, transactionId }
}
