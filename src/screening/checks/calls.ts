// The calls of an order: a purchase, a look-up of an unknown outcome, and a query for a result.
import type { Db } from '#src/platform/db/client.ts'
import { sendUnawaited } from '#src/platform/db/prepared.ts'
import { isDue } from '#src/journey/agenda/rules.ts'
import type { TaskWork } from '#src/journey/commit/task.ts'
import type { Task } from '#src/journey/transaction/task.ts'
import { append } from '#src/journey/journal/append.ts'
import type { VendorCall } from '#src/journey/calls/call.ts'
import { abandonedMs } from '#src/journey/calls/calls.ts'
import type { CallHealth } from '#src/journey/calls/breaker.ts'
import type { InCommit, Locked } from '#src/journey/transaction/locked.ts'
import {
  type Attempt,
  claimAttempt,
  countSent,
  isOpenAttempt,
  readVendorId,
} from '#src/screening/orders/attempts.ts'
import { costOf, failOrder } from './end.ts'
import { checkAwaited, checkClaimed, checkPostponed, checkUncertain, taskNames } from './kinds.ts'
import type { CallResult } from '#src/screening/orders/outcome.ts'
import { canBeAsked, type CheckRequest } from '#src/screening/wire/request.ts'
import { planNext } from '#src/screening/orders/plan.ts'
import type { CheckAccount, CheckContext, OpenSelfie } from '#src/screening/orders/port.ts'
import { accountsLeft } from './next-source.ts'
import { type CheckDeps, recordOutcome } from './record.ts'
import { forgetOrders, noteAttempt, noteOrder, readOrdered } from '#src/screening/orders/held.ts'
import { type Check, type Ordered, readSubject } from '#src/screening/orders/store.ts'

type Ways = 'buy' | 'look-up' | 'poll'

type Claimed = {
  readonly transactionId: string
  readonly account: CheckAccount
  readonly attempt: Attempt
  readonly round: number
  readonly request: CheckRequest
  readonly vendorId: string | undefined
  readonly openSelfie?: OpenSelfie
}

export const buyCall = (deps: CheckDeps): VendorCall<Claimed, CallResult> => ({
  tasks: async (_tx, locked, task) => {
    const others = listDueOrders(locked).filter(({ key }) => key !== task.key)
    return [task, ...others].slice(0, sideBySideMax)
  },
  claim: (tx, locked, task, reserve) => claimPurchase({ ...deps, tx, locked }, task, reserve),
  call: async (claimed, signal) =>
    canBeAsked(claimed.request.subject, claimed.request.service)
      ? claimed.account.buy(claimed.request, contextOf(claimed, signal))
      : { kind: 'rejected', class: 'input', code: 'no-cpf' },
  lost: (cause) =>
    cause === 'late'
      ? { kind: 'deferred', class: 'transient', code: 'late' }
      : { kind: 'uncertain', cause },
  judge,
  record: (tx, locked, { attempt }, { result, durationMs }) =>
    recordQuietly({ ...deps, tx, locked }, attempt, result, durationMs),
})

/** As `buyCall`, for the services that `work` orders in the same commit and for those that were due before. */
export const orderAndBuyCall = (
  deps: CheckDeps,
  work: TaskWork,
): VendorCall<Claimed, CallResult> => ({
  ...buyCall(deps),
  async tasks(tx, locked, task) {
    await work(tx, locked, task)
    return listDueOrders(locked).slice(0, sideBySideMax)
  },
})

/**
 * The most purchases of one task: each claim and record takes some milliseconds, and a local activity has two seconds.
 * The next task takes the rest.
 */
const sideBySideMax = 12

const listDueOrders = ({ tasks, now }: Locked): Task[] =>
  tasks.filter((one) => one.task === taskNames.buy && isDue(one, now.getTime()))

