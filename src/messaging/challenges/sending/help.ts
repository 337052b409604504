// One message to somebody whose answer was not understood: the answers again, by the account that was answered. It is
// claimed before its vendor is called and never tried again: what matters is the question.
import { append } from '#src/journey/journal/append.ts'
import { writeHelp } from '#src/messaging/messages/help.ts'
import { languageTags } from '#src/messaging/messages/text/language.ts'
import type { VendorCall } from '#src/journey/calls/call.ts'
import { hashPhone, lockHashes } from '#src/messaging/phones/store.ts'
import { readPhoneSends } from '../choice/rank.ts'
import { listSuppressions } from '#src/messaging/phones/suppressions.ts'
import { type InCommit, type Locked, openDataKey } from '#src/journey/transaction/locked.ts'
import { isToken } from '../challenge.ts'
import { challengeHelped } from '../kinds.ts'
import type { MessagingAccount, OutboundMessage, SendResult } from '../port.ts'
import { signPayload } from '../replies/replies.ts'
import { hashReplyRoute } from '../replies/reply-route.ts'
import { isReplaceable } from '../status.ts'
import { type Challenge, deriveSecrets, findChallenge, readContent } from '../store.ts'
import { isOverCap, keepCost } from '../volume/spending.ts'
import { findAccount } from './accounts.ts'
import { keepMessageId } from './attempt-message.ts'
import {
  type Attempt,
  claimAttempt,
  endAttempt,
  helpAttempt,
  isWrongPerson,
  listAttempts,
  readAttemptContact,
} from './attempts.ts'
import { about, type ClaimedSend, type Deps, isOverLimit } from './claim.ts'
import { callAccount, lost, withPrice } from './send.ts'
import { judge } from './send-outcome.ts'

export const helpCall = (deps: Deps): VendorCall<ClaimedSend, SendResult> => ({
  claim: (tx, locked, task, reserve) => claim({ ...deps, tx, locked }, task, reserve),
  call: (claimed, signal) => callAccount(deps, claimed, signal),
  lost,
  judge,
  record: (tx, locked, claimed, { result, durationMs }) =>
    record({ ...deps, tx, locked }, claimed, withPrice(claimed, result), durationMs),
})

async function claim(
  ctx: InCommit<Deps>,
  { ref, attempt: n }: { readonly ref: string; readonly attempt?: number },
  reserve: (account: string) => void,
): Promise<ClaimedSend | undefined> {
  const { tx, locked } = ctx
  const challenge = await findChallenge(tx, ref)
  const answered = (await listAttempts(tx, ref)).find((one) => one.attempt === n)
  if (!challenge || !answered || isToken(challenge.challengeKind)) return undefined
  if (!isReplaceable(challenge, locked.now.getTime())) return undefined
  const provider = findAccount(ctx, locked, challenge, answered)
  if (!provider) return undefined
  const { sealer } = ctx
  const to = await readAttemptContact(sealer, locked, answered)
  const reason = await findHindrance(ctx, challenge, provider, to)
  if (reason !== undefined) {
    append(locked, { kind: challengeHelped, ...about(challenge), code: reason })
    return undefined
  }
  reserve(provider.id)
  const message = await write(ctx, locked, challenge, to)
  const attempt = await claimAttempt({ tx, sealer, locked }, await openDataKey(sealer, locked), {
    challengeId: ref,
    attempt: helpAttempt,
    provider: provider.id,
    sender: answered.sender,
    contact: to,
    contactHash: hashPhone(sealer, locked, to).current,
    replyHash: hashReplyRoute(sealer, provider.id, to).current,
    source: answered.source,
  })
  if (!attempt) return undefined
  appendHelped(locked, challenge, attempt, { code: 'claimed' })
  return { transactionId: locked.id, attempt, provider, message }
}

/** Why there is none: what limits messages limits it too, but that WhatsApp's are asked for by who writes. */
async function findHindrance(
  { tx, locked, sealer, messaging, calls }: InCommit<Deps>,
  challenge: Challenge,
  { id }: MessagingAccount,
  to: string,
): Promise<string | undefined> {
  if (calls.restMs(id) > 0) return 'account-resting'
  const hash = hashPhone(sealer, locked, to)
  if (await isWrongPerson(tx, locked.id, hash.all)) return 'wrong-person'
  const bans = await listSuppressions(tx, locked, hash)
  if (bans.some(({ channel }) => channel === challenge.channel)) return 'opted-out'
  if (await isOverCap(tx, locked, messaging.tenants)) return 'limit-reached'
  if (challenge.channel !== 'sms') return undefined
  await lockHashes(tx, [hash])
  const sends = await readPhoneSends(tx, hash, locked.wallNow)
  return isOverLimit(challenge, sends, locked.wallNow.getTime()) ? 'limit-reached' : undefined
}

async function write(
  { sealer, messaging }: Deps,
  locked: Locked,
  challenge: Challenge,
  to: string,
): Promise<OutboundMessage> {
  const { id, language, replyCode, expiresAt } = challenge
  const channel = challenge.channel === 'sms' ? 'sms' : 'whatsapp'
  const { options } = await readContent(sealer, locked, challenge)
  const { mac } = deriveSecrets(sealer, await openDataKey(sealer, locked), challenge)
  const { brand } = messaging.tenants.of(locked.tenant)
  return {
    channel,
    to,
    text: writeHelp({ channel, language, brand, replyCode, options }),
    language: languageTags[language],
    options: options.map(({ option, label }) => ({
      option,
      label,
      payload: signPayload(mac, id, option, to),
    })),
    variables: [],
    template: 'help',
    isFree: true,
    validSeconds: Math.max(1, Math.floor((expiresAt - locked.now.getTime()) / 1_000)),
  }
}

async function record(
  { tx, locked, sealer }: InCommit<Deps>,
  { attempt }: ClaimedSend,
  result: SendResult,
  durationMs: number,
): Promise<void> {
  const challenge = await findChallenge(tx, attempt.challengeId)
  if (!challenge) return
  const isTaken = result.kind === 'accepted'
  const code = isTaken ? 'accepted' : 'code' in result ? result.code : result.cause
  const costMicros = isTaken ? (result.costMicros ?? null) : null
  if (isTaken) await keepMessageId({ tx, sealer, locked }, attempt, result)
  await keepCost(tx, locked, attempt.id, costMicros)
  await endAttempt(tx, attempt.id, locked.now, {
    outcome: isTaken || result.kind === 'uncertain' ? result.kind : 'failed',
    code: isTaken ? null : code,
    failureClass: 'class' in result ? result.class : null,
    durationMs,
  })
  appendHelped(locked, challenge, attempt, { code, durationMs, costMicros })
}

const appendHelped = (
  locked: Locked,
  challenge: Challenge,
  { provider }: Attempt,
  said: {
    readonly code: string
    readonly durationMs?: number
    readonly costMicros?: number | null
  },
) => append(locked, { kind: challengeHelped, ...about(challenge), provider, ...said })
