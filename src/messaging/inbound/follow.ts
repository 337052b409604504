// Follows up a message with too few reports: its status is requested from the vendor, and where nothing shows that it
// was sent, the next account sends it too. Callbacks get lost, and messages get stuck at vendors.
import type { MessagingDeps } from '#src/messaging/challenges/deps.ts'
import type { TaskDefinition } from '#src/journey/commit/task.ts'
import { append } from '#src/journey/journal/append.ts'
import type { VendorCall } from '#src/journey/calls/call.ts'
import type { InCommit, Locked } from '#src/journey/transaction/locked.ts'
import { accountsFor, findAccount } from '#src/messaging/challenges/accounts.ts'
import { readMessage } from '#src/messaging/sending/attempt-message.ts'
import { type Attempt, failAttempt } from '#src/messaging/challenges/attempts.ts'
import { about } from '#src/messaging/sending/claim.ts'
import { nextFollowAt } from '#src/messaging/sending/follow-up.ts'
import { taskNames } from '#src/messaging/challenges/effects.ts'
import { challengeFollowed, challengeUndeliverable } from '#src/messaging/challenges/kinds.ts'
import type { MessagingAccount } from '#src/messaging/challenges/port.ts'
import type { Reported } from '#src/messaging/challenges/vendor-events.ts'
import { isReplaceable, standingFailure } from '#src/messaging/challenges/status.ts'
import { findChallenge } from '#src/messaging/challenges/store.ts'
import type { Challenge } from '#src/messaging/challenges/challenge.ts'
import { findResting } from '#src/messaging/sending/templates/store.ts'
import { keepReportedCost } from '#src/messaging/requests/volume/spending.ts'
import { applyStatus } from './apply-status.ts'
import { type KnownRecord, readRecords } from './record.ts'

type Claimed = {
  readonly attempt: Attempt
  readonly account: MessagingAccount
  readonly providerMsgId: string
}

type Deps = Pick<
  MessagingDeps,
  'db' | 'sealer' | 'messaging' | 'log' | 'metrics' | 'calls' | 'nudger' | 'mutex' | 'advance'
>

export function followTask(deps: MessagingDeps): TaskDefinition {
  return {
    name: taskNames.follow,
    lane: 'local',
    perform: (run) => deps.calls.perform(deps, run, followCall(deps)),
  }
}

const followCall = (deps: Deps): VendorCall<Claimed, Reported | undefined> => ({
  async claim(tx, locked, { ref, attempt: n = 1 }, reserve) {
    const known = (await readRecords(tx, [ref])).get(ref)
    const attempt = known?.attempts.find((one) => one.attempt === n)
    if (!known || !attempt || isFinal(known.challenge, attempt)) return undefined
    const account = findAccount(deps, locked, known.challenge, attempt)
    const message = await readMessage(deps.sealer, locked, attempt)
    if (account?.status && message) {
      reserve(account.id)
      return { attempt, account, providerMsgId: message.providerMsgId }
    }
    conclude(deps, locked, known.challenge, attempt)
    await failOver({ ...deps, tx, locked }, known, attempt)
    return undefined
  },
  call: async ({ account, providerMsgId, attempt }, signal) =>
    account.status?.(
      { providerMsgId, recordId: attempt.challengeId, attempt: attempt.attempt },
      signal,
    ),
  lost: () => undefined,
  judge: () => 'nothing',
  async record(tx, locked, claimed, { result }) {
    const { challengeId } = claimed.attempt
    const known = (await readRecords(tx, [challengeId])).get(challengeId)
    if (!known) return
    await keepReportedCost(tx, locked, claimed.attempt.id, result?.costMicros)
    let now: KnownRecord = known
    for (const event of result?.events ?? []) {
      const callback = { accounts: [claimed.account.id], event, receivedAt: Date.now() }
      now = (await applyStatus({ ...deps, tx, locked }, now, callback)) ?? now
    }
    const attempt = now.attempts.find(({ id }) => id === claimed.attempt.id) ?? claimed.attempt
    conclude(deps, locked, now.challenge, attempt)
    await failOver({ ...deps, tx, locked }, now, attempt)
  },
})

/** Whether no further report of the vendor could change the record. */
const isFinal = (challenge: Challenge, { outcome, failedAt }: Attempt) =>
  outcome !== 'accepted' || failedAt !== null || hasArrived(challenge)

const hasArrived = ({ deliveredAt, readAt, repliedAt }: Challenge) =>
  deliveredAt !== null || readAt !== null || repliedAt !== null

/** Records that the vendor was asked, and when to ask again while the outcome is open. */
function conclude(deps: Deps, locked: Locked, challenge: Challenge, attempt: Attempt): void {
  const accounts = accountsFor(deps.messaging, locked, challenge)
  const now = locked.now.getTime()
  const dueAt = isFinal(challenge, attempt)
    ? null
    : nextFollowAt(accounts, attempt.account, {
        acceptedAt: challenge.acceptedAt ?? now,
        now,
        expiresAt: challenge.expiresAt,
      })
  append(locked, {
    kind: challengeFollowed,
    ...about(challenge),
    attempt: attempt.attempt,
    provider: attempt.account,
    dueAt,
  })
}

/** Nothing shows that the message was sent, so the next account sends it too; the first one to arrive counts. */
async function failOver(
  { tx, locked, messaging }: InCommit<Deps>,
  { attempts }: KnownRecord,
  attempt: Attempt,
): Promise<void> {
  const challenge = await findChallenge(tx, attempt.challengeId)
  const newest = attempts.every((one) => one.attempt <= attempt.attempt)
  if (!challenge || !newest || isFinal(challenge, attempt) || challenge.sentAt !== null) return
  if (!isReplaceable(challenge, locked.now.getTime()) || standingFailure(challenge)) return
  const tried = new Set(attempts.map(({ account }) => account))
  const resting = await findResting(tx, messaging, locked, challenge)
  const accounts = accountsFor(messaging, locked, challenge)
  if (accounts.every(({ id }) => tried.has(id) || resting.has(id))) return
  const code = 'not-sent'
  await failAttempt(tx, attempt.id, { failedAt: locked.now, failureClass: 'account', code })
  append(locked, {
    kind: challengeUndeliverable,
    ...about(challenge),
    attempt: attempt.attempt,
    provider: attempt.account,
    code,
    dueAt: locked.now.getTime(),
  })
}
