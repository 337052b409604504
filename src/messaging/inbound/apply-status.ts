// Stores a status report: the delivery status of record and attempt, journal entries, suppressed numbers.
import { claimReport } from '#src/messaging/sending/attempt-message.ts'
import { noteUser } from '#src/messaging/conversations/session-window.ts'
import { type Attempt, failAttempt } from '#src/messaging/challenges/attempts.ts'
import type { VendorEvent } from '#src/messaging/challenges/vendor-events.ts'
import { updateChallenge, recordTimes } from '#src/messaging/challenges/store.ts'
import type { Challenge } from '#src/messaging/challenges/challenge.ts'
import { noteAccountFault } from '#src/messaging/sending/account-faults.ts'
import { askToDouble } from '#src/messaging/requests/volume/doubles.ts'
import { doubtMsOf } from '#src/messaging/challenges/settings.ts'
import { isReplaceable } from '#src/messaging/challenges/status.ts'
import {
  challengeDelivered,
  challengePriced,
  challengeRead,
} from '#src/messaging/challenges/kinds.ts'
import { nextPriceAt } from '#src/messaging/sending/price.ts'
import { keepCost, keepReportedCost } from '#src/messaging/requests/volume/spending.ts'
import { append } from '#src/journey/journal/append.ts'
import { liftRefusal, suppress } from '#src/messaging/phones/suppressions.ts'
import { accountsFor, sayOf } from '#src/messaging/challenges/accounts.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import { sendUnawaited } from '#src/platform/db/prepared.ts'
import type { InCommit } from '#src/journey/transaction/locked.ts'
import { type AppliedStatus, applyDeliveryStatus, toClock } from './apply.ts'
import { claimEvent } from '#src/journey/inbox/dedupe.ts'
import type { MessageCallback } from './locate.ts'
import type { EventDeps } from './deps.ts'
import type { KnownRecord } from './record.ts'

type StatusEvent = Extract<VendorEvent, { kind: 'status' }>

const suppressedMs = 30 * 24 * 60 * 60_000

/**
 * Runs within the commit that holds the transaction; resolves to the updated record, or undefined when none of its
 * attempts matches.
 */
export async function applyStatus(
  ctx: InCommit<Pick<EventDeps, 'sealer' | 'messaging' | 'metrics'>>,
  record: KnownRecord,
  { accounts, receivedAt, event }: MessageCallback & { readonly event: StatusEvent },
): Promise<KnownRecord | undefined> {
  const { tx, sealer, locked } = ctx
  const help = findHelp(sealer, record, accounts, event)
  if (help) return applyToHelp(ctx, record, help, event)
  const claimed = await claimAttemptOf(ctx, record, accounts, event)
  if (!claimed) return undefined
  const { attempt, challenge, attempts } = claimed
  if (event.userId !== undefined) await noteUser(tx, sealer, attempt, event.userId)
  if (attempt.costMicros === null)
    await keepCost(tx, locked, attempt.id, expectedCost(ctx, challenge, attempt))
  await keepReportedCost(tx, locked, attempt.id, event.costMicros)
  const now = locked.now.getTime()
  const { deliveryStatus, failure } = event
  const reported = {
    attempt: attempt.attempt,
    deliveryStatus,
    at: toClock(event.at ?? receivedAt, {
      offsetMs: locked.clockOffsetMs,
      now,
      since: challenge.createdAt,
    }),
    ...(failure && { failure }),
  }
  // Progress only moves times to the earliest and appends missing entries, so its repetition changes nothing; a failure
  // is claimed, because it triggers further attempts.
  const isNew =
    deliveryStatus !== 'failed' || (await claimEvent(tx, sealer, attempt.account, event.dedupeKey))
  if (!isNew) return { ...record, challenge, attempts }
  const doubled =
    deliveryStatus === 'failed' && failure?.class === 'unknown' && attempt.failedAt === null
      ? await mayDouble(ctx, challenge, attempts)
      : undefined
  const doubling = doubled && { afterMs: doubtMsOf(challenge.challengeKind) }
  const states = attempts.map(toAttemptState)
  const applied = applyDeliveryStatus(challenge, states, { ...reported, doubling }, now)
  if (applied.entries.some(({ dueAt }) => dueAt != null)) await doubled?.take()
  if (failure?.class === 'account' && applied.attempt.code !== undefined)
    await noteAccountFault(ctx, {
      account: attempt.account,
      tenant: locked.tenant,
      code: failure.code,
      at: locked.wallNow,
    })
  const written = await write(ctx, { ...record, challenge, attempts }, attempt, applied)
  const about = { module: challenge.challengeKind, ref: challenge.id, provider: attempt.account }
  const hadArrived = challenge.deliveredAt !== null || challenge.readAt !== null
  const priceAt = hadArrived ? null : priceDueAt(ctx, attempt)
  append(
    locked,
    ...applied.entries.map((one) => ({
      ...one,
      ...about,
      ...(arrives.has(one.kind) && { dueAt: priceAt }),
    })),
  )
  // Undelivered messages are billed too.
  if (applied.attempt.failedAt !== undefined) askPrice(ctx, challenge, attempt, priceAt)
  return written
}

