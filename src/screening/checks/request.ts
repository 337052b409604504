// Requests a check within the caller's commit: returns the one that is under way or still counts, or opens a new one.
import type { RequestDeps } from '#src/screening/orders/deps.ts'
import { assert } from '#src/platform/assert.ts'
import type { Db } from '#src/platform/db/client.ts'
import { sendUnawaited } from '#src/platform/db/prepared.ts'
import type { LegalBasis } from '#src/journey/transaction/parts-schema.ts'
import type { By } from '#src/platform/audit/write.ts'
import { newId } from '#src/platform/ids.ts'
import { append } from '#src/journey/journal/append.ts'
import { type InCommit, type Locked, openDataKey } from '#src/journey/transaction/locked.ts'
import { endCheck } from './end.ts'
import { auditPurchase, type Buying, mayBuy } from './legal-basis.ts'
import type { FailureCode } from '#src/screening/orders/failure.ts'
import { checkFailed, checkOpened, checkOrdered } from './kinds.ts'
import type { Port } from '#src/screening/orders/port.ts'
import { forgetOrders } from '#src/screening/orders/held.ts'
import { costOf, reserveAll } from './reserve.ts'
import { dayOf, secondsLeft } from './spending.ts'
import {
  type Check,
  listSame,
  insertCheck,
  insertOrders,
  listOrders,
  type Module,
  newestOf,
  type Order,
  type Subject,
  updateCheck,
} from '#src/screening/orders/store.ts'

export type CheckOrder = {
  readonly module: Module
  readonly port: Port
  readonly services: readonly string[]
  readonly subject: Subject
  /** How often the check is repeated. */
  readonly everyDays?: number | undefined
  /** The legal basis of the purchase; without it the one in the tenant's settings. */
  readonly legalBasis?: LegalBasis | undefined
}

export type Requested =
  | { readonly kind: 'check'; readonly check: Check }
  | { readonly kind: 'limit-reached'; readonly retryAfterSeconds?: number }
  /** All services without a result may have been bought already. */
  | { readonly kind: 'purchase-uncertain'; readonly check: Check }

export type Options = {
  /** False makes the check even over the cap, where its services fail. */
  readonly capped?: boolean
  /** Only checks that ended after this count; epoch ms of the transaction's clock. */
  readonly since?: number
  /** Buys services again whose purchase is uncertain. */
  readonly again?: boolean
  /** The caller; undefined for the service itself. */
  readonly by?: By | undefined
}

const sameMs = 24 * 60 * 60_000
export const dayMs = 24 * 60 * 60_000

/** The most tasks on an agenda; each service under way has one. */
const tasksMax = 48

export const hasRoom = ({ tasks }: Pick<Locked, 'tasks'>, services: readonly string[]): boolean =>
  tasks.length + services.length <= tasksMax

/**
 * The same services and parameters are the same check while it is under way and for 24 hours after. Its failed services
 * are then bought again, but neither those with a result nor, unless the caller says so, those that may have been
 * bought.
 */
export async function requestCheck(
  ctx: InCommit<RequestDeps>,
  asked: CheckOrder,
  { capped = true, since, again = false, by }: Options = {},
): Promise<Requested> {
  const { tx, locked } = ctx
  const same = await findCurrent(ctx, asked, since)
  const { failed, uncertain } = same?.endedAt ? await leftOf(tx, same) : nothing
  const services = same ? [...failed, ...(again ? uncertain : [])] : [...new Set(asked.services)]
  if (same && services.length === 0)
    return { kind: uncertain.length > 0 ? 'purchase-uncertain' : 'check', check: same }
  if (!hasRoom(locked, services)) return { kind: 'limit-reached' }
  const basis = asked.legalBasis ?? ctx.checking.legalBasisOf(locked)
  const buying = { port: asked.port, services, basis }
  const isWithin = await reserveAll(ctx, buying)
  if (!isWithin && capped)
    return { kind: 'limit-reached', retryAfterSeconds: secondsLeft(locked.wallNow) }
  const check = same ?? (await openCheck(ctx, asked, await roundOf(ctx, asked, since)))
  await openOrders(ctx, { check, services, isWithin, basis })
  if (mayBuy(locked, buying)) await auditPurchase(ctx, check, { ...buying, by })
  return { kind: 'check', check }
}

/** The names by which corrections take results back. */
const takenBackAs: Readonly<Record<Module, string>> = {
  'background-check': 'backgroundCheck',
  'credit-score': 'creditScore',
  'card-risk': 'cardCheck',
  'official-match': 'officialMatch',
}

/**
 * Finds the check for a question: one under way, or one that ended after `since` and within 24 hours. For a step that
 * only counts from some time, a check from before a correction is another question, even with the same words.
 */
export async function findCurrent(
  ctx: InCommit<Pick<RequestDeps, 'sealer'>>,
  asked: CheckOrder,
  since?: number,
): Promise<Check | undefined> {
  const alike = await findAlike(ctx, asked, since)
  const correctedAt = since === undefined ? undefined : ctx.locked.takenBack[takenBackAs[asked.module]] // prettier-ignore
  return alike.find(({ createdAt }) => !correctedAt || createdAt.getTime() > correctedAt)
}

/** Finds checks of the same services and parameters, the newest first. */
function findAlike(
  { tx, locked, sealer }: InCommit<Pick<RequestDeps, 'sealer'>>,
  asked: CheckOrder,
  since = -Infinity,
): Promise<Check[]> {
  const hashes = sealer.hashes(...describe(locked, asked))
  const after = new Date(Math.max(since, locked.now.getTime() - sameMs))
  return listSame(tx, locked.id, { module: asked.module, hashes, since: after })
}

