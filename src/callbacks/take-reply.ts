// A person's answer, written down: as the reply of a record, as one that did not count, or as the wish to
// hear nothing more from there.
import { and, eq } from 'drizzle-orm'
import type { Db } from '#src/db/client.ts'
import { append } from '#src/journal/append.ts'
import { journal } from '#src/journal/table.ts'
import type { Sealer } from '#src/seal/sealer.ts'
import { type Locked, openDataKey } from '#src/transaction/locked.ts'
import { readMessage } from '#src/challenges/attempt-message.ts'
import { type Attempt, listAttempts, readAttemptPhone } from '#src/challenges/attempts.ts'
import { claimEvent } from './dedupe.ts'
import { toClock } from './apply.ts'
import { type Callback, type InboundEvent, isNumber, readText, type Target } from './locate.ts'
import { toMatchKey } from '#src/phones/candidates.ts'
import { hashPhone, suppress, unsuppress } from '#src/phones/store.ts'
import {
  type Answer,
  decideReply,
  type Payload,
  payloadHolds,
  readAnswerTo,
  readPayload,
  type ReplyDecision,
} from '#src/challenges/replies.ts'
import {
  type Challenge,
  deriveSecrets,
  findChallenge,
  readContent,
  recordFact,
  recordTimes,
} from '#src/challenges/store.ts'

type Asked = Extract<Target, { what: 'reply' }>
type Wished = Extract<Target, { what: 'wish' }>

/** Within the commit that holds the transaction; false when the account has not sent the record. */
export async function takeReply(
  tx: Db,
  sealer: Sealer,
  locked: Locked,
  target: Asked | Exclude<Target, Wished>,
  callback: Callback,
  event: InboundEvent,
): Promise<boolean> {
  const known = await readRecord(tx, locked, target.recordId, callback)
  if (!known) return false
  if (!(await claimEvent(tx, sealer, nameOf(callback), event.dedupeKey))) return true
  const text = 'text' in target ? target.text : undefined
  const answer = await readReply(sealer, locked, known, event, text)
  await settle(tx, locked, known, answer, timeOf(locked, known.challenge, callback))
  return true
}

/** STOP and START, unless the question itself offers the word as an answer. */
export async function takeWish(
  tx: Db,
  sealer: Sealer,
  locked: Locked,
  target: Wished,
  callback: Callback,
  event: InboundEvent,
): Promise<boolean> {
  const known = await readRecord(tx, locked, target.recordId, callback)
  if (!known) return false
  const { challenge, attempt } = known
  const isNew = await claimEvent(tx, sealer, nameOf(callback), event.dedupeKey, target.owner)
  if (!isNew) return true
  const { options } = await readContent(sealer, locked, challenge)
  const said = readAnswerTo(readText(event), challenge, options)
  const mayAnswer = typeof said !== 'number' || (await isFromAny(sealer, locked, known, event.from))
  const answer = mayAnswer ? said : undefined
  const hash = isNumber(event.from)
    ? hashPhone(sealer, locked, event.from)
    : { current: attempt.phoneHash, all: [attempt.phoneHash] }
  const { channel } = challenge
  const saidAt = new Date(event.at ?? callback.receivedAt)
  if (answer === 'opt-in') await unsuppress(tx, locked, channel, hash, saidAt)
  if (answer === 'opt-out') await suppress(tx, locked, channel, hash, answer, null, saidAt)
  // With the tag of another record it is not this one's owner who is meant.
  if (answer === undefined || answer === 'opt-in') return true
  await settle(tx, locked, known, answer, timeOf(locked, challenge, callback))
  return true
}

type Known = {
  readonly challenge: Challenge
  /** Those that one of the accounts has made, and the newest of them. */
  readonly attempts: readonly Attempt[]
  readonly attempt: Attempt
}

async function readRecord(
  tx: Db,
  locked: Locked,
  recordId: string,
  { accounts }: Callback,
): Promise<Known | undefined> {
  const challenge = await findChallenge(tx, recordId)
  if (challenge?.transactionId !== locked.id) return undefined
  const attempts = await listAttempts(tx, recordId)
  const own = attempts.filter(({ provider }) => accounts.includes(provider))
  const attempt = own.at(-1)
  return attempt && { challenge, attempts: own, attempt }
}

