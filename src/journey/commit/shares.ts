// Assigns a task's connections to the share of its tenant. An activity is given no tenant, so the process remembers the
// tenants of the transactions that it has seen; an unseen transaction counts to no share.
import { LRUCache } from 'lru-cache'
import { inShareOf } from '#src/platform/db/connection-queue.ts'

const tenants = new LRUCache<string, string>({ max: 20_000 })

export function rememberTenant(transaction: string, tenant: string): void {
  tenants.set(transaction, tenant)
}

/** Undefined when this process has not seen the transaction yet. */
export const tenantOf = (transaction: string): string | undefined => tenants.get(transaction)

/** Limits the work to the tenant's share, so that its tasks cannot take every connection of a worker. */
export function inShareOfTenant<T>(transaction: string, work: () => T): T {
  const tenant = tenants.get(transaction)
  return tenant === undefined ? work() : inShareOf(tenant, work)
}
