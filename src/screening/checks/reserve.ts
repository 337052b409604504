// Reserves what services will cost, and warns when a tenant's daily limit is nearly spent.
import type { InCommit, Locked } from '#src/journey/transaction/locked.ts'
import { type Buying, mayBuy } from './legal-basis.ts'
import type { CheckAccount } from '#src/screening/orders/port.ts'
import type { RequestDeps } from '#src/screening/orders/deps.ts'
import { dayOf, reserve } from './spending.ts'

/** The cost of a service with the first account that would be asked. */
export const costOf = (
  { checking }: Pick<RequestDeps, 'checking'>,
  locked: Locked,
  { port, after = [] }: Pick<Buying, 'port' | 'after'>,
  service: string,
) =>
  priceOf(
    checking.accounts.list(locked, port, service).find(({ id }) => !after.includes(id)),
    service,
  )

/** False when it would exceed the cap. */
export async function reserveAll(ctx: InCommit<RequestDeps>, buying: Buying): Promise<boolean> {
  const { tx, locked } = ctx
  const { services } = buying
  if (!mayBuy(locked, buying)) return true
  const micros = services.reduce((sum, one) => sum + costOf(ctx, locked, buying, one), 0)
  const cap = ctx.checking.capOf(locked)
  const spent = await reserve(tx, locked, { day: dayOf(locked.wallNow), micros }, cap)
  if (cap) warnOfCap(ctx, { spent: spent ?? cap, micros, cap })
  return spent !== undefined
}

/** The share of the cap above which operators are warned. */
const warnShare = 0.8

function warnOfCap(
  { metrics, log, locked: { tenant, mode } }: InCommit<RequestDeps>,
  { spent, micros, cap }: { readonly spent: number; readonly micros: number; readonly cap: number },
): void {
  if (micros === 0) return
  metrics?.checkSpentShare.set({ tenant, mode }, spent / cap)
  const limit = warnShare * cap
  if (spent >= limit && spent - micros < limit)
    log?.warn({ tenant, mode, share: spent / cap }, 'checks have nearly spent the cap of the day')
}

/** The cost of one purchase of a service with an account, in millionths of the currency unit. */
export const priceOf = (
  account: Pick<CheckAccount, 'costMicros' | 'prices'> | undefined,
  service: string,
): number => account?.prices?.[service] ?? account?.costMicros ?? 0
