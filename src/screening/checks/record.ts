// Records the outcome of an attempt within one commit: its row, the order's result, the journal.
import { append } from '#src/journey/journal/append.ts'
import { sendUnawaited } from '#src/platform/db/prepared.ts'
import type { ScreeningDeps } from '#src/screening/orders/deps.ts'
import type { InCommit } from '#src/journey/transaction/locked.ts'
import {
  type Attempt,
  endAttempt,
  type EndedCall,
  isCharged,
  isOpenAttempt,
  keepDuration,
  keepVendorId,
} from '#src/screening/orders/attempts.ts'
import { withNotSearched } from '#src/screening/answers/coverage.ts'
import { answerBeside, answerOrder, costOf as totalOf, failOrder } from './end.ts'
import { checkAwaited, checkDeferred, checkUncertain } from './kinds.ts'
import { hasHits } from '#src/screening/answers/difference.ts'
import {
  decide,
  type Decision,
  type CallResult,
  type OrderSituation,
} from '#src/screening/orders/outcome.ts'
import type { CheckAccount } from '#src/screening/orders/port.ts'
import { accountsLeft, askNextSource } from './next-source.ts'
import { recordProof } from './proof.ts'
import { priceOf } from './reserve.ts'
import { forgetOrders, noteAttempt, readOrdered } from '#src/screening/orders/held.ts'
import { type Order, type Ordered, readSubject } from '#src/screening/orders/store.ts'
import { trust } from '#src/screening/answers/trust.ts'

export type CheckDeps = Pick<
  ScreeningDeps,
  'sealer' | 'checking' | 'calls' | 'metrics' | 'log' | 'evidence'
>

type Known = Ordered & { readonly attempt: Attempt }

/**
 * `counted` when this call has written the attempt's outcome; `known` when it was written before, or no such attempt
 * exists.
 */
export async function recordOutcome(
  ctx: InCommit<CheckDeps>,
  { orderId, attempt: n }: Pick<Attempt, 'orderId' | 'attempt'>,
  given: CallResult,
  durationMs: number | null = null,
): Promise<'counted' | 'known'> {
  const { tx, locked } = ctx
  const open = await readOrdered(tx, locked, orderId)
  const attempt = open?.attempts.find((one) => one.attempt === n)
  if (!open || !attempt) return 'known'
  const { order, check, attempts } = open
  const subject = await readSubject(ctx.sealer, locked, check)
  const { port } = check
  const found = trust({ port, service: order.service, subject }, given, locked.wallNow)
  const known = { ...open, attempt }
  if (!isOpenAttempt(attempt)) {
    sendUnawaited(keepDuration(tx, attempt.id, durationMs))
    forgetOrders(locked)
    if (attempt.outcome === 'deferred') await keepHits(ctx, known, found)
    return 'known'
  }
  const isNamed = found.kind === 'accepted' && found.vendorId !== undefined
  if (isNamed) await keepVendorId(ctx, attempt, found.vendorId)
  const before = attempts.filter((one) => one.attempt < n)
  const account = ctx.checking.accounts.find(locked, attempt.account)
  const decision = decide(found, toSituation(ctx, known, before, account))
  const costMicros = costOf({ decision, found, attempt }, account, order.service)
  if (costMicros)
    ctx.metrics.checkSpending.inc(
      { tenant: locked.tenant, account: attempt.account, service: order.service },
      costMicros,
    )
  const { outcome, code, failureClass } = decision
  const ending = { outcome, code, failureClass, durationMs, costMicros }
  const ended = { id: attempt.id, endedAt: locked.now, ending }
  if (!endsOrder(order, decision)) sendUnawaited(endAttempt(tx, ended.id, ended.endedAt, ending))
  noteAttempt(locked, { ...attempt, ...ending, durationMs: attempt.durationMs ?? durationMs, endedAt: ended.endedAt }) // prettier-ignore
  if (isNamed) forgetOrders(locked)
  await keepDecision(ctx, known, { decision, found, durationMs, costMicros, ended })
  return 'counted'
}

function toSituation(
  { checking, calls, locked }: InCommit<CheckDeps>,
  { check, order, orders, attempt }: Known,
  before: readonly Attempt[],
  configured: CheckAccount | undefined,
): OrderSituation {
  const now = locked.now.getTime()
  const names = accountsLeft(checking, locked, { check, order, orders }).map(({ id }) => id)
  return {
    account: attempt.account,
    configured,
    sent: attempt.sent,
    isAccepted: attempt.outcome === 'accepted',
    before,
    // No account counts as full, because its present calls will be over when the next attempt is made.
    accounts: { names, openMs: (name) => calls.restMs(name, locked.tenant), isFull: () => false },
    now,
    claimedAt: now - (locked.wallNow.getTime() - attempt.claimedAt.getTime()),
    jitter: Math.random(),
  }
}

