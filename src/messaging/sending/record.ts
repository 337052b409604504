// Records the outcome of an attempt within one commit: its row, the delivery status of its record, and the journal.
import type { Db } from '#src/platform/db/client.ts'
import { append } from '#src/journey/journal/append.ts'
import { hashPhone } from '#src/messaging/phones/store.ts'
import { suppress, suppressMailbox } from '#src/messaging/phones/suppressions.ts'
import { isNoMailbox } from '#src/messaging/wire/mail-status.ts'
import type { InCommit, Locked } from '#src/journey/transaction/locked.ts'
import { sendUnawaited } from '#src/platform/db/prepared.ts'
import { accountsFor, sayOf, toAccounts } from '#src/messaging/challenges/accounts.ts'
import { acceptAttempt, keepMessageId, type Message } from './attempt-message.ts'
import {
  type Attempt,
  endAttempt,
  isOpenAttempt,
  keepDuration,
  listAttempts,
  readAttemptContact,
} from '#src/messaging/challenges/attempts.ts'
import { about, type Deps } from './claim.ts'
import {
  challengeAccepted,
  challengeDeferred,
  challengeFailed,
  challengeSent,
  challengeUncertain,
  challengeUndeliverable,
} from '#src/messaging/challenges/kinds.ts'
import { nextFollowAt } from './follow-up.ts'
import type { Decision, SendSituation } from './outcome.ts'
import { isOfSim } from '#src/messaging/challenges/sim-swap.ts'
import { unreported } from '#src/messaging/challenges/plan.ts'
import { doubtMsOf } from '#src/messaging/challenges/settings.ts'
import { isReplaceable, standingFailure } from '#src/messaging/challenges/status.ts'
import { findChallenge, updateChallenge, recordTimes } from '#src/messaging/challenges/store.ts'
import type { Challenge } from '#src/messaging/challenges/challenge.ts'
import { findResting } from './templates/store.ts'
import { askToDouble } from '#src/messaging/requests/volume/doubles.ts'
import { keepCost } from '#src/messaging/requests/volume/spending.ts'

/** The vendor’s further data beside the outcome. */
export type Measured = {
  /** True for the result of a look-up, after an unknown outcome. */
  readonly isInDoubt?: boolean
  readonly durationMs?: number
  readonly accepted?: Accepted
}

type Accepted = Message & {
  readonly initial?: 'sent'
  readonly held?: boolean
  readonly costMicros?: number
}

type Recording = {
  readonly tx: Db
  readonly locked: Locked
  readonly challenge: Challenge
  readonly attempt: Attempt
  readonly measured: Measured
  /** When the message is followed up if no report arrives. */
  readonly followAt: number | null
}

/** Appends nothing when a callback has already settled the attempt’s outcome. */
export async function recordOutcome(
  ctx: InCommit<Deps>,
  { challengeId, attempt: n }: Pick<Attempt, 'challengeId' | 'attempt'>,
  measured: Measured,
  decide: (situation: SendSituation) => Decision,
): Promise<void> {
  const { tx, locked } = ctx
  const [found, attempts] = await Promise.all([
    findChallenge(tx, challengeId),
    listAttempts(tx, challengeId),
  ])
  const attempt = attempts.find((one) => one.attempt === n)
  if (!found || !attempt) return
  if (!isOpenAttempt(attempt)) {
    // The vendor’s own answer names the message more reliably than a callback.
    if (measured.accepted) await keepMessageId(ctx, attempt, measured.accepted)
    await keepCost(tx, locked, attempt.id, costOf(measured))
    sendUnawaited(keepDuration(tx, attempt.id, measured.durationMs))
    return keepAcceptance({ tx, locked, challenge: found, attempt, measured, followAt: null })
  }
  const before = attempts.filter((one) => one.attempt < n)
  // An accepted message needs no next account.
  const resting = measured.accepted
    ? noneResting
    : await findResting(tx, ctx.messaging, locked, found)
  const doubled = measured.isInDoubt ? await askToDouble(ctx, found) : undefined
  const situation = toSituation(ctx, found, attempt, { before, resting })
  const decision = decide({
    ...situation,
    ...(doubled && { doubleAfterMs: doubtMsOf(found.challengeKind) }),
  })
  if (doubled && decision.code === unreported) await doubled.take()
  const challenge = await dropDoubt(tx, found, decision)
  const followAt = followAtOf(ctx, locked, challenge, attempt)
  const recording = { tx, locked, challenge, attempt, measured, followAt }
  await keepCost(tx, locked, attempt.id, costOf(measured))
  const { durationMs = null, accepted } = measured
  if (accepted && decision.outcome === 'accepted') {
    const times = timesOf(locked, accepted)
    await acceptAttempt(ctx, attempt, { message: accepted, times, durationMs })
  } else {
    if (accepted) await keepMessageId(ctx, attempt, accepted)
    sendUnawaited(endAttempt(tx, attempt.id, locked.now, { ...decision, durationMs }))
  }
  await suppressNumber(ctx, recording, decision)
  await keepDecision(recording, decision)
}

const noneResting: ReadonlySet<string> = new Set()

