// Sends a message: claims an attempt, calls the account’s vendor and records the outcome.
import { measureSms } from '#src/messaging/messages/text/gsm.ts'
import type { VendorCall } from '#src/journey/calls/call.ts'
import type { Attempt } from '#src/messaging/challenges/attempts.ts'
import { addAtVendor } from '#src/journey/erasure/store.ts'
import { append } from '#src/journey/journal/append.ts'
import { challengeSimAsked } from '#src/messaging/challenges/kinds.ts'
import { claimSend, type ClaimedSend, type Deps, type NewSend } from './claim.ts'
import type { SendContext, SendOutcome } from '#src/messaging/challenges/port.ts'
import { recordOutcome } from './record.ts'
import { decideAfterSend, judge } from './outcome.ts'
import type { Locked } from '#src/journey/transaction/locked.ts'
import { askSim, type SimFinding } from '#src/messaging/challenges/sim-swap.ts'

type Sent = { readonly result: SendOutcome; readonly sim?: SimFinding }

export const sendCall = (deps: Deps): VendorCall<NewSend, Sent> => ({
  claim: (tx, locked, task, reserve) => claimSend({ ...deps, tx, locked }, task, reserve),
  async call(claimed, signal) {
    const sim = await askSim(deps, claimed, signal)
    const result = sim?.instead ?? (await callAccount(deps, claimed, signal))
    return { result, ...(sim && { sim }) }
  },
  lost: (cause) => ({ result: lost(cause) }),
  // A message that our SIM check stopped says nothing about the account.
  judge: ({ result, sim }) => (sim?.instead ? 'nothing' : judge(result)),
  async record(tx, locked, claimed, { result: { result, sim }, durationMs }) {
    if (sim && sim.answer !== 'same') appendSim(locked, claimed, sim)
    await recordOutcome(
      { ...deps, tx, locked },
      claimed.attempt,
      { durationMs, ...toAccepted(withPrice(claimed, result)) },
      (situation) => decideAfterSend(result, situation),
    )
  },
  // The transaction was erased during the call, so the vendor is asked to erase this message too.
  async drop(db, transactionId, { account }, { result: { result } }) {
    if (result.kind !== 'accepted' || !account.erase) return
    await addAtVendor(db, transactionId, { account: account.id, ref: result.providerMsgId })
  },
})

/** Calls the account with a message, and counts the outcome. */
export async function callAccount(
  { metrics }: Pick<Deps, 'metrics'>,
  { transactionId, attempt, account, message }: ClaimedSend,
  signal: AbortSignal,
): Promise<SendOutcome> {
  const about = { account: account.id, channel: message.channel }
  const end = metrics.sendSeconds.startTimer(about)
  const result = await account.send(message, { ...idsOf(transactionId, attempt), signal })
  end()
  const why = 'class' in result ? `-${result.class}` : ''
  metrics.sends.inc({ ...about, outcome: `${result.kind}${why}` })
  if ('class' in result && result.class === 'account')
    metrics.accountFaults.inc({ account: account.id, code: result.code })
  return result
}

function appendSim(
  locked: Locked,
  { attempt, challengeKind }: NewSend,
  { account, answer, instead }: SimFinding,
): void {
  append(locked, {
    kind: challengeSimAsked,
    module: challengeKind,
    ref: attempt.challengeId,
    attempt: attempt.attempt,
    provider: account,
    code: answer,
    reason: instead ? 'held' : 'sent',
  })
}

/** A call that was started too late was not made and may be repeated at once; the outcome of any other is unknown. */
export const lost = (cause: 'late' | 'timeout' | 'reset'): SendOutcome =>
  cause === 'late'
    ? { kind: 'deferred', class: 'transient', code: 'late' }
    : { kind: 'uncertain', cause }

/** Adds the price of the account’s own list, where the vendor reports no cost. */
export function withPrice({ account, message }: ClaimedSend, result: SendOutcome): SendOutcome {
  const price = account.priceMicros?.[message.channel]
  if (result.kind !== 'accepted' || result.costMicros !== undefined || price === undefined)
    return result
  const parts = message.channel === 'sms' ? measureSms(message.text).segments : 1
  return { ...result, costMicros: price * parts }
}

export const toAccepted = (result: SendOutcome) =>
  result.kind === 'accepted' ? { accepted: result } : {}

export const idsOf = (
  transactionId: string,
  { id, attempt, challengeId }: Attempt,
): Omit<SendContext, 'signal'> => ({ transactionId, recordId: challengeId, attempt, attemptId: id })
