// Ends an order, and its check with the last order, within the caller's commit.
import { sql } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import { sendUnawaited } from '#src/platform/db/prepared.ts'
import { append } from '#src/journey/journal/append.ts'
import { newId } from '#src/platform/ids.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import type { InCommit, Locked } from '#src/journey/transaction/locked.ts'
import {
  type Attempt,
  endAttemptWith,
  type EndedCall as EndedAttempt,
  listAttempts,
} from '#src/screening/orders/attempts.ts'
import { checkOrders } from '#src/screening/orders/table.ts'
import type { FailureCode } from '#src/screening/orders/failure.ts'
import { checkAnswered, checkEnded, checkFailed, checkNews } from './kinds.ts'
import { countNewFindings } from '#src/screening/answers/difference.ts'
import type { CheckAnswer } from '#src/screening/orders/port.ts'
import { forgetOrders, noteOrder } from '#src/screening/orders/held.ts'
import { adjust, adjusted } from './spending.ts'
import {
  type Check,
  insertOrder,
  listOrders,
  newestOf,
  type Order,
  readResult,
  sealResult,
  updateCheck,
  updateOrder,
} from '#src/screening/orders/store.ts'

type Ended = {
  readonly order: Order
  readonly check: Check
  /** The cost of the order's attempts, including this one; without it the attempts are read. */
  readonly spentMicros?: number
  /** All orders of the check as this commit has read them; without it they are read. */
  readonly orders?: readonly Order[]
  /** The attempt whose outcome ends the order; both are written together. */
  readonly attempt?: EndedAttempt
  /** The other members of the journal entry. */
  readonly entry: {
    readonly attempt?: number
    readonly provider?: string
    readonly durationMs?: number | null
    readonly costMicros?: number | null
  }
}

type Answered = {
  /** Undefined when the source has nothing about the subject. */
  readonly answer: CheckAnswer | undefined
  readonly isAuthoritative: boolean
}

export async function answerOrder(
  { tx, sealer, locked }: InCommit<{ readonly sealer: Sealer }>,
  ended: Ended,
  { answer, isAuthoritative }: Answered,
): Promise<void> {
  const { order, check, entry } = ended
  const source = entry.provider ?? null
  const result = answer ? await sealResult(sealer, locked, order.id, answer) : null
  const orders = await endOrder(tx, locked, ended, {
    status: 'completed',
    failureCode: null,
    source,
    authoritative: isAuthoritative,
    result,
  })
  const about = { module: check.module, ref: order.id } as const
  const code = answer ? 'result' : 'no-data'
  append(locked, { kind: checkAnswered, ...about, ...entry, code })
  await recordDifference({ tx, sealer, locked }, { order, check }, { answer, source })
  await endCheck(tx, locked, check, orders)
}

/** Keeps the late answer of an account that was given up, as a new order, so that it is shown as the newest. */
export async function answerBeside(
  ctx: InCommit<{ readonly sealer: Sealer }>,
  { order, check, entry }: Ended,
  answered: Answered,
): Promise<void> {
  const { tx, locked } = ctx
  const { service, round, spendDay } = order
  const known = (await listOrders(tx, check.id)).some(
    (one) => one.service === service && one.round === round && one.source === entry.provider,
  )
  if (known) return
  const beside = await insertOrder(tx, {
    id: newId(),
    checkId: check.id,
    round,
    service,
    status: 'processing',
    reservedMicros: 0,
    spendDay,
    openedAt: locked.now,
  })
  forgetOrders(locked)
  await answerOrder(ctx, { order: beside, check, entry }, answered)
}

export async function failOrder(
  { tx, locked }: InCommit,
  ended: Ended,
  failureCode: FailureCode,
  reason: string | null = null,
): Promise<void> {
  const { order, check, entry } = ended
  const orders = await endOrder(tx, locked, ended, { status: 'failed', failureCode })
  const about = { module: check.module, ref: order.id } as const
  append(locked, { kind: checkFailed, ...about, ...entry, code: failureCode, reason })
  await endCheck(tx, locked, check, orders)
}

/**
 * Returns to the tenant's daily limit what was reserved and not spent. Resolves to the orders afterwards, if they were
 * read.
 */
