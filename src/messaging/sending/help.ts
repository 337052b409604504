// Sends one message to a person who replied, from the account that received the reply: the options again after a reply
// that was not understood, or the acknowledgement of a no. It is claimed before its vendor is called and never retried,
// because only the question matters.
import { append } from '#src/journey/journal/append.ts'
import type { Kind } from '#src/journey/journal/kind.ts'
import {
  writeAcknowledgement,
  writeHelp,
  writeHelpOfSeveral,
} from '#src/messaging/messages/help.ts'
import { languageTags } from '#src/messaging/messages/text/language.ts'
import type { VendorCall } from '#src/journey/calls/call.ts'
import { hashPhone, lockHashes } from '#src/messaging/phones/store.ts'
import { readPhoneSends } from '#src/messaging/requests/choice/rank.ts'
import { listSuppressions } from '#src/messaging/phones/suppressions.ts'
import { type InCommit, type Locked, openDataKey } from '#src/journey/transaction/locked.ts'
import { isToken } from '#src/messaging/wire/channel.ts'
import { listOpenThere } from './other-questions.ts'
import { challengeAcknowledged, challengeHelped } from '#src/messaging/challenges/kinds.ts'
import type {
  MessagingAccount,
  OutboundMessage,
  SendOutcome,
} from '#src/messaging/challenges/port.ts'
import { signPayload } from '#src/messaging/conversations/replies.ts'
import { hashReplyRoute } from '#src/messaging/conversations/reply-route.ts'
import { isReplaceable } from '#src/messaging/challenges/status.ts'
import { readContent } from '#src/messaging/challenges/content.ts'
import { deriveSecrets, findChallenge } from '#src/messaging/challenges/store.ts'
import type { Challenge } from '#src/messaging/challenges/challenge.ts'
import { isOverCap, keepCost } from '#src/messaging/requests/volume/spending.ts'
import { findAccount } from '#src/messaging/challenges/accounts.ts'
import { keepMessageId } from './attempt-message.ts'
import {
  acknowledgeAttempt,
  type Attempt,
  claimAttempt,
  endAttempt,
  helpAttempt,
  isWrongPerson,
  listAttempts,
  readAttemptContact,
} from '#src/messaging/challenges/attempts.ts'
import { about, type ClaimedSend, type Deps, isOverLimit, prefixOf } from './claim.ts'
import { callAccount, lost, withPrice } from './send.ts'
import { judge } from './outcome.ts'

/** The differences between the two messages. */
type Sort = {
  readonly attempt: number
  readonly kind: Kind
  readonly template: string
  /** Whether it makes sense only while the question is open. */
  readonly needsOpen: boolean
}

const helping: Sort = {
  attempt: helpAttempt,
  kind: challengeHelped,
  template: 'help',
  needsOpen: true,
}

const acknowledging: Sort = {
  attempt: acknowledgeAttempt,
  kind: challengeAcknowledged,
  template: 'acknowledgement',
  needsOpen: false,
}

const callFor =
  (sort: Sort) =>
  (deps: Deps): VendorCall<ClaimedSend, SendOutcome> => ({
    claim: (tx, locked, task, reserve) => claim({ ...deps, tx, locked }, sort, task, reserve),
    call: (claimed, signal) => callAccount(deps, claimed, signal),
    lost,
    judge,
    record: (tx, locked, claimed, { result, durationMs }) =>
      record({ ...deps, tx, locked }, sort, claimed, {
        result: withPrice(claimed, result),
        durationMs,
      }),
  })

export const helpCall = callFor(helping)
export const acknowledgeCall = callFor(acknowledging)

