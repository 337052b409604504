// Requests the credit score of a transaction: one service for its document, bought once in 24 hours.
import {
  type CheckOrder,
  findCurrent,
  type Options,
  requestCheck,
  type Requested,
} from '#src/screening/checks/request.ts'
import type { RequestDeps } from '#src/screening/orders/deps.ts'
import {
  type Check,
  findCheck,
  listOrders,
  newestOf,
  type Order,
  readResult,
  readSubject,
} from '#src/screening/orders/store.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import type { InCommit } from '#src/journey/transaction/locked.ts'
import { type StoredTransaction, readFields } from '#src/journey/transaction/store.ts'
import type { CreditScore } from './schema.ts'

export const module = 'credit-score'
const criterionDefault = 1

export async function requestCredit(
  ctx: InCommit<RequestDeps>,
  { legalBasis, ...options }: Options & Pick<CheckOrder, 'legalBasis'> = {},
): Promise<Requested> {
  const { document, criterion = criterionDefault } = await readFields(ctx.sealer, ctx.locked)
  const subject = { document, criterion }
  const services = ['CreditScore'] as const
  const asked = { module, port: 'credit', services, subject, legalBasis } as const
  const again = options.again === true && !(await isBoughtAgain(ctx, asked))
  return requestCheck(ctx, asked, { ...options, again })
}

/** Whether a purchase of these 24 hours was uncertain twice, so that it is not made a third time. */
async function isBoughtAgain(ctx: InCommit<RequestDeps>, asked: CheckOrder): Promise<boolean> {
  const check = await findCurrent(ctx, asked)
  const orders = check ? await listOrders(ctx.tx, check.id) : []
  return orders.filter(({ failureCode }) => failureCode === 'check-uncertain').length > 1
}

type Opener = Pick<StoredTransaction, 'tenant' | 'id' | 'key'>

/** Undefined while the purchase is under way. */
export async function readCredit(
  db: Db,
  sealer: Sealer,
  opener: Opener,
  checkId: string,
): Promise<CreditScore | 'no-data' | 'failed' | 'uncertain' | undefined> {
  const check = await findCheck(db, checkId)
  const [order] = newestOf(await listOrders(db, checkId))
  if (!check || !order || order.endedAt === null) return undefined
  if (order.status === 'failed')
    return order.failureCode === 'check-uncertain' ? 'uncertain' : 'failed'
  return (await toScore(sealer, opener, check, order)) ?? 'no-data'
}

async function toScore(
  sealer: Sealer,
  opener: Opener,
  check: Check,
  order: Order,
): Promise<CreditScore | undefined> {
  const answer = await readResult(sealer, opener, order)
  if (!answer || !('scores' in answer)) return undefined
  const subject = await readSubject(sealer, opener, check)
  return {
    id: order.id,
    document: 'document' in subject ? (subject.document ?? '') : '',
    criterion: 'criterion' in subject ? subject.criterion : criterionDefault,
    creationDateUtc: (order.endedAt ?? order.openedAt).toISOString(),
    scores: answer.scores,
  }
}
