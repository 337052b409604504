// What came of an attempt, within one commit: its row, the order's result, the journal.
import { append } from '#src/journey/journal/append.ts'
import type { ServiceDeps } from '#src/main/capability.ts'
import type { InCommit, Locked } from '#src/journey/transaction/locked.ts'
import {
  type Attempt,
  completeAttempt,
  endAttempt,
  isCharged,
  isOpenAttempt,
  keepVendorId,
  listAttempts,
} from './attempts.ts'
import { answerOrder, failOrder } from './end.ts'
import { checkAwaited, checkDeferred, checkUncertain } from './kinds.ts'
import { decide, type Decision, type Found, type Situation } from './outcome.ts'
import type { CheckAccount } from './port.ts'
import { type Check, findCheck, findOrder, type Order, readSubject } from './store.ts'
import { isAbout } from './subject.ts'

export type CheckDeps = Pick<ServiceDeps, 'sealer' | 'checking' | 'calls'>

type Known = { readonly check: Check; readonly order: Order; readonly attempt: Attempt }

/** `counted`: the attempt's outcome is written now; else it was known, or nobody knows the attempt. */
export async function recordOutcome(
  ctx: InCommit<CheckDeps>,
  { orderId, attempt: n }: Pick<Attempt, 'orderId' | 'attempt'>,
  given: Found,
  durationMs: number | null = null,
): Promise<'counted' | 'known'> {
  const { tx, locked } = ctx
  const order = await findOrder(tx, orderId)
  const attempts = await listAttempts(tx, orderId)
  const attempt = attempts.find((one) => one.attempt === n)
  const check = order && (await findCheck(tx, order.checkId))
  if (!order || !check || !attempt) return 'known'
  if (!isOpenAttempt(attempt)) {
    await completeAttempt(tx, attempt.id, durationMs)
    return 'known'
  }
  const known = { check, order, attempt }
  const found = await trust(ctx, locked, check, given)
  if (found.kind === 'accepted' && found.vendorId !== undefined)
    await keepVendorId(ctx, attempt, found.vendorId)
  const before = attempts.filter((one) => one.attempt < n)
  const account = ctx.checking.accounts.find(locked, attempt.account)
  const decision = decide(found, toSituation(ctx, known, before, account))
  const costMicros = costOf(decision, found, account)
  await endAttempt(tx, attempt.id, locked.now, {
    outcome: decision.outcome,
    code: decision.code,
    failureClass: decision.failureClass,
    durationMs,
    costMicros,
  })
  await keepDecision(ctx, known, { decision, found, durationMs, costMicros })
  return 'counted'
}

/** An answer about somebody else is none, whoever was charged for it. */
async function trust(deps: CheckDeps, locked: Locked, check: Check, found: Found): Promise<Found> {
  if (found.kind !== 'answered') return found
  const subject = await readSubject(deps.sealer, locked, check)
  return isAbout(subject, found.answer) ? found : { kind: 'uncertain', cause: 'other-document' }
}

function toSituation(
  { checking, calls, locked }: InCommit<CheckDeps>,
  { check, order, attempt }: Known,
  before: readonly Attempt[],
  configured: CheckAccount | undefined,
): Situation {
  const now = locked.now.getTime()
  const names = checking.accounts.list(locked, check.port, order.service).map(({ id }) => id)
  return {
    account: attempt.account,
    configured,
    sent: attempt.sent,
    isAccepted: attempt.outcome === 'accepted',
    before,
    // What is under way now will be over when the next attempt is made.
    accounts: { names, openMs: (name) => calls.restMs(name), isFull: () => false },
    now,
    claimedAt: now - (locked.wallNow.getTime() - attempt.claimedAt.getTime()),
    jitter: Math.random(),
  }
}

/** What may have been bought counts as bought. */
function costOf(decision: Decision, found: Found, account: CheckAccount | undefined) {
  if (!isCharged(decision)) return null
  const own = 'costMicros' in found ? found.costMicros : undefined
  return own ?? account?.costMicros ?? 0
}

type Recorded = {
  readonly decision: Decision
  readonly found: Found
  readonly durationMs: number | null
  readonly costMicros: number | null
}

async function keepDecision(
  { tx, locked, sealer }: InCommit<CheckDeps>,
  { check, order, attempt }: Known,
  { decision: { code, failureClass: reason, next }, found, durationMs, costMicros }: Recorded,
): Promise<void> {
  const measured = { attempt: attempt.attempt, provider: attempt.account, durationMs, costMicros }
  const about = { module: check.module, ref: order.id, ...measured } as const
  // Another attempt has answered it, or it has failed and this says nothing better.
  if (order.status === 'completed' || (order.endedAt !== null && next.kind !== 'done')) return
  switch (next.kind) {
    case 'done': {
      const answer = found.kind === 'answered' ? found.answer : undefined
      return answerOrder({ tx, sealer, locked }, { order, check, entry: measured }, answer)
    }
    case 'fail':
      return failOrder({ tx, locked }, { order, check, entry: measured }, next.code, code)
    case 'again':
      append(locked, { kind: checkDeferred, ...about, code, reason, dueAt: next.dueAt })
      return
    case 'look-up':
      append(locked, { kind: checkUncertain, ...about, code, dueAt: next.dueAt })
      return
    case 'await':
      append(locked, { kind: checkAwaited, ...about, code, dueAt: next.dueAt })
  }
}
