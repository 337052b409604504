// The answer of every completed service, with whom it was asked about and who answered.
import { assert } from '#src/platform/assert.ts'
import type { FactsQuery } from '#src/journey/facts/facts.ts'
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
  /** The id of the account. */
  readonly source: string
  readonly isAuthoritative: boolean
  /** The statement is about the transaction's own person or company. */
  readonly isOwn: boolean
  readonly subject: Subject
  /** Null when the source has nothing about the subject. */
  readonly answer: CheckAnswer | null
}

/** The subject and port of a check, whether or not it has an answer. */
export type CheckTarget = Pick<Statement, 'port' | 'isOwn' | 'subject'> & {
  readonly services: readonly string[]
}

type Said = {
  readonly fields: StoredFields
  /** In the order in which they were made. */
  readonly statements: Statement[]
  /** The targets of all checks, including failed ones and those under way. */
  readonly asked: CheckTarget[]
}

/** Undefined when no source has answered. */
export async function readStatements(
  { db, sealer, transaction, counted }: FactsQuery,
  readOwn: () => Promise<StoredFields>,
): Promise<Said | undefined> {
  const orders = (await listAllOrders(db, transaction.id)).filter(({ check }) =>
    isKept(check, counted),
  )
  const completed = orders.filter(({ order }) => order.status === 'completed')
  if (completed.length === 0) return undefined
  const fields = await readOwn()
  const byCheck = new Map<string, CheckTarget>()
  for (const [id, all] of Map.groupBy(orders, ({ check }) => check.id)) {
    const [{ check }] = all as [(typeof all)[number]]
    const subject = await readSubject(sealer, transaction, check)
    const services = all.map(({ order }) => order.service)
    byCheck.set(id, {
      port: check.port,
      isOwn: isOwn(check.port, subject, fields),
      subject,
      services,
    })
  }
  const timed = completed.toSorted((one, other) => endOf(one.order) - endOf(other.order))
  const statements: Statement[] = []
  for (const { check, order } of timed) {
    const about = byCheck.get(check.id)
    assert(about, 'an order has a check')
    const { services: _, ...own } = about
    statements.push({
      ...own,
      service: order.service,
      source: order.source ?? '',
      isAuthoritative: order.authoritative === true,
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
    asked: [...byCheck.values()],
    statements: statements.map((one) => ({
      ...one,
      answer: one.answer && judged(one, one.answer),
    })),
  }
}

/** Whether a check counts: for each module the limits say from when on its purchases do. */
function isKept(check: Check, counted: FactsQuery['counted'] = {}): boolean {
  if (check.module === 'card-risk') return true
  return isCounted(counted[moduleKeys[check.module] ?? 'backgroundCheck'])(check)
}

/** The names of the modules in packs. */
const moduleKeys: Readonly<Record<string, string>> = {
  'credit-score': 'creditScore',
  'official-match': 'officialMatch',
}

const endOf = ({ endedAt, openedAt }: { endedAt: Date | null; openedAt: Date }) =>
  (endedAt ?? openedAt).getTime()