async function claim(
  ctx: InCommit<Deps>,
  sort: Sort,
  { ref, attempt: n }: { readonly ref: string; readonly attempt?: number },
  reserve: (account: string) => void,
): Promise<ClaimedSend | undefined> {
  const { tx, locked } = ctx
  const challenge = await findChallenge(tx, ref)
  const answered = (await listAttempts(tx, ref)).find((one) => one.attempt === n)
  if (!challenge || !answered || isToken(challenge.challengeKind)) return undefined
  if (sort.needsOpen && !isReplaceable(challenge, locked.now.getTime())) return undefined
  const account = findAccount(ctx, locked, challenge, answered)
  if (!account) return undefined
  const { sealer } = ctx
  const to = await readAttemptContact(sealer, locked, answered)
  const reason = await findHindrance(ctx, challenge, account, to)
  if (reason !== undefined) {
    append(locked, { kind: sort.kind, ...about(challenge), code: reason })
    return undefined
  }
  reserve(account.id)
  const message = await write(ctx, challenge, { sort, to, answered })
  const attempt = await claimAttempt({ tx, sealer, locked }, await openDataKey(sealer, locked), {
    challengeId: ref,
    attempt: sort.attempt,
    account: account.id,
    sender: answered.sender,
    contact: to,
    contactHash: hashPhone(sealer, locked, to).current,
    replyHash: hashReplyRoute(sealer, account.id, to).current,
    source: answered.source,
    prefixHash: prefixOf(sealer, locked, challenge, to),
  })
  if (!attempt) return undefined
  appendSent(locked, challenge, attempt, { kind: sort.kind, code: 'claimed' })
  return { transactionId: locked.id, attempt, account, message }
}

/**
 * The reason not to send: the same limits as for other messages, except that a WhatsApp message answers the person’s
 * own.
 */
async function findHindrance(
  { tx, locked, sealer, messaging, calls }: InCommit<Deps>,
  challenge: Challenge,
  { id }: MessagingAccount,
  to: string,
): Promise<string | undefined> {
  if (calls.restMs(id, locked.tenant) > 0) return 'account-resting'
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
  { tx, locked, sealer, messaging }: InCommit<Deps>,
  challenge: Challenge,
  {
    sort: { template, needsOpen },
    to,
    answered: { account, sender },
  }: { readonly sort: Sort; readonly to: string; readonly answered: Attempt },
): Promise<OutboundMessage> {
  const { id, language, expiresAt, rules } = challenge
  const channel = challenge.channel === 'sms' ? 'sms' : 'whatsapp'
  const { brand } = messaging.tenants.of(locked.tenant)
  const common = { channel, to, language: languageTags[language], variables: [], template } as const
  if (!needsOpen) {
    const text = writeAcknowledgement({ channel, language, brand })
    return { ...common, text, isFree: true, validSeconds: acknowledgedSeconds }
  }
  const validSeconds = Math.max(1, Math.floor((expiresAt - locked.now.getTime()) / 1_000))
  const there = { account, sender, e164: to, wallNow: locked.wallNow }
  const several = await listOpenThere({ tx, sealer, messaging }, there)
  if (several) {
    const text = writeHelpOfSeveral({ channel, language, brand }, several)
    return { ...common, text, isFree: true, validSeconds }
  }
  const { options } = await readContent(sealer, locked, challenge)
  // A button needs no code.
  const replyCode = channel === 'sms' || rules.needsCode ? challenge.replyCode : null
  const { mac } = deriveSecrets(sealer, await openDataKey(sealer, locked), challenge)
  return {
    ...common,
    text: writeHelp({ channel, language, brand, replyCode, options }),
    options: options.map(({ option, label }) => ({
      option,
      label,
      payload: signPayload(mac, id, option, to),
      ...(replyCode !== null && { typed: `${replyCode} ${option}` }),
    })),
    isFree: true,
    validSeconds,
  }
}

/** For how many seconds the acknowledgement is worth delivering. */
const acknowledgedSeconds = 3_600

async function record(
  { tx, locked, sealer }: InCommit<Deps>,
  { kind }: Sort,
  { attempt }: ClaimedSend,
  { result, durationMs }: { readonly result: SendOutcome; readonly durationMs: number },
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
  appendSent(locked, challenge, attempt, { kind, code, durationMs, costMicros })
}

const appendSent = (
  locked: Locked,
  challenge: Challenge,
  { account }: Attempt,
  said: {
    readonly kind: Kind
    readonly code: string
    readonly durationMs?: number
    readonly costMicros?: number | null
  },
) => append(locked, { ...about(challenge), provider: account, ...said })