/** No follow-up in the sandbox, which loses callbacks on purpose and has one account per channel. */
function followAtOf(
  { messaging }: Deps,
  locked: Locked,
  challenge: Challenge,
  { account }: Attempt,
): number | null {
  const { channel, expiresAt } = challenge
  if (channel === 'email' || locked.mode === 'sandbox') return null
  const now = locked.now.getTime()
  const times = { acceptedAt: now, now, expiresAt }
  return nextFollowAt(accountsFor(messaging, locked, challenge), account, times)
}

function toSituation(
  ctx: InCommit<Deps>,
  challenge: Challenge,
  attempt: Attempt,
  {
    before,
    resting,
  }: { readonly before: readonly Attempt[]; readonly resting: ReadonlySet<string> },
): SendSituation {
  const { locked } = ctx
  const now = locked.now.getTime()
  return {
    account: attempt.account,
    source: attempt.source,
    before,
    // The calls in progress will have ended when the next attempt is made.
    accounts: { ...toAccounts(ctx, locked, challenge, resting), isFull: () => false },
    now,
    claimedAt: now - (locked.wallNow.getTime() - attempt.claimedAt.getTime()),
    expiresAt: challenge.expiresAt,
    jitter: Math.random(),
  }
}

/** A known outcome that arrives later removes the failure that only said that the outcome was unknown. */
async function dropDoubt(tx: Db, challenge: Challenge, { outcome }: Decision): Promise<Challenge> {
  if (outcome === 'uncertain' || challenge.failureCode !== 'send-uncertain') return challenge
  sendUnawaited(updateChallenge(tx, challenge.id, { failedAt: null, failureCode: null }))
  return { ...challenge, failedAt: null, failureCode: null }
}

const costOf = ({ accepted }: Measured) => accepted?.costMicros ?? null

/** Records the acceptance, and the sending where the vendor reports none. */
function keepAcceptance({ tx, locked, challenge, measured }: Recording): void {
  if (!measured.accepted) return
  sendUnawaited(recordTimes(tx, challenge.id, timesOf(locked, measured.accepted)))
  tellSent(locked, challenge, measured.accepted)
}

const timesOf = ({ now: at }: Locked, { initial }: Accepted) => ({
  acceptedAt: at,
  ...(initial === 'sent' && { sentAt: at }),
})

function tellSent(locked: Locked, challenge: Challenge, { initial }: Accepted): void {
  if (initial === 'sent' && challenge.sentAt === null)
    append(locked, { kind: challengeSent, ...about(challenge) })
}

async function keepDecision(recording: Recording, decision: Decision): Promise<void> {
  const { tx, locked, challenge, attempt, measured } = recording
  const { outcome, code, failureClass: reason, next } = decision
  const of = { ...about(challenge), attempt: attempt.attempt, provider: attempt.account }
  const { durationMs = null } = measured
  const entry = { ...of, durationMs, costMicros: costOf(measured) }
  if (outcome === 'accepted') {
    const held = measured.accepted?.held ? { code: 'held' } : {}
    append(locked, { kind: challengeAccepted, ...entry, ...held, dueAt: recording.followAt })
    if (measured.accepted) tellSent(locked, challenge, measured.accepted)
    return
  }
  // The record was answered, replaced, failed or expired in the meantime, so nothing follows.
  const isClosed = !isReplaceable(challenge, locked.now.getTime())
  if (isClosed || standingFailure(challenge) !== undefined || next.kind === 'done') {
    const kind = outcome === 'uncertain' ? challengeUncertain : challengeUndeliverable
    append(locked, { kind, ...entry, code, reason })
    return
  }
  switch (next.kind) {
    case 'again':
      append(locked, { kind: challengeDeferred, ...entry, code, reason, dueAt: next.dueAt })
      return
    case 'look-up':
      append(locked, { kind: challengeUncertain, ...entry, code, dueAt: next.dueAt })
      return
    case 'fail':
      sendUnawaited(
        updateChallenge(tx, challenge.id, { failedAt: locked.now, failureCode: next.code }),
      )
      append(locked, { kind: challengeFailed, ...entry, code: next.code, reason: code })
  }
}

const refusedMs = 30 * 24 * 60 * 60_000

/** Suppresses a number that the vendor refuses for a while, and one whose person opted out until START. */
async function suppressNumber(
  deps: Deps,
  { tx, locked, challenge, attempt }: Recording,
  { failureClass, code }: Decision,
): Promise<void> {
  const { sealer, log } = deps
  if (failureClass === 'fraud' && !isOfSim(code))
    log.warn({ account: attempt.account, code }, 'account refuses a message as fraud')
  if (challenge.channel === 'email') {
    const isDead = failureClass === 'recipient' && code !== null && isNoMailbox(code)
    if (isDead) await suppressMailbox(tx, locked, attempt.contactHash)
    return
  }
  const isOptOut = failureClass === 'optout'
  if (failureClass !== 'recipient' && failureClass !== 'unrouted' && !isOptOut) return
  const hash = hashPhone(sealer, locked, await readAttemptContact(sealer, locked, attempt))
  const until = isOptOut ? null : new Date(locked.wallNow.getTime() + refusedMs)
  const { channel } = challenge
  const said = isOptOut ? undefined : sayOf(deps, locked, channel, attempt.account)
  const reason = isOptOut ? 'opt-out' : 'recipient'
  await suppress(tx, locked, { channel, hash }, { reason, until, ...(said && { said }) })
}