async function endOrder(
  tx: Db,
  locked: Locked,
  { order, orders, spentMicros, attempt }: Ended,
  change: Partial<Order>,
): Promise<readonly Order[] | undefined> {
  const { id, reservedMicros, spendDay } = order
  const spent = spentMicros ?? costOf(await listAttempts(tx, id))
  const ending = { ...change, reservedMicros: spent, endedAt: locked.now }
  const micros = spent - reservedMicros
  if (attempt) {
    const { tenant, mode } = locked
    const values = { ...order, ...ending, orderId: id, tenant, mode, micros }
    sendUnawaited(endWithAttempt(tx, attempt, values))
  } else {
    sendUnawaited(updateOrder(tx, id, ending))
    sendUnawaited(adjust(tx, locked, spendDay, micros))
  }
  noteOrder(locked, { ...order, ...ending })
  return orders?.map((one) => (one.id === id ? { ...one, ...ending } : one))
}

const { placeholder } = sql

const endWithAttempt = endAttemptWith(sql`
  , spent as (${adjusted(sql`${placeholder('micros')}::bigint`, {
    tenant: sql`${placeholder('tenant')}::text`,
    mode: sql`${placeholder('mode')}::text`,
    day: sql`${placeholder('spendDay')}::text`,
  })})
  update ${checkOrders} set status = ${placeholder('status')},
    failure_code = ${placeholder('failureCode')}, source = ${placeholder('source')},
    authoritative = ${placeholder('authoritative')}::boolean,
    result = ${placeholder('result')}::bytea,
    reserved_micros = ${placeholder('reservedMicros')}::bigint,
    ended_at = ${placeholder('endedAt')}::timestamptz
  where id = ${placeholder('orderId')}`)

/** The cost of all attempts, including harmless repeats. */
export const costOf = (attempts: readonly Pick<Attempt, 'costMicros'>[]): number =>
  attempts.reduce((sum, { costMicros }) => sum + (costMicros ?? 0), 0)

async function recordDifference(
  { tx, sealer, locked }: InCommit<{ readonly sealer: Sealer }>,
  { order, check }: Pick<Ended, 'order' | 'check'>,
  { answer, source }: { answer: CheckAnswer | undefined; source: string | null },
): Promise<void> {
  if (order.round === 1) return
  const orders = await listOrders(tx, check.id)
  const before = findBefore(orders, { ...order, source })
  if (!before) return
  const difference = countNewFindings(await readResult(sealer, locked, before), answer)
  if (difference === 0) return
  append(locked, {
    kind: checkNews,
    module: check.module,
    ref: check.id,
    code: order.service,
    reason: String(difference),
    attempt: order.round,
  })
}

/**
 * Compares each source with its own earlier answer, because an entry that another source does not list has neither gone
 * nor come back.
 */
export function findBefore<Of extends Pick<Order, 'service' | 'round' | 'status' | 'source'>>(
  orders: readonly Of[],
  { service, round, source }: Pick<Order, 'service' | 'round' | 'source'>,
): Of | undefined {
  const before = orders.filter(
    (one) => one.service === service && one.round < round && one.status === 'completed',
  )
  return before.findLast((one) => one.source === source) ?? before.at(-1)
}

/** Does nothing while a service of the check is under way. `known` are its orders as of this commit. */
export async function endCheck(
  tx: Db,
  locked: Locked,
  { id, module, endedAt }: Check,
  known?: readonly Order[],
): Promise<void> {
  const orders = newestOf(known ?? (await listOrders(tx, id)))
  if (orders.some((one) => one.endedAt === null)) return
  const code = statusOf(orders)
  sendUnawaited(updateCheck(tx, id, { endedAt: endedAt ?? locked.now }))
  forgetOrders(locked)
  append(locked, { kind: checkEnded, module, ref: id, code })
}

export type CheckStatus = 'processing' | 'completed' | 'partial'

/** The status by the newest order of each service. */
export function statusOf(orders: readonly Pick<Order, 'status'>[]): CheckStatus {
  if (orders.some(({ status }) => status === 'pending' || status === 'processing'))
    return 'processing'
  return orders.some(({ status }) => status === 'failed') ? 'partial' : 'completed'
}