type Left = { readonly failed: readonly string[]; readonly uncertain: readonly string[] }
const nothing: Left = { failed: [], uncertain: [] }

/** The services of a check without a result: those that surely were not bought, and those that may have been. */
export async function leftOf(tx: Db, { id }: Check): Promise<Left> {
  const orders = newestOf(await listOrders(tx, id)).filter(({ status }) => status === 'failed')
  const isUncertain = (one: Order) => one.failureCode === ('check-uncertain' satisfies FailureCode)
  return {
    failed: orders.filter((one) => !isUncertain(one)).map(({ service }) => service),
    uncertain: orders.filter(isUncertain).map(({ service }) => service),
  }
}

/** Starts another round of a check; over the cap its services fail. */
export async function repeatCheck(ctx: InCommit<RequestDeps>, check: Check): Promise<void> {
  const { tx } = ctx
  const services = newestOf(await listOrders(tx, check.id)).map(({ service }) => service)
  const basis = check.legalBasis ?? ctx.checking.legalBasisOf(ctx.locked)
  const buying = { port: check.port, services, basis }
  const isWithin = await reserveAll(ctx, buying)
  await openOrders(ctx, { check, services, isWithin, basis })
  if (mayBuy(ctx.locked, buying)) await auditPurchase(ctx, check, buying)
}

/** The hash includes the transaction, so that the same person cannot be found in another one by it. */
const describe = ({ id }: Locked, { module, port, services, subject }: CheckOrder): string[] => [
  'check-request',
  id,
  module,
  port,
  JSON.stringify([...new Set(services)].toSorted()),
  JSON.stringify(sorted(subject)),
]

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return entries.map(([key, one]) => [key, sorted(one)])
}

/** How often the same check was requested; a step that demands a new one counts one more. */
async function roundOf(
  ctx: InCommit<RequestDeps>,
  asked: CheckOrder,
  since: number | undefined,
): Promise<number> {
  const [before] = since === undefined ? [] : await findAlike(ctx, asked)
  return (before?.round ?? 0) + 1
}

async function openCheck(
  { tx, locked, sealer }: InCommit<RequestDeps>,
  asked: CheckOrder,
  round: number,
): Promise<Check> {
  const { module, port, subject, everyDays } = asked
  const [requestHash] = sealer.hashes(...describe(locked, asked))
  assert(requestHash, 'no hash key')
  const key = await openDataKey(sealer, locked)
  const check = await insertCheck(
    tx,
    { sealer, opener: locked, key },
    {
      id: newId(),
      transactionId: locked.id,
      module,
      port,
      requestHash,
      subject,
      everyDays: everyDays ?? null,
      legalBasis: asked.legalBasis ?? null,
      round,
      createdAt: locked.now,
      endedAt: null,
    },
  )
  const dueAt = everyDays === undefined ? null : locked.now.getTime() + everyDays * dayMs
  append(locked, { kind: checkOpened, module, ref: check.id, code: port, dueAt })
  return check
}

type Opening = {
  readonly check: Check
  readonly services: readonly string[]
  readonly isWithin: boolean
} & Pick<Buying, 'basis' | 'after'>

/** Opens the orders and returns them. */
export async function openOrders(
  ctx: InCommit<RequestDeps>,
  opened: Opening,
): Promise<readonly Order[]> {
  const { tx, locked } = ctx
  const { check, services } = opened
  if (check.endedAt !== null) sendUnawaited(updateCheck(tx, check.id, { endedAt: null }))
  // Sorted, so that ids of the same millisecond keep the order of the services.
  const ids = services.map(() => newId()).toSorted()
  const orders = services.map((service, at) => describeOrder(ctx, opened, service, ids[at]))
  insertOrders(tx, orders)
  forgetOrders(locked)
  for (const { id, service, failureCode } of orders) {
    const about = { module: check.module, ref: id } as const
    append(locked, { kind: checkOrdered, ...about, code: service, reason: check.id })
    if (failureCode !== null) append(locked, { kind: checkFailed, ...about, code: failureCode })
  }
  // Ends the check if all its orders failed at once; otherwise the order under way, or the caller, ends it later.
  if (opened.after === undefined && orders.every(({ endedAt }) => endedAt !== null))
    await endCheck(tx, locked, { ...check, endedAt: null })
  return orders
}

function describeOrder(
  ctx: InCommit<RequestDeps>,
  { check, isWithin, basis, after = [] }: Opening,
  service: string,
  id = newId(),
): Order {
  const { locked } = ctx
  const failureCode = whyNot(ctx, { port: check.port, services: [service], basis }, isWithin)
  return {
    id,
    checkId: check.id,
    round: check.round,
    service,
    status: failureCode === null ? 'pending' : 'failed',
    failureCode,
    legalBasis: basis ?? null,
    source: null,
    authoritative: null,
    result: null,
    reservedMicros:
      failureCode === null ? costOf(ctx, locked, { port: check.port, after }, service) : 0,
    spendDay: dayOf(locked.wallNow),
    openedAt: locked.now,
    endedAt: failureCode === null ? null : locked.now,
  }
}

/** Why a service is not bought; null when it is. */
function whyNot(
  { checking, locked }: InCommit<RequestDeps>,
  buying: Buying,
  isWithin: boolean,
): FailureCode | null {
  const hasAccount = buying.services.some(
    (service) => checking.accounts.list(locked, buying.port, service).length > 0,
  )
  if (!hasAccount) return 'no-provider'
  if (!mayBuy(locked, buying)) return 'no-legal-basis'
  return isWithin ? null : 'limit-reached'
}
