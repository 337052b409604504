// Caches the transaction of records that reports have named. A message has three reports and a reply, and neither the
// record’s transaction nor the sending account ever changes.
import { LRUCache } from 'lru-cache'

export type FoundRecord = {
  readonly recordId: string
  readonly transactionId: string
  readonly tenant: string
}

/** The accounts are part of the key: an account’s event only ever matches records that this account has sent. */
const records = new LRUCache<string, FoundRecord>({ max: 20_000 })

const keyOf = (accounts: readonly string[], recordId: string) => [recordId, ...accounts].join('\n')

export function rememberFound(accounts: readonly string[], found: FoundRecord): void {
  records.set(keyOf(accounts, found.recordId), found)
}

/**
 * Undefined when this process has not seen the record. If it was erased since, the commit finds no transaction and
 * drops the event.
 */
export const recallFound = (
  accounts: readonly string[],
  recordId: string,
): FoundRecord | undefined => records.get(keyOf(accounts, recordId))
