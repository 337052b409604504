// Whose share a task's connections count to. An activity is given no tenant, so the process remembers whose transactions
// it has seen; what it has not seen yet counts to nobody's.
import { LRUCache } from 'lru-cache'
import { inShareOf } from '#src/platform/db/connection-queue.ts'

const tenants = new LRUCache<string, string>({ max: 20_000 })

export function rememberTenant(transaction: string, tenant: string): void {
  tenants.set(transaction, tenant)
}

/** Undefined: this process has not seen the transaction yet. */
export const tenantOf = (transaction: string): string | undefined => tenants.get(transaction)

/** One tenant's tasks may not take every connection of a worker. */
export function inShareOfTenant<T>(transaction: string, work: () => T): T {
  const tenant = tenants.get(transaction)
  return tenant === undefined ? work() : inShareOf(tenant, work)
}
