// Whose share a task's connections count to. An activity is given no tenant, so the process remembers whose transactions
// it has seen; what it has not seen yet counts to nobody's.
import { inShareOf } from '#src/platform/db/connection-queue.ts'

const knownMax = 20_000

const tenants = new Map<string, string>()

export function rememberTenant(transaction: string, tenant: string): void {
  if (tenants.has(transaction)) return
  const [oldest] = tenants.size >= knownMax ? tenants.keys() : []
  if (oldest !== undefined) tenants.delete(oldest)
  tenants.set(transaction, tenant)
}

/** Undefined: this process has not seen the transaction yet. */
export const tenantOf = (transaction: string): string | undefined => tenants.get(transaction)

/** One tenant's tasks may not take every connection of a worker. */
export function inShareOfTenant<T>(transaction: string, work: () => T): T {
  const tenant = tenants.get(transaction)
  return tenant === undefined ? work() : inShareOf(tenant, work)
}
