// Asks the next source of an official base about what one source could not see, by an order of the same service that
// excludes the accounts that have answered. On other ports the first answer is final.
import type { InCommit, Owner } from '#src/journey/transaction/locked.ts'
import type { RequestDeps } from '#src/screening/orders/deps.ts'
import type { CheckAccount, CheckAnswer, Checking } from '#src/screening/orders/port.ts'
import type { Order, Ordered } from '#src/screening/orders/store.ts'
import { auditPurchase, mayBuy } from './legal-basis.ts'
import { hasRoom, openOrders } from './request.ts'
import { reserveAll } from './reserve.ts'

type Asked = Pick<Ordered, 'order' | 'check' | 'orders'>

/** The accounts that may be asked for an order, in their configured order. */
export const accountsLeft = (
  { accounts }: Pick<Checking, 'accounts'>,
  owner: Owner,
  asked: Asked,
): readonly CheckAccount[] =>
  accounts
    .list(owner, asked.check.port, asked.order.service)
    .filter(({ id }) => !answeredBy(asked).includes(id))

/** The sources that have answered for this service in the same round. */
function answeredBy({ check, order, orders }: Asked): string[] {
  if (check.port !== 'official-match') return []
  return orders.flatMap(({ service, round, status, source }) =>
    service === order.service && round === order.round && status === 'completed' && source !== null
      ? [source]
      : [],
  )
}

/** Returns the opened orders: none when everything was seen or no account is left; over the cap one that has failed. */
export async function askNextSource(
  ctx: InCommit<RequestDeps>,
  { order, check, orders = [] }: Pick<Asked, 'order' | 'check'> & { orders?: readonly Order[] },
  { answer, source }: { readonly answer: CheckAnswer | undefined; readonly source: string },
): Promise<readonly Order[]> {
  const { locked } = ctx
  const isWhole = !answer || !('notSeen' in answer) || answer.notSeen?.length === 0
  if (isWhole || check.port !== 'official-match' || order.endedAt !== null) return []
  const after = [...answeredBy({ check, order, orders }), source]
  const services = [order.service]
  const left = ctx.checking.accounts.list(locked, check.port, order.service)
  if (left.every(({ id }) => after.includes(id)) || !hasRoom(locked, services)) return []
  const basis = check.legalBasis ?? ctx.checking.legalBasisOf(locked)
  const buying = { port: check.port, services, basis, after }
  const isWithin = await reserveAll(ctx, buying)
  const opened = await openOrders(ctx, { check, isWithin, ...buying })
  if (mayBuy(locked, buying)) await auditPurchase(ctx, check, buying)
  return opened
}
