// Resolves an attempt with an unknown outcome: its vendor is asked whether the message was sent, or gets it again where
// a repetition does no harm.
import { append } from '#src/journey/journal/append.ts'
import type { VendorCall } from '#src/journey/calls/call.ts'
import { abandonedMs } from '#src/journey/calls/calls.ts'
import type { InCommit } from '#src/journey/transaction/locked.ts'
import type { MessagingDeps } from '#src/messaging/challenges/deps.ts'
import { findAccount } from '#src/messaging/challenges/accounts.ts'
import { hasRival, isNamed } from './attempt-message.ts'
import {
  isOpenAttempt,
  listAttempts,
  readAttemptContact,
} from '#src/messaging/challenges/attempts.ts'
import { about, type ClaimedSend, type Deps } from './claim.ts'
import { challengeUncertain } from '#src/messaging/challenges/kinds.ts'
import { writeMessage } from './message.ts'
import type { MessagingAccount, SendOutcome } from '#src/messaging/challenges/port.ts'
import { type Measured, recordOutcome } from './record.ts'
import {
  decideAfterLookup,
  decideAfterSend,
  type Decision,
  judge,
  type LookedUp,
  type SendSituation,
} from './outcome.ts'
import { idsOf, lost, toAccepted, withPrice } from './send.ts'
import { isReplaceable } from '#src/messaging/challenges/status.ts'
import { findChallenge } from '#src/messaging/challenges/store.ts'

type Answer =
  | { readonly kind: 'looked-up'; readonly found: LookedUp; readonly providerMsgId?: string }
  | { readonly kind: 'sent-again'; readonly result: SendOutcome }

type Claimed = ClaimedSend & { readonly way: 'ask' | 'repeat' }

type LookUpDeps = Deps & Pick<MessagingDeps, 'reads'>

export const lookUpCall = (deps: LookUpDeps): VendorCall<Claimed, Answer> => ({
  claim: (tx, locked, task, reserve) => claim({ ...deps, tx, locked }, task, reserve),
  call: (claimed, signal) => call(deps, claimed, signal),
  lost: () => lookedUp('later'),
  judge: (answer) => (answer.kind === 'sent-again' ? judge(answer.result) : 'nothing'),
  record: (tx, locked, claimed, { result }) =>
    recordOutcome(
      { ...deps, tx, locked },
      claimed.attempt,
      { ...toMeasured(claimed, result), isInDoubt: true },
      (at) => decide(result, at),
    ),
  async postpone(tx, locked, { attempt: { challengeId, attempt: n } }) {
    const challenge = await findChallenge(tx, challengeId)
    const attempt = (await listAttempts(tx, challengeId)).find((one) => one.attempt === n)
    if (!challenge || !attempt || !isOpenAttempt(attempt)) return
    append(locked, {
      kind: challengeUncertain,
      ...about(challenge),
      attempt: n,
      provider: attempt.account,
      code: 'asked',
      dueAt: locked.now.getTime() + abandonedMs,
    })
  },
})

/**
 * Nothing is written, because asking twice does no harm; if the vendor cannot be asked, the attempt stays uncertain.
 */
async function claim(
  ctx: InCommit<Deps>,
  { ref, attempt: n }: { readonly ref: string; readonly attempt?: number },
  reserve: (account: string) => void,
): Promise<Claimed | undefined> {
  const { tx, locked } = ctx
  const challenge = await findChallenge(tx, ref)
  const attempt = (await listAttempts(tx, ref)).find((one) => one.attempt === n)
  if (!challenge || !attempt || !isOpenAttempt(attempt)) return undefined
  const now = locked.now.getTime()
  const account = findAccount(ctx, locked, challenge, attempt)
  const way = account && wayOf(account, isReplaceable(challenge, now))
  if (!way) {
    await recordOutcome(ctx, attempt, { isInDoubt: true }, (at) => decideAfterLookup('unknown', at))
    return undefined
  }
  reserve(account.id)
  const to = await readAttemptContact(ctx.sealer, locked, attempt)
  const message = await writeMessage(ctx, locked, challenge, { to, attempt: attempt.attempt, now })
  return { transactionId: locked.id, attempt, account, message, way }
}

/** A closed record gets no further message, even where a repetition would be harmless. */
function wayOf(account: MessagingAccount, mayRepeat: boolean) {
  if (account.lookUp) return 'ask'
  const { repeat } = account
  return mayRepeat && (repeat === 'safe' || repeat === 'key') ? 'repeat' : undefined
}

async function call(
  { reads, sealer }: LookUpDeps,
  { transactionId, attempt, account, message, way }: Claimed,
  signal: AbortSignal,
): Promise<Answer> {
  const context = { ...idsOf(transactionId, attempt), signal }
  if (way === 'repeat') {
    const result = await account.send(message, context).catch(() => lost('reset'))
    return { kind: 'sent-again', result }
  }
  const since = attempt.claimedAt.getTime()
  const isContested = () => hasRival(reads, attempt)
  const isKnown = (id: string) => isNamed(reads, sealer, attempt, id)
  const found =
    (await account.lookUp?.(message, { ...context, since, isKnown, isContested })) ?? 'unknown'
  return typeof found === 'string' ? lookedUp(found) : { ...lookedUp('found'), ...found }
}

const lookedUp = (found: LookedUp) => ({ kind: 'looked-up', found }) as const

function toMeasured(claimed: Claimed, answer: Answer): Measured {
  if (answer.kind === 'sent-again') return toAccepted(withPrice(claimed, answer.result))
  const { providerMsgId } = answer
  if (providerMsgId === undefined) return {}
  return toAccepted(withPrice(claimed, { kind: 'accepted', providerMsgId }))
}

function decide(answer: Answer, at: SendSituation): Decision {
  if (answer.kind === 'looked-up') return decideAfterLookup(answer.found, at)
  const { result } = answer
  return result.kind === 'uncertain' ? decideAfterLookup('later', at) : decideAfterSend(result, at)
}
