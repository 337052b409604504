// When a question has expired without an answer, its vendors are asked for the person’s messages, because a webhook may
// have been lost, and a lost no is worse than a repeated question.
import type { VendorCall } from '#src/journey/calls/call.ts'
import type { TaskDefinition } from '#src/journey/commit/task.ts'
import type { InboxDeps } from '#src/journey/inbox/callback.ts'
import { storeCallbacks } from '#src/journey/inbox/take.ts'
import { append } from '#src/journey/journal/append.ts'
import type { MessagingDeps } from '#src/messaging/challenges/deps.ts'
import { findAccount } from '#src/messaging/challenges/accounts.ts'
import { type Attempt, readAttemptContact } from '#src/messaging/challenges/attempts.ts'
import { about } from '#src/messaging/sending/claim.ts'
import { taskNames } from '#src/messaging/challenges/effects.ts'
import { challengeFetched } from '#src/messaging/challenges/kinds.ts'
import type { MessagingAccount } from '#src/messaging/challenges/port.ts'
import { skewMs } from '#src/messaging/conversations/replies.ts'
import { findChallenge } from '#src/messaging/challenges/store.ts'
import type { Challenge } from '#src/messaging/challenges/challenge.ts'
import type { MessageCallback } from './locate.ts'
import { byDatabase } from './callbacks.ts'
import { readRecords } from './record.ts'

type Asked = {
  readonly account: MessagingAccount
  readonly from: string
  readonly since: number
}

type Claimed = {
  readonly challenge: Challenge
  readonly asked: readonly Asked[]
  readonly until: number
}

/** The pause before an unavailable vendor is asked again, and the time after which that ends. */
const againMs = 60_000
const lastMs = 10 * 60_000

export function fetchTask(deps: MessagingDeps & InboxDeps): TaskDefinition {
  const call = fetchCall(deps)
  return {
    name: taskNames.fetch,
    lane: 'local',
    perform: (run) => deps.calls.perform(deps, run, call),
  }
}

/** The result is the number of fetched messages; undefined when the vendor could not be asked now. */
const fetchCall = (deps: MessagingDeps & InboxDeps): VendorCall<Claimed, number | undefined> => ({
  async claim(tx, locked, { ref }, reserve) {
    const known = (await readRecords(tx, [ref])).get(ref)
    if (!known || known.challenge.repliedAt !== null) return undefined
    const { challenge, attempts } = known
    const asked: Asked[] = []
    for (const attempt of attempts.filter(mayHaveArrived)) {
      const account = findAccount(deps, locked, challenge, attempt)
      if (!account?.listAnswers || asked.some((one) => one.account.id === account.id)) continue
      const from = await readAttemptContact(deps.sealer, locked, attempt)
      asked.push({ account, from, since: attempt.claimedAt.getTime() - skewMs })
    }
    const [first] = asked
    if (!first) return undefined
    reserve(first.account.id)
    return { challenge, asked, until: challenge.expiresAt - locked.clockOffsetMs + skewMs }
  },
  async call({ challenge: { channel }, asked, until }, signal) {
    const callbacks: MessageCallback[] = []
    for (const { account, from, since } of asked) {
      const found = (await account.listAnswers?.({ channel, from, since, until }, signal)) ?? []
      const sender = account.senders[channel]
      for (const event of found)
        callbacks.push({
          accounts: [account.id],
          event,
          ...(sender !== undefined && { senders: [sender] }),
          receivedAt: Date.now(),
        })
    }
    // The messages are stored like webhooks, so known ones change nothing.
    if (callbacks.length > 0) await storeCallbacks(deps, await byDatabase(deps.db, callbacks))
    return callbacks.length
  },
  lost: () => undefined,
  judge: () => 'nothing',
  async record(tx, locked, { challenge: { id, expiresAt } }, { result }) {
    const challenge = await findChallenge(tx, id)
    if (!challenge) return
    const next = locked.now.getTime() + againMs
    append(locked, {
      kind: challengeFetched,
      ...about(challenge),
      code: result === undefined ? 'away' : String(result),
      dueAt: result === undefined && next < expiresAt + lastMs ? next : null,
    })
  },
})

const mayHaveArrived = ({ outcome }: Attempt) => outcome === 'accepted' || outcome === 'uncertain'