/** The price of a message whose sending only the report proves; its number of SMS parts is no longer known. */
export const expectedCost = (
  { messaging }: Pick<EventDeps, 'messaging'>,
  { channel }: Challenge,
  { account }: Attempt,
): number | null => messaging.accounts.find(account)?.priceMicros?.[channel] ?? null

const ends: ReadonlySet<unknown> = new Set(['delivered', 'failed'])

const arrives: ReadonlySet<unknown> = new Set([challengeDelivered, challengePriced, challengeRead])

/** When to ask the vendor for the cost of a finished message, where it reports none by itself. */
function priceDueAt(
  { locked, messaging }: InCommit<Pick<EventDeps, 'messaging'>>,
  { account }: Attempt,
): number | null {
  const isAsked = messaging.accounts.find(account)?.saysPrice === 'asked'
  if (!isAsked || locked.mode === 'sandbox') return null
  return nextPriceAt(locked.now.getTime(), locked.now.getTime())
}

function askPrice(
  { locked }: InCommit,
  { challengeKind, id }: Challenge,
  { attempt, account }: Attempt,
  dueAt: number | null,
): void {
  if (dueAt === null) return
  const about = { module: challengeKind, ref: id, provider: account }
  append(locked, { kind: challengePriced, ...about, attempt, dueAt })
}

/**
 * Whether another account may repeat the message: one is left that was not tried, and the tenant’s hourly limit of
 * doubled questions is not reached.
 */
async function mayDouble(
  ctx: InCommit<Pick<EventDeps, 'messaging' | 'metrics'>>,
  challenge: Challenge,
  attempts: readonly Attempt[],
) {
  const accounts = accountsFor(ctx.messaging, ctx.locked, challenge)
  const isLeft = accounts.some(({ id }) => attempts.every(({ account }) => account !== id))
  const isOpen = isReplaceable(challenge, ctx.locked.now.getTime())
  return isLeft && isOpen ? askToDouble(ctx, challenge) : undefined
}

function findHelp(
  sealer: Sealer,
  { helps = [] }: KnownRecord,
  accounts: readonly string[],
  { attempt, providerMsgId }: StatusEvent,
): Attempt | undefined {
  const own = helps.filter(({ account }) => accounts.includes(account))
  if (attempt !== undefined) return own.find((one) => one.attempt === attempt)
  return own.find(({ account, messageHash }) =>
    sealer
      .hashes('provider-message', account, providerMsgId)
      .some((hash) => messageHash?.equals(hash)),
  )
}

/** A report about the help message says nothing about the question, but its arrival shows that the number works. */
async function applyToHelp(
  ctx: InCommit<Pick<EventDeps, 'sealer' | 'messaging'>>,
  record: KnownRecord,
  help: Attempt,
  { deliveryStatus, failure, costMicros, dedupeKey }: StatusEvent,
): Promise<KnownRecord> {
  const { tx, locked, sealer } = ctx
  await keepReportedCost(tx, locked, help.id, costMicros)
  const { challenge } = record
  const priceAt = ends.has(deliveryStatus) ? priceDueAt(ctx, help) : null
  if (priceAt !== null && (await claimEvent(tx, sealer, help.account, dedupeKey)))
    askPrice(ctx, challenge, help, priceAt)
  if (deliveryStatus === 'delivered' || deliveryStatus === 'read')
    await liftRefusal(tx, locked, challenge.channel, help.contactHash)
  if (deliveryStatus === 'failed' && help.failedAt === null) {
    const { class: failureClass, code } = failure ?? { class: 'unknown', code: 'undelivered' }
    await failAttempt(tx, help.id, { failedAt: locked.now, failureClass, code })
  }
  return record
}

