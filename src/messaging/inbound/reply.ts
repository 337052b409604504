// Reads what a person answered to a record, and to which of its attempts.
import { readMessage } from '#src/messaging/sending/attempt-message.ts'
import { type Attempt, readAttemptContact } from '#src/messaging/challenges/attempts.ts'
import type { ChallengeContent } from '#src/messaging/messages/content.ts'
import { hashUser } from '#src/messaging/conversations/reply-route.ts'
import {
  type Payload,
  payloadHolds,
  readPayload,
  skewMs,
} from '#src/messaging/conversations/replies.ts'
import { readContent } from '#src/messaging/challenges/content.ts'
import { deriveSecrets } from '#src/messaging/challenges/store.ts'
import type { Challenge } from '#src/messaging/challenges/challenge.ts'
import {
  namesCode,
  type Question,
  type Reading,
  readReply,
} from '#src/messaging/replies/read-reply.ts'
import { toMatchKey } from '#src/messaging/phones/candidates.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import { type Locked, openDataKey } from '#src/journey/transaction/locked.ts'
import { type InboundEvent, isNumber, type MessageCallback, readText } from './locate.ts'
import type { KnownRecord } from './record.ts'

export type KnownCallback = KnownRecord & {
  /** The attempts of the callback’s accounts, and the newest of them. */
  readonly own: readonly Attempt[]
  readonly attempt: Attempt
}

/** Undefined when none of the callback’s accounts has sent the record. */
export function ofAccounts(
  record: KnownRecord,
  { accounts }: MessageCallback,
): KnownCallback | undefined {
  const own = record.attempts.filter(({ account }) => accounts.includes(account))
  const attempt = own.at(-1)
  return attempt && { ...record, own, attempt }
}

/** The parsed reply, and the attempts that went to its sender; without any the reply proves nothing. */
export type ProvenReading = { readonly reading: Reading; readonly by: readonly Attempt[] }

type Opening = { readonly sealer: Sealer; readonly locked: Locked }

/** The reading of a text that is no answer. */
export const noAnswer: Reading = { meaning: 'unclear', reason: 'not-understood' }

/** `at` is when the person wrote, by the transaction’s clock. */
export async function readReplyText(
  { sealer, locked }: Opening,
  known: KnownCallback,
  event: InboundEvent,
  at: number,
): Promise<ProvenReading> {
  const { challenge } = known
  const by = await listOwnersOf(sealer, locked, known, event)
  const text = readText(event)
  const content = await readContent(sealer, locked, challenge)
  const question = toQuestion(challenge, content, text, at)
  const payload = readPayload(event.payload ?? '')
  if (payload) return readTap({ sealer, locked }, challenge, by, { payload, question })
  const { form } = event
  const reply = form ? ({ kind: form } as const) : ({ kind: 'text', text } as const)
  // A quote may have found the record although the sender has another number.
  return { reading: by.length === 0 ? noAnswer : readReply(reply, question), by }
}

/**
 * The question for the parser of replies. With a longer code a typed yes counts only with it. A WhatsApp message shows
 * no code itself: there a code counts where it was typed, or where the question is one of several.
 */
export function toQuestion(
  challenge: Pick<
    Challenge,
    'language' | 'replyCode' | 'rules' | 'supersededAt' | 'expiresAt' | 'channel'
  >,
  { options, yes }: Pick<ChallengeContent, 'options' | 'yes'>,
  text: string,
  at: number,
): Question {
  const { language, replyCode, rules, supersededAt, expiresAt, channel } = challenge
  const isShown = channel === 'sms' || rules.needsCode === true
  const isTyped = replyCode !== null && namesCode(text, replyCode, { options }, language)
  const code = isShown || isTyped ? replyCode : null
  return {
    options,
    yes,
    language,
    code,
    needsCode: rules.needsCode === true || (code !== null && code.length > 2),
    isStrict: rules.isStrict === true,
    isOpen: supersededAt === null && at <= expiresAt + skewMs,
  }
}

async function readTap(
  { sealer, locked }: Opening,
  challenge: Challenge,
  by: readonly Attempt[],
  { payload, question }: { readonly payload: Payload; readonly question: Question },
): Promise<ProvenReading> {
  const { mac } = deriveSecrets(sealer, await openDataKey(sealer, locked), challenge)
  for (const attempt of by) {
    const contact = await readAttemptContact(sealer, locked, attempt)
    if (payloadHolds(mac, payload, contact))
      return {
        reading: readReply({ kind: 'button', option: payload.option }, question),
        by: [attempt],
      }
  }
  return { reading: noAnswer, by: [] }
}

/**
 * The attempts that went to the sender of the reply; a sender who hides the number may be any of them, unless another
 * user id is known.
 */
async function listOwnersOf(
  sealer: Sealer,
  locked: Locked,
  { own }: KnownCallback,
  { from, userId }: InboundEvent,
): Promise<readonly Attempt[]> {
  if (!isNumber(from)) return own.filter((attempt) => mayBe(sealer, attempt, userId))
  const owners: Attempt[] = []
  for (const attempt of own) {
    const contact = await readAttemptContact(sealer, locked, attempt)
    const resolved = (await readMessage(sealer, locked, attempt))?.resolvedAddress
    if (isFrom(from, contact, resolved)) owners.push(attempt)
  }
  return owners
}

function mayBe(sealer: Sealer, { account, userHash }: Attempt, userId: string | undefined) {
  if (userHash === null || userId === undefined) return true
  return hashUser(sealer, account, userId).all.some((hash) => hash.equals(userHash))
}

/** Vendors write the numbers of some countries differently, so the resolved address counts too. */
function isFrom(from: string, phone: string, resolved = phone): boolean {
  const written = `+${resolved.replace(/\D/g, '')}`
  return [phone, written].some((one) => toMatchKey(one) === toMatchKey(from))
}
