// A status report, written down: facts of the record and of its attempt, entries, suppressed numbers.
import type { Db } from '#src/db/client.ts'
import { append } from '#src/journal/append.ts'
import type { Sealer } from '#src/seal/sealer.ts'
import type { Locked } from '#src/transaction/locked.ts'
import { claimReport } from '#src/challenges/attempt-message.ts'
import { type Attempt, failAttempt, listAttempts } from '#src/challenges/attempts.ts'
import { claimEvent } from './dedupe.ts'
import { type AppliedFact, applyFact, toClock } from './apply.ts'
import type { Callback } from './locate.ts'
import { suppress } from '#src/phones/store.ts'
import type { ProviderEvent } from '#src/challenges/port.ts'
import { type Challenge, findChallenge, recordFact, recordTimes } from '#src/challenges/store.ts'

type StatusEvent = Extract<ProviderEvent, { kind: 'status' }>

const suppressedMs = 30 * 24 * 60 * 60_000

/** Within the commit that holds the transaction; false when none of the record's attempts fits. */
export async function takeStatus(
  tx: Db,
  sealer: Sealer,
  locked: Locked,
  recordId: string,
  { accounts, receivedAt }: Callback,
  event: StatusEvent,
): Promise<boolean> {
  const before = await findChallenge(tx, recordId)
  if (!before) return false
  const claimed = await claimAttemptOf(tx, sealer, locked, before, accounts, event)
  if (!claimed) return false
  const { attempt, entries } = claimed
  // A repetition may still be the first to tell whose message it is.
  const isNew = await claimEvent(tx, sealer, attempt.provider, event.dedupeKey)
  if (!isNew) return (await append(tx, locked, entries), true)

  const now = locked.now.getTime()
  const challenge = entries.length > 0 ? ((await findChallenge(tx, recordId)) ?? before) : before
  const attempts = (await listAttempts(tx, recordId)).map(toAttemptFacts)
  const at = toClock(event.at ?? receivedAt, {
    offsetMs: locked.clockOffsetMs,
    now,
    since: challenge.createdAt,
  })
  const { fact, failure } = event
  const reported = { attempt: attempt.attempt, fact, at, ...(failure && { failure }) }
  const applied = applyFact(challenge, attempts, reported, now)
  await write(tx, locked, challenge, attempt, applied)
  const about = { module: challenge.capability, ref: recordId, provider: attempt.provider }
  await append(tx, locked, [...entries, ...applied.entries.map((one) => ({ ...one, ...about }))])
  return true
}

/** Of accounts that share a credential, the one that has sent it. */
async function claimAttemptOf(
  tx: Db,
  sealer: Sealer,
  locked: Locked,
  challenge: Challenge,
  accounts: readonly string[],
  { providerMsgId }: StatusEvent,
) {
  for (const provider of accounts) {
    const claimed = await claimReport(tx, sealer, locked, challenge, { provider, providerMsgId })
    if (claimed) return claimed
  }
  return undefined
}

const toAttemptFacts = ({ attempt, outcome, failedAt }: Attempt) => ({
  attempt,
  outcome,
  failedAt: failedAt?.getTime() ?? null,
})

async function write(
  tx: Db,
  locked: Locked,
  { id, channel }: Challenge,
  attempt: Attempt,
  { times, failureCode, attempt: failed, suppress: reason }: AppliedFact,
): Promise<void> {
  const dates = Object.entries(times).map(([fact, at]) => [fact, new Date(at)])
  await recordTimes(tx, id, Object.fromEntries(dates))
  if (failureCode) await recordFact(tx, id, { failureCode })
  const { failedAt, code, failureClass } = failed
  if (failedAt !== undefined) {
    await failAttempt(tx, attempt.id, {
      failedAt: new Date(failedAt),
      failureClass: failureClass ?? attempt.failureClass ?? 'content',
      code: code ?? attempt.code ?? 'undelivered',
    })
  }
  if (reason) {
    const hash = { current: attempt.phoneHash, all: [attempt.phoneHash] }
    const until = new Date(locked.wallNow.getTime() + suppressedMs)
    await suppress(tx, locked, channel, hash, reason, reason === 'opt-out' ? null : until)
  }
}