/** Looks up an attempt, or sends it again under its key when a repeat does no harm. */
export const lookUpCall = (deps: CheckDeps): VendorCall<Claimed, CallResult> => ({
  claim: (tx, locked, task, reserve) =>
    claimAgain({ ...deps, tx, locked }, task, reserve, 'look-up'),
  async call(claimed, signal) {
    const { account, request } = claimed
    const context = contextOf(claimed, signal)
    if (!account.lookUp) return account.buy(request, context)
    const found = await account.lookUp(request, context)
    return typeof found === 'string' ? { kind: found } : found
  },
  lost: () => ({ kind: 'later' }),
  judge,
  record: (tx, locked, { attempt }, { result }) =>
    recordQuietly({ ...deps, tx, locked }, attempt, result, null),
  postpone: (tx, locked, { attempt }) => postpone(tx, locked, attempt, 'look-up'),
})

export const pollCall = (deps: CheckDeps): VendorCall<Claimed, CallResult> => ({
  claim: (tx, locked, task, reserve) => claimAgain({ ...deps, tx, locked }, task, reserve, 'poll'),
  async call(claimed, signal) {
    const { account, request, vendorId } = claimed
    const context = { ...contextOf(claimed, signal), vendorId }
    return (await account.poll?.ask(request, context)) ?? { kind: 'not-ready' }
  },
  lost: () => ({ kind: 'later' }),
  judge,
  record: (tx, locked, { attempt }, { result }) =>
    recordQuietly({ ...deps, tx, locked }, attempt, result, null),
  postpone: (tx, locked, { attempt }) => postpone(tx, locked, attempt, 'poll'),
})

async function recordQuietly(...given: Parameters<typeof recordOutcome>): Promise<void> {
  await recordOutcome(...given)
}

const contextOf = (
  { transactionId, account, round, openSelfie, attempt: { id, orderId, attempt, sent } }: Claimed,
  signal: AbortSignal,
): CheckContext => ({
  transactionId,
  orderId,
  attempt,
  attemptId: id,
  round,
  sent,
  signal: AbortSignal.any([signal, AbortSignal.timeout(account.timeoutMs)]),
  ...(openSelfie && { openSelfie }),
})

/** Judges the account's health by an answer: it has no meaning when only the subject is at fault. */
function judge(found: CallResult): CallHealth {
  switch (found.kind) {
    case 'answered':
    case 'no-data':
    case 'accepted':
    case 'not-ready':
    case 'absent':
      return 'works'
    case 'rejected':
      return found.class === 'account' ? 'refused' : 'works'
    case 'deferred':
      return found.code === 'unreachable-connect-timeout' ? 'fault' : 'nothing'
    case 'uncertain':
      return found.cause === 'timeout' || found.cause === 'http5xx' ? 'fault' : 'nothing'
    case 'unknown':
    case 'later':
      return 'nothing'
  }
}

async function readOpen(tx: Db, locked: Locked, ref: string): Promise<Ordered | undefined> {
  const open = await readOrdered(tx, locked, ref)
  return open?.order.endedAt === null ? open : undefined
}