/** A purchase that may have happened counts as bought; a harmless repeat may have cost something too. */
function costOf(
  {
    decision,
    found,
    attempt,
  }: { readonly decision: Decision; readonly found: CallResult; readonly attempt: Attempt },
  account: CheckAccount | undefined,
  service: string,
) {
  const isRepeated = account?.repeat === 'safe'
  const isDoubtful = isRepeated && found.kind === 'uncertain' && decision.outcome === 'deferred'
  const isBilled = found.kind === 'rejected' && found.isBilled === true
  if (!isCharged(decision) && !isDoubtful && !isBilled) return null
  const own = 'costMicros' in found ? found.costMicros : undefined
  return own ?? priceOf(account, service) * (isRepeated ? attempt.sent : 1)
}

/** Whether the order ends, so that the attempt's outcome is written together with it. */
const endsOrder = ({ status, endedAt }: Order, { next }: Decision): boolean =>
  status !== 'completed' && (next.kind === 'done' || (next.kind === 'fail' && endedAt === null))

type Recorded = {
  readonly ended: EndedCall
  readonly decision: Decision
  readonly found: CallResult
  readonly durationMs: number | null
  readonly costMicros: number | null
}

/** Keeps hits that arrive after another account has answered, because the worst source of lists counts. */
async function keepHits(
  ctx: InCommit<CheckDeps>,
  { check, order, attempt }: Known,
  found: CallResult,
): Promise<void> {
  if (found.kind !== 'answered' || order.status !== 'completed' || !hasHits(found.answer)) return
  const { attempt: n, account } = attempt
  const answered = { answer: found.answer, isAuthoritative: isAuthoritative(ctx, account) }
  await answerBeside(ctx, { order, check, entry: { attempt: n, provider: account } }, answered)
}

const isAuthoritative = ({ checking, locked }: InCommit<CheckDeps>, account: string): boolean =>
  checking.accounts.find(locked, account)?.isAuthoritative === true

async function keepDecision(
  ctx: InCommit<CheckDeps>,
  known: Known,
  { decision, found, durationMs, costMicros, ended: attemptEnded }: Recorded,
): Promise<void> {
  const { tx, locked, sealer } = ctx
  const { check, order, attempt } = known
  const { code, failureClass: reason, next } = decision
  const misfit = found.kind === 'uncertain' ? found.misfit : undefined
  const measured = { attempt: attempt.attempt, provider: attempt.account, durationMs, costMicros }
  const about = { module: check.module, ref: order.id, ...measured } as const
  const others = known.attempts.filter(({ id }) => id !== attempt.id)
  const spentMicros = totalOf([...others, { costMicros }])
  const { orders } = known
  const ended = { order, check, orders, spentMicros, attempt: attemptEnded, entry: measured }
  if (order.status === 'completed') return keepHits(ctx, known, found)
  // The order has failed already, so only an answer can still change it.
  if (order.endedAt !== null && next.kind !== 'done') return
  switch (next.kind) {
    case 'done': {
      const accounts = ctx.checking.accounts.list(locked, check.port, order.service)
      const asked = { id: attempt.account, accounts }
      const answer =
        found.kind === 'answered' ? withNotSearched(found.answer, order.service, asked) : undefined
      const answered = { answer, isAuthoritative: isAuthoritative(ctx, attempt.account) }
      const further = await askNextSource(ctx, ended, { answer, source: attempt.account })
      const all = { ...ended, orders: [...orders, ...further] }
      await answerOrder({ tx, sealer, locked }, all, answered)
      return recordProof(ctx, check)
    }
    case 'fail': {
      const why = code === null || misfit === undefined ? code : `${code}: ${misfit}`
      return failOrder({ tx, locked }, ended, next.code, why)
    }
    case 'again':
      append(locked, { kind: checkDeferred, ...about, code, reason, dueAt: next.dueAt })
      return
    case 'look-up':
      append(locked, {
        kind: checkUncertain,
        ...about,
        code,
        reason: misfit ?? null,
        dueAt: next.dueAt,
      })
      return
    case 'await':
      append(locked, {
        kind: checkAwaited,
        ...about,
        code,
        reason: misfit ?? null,
        dueAt: next.dueAt,
      })
  }
}
