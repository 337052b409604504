// Stores checks and the orders of their services, including the sealed columns.
import { assert } from '#src/platform/assert.ts'
import { and, asc, desc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import { buildOnce, sendUnawaited } from '#src/platform/db/prepared.ts'
import { insertRows } from '#src/platform/db/rows.ts'
import type { SealContext, Sealer } from '#src/platform/seal/sealer.ts'
import type { DataKey } from '#src/platform/seal/keys.ts'
import { openDataKey } from '#src/journey/transaction/locked.ts'
import type { StoredTransaction } from '#src/journey/transaction/store.ts'
import type { CheckAnswer } from './port.ts'
import type { CheckRequest } from '#src/screening/wire/request.ts'
import type { Attempt } from './attempts.ts'
import { checkAttempts, checkOrders, checks } from './table.ts'

export type Check = typeof checks.$inferSelect

export type Order = typeof checkOrders.$inferSelect

export type Subject = CheckRequest['subject']
export type Module = 'background-check' | 'credit-score' | 'card-risk' | 'official-match'

type Opener = Pick<StoredTransaction, 'tenant' | 'id' | 'key'>

export async function insertCheck(
  tx: Db,
  { sealer, opener, key }: { sealer: Sealer; opener: Opener; key: DataKey },
  { subject, ...row }: Omit<typeof checks.$inferInsert, 'subject'> & { subject: Subject },
): Promise<Check> {
  const sealed = sealer.seal(key, contextOf('check_request', 'subject', opener, row.id), subject)
  const [inserted] = await tx
    .insert(checks)
    .values({ ...row, subject: sealed })
    .returning()
  assert(inserted, 'the insert returned no row')
  return inserted
}

/** The insert is not awaited, because nothing reads the rows before the commit. */
export function insertOrders(tx: Db, rows: readonly Order[]): void {
  sendUnawaited(tx.execute(insertRows(checkOrders, rows)))
}

export async function insertOrder(tx: Db, row: typeof checkOrders.$inferInsert): Promise<Order> {
  const [inserted] = await tx.insert(checkOrders).values(row).returning()
  assert(inserted, 'the insert returned no row')
  return inserted
}

export async function findCheck(db: Db, id: string): Promise<Check | undefined> {
  const [row] = await checkById(db).execute({ id })
  return row
}

const checkById = buildOnce((db: Db) =>
  db
    .select()
    .from(checks)
    .where(eq(checks.id, sql.placeholder('id')))
    .prepare('check_by_id'),
)

/** An order with its check and its attempts, and all orders of the check in the order in which they were opened. */
export type Ordered = {
  readonly order: Order
  readonly check: Check
  readonly orders: readonly Order[]
  readonly attempts: readonly Attempt[]
}

/** All orders of a check with all their attempts. */
export type CheckOrders = Omit<Ordered, 'order'>

export async function findOrdered(db: Db, id: string): Promise<Ordered | undefined> {
  const found = await findSiblings(db, id)
  return found && pickOrdered(found, id)
}

export async function findSiblings(db: Db, id: string): Promise<CheckOrders | undefined> {
  const rows = await siblingsOf(db).execute({ id })
  const [first] = rows
  if (!first) return undefined
  const orders = rows.flatMap((one, at) =>
    rows[at - 1]?.order.id === one.order.id ? [] : one.order,
  )
  return { check: first.check, orders, attempts: rows.flatMap(({ attempt }) => attempt ?? []) }
}

export function pickOrdered(
  { check, orders, attempts }: CheckOrders,
  id: string,
): Ordered | undefined {
  const order = orders.find((one) => one.id === id)
  const own = attempts.filter(({ orderId }) => orderId === id)
  return order && { order, check, orders, attempts: own }
}

export async function findOrder(db: Db, id: string): Promise<Order | undefined> {
  return (await findOrdered(db, id))?.order
}

const siblingsOf = buildOnce((db: Db) =>
  db
    .select({ order: checkOrders, check: checks, attempt: checkAttempts })
    .from(checkOrders)
    .innerJoin(checks, eq(checks.id, checkOrders.checkId))
    .leftJoin(checkAttempts, eq(checkAttempts.orderId, checkOrders.id))
    .where(
      sql`${checkOrders.checkId} = (
        select own.check_id from ${checkOrders} own where own.id = ${sql.placeholder('id')}
      )`,
    )
    .orderBy(asc(checkOrders.id), asc(checkAttempts.attempt))
    .prepare('orders_beside'),
)

/** Whether an attempt was deferred, because a source that is unavailable may be retried for minutes. */
export async function wasRefused(tx: Db, checkId: string): Promise<boolean> {
  const [found] = await tx
    .select({ id: checkOrders.id })
    .from(checkOrders)
    .innerJoin(checkAttempts, eq(checkAttempts.orderId, checkOrders.id))
    .where(and(eq(checkOrders.checkId, checkId), eq(checkAttempts.outcome, 'deferred')))
    .limit(1)
  return found !== undefined
}

/** Lists the checks with one of these hashes that are under way or have ended since then, newest first. */
export async function listSame(
  tx: Db,
  transactionId: string,
  {
    module,
    hashes,
    since,
  }: { readonly module: Module; readonly hashes: readonly Buffer[]; readonly since: Date },
): Promise<Check[]> {
  const rows = await tx
    .select()
    .from(checks)
    .where(
      and(
        eq(checks.transactionId, transactionId),
        eq(checks.module, module),
        or(isNull(checks.endedAt), gt(checks.endedAt, since)),
      ),
    )
    .orderBy(desc(checks.id))
  return rows.filter(({ requestHash }) => hashes.some((hash) => hash.equals(requestHash)))
}

/** Lists the newest first. */
export function listChecks(db: Db, transactionId: string, module: Module): Promise<Check[]> {
  return db
    .select()
    .from(checks)
    .where(and(eq(checks.transactionId, transactionId), eq(checks.module, module)))
    .orderBy(desc(checks.id))
}

/** The newest order of the newest check of a module. */
export async function findNewestOrder(
  db: Db,
  transactionId: string,
  module: Module,
): Promise<Order | undefined> {
  const [row] = await db
    .select({ order: checkOrders })
    .from(checkOrders)
    .innerJoin(checks, eq(checks.id, checkOrders.checkId))
    .where(and(eq(checks.transactionId, transactionId), eq(checks.module, module)))
    .orderBy(desc(checkOrders.id))
    .limit(1)
  return row?.order
}

/** Lists them in the order in which they were opened. */
export function listOrders(db: Db, checkId: string): Promise<Order[]> {
  return ordersOf(db).execute({ checkId })
}

const ordersOf = buildOnce((db: Db) =>
  db
    .select()
    .from(checkOrders)
    .where(eq(checkOrders.checkId, sql.placeholder('checkId')))
    .orderBy(asc(checkOrders.id))
    .prepare('orders_of_check'),
)

const allOrders = buildOnce((db: Db) =>
  db
    .select({ check: checks, order: checkOrders })
    .from(checkOrders)
    .innerJoin(checks, eq(checks.id, checkOrders.checkId))
    .where(eq(checks.transactionId, sql.placeholder('transactionId')))
    .orderBy(asc(checkOrders.id))
    .prepare('orders_of_transaction'),
)

/** The orders of all checks of a transaction, oldest first. */
export const listAllOrders = (
  db: Db,
  transactionId: string,
): Promise<{ check: Check; order: Order }[]> => allOrders(db).execute({ transactionId })

/** The newest order of each service; services are in the order in which they were first requested. */
export function newestOf(orders: readonly Order[]): Order[] {
  const byService = new Map<string, Order>()
  for (const order of orders) byService.set(order.service, order)
  return [...byService.values()]
}

type Bounds = {
  readonly boughtSince?: Date | undefined
  readonly correctedAt?: Date | undefined
}

/**
 * Whether a check counts for a step: it is under way or ended late enough, and was not about data that were corrected
 * since.
 */
export const isCounted =
  ({ boughtSince, correctedAt }: Bounds = {}) =>
  ({ createdAt, endedAt }: Pick<Check, 'createdAt' | 'endedAt'>): boolean =>
    (!boughtSince || endedAt === null || endedAt > boughtSince) &&
    (!correctedAt || createdAt > correctedAt)

export async function updateCheck(
  tx: Db,
  id: string,
  change: Partial<Pick<Check, 'round' | 'endedAt' | 'everyDays'>>,
): Promise<void> {
  await tx.update(checks).set(change).where(eq(checks.id, id))
}

export async function updateOrder(tx: Db, id: string, change: Partial<Order>): Promise<void> {
  await tx.update(checkOrders).set(change).where(eq(checkOrders.id, id))
}

export async function readSubject(
  sealer: Sealer,
  opener: Opener,
  { id, subject }: Pick<Check, 'id' | 'subject'>,
): Promise<Subject> {
  const key = await openDataKey(sealer, opener)
  return sealer.unseal(key, contextOf('check_request', 'subject', opener, id), subject)
}

export async function sealResult(
  sealer: Sealer,
  opener: Opener,
  orderId: string,
  answer: CheckAnswer,
) {
  const key = await openDataKey(sealer, opener)
  return sealer.seal(key, contextOf('check_order', 'result', opener, orderId), answer)
}

/** Undefined when the order has not completed, or the source has nothing. */
export async function readResult(
  sealer: Sealer,
  opener: Opener,
  { id, result }: Pick<Order, 'id' | 'result'>,
): Promise<CheckAnswer | undefined> {
  if (!result) return undefined
  const key = await openDataKey(sealer, opener)
  return sealer.unseal(key, contextOf('check_order', 'result', opener, id), result)
}

const contextOf = (
  table: 'check_request' | 'check_order',
  column: string,
  { tenant, id }: Pick<Opener, 'tenant' | 'id'>,
  rowId: string,
): SealContext => ({ tenant, transaction: id, table, column, rowId })
