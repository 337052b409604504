// What sources have said: of every completed service its answer, with whom it was asked about and who answered.
import type { FactsAsked } from '#src/journey/facts/facts.ts'
import type { StoredFields } from '#src/journey/transaction/schema.ts'
import { readJudged } from '#src/screening/answers/judgements.ts'
import { isOwn } from './ownership.ts'
import type { CheckAnswer, Port } from '#src/screening/orders/port.ts'
import {
  type Check,
  isCounted,
  listAllOrders,
  readResult,
  readSubject,
  type Subject,
} from '#src/screening/orders/store.ts'

export type Statement = {
  readonly port: Port
  readonly service: string
  /** The account. */
  readonly source: string
  readonly isAuthoritative: boolean
  /** It is about the transaction's own person or company. */
  readonly isOwn: boolean
  readonly subject: Subject
  /** Null: the source was asked, and has nothing. */
  readonly answer: CheckAnswer | null
}

/** In the order in which they were made. */
export async function readStatements(
  { db, sealer, transaction, counted }: FactsAsked,
  readOwn: () => Promise<StoredFields>,
): Promise<{ fields: StoredFields; statements: Statement[] } | undefined> {
  const orders = await listAllOrders(db, transaction.id)
  const completed = orders.filter(
    ({ check, order }) => order.status === 'completed' && isKept(check, counted),
  )
  if (completed.length === 0) return undefined
  const fields = await readOwn()
  const timed = completed.toSorted((one, other) => endOf(one.order) - endOf(other.order))
  const statements: Statement[] = []
  for (const { check, order } of timed) {
    const subject = await readSubject(sealer, transaction, check)
    statements.push({
      port: check.port,
      service: order.service,
      source: order.source ?? '',
      isAuthoritative: order.authoritative === true,
      isOwn: isOwn(check.port, subject, fields),
      subject,
      answer: (await readResult(sealer, transaction, order)) ?? null,
    })
  }
  const judged = await readJudged(
    db,
    sealer,
    transaction,
    statements.map((one) => ({ origin: one, answer: one.answer })),
  )
  return {
    fields,
    statements: statements.map((one) => ({
      ...one,
      answer: one.answer && judged(one, one.answer),
    })),
  }
}

/** A check counts for the module that buys it. */
function isKept(check: Check, counted: FactsAsked['counted'] = {}): boolean {
  const module = check.module === 'credit-score' ? 'creditScore' : 'backgroundCheck'
  return check.module === 'card-risk' || isCounted(counted[module]?.boughtSince)(check)
}

const endOf = ({ endedAt, openedAt }: { endedAt: Date | null; openedAt: Date }) =>
  (endedAt ?? openedAt).getTime()
