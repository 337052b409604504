// Whether a tenant has spent in 24 hours what its messages may cost: asked before a commit begins, of what was
// summed up within the last half minute. A cap stops soon after it is reached, not to the message.
import type { Db } from '#src/db/client.ts'
import type { Owner } from '#src/transaction/locked.ts'
import type { Tenants } from '#src/tenants/settings.ts'
import { readVolumes } from './volumes.ts'

export type Spending = { isOver(owner: Owner): Promise<boolean> }

const keptMs = 30_000

export function createSpending(reads: Db, tenants: Tenants): Spending {
  let known:
    | { readonly at: number; readonly spent: Promise<ReadonlyMap<string, number>> }
    | undefined

  async function sumUp(): Promise<ReadonlyMap<string, number>> {
    const spent = new Map<string, number>()
    for (const { tenant, spendMicros } of await readVolumes(reads))
      spent.set(tenant, (spent.get(tenant) ?? 0) + spendMicros)
    return spent
  }

  function read(): Promise<ReadonlyMap<string, number>> {
    const at = performance.now()
    if (!known || at - known.at > keptMs) {
      const spent = sumUp()
      known = { at, spent }
      spent.catch(() => (known = undefined))
    }
    return known.spent
  }

  return {
    async isOver({ tenant, mode }) {
      const { spendMicrosPerDay: max } = tenants.of(tenant).messages
      if (max === undefined || mode === 'sandbox') return false
      return ((await read()).get(tenant) ?? 0) >= max
    },
  }
}
