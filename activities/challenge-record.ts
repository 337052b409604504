// What came of an attempt, in one commit: its row, the facts of its record, the journal.
import { append } from '#src/journal/append.ts'
import type { Entry, NewEntry } from '#src/journal/entry.ts'
import type { Db } from '#src/db/client.ts'
import { keepMessageId, type Message } from '#src/challenges/attempt-message.ts'
import {
  type Attempt,
  completeAttempt,
  endAttempt,
  isOpenAttempt,
  listAttempts,
  readAttemptPhone,
} from '#src/challenges/attempts.ts'
import { hashPhone, suppress } from '#src/phones/store.ts'
import type { Decision, Situation } from '#src/challenges/send-outcome.ts'
import { isReplaceable } from '#src/challenges/status.ts'
import { type Challenge, findChallenge, recordFact, recordTimes } from '#src/challenges/store.ts'
import type { Locked } from '#src/transaction/locked.ts'
import { toAccounts } from './challenge-account.ts'
import { about } from './challenge-claim.ts'
import { commit } from './commit.ts'
import type { ActivityDeps } from './deps.ts'
import type { AttemptRef } from './signatures.ts'

/** What the vendor told beside the outcome. */
export type Told = {
  readonly durationMs?: number
  readonly accepted?: Message & { readonly initial?: 'sent'; readonly costMicros?: number }
}

type Recording = {
  readonly tx: Db
  readonly locked: Locked
  readonly challenge: Challenge
  readonly attempt: Attempt
  readonly told: Told
}

/** Nothing is appended when the attempt has a certain outcome already: a callback was faster. */
export function record(
  deps: ActivityDeps,
  { id, ref, attempt: n }: AttemptRef,
  told: Told,
  decide: (situation: Situation) => Decision,
): Promise<Entry[]> {
  return commit(deps.db, id, async (tx, locked) => {
    const challenge = await findChallenge(tx, ref)
    const attempts = await listAttempts(tx, ref)
    const attempt = attempts.find((one) => one.attempt === n)
    if (!challenge || !attempt) return []
    const recording = { tx, locked, challenge, attempt, told }
    // The vendor's own answer names the message better than a callback could.
    if (told.accepted) await keepMessageId(tx, deps.sealer, locked, attempt, told.accepted)
    if (!isOpenAttempt(attempt)) {
      await completeAttempt(tx, attempt.id, measure(told))
      return append(tx, locked, await keepAcceptance(recording))
    }
    const before = attempts.filter((one) => one.attempt < n)
    const decision = decide(toSituation(deps, recording, before))
    await endAttempt(tx, attempt.id, locked.now, { ...decision, ...measure(told) })
    await suppressNumber(deps, recording, decision)
    return append(tx, locked, await keepDecision(recording, decision))
  })
}

function toSituation(
  deps: ActivityDeps,
  { locked, challenge, attempt }: Recording,
  before: readonly Attempt[],
): Situation {
  const now = locked.now.getTime()
  return {
    provider: attempt.provider,
    before,
    accounts: toAccounts(deps, locked, challenge),
    now,
    claimedAt: now - (locked.wallNow.getTime() - attempt.claimedAt.getTime()),
    expiresAt: challenge.expiresAt,
    jitter: Math.random(),
  }
}

const measure = ({ durationMs, accepted }: Told) => ({
  durationMs: durationMs ?? null,
  costMicros: accepted?.costMicros ?? null,
})

/** Accepted, and where the vendor has no other event for it, sent. */
async function keepAcceptance({ tx, locked, challenge, told }: Recording): Promise<NewEntry[]> {
  const { now: at } = locked
  const isSent = told.accepted?.initial === 'sent'
  if (!told.accepted) return []
  await recordTimes(tx, challenge.id, { acceptedAt: at, ...(isSent && { sentAt: at }) })
  return isSent && challenge.sentAt === null
    ? [{ kind: 'challenge-sent', ...about(challenge) }]
    : []
}

async function keepDecision(recording: Recording, decision: Decision): Promise<NewEntry[]> {
  const { tx, locked, challenge, attempt, told } = recording
  const { outcome, code, failureClass: reason, next } = decision
  const of = { ...about(challenge), attempt: attempt.attempt, provider: attempt.provider }
  const entry = { ...of, ...measure(told) }
  if (outcome === 'accepted')
    return [{ kind: 'challenge-accepted', ...entry }, ...(await keepAcceptance(recording))]
  // It was answered, replaced or expired meanwhile: nothing follows, and it did not fail.
  if (!isReplaceable(challenge, locked.now.getTime())) {
    const kind = outcome === 'uncertain' ? 'challenge-uncertain' : 'challenge-undeliverable'
    return [{ kind, ...entry, code, reason }]
  }
  switch (next.kind) {
    case 'again':
      return [{ kind: 'challenge-deferred', ...entry, code, reason, dueAt: next.dueAt }]
    case 'look-up':
      return [{ kind: 'challenge-uncertain', ...entry, code, dueAt: next.dueAt }]
    case 'fail':
      await recordFact(tx, challenge.id, { failedAt: locked.now, failureCode: next.code })
      return [{ kind: 'challenge-failed', ...entry, code: next.code, reason: code }]
    case 'none':
      return []
  }
}

const refusedMs = 30 * 24 * 60 * 60_000

/** A number that the vendor refuses gets nothing for a while; one whose person opted out, until START. */
async function suppressNumber(
  { sealer, log }: ActivityDeps,
  { tx, locked, challenge, attempt }: Recording,
  { failureClass, code }: Decision,
): Promise<void> {
  if (failureClass === 'fraud')
    log.warn({ account: attempt.provider, code }, 'account refuses a message as fraud')
  if (failureClass !== 'recipient' && failureClass !== 'optout') return
  const hash = hashPhone(sealer, locked, await readAttemptPhone(sealer, locked, attempt))
  const isOptOut = failureClass === 'optout'
  const until = isOptOut ? null : new Date(locked.wallNow.getTime() + refusedMs)
  await suppress(tx, locked, challenge.channel, hash, isOptOut ? 'opt-out' : 'recipient', until)
}