/** Undefined when there is nothing to buy: the order has ended, or no account can be asked. */
async function claimPurchase(
  ctx: InCommit<CheckDeps>,
  { ref, attempt: n = 1 }: Task,
  reserve: (account: string) => void,
): Promise<Claimed | undefined> {
  const { tx, locked } = ctx
  const open = await readOpen(tx, locked, ref)
  if (!open || open.attempts.some(({ attempt }) => attempt >= n)) return undefined
  const { order, check, attempts } = open
  const { calls, checking } = ctx
  const accounts = accountsLeft(checking, locked, open)
  const plan = planNext(attempts, {
    names: accounts.map(({ id }) => id),
    openMs: (name) => calls.waitMs(name, locked.tenant),
    isFull: (name) => calls.isFull(name, locked.tenant),
  })
  if (plan.kind === 'none') return undefined
  if (plan.kind === 'fail') {
    const ended = { order, check, orders: open.orders, spentMicros: costOf(attempts) }
    await failOrder(ctx, { ...ended, entry: { attempt: n } }, plan.code)
    return undefined
  }
  if (plan.kind !== 'call') {
    // Nothing is claimed, and the task is due again later.
    const code = plan.kind === 'wait' ? 'account-resting' : 'account-full'
    const entry = { module: check.module, ref, attempt: n, provider: plan.account, code }
    const dueAt = locked.now.getTime() + calls.queue(plan.account, locked.tenant)
    append(locked, { kind: checkPostponed, ...entry, dueAt })
    return undefined
  }
  reserve(plan.account)
  const attempt = await claimAttempt(tx, locked, {
    orderId: ref,
    attempt: n,
    account: plan.account,
    claimedBy: calls.process() ?? null,
  })
  const account = accounts.find(({ id }) => id === plan.account)
  if (!attempt || !account) return undefined
  noteAttempt(locked, attempt)
  noteOrder(locked, { ...open.order, status: 'processing' })
  const dueAt = locked.now.getTime() + abandonedMs
  append(locked, { kind: checkClaimed, ...about(check, attempt), dueAt })
  return toClaimed(ctx, open, account, attempt)
}

/** Claims an attempt that was claimed before. An account that cannot be asked leaves it in doubt. */
async function claimAgain(
  ctx: InCommit<CheckDeps>,
  { ref, attempt: n }: Task,
  reserve: (account: string) => void,
  way: Exclude<Ways, 'buy'>,
): Promise<Claimed | undefined> {
  const { tx, locked } = ctx
  const open = await readOpen(tx, locked, ref)
  const attempt = open?.attempts.find((one) => one.attempt === n)
  if (!open || !attempt || !isOpenAttempt(attempt)) return undefined
  const account = ctx.checking.accounts.find(locked, attempt.account)
  if (!account || !canAsk(account, way)) {
    const found = { kind: way === 'poll' ? 'not-ready' : 'unknown' } as const
    await recordOutcome(ctx, attempt, found)
    return undefined
  }
  reserve(account.id)
  const again = { ...attempt, claimedBy: ctx.calls.process() ?? null }
  sendUnawaited(countSent(tx, again))
  forgetOrders(locked)
  return toClaimed(ctx, open, account, { ...again, sent: attempt.sent + 1 })
}

function canAsk(account: CheckAccount, way: Exclude<Ways, 'buy'>): boolean {
  if (way === 'poll') return account.poll !== undefined
  return account.lookUp !== undefined || account.repeat === 'safe' || account.repeat === 'key'
}

async function toClaimed(
  { sealer, locked, evidence }: InCommit<CheckDeps>,
  { order, check }: Ordered,
  account: CheckAccount,
  attempt: Attempt,
): Promise<Claimed> {
  const { port } = check
  const { service } = order
  const subject = await readSubject(sealer, locked, check)
  const { id, tenant, key } = locked
  return {
    transactionId: locked.id,
    account,
    attempt,
    round: order.round,
    // Safe because the subject of a check was built for its port.
    request: { port, service, subject } as CheckRequest,
    vendorId: await readVendorId(sealer, locked, attempt),
    ...('shown' in subject && {
      openSelfie: (fit) => evidence.openSelfie({ id, tenant, key }, subject.shown.selfieId, fit),
    }),
  }
}

async function postpone(
  tx: Db,
  locked: Locked,
  { orderId, attempt: n }: Attempt,
  way: Exclude<Ways, 'buy'>,
): Promise<void> {
  const open = await readOpen(tx, locked, orderId)
  const attempt = open?.attempts.find((one) => one.attempt === n)
  if (!open || !attempt || !isOpenAttempt(attempt)) return
  append(locked, {
    kind: way === 'poll' ? checkAwaited : checkUncertain,
    ...about(open.check, attempt),
    code: 'asked',
    dueAt: locked.now.getTime() + abandonedMs,
  })
}

const about = ({ module }: Check, { orderId, attempt, account }: Attempt) =>
  ({ module, ref: orderId, attempt, provider: account }) as const