/**
 * The attempt that the report is about, of the accounts that share a credential; its message has certainly been sent.
 */
async function claimAttemptOf(
  { tx, sealer, locked }: InCommit<{ readonly sealer: Sealer }>,
  { challenge, attempts }: KnownRecord,
  accounts: readonly string[],
  { providerMsgId, attempt: n }: StatusEvent,
): Promise<(KnownRecord & { readonly attempt: Attempt }) | undefined> {
  for (const account of accounts) {
    const report = { account, providerMsgId, attempt: n }
    const claimed = await claimReport({ tx, sealer, locked }, challenge, attempts, report)
    if (!claimed) continue
    const { attempt, entries } = claimed
    append(locked, ...entries)
    const isFirst = entries.length > 0
    return {
      attempt,
      attempts: attempts.map((one) => (one.id === attempt.id ? attempt : one)),
      challenge: isFirst ? withTimes(challenge, { acceptedAt: locked.now.getTime() }) : challenge,
    }
  }
  return undefined
}

const toAttemptState = ({ attempt, outcome, failedAt, failureClass }: Attempt) => ({
  attempt,
  outcome,
  failureClass,
  failedAt: failedAt?.getTime() ?? null,
})

/** Keeps the earlier of two times. */
const withTimes = (challenge: Challenge, times: AppliedStatus['times']): Challenge => {
  const earliest = Object.entries(times).map(([name, at]) => {
    // Safe because the names of `times` are those of the record's times.
    const known = challenge[name as keyof AppliedStatus['times']]
    return [name, known === null ? at : Math.min(known, at)]
  })
  return { ...challenge, ...Object.fromEntries(earliest) }
}

/** Resolves to the updated record. */
async function write(
  ctx: InCommit<Pick<EventDeps, 'messaging'>>,
  { challenge, attempts, helps = [], refused }: KnownRecord,
  attempt: Attempt,
  { times, failureCode, attempt: failed, suppress: reason }: AppliedStatus,
): Promise<KnownRecord> {
  const { tx, locked } = ctx
  const { id, channel } = challenge
  const dates = Object.entries(times).map(([name, at]) => [name, new Date(at)])
  const hasArrived = times.deliveredAt !== undefined || times.readAt !== undefined
  const failure = failed.failedAt === undefined ? undefined : toFailure(attempt, failed)
  sendUnawaited(recordTimes(tx, id, Object.fromEntries(dates)))
  if (failureCode) sendUnawaited(updateChallenge(tx, id, { failureCode }))
  // Lifts a refusal of the number. If the refusals were not read with the record, it is unknown whether there is one,
  // so it is lifted in any case.
  if (hasArrived && refused?.has(attempt.id) !== false)
    sendUnawaited(liftRefusal(tx, locked, channel, attempt.contactHash))
  if (failure) sendUnawaited(failAttempt(tx, attempt.id, failure))
  if (reason) {
    const hash = { current: attempt.contactHash, all: [attempt.contactHash] }
    const isOptOut = reason === 'opt-out'
    const said = isOptOut ? undefined : sayOf(ctx, locked, channel, attempt.account)
    const until = new Date(locked.wallNow.getTime() + suppressedMs)
    const why = { reason, until: isOptOut ? null : until, ...(said && { said }) }
    await suppress(tx, locked, { channel, hash }, why)
  }
  return {
    helps,
    challenge: { ...withTimes(challenge, times), ...(failureCode && { failureCode }) },
    attempts: attempts.map((one) => (one.id === attempt.id ? { ...one, ...failure } : one)),
  }
}

const toFailure = (
  attempt: Attempt,
  { failedAt, code, failureClass }: AppliedStatus['attempt'],
) => ({
  failedAt: new Date(failedAt ?? 0),
  failureClass: failureClass ?? attempt.failureClass ?? 'unknown',
  code: code ?? attempt.code ?? 'undelivered',
})
