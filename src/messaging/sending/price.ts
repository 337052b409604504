// Asks for the cost of a message where the vendor knows it only some time after delivery or failure. It asks
// repeatedly, because a cap on spending cannot count messages without a price.
import type { VendorCall } from '#src/journey/calls/call.ts'
import { append } from '#src/journey/journal/append.ts'
import type { MessagingDeps } from '#src/messaging/challenges/deps.ts'
import { challengePriced } from '#src/messaging/challenges/kinds.ts'
import type { MessagingAccount } from '#src/messaging/challenges/port.ts'
import type { Reported } from '#src/messaging/challenges/vendor-events.ts'
import { findChallenge } from '#src/messaging/challenges/store.ts'
import type { Challenge } from '#src/messaging/challenges/challenge.ts'
import { keepReportedCost } from '#src/messaging/requests/volume/spending.ts'
import { findAccount } from '#src/messaging/challenges/accounts.ts'
import { readMessage } from './attempt-message.ts'
import { type Attempt, isHelp, listAllAttempts } from '#src/messaging/challenges/attempts.ts'
import { about } from './claim.ts'

const minuteMs = 60_000
/** The delays of the queries after delivery or failure. */
const asksMs = [0.5 * minuteMs, 5 * minuteMs, 60 * minuteMs, 360 * minuteMs]

/** Null when no further query is made. Times are of the transaction’s clock. */
export const nextPriceAt = (arrivedAt: number, now: number): number | null =>
  asksMs.map((ms) => arrivedAt + ms).find((due) => due > now) ?? null

type Claimed = {
  readonly attempt: Attempt
  readonly account: MessagingAccount
  readonly providerMsgId: string
}

type Deps = Pick<MessagingDeps, 'sealer' | 'messaging' | 'calls'>

export const priceCall = (deps: Deps): VendorCall<Claimed, Reported | undefined> => ({
  async claim(tx, locked, { ref, attempt: n }, reserve) {
    const challenge = await findChallenge(tx, ref)
    const attempt = (await listAllAttempts(tx, ref)).find((one) => one.attempt === n)
    const account = challenge && attempt && findAccount(deps, locked, challenge, attempt)
    const message = attempt && (await readMessage(deps.sealer, locked, attempt))
    if (!account?.status || !message) return undefined
    reserve(account.id)
    return { attempt, account, providerMsgId: message.providerMsgId }
  },
  call: async ({ account, providerMsgId, attempt }, signal) =>
    account.status?.(
      { providerMsgId, recordId: attempt.challengeId, attempt: attempt.attempt },
      signal,
    ),
  lost: () => undefined,
  judge: () => 'nothing',
  async record(tx, locked, { attempt, account }, { result }) {
    const challenge = await findChallenge(tx, attempt.challengeId)
    if (!challenge) return
    const costMicros = result?.costMicros
    await keepReportedCost(tx, locked, attempt.id, costMicros)
    const now = locked.now.getTime()
    append(locked, {
      kind: challengePriced,
      ...about(challenge),
      attempt: attempt.attempt,
      provider: account.id,
      costMicros: costMicros ?? null,
      dueAt: costMicros === undefined ? nextPriceAt(endOf(challenge, attempt) ?? 0, now) : null,
    })
  },
})

/** For help messages and acknowledgements only the time of acceptance is stored. */
function endOf({ deliveredAt, readAt }: Challenge, attempt: Attempt): number | undefined {
  const { failedAt, endedAt } = attempt
  if (isHelp(attempt)) return endedAt?.getTime()
  return failedAt?.getTime() ?? deliveredAt ?? readAt ?? undefined
}