/** The same for every repetition of an event, whichever record it was for. */
const nameOf = ({ accounts }: Callback) => accounts[0] ?? ''

const timeOf = (locked: Locked, { createdAt }: Challenge, { event, receivedAt }: Callback) =>
  toClock(event.at ?? receivedAt, {
    offsetMs: locked.clockOffsetMs,
    now: locked.now.getTime(),
    since: createdAt,
  })

/** What was answered; undefined for whatever is no answer to this question, or by somebody else. */
async function readReply(
  sealer: Sealer,
  locked: Locked,
  known: Known,
  event: InboundEvent,
  text: string | undefined,
): Promise<Answer | undefined> {
  const { challenge, attempts } = known
  const payload = readPayload(event.payload ?? '')
  if (payload) return readTap(sealer, locked, challenge, attempts, payload, event.from)
  // What was typed has found the record by its number; a quote has found it by the message alone.
  const isQuote = text === undefined
  if (isQuote && !(await isFromAny(sealer, locked, known, event.from))) return undefined
  const { options } = await readContent(sealer, locked, challenge)
  return readAnswerTo(text ?? readText(event), challenge, options)
}

async function readTap(
  sealer: Sealer,
  locked: Locked,
  challenge: Challenge,
  attempts: readonly Attempt[],
  payload: Payload,
  from: string,
): Promise<Answer | undefined> {
  const { mac } = deriveSecrets(sealer, await openDataKey(sealer, locked), challenge)
  for (const attempt of attempts) {
    const { phone, resolved } = await readNumbers(sealer, locked, attempt)
    if (isFrom(from, phone, resolved) && payloadHolds(mac, payload, phone)) return payload.option
  }
  return undefined
}

/** Whether one of the attempts went to whoever answers. */
async function isFromAny(
  sealer: Sealer,
  locked: Locked,
  { attempts }: Known,
  from: string,
): Promise<boolean> {
  for (const attempt of attempts) {
    const { phone, resolved } = await readNumbers(sealer, locked, attempt)
    if (isFrom(from, phone, resolved)) return true
  }
  return false
}

async function readNumbers(sealer: Sealer, locked: Locked, attempt: Attempt) {
  const phone = await readAttemptPhone(sealer, locked, attempt)
  const resolved = (await readMessage(sealer, locked, attempt))?.resolvedAddress
  return { phone, resolved }
}

/** Some countries' numbers are written in another way by those who carry the message. */
function isFrom(from: string, phone: string, resolved = phone): boolean {
  if (!isNumber(from)) return true
  const written = `+${resolved.replace(/\D/g, '')}`
  return [phone, written].some((one) => toMatchKey(one) === toMatchKey(from))
}

async function settle(
  tx: Db,
  locked: Locked,
  { challenge, attempt }: Known,
  answer: Answer | undefined,
  at: number,
): Promise<void> {
  // A token is validated by its code or its link; an answer to its message proves nothing.
  const isAsked = challenge.capability !== 'sms-token' || typeof answer !== 'number'
  const decision = decideReply(challenge, isAsked ? answer : undefined, at)
  const about = {
    module: challenge.capability,
    ref: challenge.id,
    attempt: attempt.attempt,
    provider: attempt.provider,
  }
  if (decision.kind === 'ignored') {
    if (await isSaid(tx, locked, challenge, decision)) return
    await append(tx, locked, [{ kind: 'challenge-reply-ignored', ...about, code: decision.code }])
    return
  }
  await recordTimes(tx, challenge.id, { repliedAt: new Date(at) })
  await recordFact(tx, challenge.id, { replyOption: decision.option })
  const code = String(decision.option)
  await append(tx, locked, [{ kind: 'challenge-replied', ...about, code }])
}

/** Each reason stands once in a record's journal, however often somebody writes to us. */
async function isSaid(
  tx: Db,
  locked: Locked,
  { id }: Challenge,
  { code }: Extract<ReplyDecision, { kind: 'ignored' }>,
): Promise<boolean> {
  const [said] = await tx
    .select({ seq: journal.seq })
    .from(journal)
    .where(
      and(
        eq(journal.transactionId, locked.id),
        eq(journal.kind, 'challenge-reply-ignored'),
        eq(journal.ref, id),
        eq(journal.code, code),
      ),
    )
    .limit(1)
  return said !== undefined
}
