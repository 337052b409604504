// The tasks of challenges: send, look up and price messages, help after a reply that was not understood, acknowledge a
// no, and expire records. The tasks that ask vendors for missing reports and replies, `follow` and `fetch`, are in
// `inbound/{follow,fetch-answers}.ts`; `main/callbacks.ts` adds them.
import type { MessagingDeps } from '#src/messaging/challenges/deps.ts'
import type { TaskDefinition, TaskRun } from '#src/journey/commit/task.ts'
import { append } from '#src/journey/journal/append.ts'
import { findById } from '#src/journey/transaction/store.ts'
import { findAccount } from '#src/messaging/challenges/accounts.ts'
import { listAttempts, readAttemptContact } from '#src/messaging/challenges/attempts.ts'
import { about } from './claim.ts'
import { isToken } from '#src/messaging/wire/channel.ts'
import { taskNames } from '#src/messaging/challenges/effects.ts'
import { challengeExpired } from '#src/messaging/challenges/kinds.ts'
import { acknowledgeCall, helpCall } from './help.ts'
import { lookUpCall } from './look-up.ts'
import { writeMessage } from './message.ts'
import { priceCall } from './price.ts'
import { idsOf, sendCall } from './send.ts'
import { findChallenge, recordTimes } from '#src/messaging/challenges/store.ts'
import type { Challenge } from '#src/messaging/challenges/challenge.ts'

export function challengeTasks(deps: MessagingDeps): TaskDefinition[] {
  const send = sendCall(deps)
  const lookUp = lookUpCall(deps)
  const help = helpCall(deps)
  const acknowledge = acknowledgeCall(deps)
  const price = priceCall(deps)
  const { calls } = deps
  return [
    { name: taskNames.send, lane: 'local', perform: (run) => calls.perform(deps, run, send) },
    { name: taskNames.lookUp, lane: 'local', perform: (run) => calls.perform(deps, run, lookUp) },
    { name: taskNames.help, lane: 'local', perform: (run) => calls.perform(deps, run, help) },
    {
      name: taskNames.acknowledge,
      lane: 'local',
      perform: (run) => calls.perform(deps, run, acknowledge),
    },
    { name: taskNames.price, lane: 'local', perform: (run) => calls.perform(deps, run, price) },
    { name: taskNames.expire, lane: 'local', perform: (run) => expire(deps, run) },
  ]
}

async function expire(deps: MessagingDeps, run: TaskRun): Promise<void> {
  let expired: Challenge | undefined
  await run.commitLast(async (tx, locked, { ref }) => {
    const challenge = await findChallenge(tx, ref)
    if (!challenge || !isUnanswered(challenge)) return
    const { expiresAt } = challenge
    await recordTimes(tx, ref, { expiredAt: new Date(expiresAt) })
    const attempts = await listAttempts(tx, ref)
    const canAsk = attempts.some(
      (one) => findAccount(deps, locked, challenge, one)?.listAnswers !== undefined,
    )
    append(locked, {
      kind: challengeExpired,
      ...about(challenge),
      at: expiresAt,
      dueAt:
        canAsk && !isToken(challenge.challengeKind) ? locked.now.getTime() + answersAfterMs : null,
    })
    expired = challenge
  })
  if (expired?.mode === 'sandbox') deps.calls.background(reportExpiry(deps, expired))
}

/** A reply given in the last second takes a while to reach its vendor. */
const answersAfterMs = 10_000

const isUnanswered = ({ repliedAt, supersededAt, expiredAt }: Challenge) =>
  repliedAt === null && supersededAt === null && expiredAt === null

/** Tells the sandbox's account that the record has expired, so that it can simulate late replies. */
async function reportExpiry(deps: MessagingDeps, challenge: Challenge): Promise<void> {
  const { db, sealer } = deps
  const { id, transactionId, expiresAt: now } = challenge
  const [found, attempts] = await Promise.all([findById(db, transactionId), listAttempts(db, id)])
  const attempt = attempts.findLast(({ outcome }) => outcome === 'accepted')
  if (!found || !attempt) return
  const account = findAccount(deps, found, challenge, attempt)
  if (!account?.expired) return
  const to = await readAttemptContact(sealer, found, attempt)
  const message = await writeMessage(deps, found, challenge, { to, attempt: attempt.attempt, now })
  const signal = AbortSignal.timeout(1_000)
  await account.expired(message, { ...idsOf(transactionId, attempt), signal })
}
