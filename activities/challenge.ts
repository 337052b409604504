// Sending a challenge: claim the attempt, call the account's vendor, record what came of it. What has no
// outcome is waited for and then looked up, never sent again blindly.
import { append } from '#src/journal/append.ts'
import { readJournal } from '#src/journal/read.ts'
import {
  type Attempt,
  isOpenAttempt,
  listAttempts,
  readAttemptPhone,
} from '#src/challenges/attempts.ts'
import type { MessagingProvider, OutboundMessage, SendContext } from '#src/challenges/port.ts'
import { decideAfterCrash, decideAfterSend } from '#src/challenges/send-outcome.ts'
import { type Challenge, findChallenge, recordTimes } from '#src/challenges/store.ts'
import { findById } from '#src/transaction/store.ts'
import { findAccount } from './challenge-account.ts'
import { about, claim } from './challenge-claim.ts'
import { lookUp } from './challenge-lookup.ts'
import { writeMessage } from './challenge-message.ts'
import { record } from './challenge-record.ts'
import { commit } from './commit.ts'
import type { ActivityDeps } from './deps.ts'
import { erasedFailure } from './failures.ts'
import { beating } from './heartbeat.ts'
import { callVendor, insist, untilDue, untilNobodySends } from './sending.ts'
import type { Activities, RecordRef } from './signatures.ts'

type ChallengeActivities = Pick<Activities, 'sendChallenge' | 'settleChallenge' | 'expireChallenge'>

export function challengeActivities(deps: ActivityDeps): ChallengeActivities {
  const { db, breakers, log } = deps
  return {
    sendChallenge: (request) =>
      beating(async () => {
        const { entries, claimed } = await claim(deps, request)
        if (!claimed) return entries
        const { attempt, provider, message, at } = claimed
        const { result, durationMs } = await callVendor(at, (signal) =>
          provider.send(message, { ...idsOf(request.id, attempt), signal }),
        )
        if (breakers.note(provider.id, result))
          log.warn({ account: provider.id }, 'account keeps failing, left alone for a minute')
        const told = { durationMs, ...(result.kind === 'accepted' && { accepted: result }) }
        const recorded = await insist(() =>
          record(deps, request, told, (situation) => decideAfterSend(result, situation)),
        )
        if (recorded.length > 0) return [...entries, ...recorded]
        // A callback was faster than the answer: what it has written is what became of the attempt.
        const seen = entries.at(-1)?.seq ?? 0
        return [...entries, ...(await readJournal(db, request.id, seen, entriesMax))]
      }),

    settleChallenge: (request) =>
      beating(async () => {
        const { id, ref } = request
        const [found, challenge] = await Promise.all([findById(db, id), findChallenge(db, ref)])
        if (!found) throw erasedFailure()
        const attempts = await listAttempts(db, ref)
        const attempt = attempts.find((one) => one.attempt === request.attempt)
        if (!challenge || !attempt || !isOpenAttempt(attempt)) return []
        if (attempt.outcome === null) return record(deps, request, {}, decideAfterCrash)
        // The sandbox clock can be moved past the wait, and the vendor's time is wall time.
        await untilNobodySends(Date.now() - attempt.claimedAt.getTime())
        const left = await lookUp(deps, found, challenge, attempt)
        return record(deps, request, left.told, left.decide)
      }),

    async expireChallenge({ id, ref }) {
      const challenge = await findChallenge(db, ref)
      if (!challenge) return []
      const entries = await commit(db, id, async (tx, locked) => {
        if (!(await untilDue(challenge.expiresAt - locked.now.getTime()))) return []
        const current = await findChallenge(tx, ref)
        if (!current || !isUnanswered(current)) return []
        await recordTimes(tx, ref, { expiredAt: new Date(challenge.expiresAt) })
        return append(tx, locked, [
          { kind: 'challenge-expired', ...about(challenge), at: challenge.expiresAt },
        ])
      })
      if (entries.length > 0 && challenge.mode === 'sandbox')
        await tellExpired(deps, { id, ref }, challenge)
      return entries
    },
  }
}

const isUnanswered = ({ repliedAt, supersededAt, expiredAt }: Challenge) =>
  repliedAt === null && supersededAt === null && expiredAt === null

/** As many as one look takes. */
const entriesMax = 500

const idsOf = (transactionId: string, { id, attempt, challengeId }: Attempt) => ({
  transactionId,
  recordId: challengeId,
  attempt,
  attemptId: id,
})

/** The sandbox answers some numbers after their time; a failure of it is no failure of the record. */
async function tellExpired(
  deps: ActivityDeps,
  { id, ref }: RecordRef,
  challenge: Challenge,
): Promise<void> {
  const [found, attempts] = await Promise.all([findById(deps.db, id), listAttempts(deps.db, ref)])
  const attempt = attempts.findLast(({ outcome }) => outcome === 'accepted')
  if (!found || !attempt) return
  const provider = findAccount(deps, found, challenge, attempt)
  if (!provider?.expired) return
  const to = await readAttemptPhone(deps.sealer, found, attempt)
  const message = await writeMessage(deps, found, challenge, { to, now: challenge.expiresAt })
  await tell(provider, message, { ...idsOf(id, attempt), signal: AbortSignal.timeout(1_000) })
}

async function tell(
  provider: MessagingProvider,
  message: OutboundMessage,
  context: SendContext,
): Promise<void> {
  await provider.expired?.(message, context).catch(() => undefined)
}
