// A person's answer, written down: as the reply of a record, as one that did not count, or as an opt-out from
// all that is sent from there.
import { and, eq } from 'drizzle-orm'
import { readMessage } from '#src/challenges/sending/attempt-message.ts'
import { type Attempt, readAttemptPhone } from '#src/challenges/sending/attempts.ts'
import type { Answer } from '#src/challenges/replies/answers.ts'
import { challengeReplied, challengeReplyIgnored } from '#src/challenges/kinds.ts'
import {
  decideReply,
  type Payload,
  payloadHolds,
  readAnswerTo,
  readPayload,
  type ReplyDecision,
} from '#src/challenges/replies/replies.ts'
import {
  type Challenge,
  deriveSecrets,
  readContent,
  recordFact,
  recordTimes,
} from '#src/challenges/store.ts'
import type { Db } from '#src/db/client.ts'
import { append } from '#src/journal/append.ts'
import type { Entry } from '#src/journal/entry.ts'
import { journal } from '#src/journal/table.ts'
import { toMatchKey } from '#src/phones/candidates.ts'
import { hashPhone } from '#src/phones/store.ts'
import { liftRefusal, suppress, unsuppress } from '#src/phones/suppressions.ts'
import type { Sealer } from '#src/seal/sealer.ts'
import { type Locked, openDataKey } from '#src/transaction/locked.ts'
import { toClock } from './apply.ts'
import { claimEvent } from './dedupe.ts'
import { type Callback, type InboundEvent, isNumber, readText, type Target } from './locate.ts'
import type { KnownRecord } from './record.ts'

type Ignored = Extract<ReplyDecision, { kind: 'ignored' }>

/** An answer to one record; resolves to the record as it is then, and to undefined when no account of the callback has sent it. */
export async function applyReply(
  tx: Db,
  sealer: Sealer,
  locked: Locked,
  record: KnownRecord,
  target: Extract<Target, { what: 'reply' | 'status' }>,
  callback: Callback,
  event: InboundEvent,
): Promise<KnownRecord | undefined> {
  const known = ofAccounts(record, callback)
  if (!known) return undefined
  if (!(await claimEvent(tx, sealer, nameOf(callback), event.dedupeKey))) return record
  const text = 'text' in target ? target.text : undefined
  const answer = await readReply(sealer, locked, known, event, text)
  if (answer === 'opt-out' || answer === 'opt-in')
    await keepWish(tx, sealer, locked, known, callback, event, answer)
  return recordAnswer(tx, locked, known, answer, timeOf(locked, known.challenge, callback))
}

/** STOP and START, unless the question itself offers the word as an answer. */
export async function applyOptOut(
  tx: Db,
  sealer: Sealer,
  locked: Locked,
  record: KnownRecord,
  target: Extract<Target, { what: 'opt-out' }>,
  callback: Callback,
  event: InboundEvent,
): Promise<KnownRecord | undefined> {
  const known = ofAccounts(record, callback)
  if (!known) return undefined
  const { challenge } = known
  const isNew = await claimEvent(tx, sealer, nameOf(callback), event.dedupeKey, target.owner)
  if (!isNew) return record
  const { options } = await readContent(sealer, locked, challenge)
  const said =
    event.wish ?? readAnswerTo(readText(event), { ...asked(challenge), isOpen: false }, options)
  const mayAnswer = typeof said !== 'number' || (await isFromAny(sealer, locked, known, event.from))
  const answer = mayAnswer ? said : undefined
  if (answer === 'opt-in' || answer === 'opt-out')
    await keepWish(tx, sealer, locked, known, callback, event, answer)
  // With the reply code of another record it is not this one's owner who is meant.
  if (answer === undefined || answer === 'opt-in') return record
  return recordAnswer(tx, locked, known, answer, timeOf(locked, challenge, callback))
}

async function keepWish(
  tx: Db,
  sealer: Sealer,
  locked: Locked,
  { attempt, challenge: { channel } }: Known,
  { receivedAt }: Callback,
  { from, at = receivedAt }: InboundEvent,
  wish: 'opt-out' | 'opt-in',
): Promise<void> {
  const hash = isNumber(from)
    ? hashPhone(sealer, locked, from)
    : { current: attempt.phoneHash, all: [attempt.phoneHash] }
  if (wish === 'opt-in') await unsuppress(tx, locked, channel, hash, new Date(at))
  else await suppress(tx, locked, channel, hash, wish, null, { at: new Date(at) })
}

type Known = KnownRecord & {
  /** Those that one of the accounts has made, and the newest of them. */
  readonly own: readonly Attempt[]
  readonly attempt: Attempt
}

function ofAccounts(record: KnownRecord, { accounts }: Callback): Known | undefined {
  const own = record.attempts.filter(({ provider }) => accounts.includes(provider))
  const attempt = own.at(-1)
  return attempt && { ...record, own, attempt }
}

/** The same for every repetition of an event, whichever record it was for. */
const nameOf = ({ accounts }: Callback) => accounts[0] ?? ''

const timeOf = (locked: Locked, { createdAt }: Challenge, { event, receivedAt }: Callback) =>
  toClock(('at' in event ? event.at : undefined) ?? receivedAt, {
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
  const { challenge, own } = known
  const payload = readPayload(event.payload ?? '')
  if (payload) return readTap(sealer, locked, challenge, own, payload, event.from)
  // What was typed has found the record by its number; a quote has found it by the message alone.
  const isQuote = text === undefined
  if (isQuote && !(await isFromAny(sealer, locked, known, event.from))) return undefined
  const { options } = await readContent(sealer, locked, challenge)
  return readAnswerTo(text ?? readText(event), asked(challenge), options)
}

/** A longer code is one without which nothing that is typed counts. */
const asked = ({ tag }: Challenge) => ({ tag, mustTag: tag !== null && tag.length > 2 })

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
  { own }: Known,
  from: string,
): Promise<boolean> {
  for (const attempt of own) {
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

async function recordAnswer(
  tx: Db,
  locked: Locked,
  { challenge, attempts, attempt }: Known,
  answer: Answer | undefined,
  at: number,
): Promise<KnownRecord> {
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
    const { code } = decision
    if (!(await isSaid(tx, locked, challenge, code)))
      append(locked, { kind: challengeReplyIgnored, ...about, code })
    return { challenge, attempts }
  }
  const { option: replyOption } = decision
  await Promise.all([
    recordTimes(tx, challenge.id, { repliedAt: new Date(at) }),
    recordFact(tx, challenge.id, { replyOption }),
    liftRefusal(tx, locked, challenge.channel, attempt.phoneHash),
  ])
  append(locked, { kind: challengeReplied, ...about, code: String(replyOption) })
  return { challenge: { ...challenge, repliedAt: at, replyOption }, attempts }
}

/** Each reason stands once in a record's journal, however often somebody writes to us. */
async function isSaid(
  tx: Db,
  locked: Locked,
  { id }: Challenge,
  code: Ignored['code'],
): Promise<boolean> {
  const isSame = (entry: Pick<Entry, 'kind' | 'ref' | 'code'>) =>
    entry.kind === challengeReplyIgnored.name && entry.ref === id && entry.code === code
  // Entries of this commit are not in the table yet.
  if (locked.unwritten.some(isSame)) return true
  const [said] = await tx
    .select({ seq: journal.seq })
    .from(journal)
    .where(
      and(
        eq(journal.transactionId, locked.id),
        eq(journal.kind, challengeReplyIgnored.name),
        eq(journal.ref, id),
        eq(journal.code, code),
      ),
    )
    .limit(1)
  return said !== undefined
}
