// Applies a person's answer: as the reply of a record, as one that did not count, or as an opt-out from all messages
// of that sender.
import { and, eq } from 'drizzle-orm'
import { readMessage } from '#src/messaging/challenges/sending/attempt-message.ts'
import { type Attempt, readAttemptContact } from '#src/messaging/challenges/sending/attempts.ts'
import type { Answer } from '#src/messaging/challenges/replies/answers.ts'
import { isToken } from '#src/messaging/challenges/challenge.ts'
import { noteInbound } from '#src/messaging/challenges/replies/session-window.ts'
import { hashUser } from '#src/messaging/challenges/replies/reply-route.ts'
import { challengeReplied, challengeReplyIgnored } from '#src/messaging/challenges/kinds.ts'
import {
  decideReply,
  type Payload,
  payloadHolds,
  readAnswerTo,
  readPayload,
  type ReplyDecision,
} from '#src/messaging/challenges/replies/replies.ts'
import {
  type Challenge,
  deriveSecrets,
  readContent,
  updateChallenge,
  recordTimes,
} from '#src/messaging/challenges/store.ts'
import type { Db } from '#src/platform/db/client.ts'
import { append } from '#src/journey/journal/append.ts'
import type { Entry } from '#src/journey/journal/entry.ts'
import { journal } from '#src/journey/journal/table.ts'
import { toMatchKey } from '#src/messaging/phones/candidates.ts'
import { hashPhone } from '#src/messaging/phones/store.ts'
import { liftRefusal, suppress, unsuppress } from '#src/messaging/phones/suppressions.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import { type InCommit, type Locked, openDataKey } from '#src/journey/transaction/locked.ts'
import { toClock } from './apply.ts'
import { claimEvent } from '#src/journey/inbox/dedupe.ts'
import {
  type MessageCallback,
  type InboundEvent,
  isNumber,
  readText,
  type Target,
} from './locate.ts'
import type { KnownRecord } from './record.ts'

/** A callback that brings a message of a person. */
type InboundCallback = MessageCallback & { readonly event: InboundEvent }

type Ignored = Extract<ReplyDecision, { kind: 'ignored' }>

/** An answer to one record; resolves to the record as it is then, and to undefined when no account of the callback has sent it. */
export async function applyReply(
  { tx, sealer, locked }: InCommit<{ readonly sealer: Sealer }>,
  record: KnownRecord,
  target: Extract<Target, { what: 'reply' | 'status' }>,
  callback: InboundCallback,
): Promise<KnownRecord | undefined> {
  const { event } = callback
  const known = ofAccounts(record, callback)
  if (!known) return undefined
  if (!(await claimEvent(tx, sealer, nameOf(callback), event.dedupeKey))) return record
  const text = 'text' in target ? target.text : undefined
  const { answer, by } = await readReply({ sealer, locked }, known, event, text)
  await noteSession({ tx, sealer }, known, by, callback)
  if (answer === 'opt-out' || answer === 'opt-in')
    await storeOptOut({ tx, sealer, locked }, known, callback, answer)
  const at = timeOf(locked, known.challenge, callback)
  return recordAnswer({ tx, locked }, known, { answer, by }, at)
}

/** STOP and START, unless the question itself offers the word as an answer. */
export async function applyOptOut(
  { tx, sealer, locked }: InCommit<{ readonly sealer: Sealer }>,
  record: KnownRecord,
  target: Extract<Target, { what: 'opt-out' }>,
  callback: InboundCallback,
): Promise<KnownRecord | undefined> {
  const { event } = callback
  const known = ofAccounts(record, callback)
  if (!known) return undefined
  const { challenge } = known
  const isNew = await claimEvent(tx, sealer, nameOf(callback), event.dedupeKey, target.owner)
  if (!isNew) return record
  const { options } = await readContent(sealer, locked, challenge)
  const said =
    event.wish ?? readAnswerTo(readText(event), { ...asked(challenge), isOpen: false }, options)
  const by = await listOwnersOf(sealer, locked, known, event)
  const answer = typeof said !== 'number' || by.length > 0 ? said : undefined
  await noteSession({ tx, sealer }, known, by, callback)
  if (answer === 'opt-in' || answer === 'opt-out')
    await storeOptOut({ tx, sealer, locked }, known, callback, answer)
  // With the reply code of another record it is not this one's owner who is meant.
  if (answer === undefined || answer === 'opt-in') return record
  const at = timeOf(locked, challenge, callback)
  return recordAnswer({ tx, locked }, known, { answer, by: [] }, at)
}

/** A message on WhatsApp opens a session window. */
async function noteSession(
  { tx, sealer }: { readonly tx: Db; readonly sealer: Sealer },
  { challenge }: Known,
  by: readonly Attempt[],
  { receivedAt, event: { from, at = receivedAt, userId } }: InboundCallback,
): Promise<void> {
  // Who hides the number could be any of several.
  const isKnown = isNumber(from) || by.length === 1
  if (challenge.channel !== 'whatsapp' || !isKnown) return
  await noteInbound(tx, sealer, by, { at: new Date(Math.min(at, receivedAt)), userId })
}

async function storeOptOut(
  { tx, sealer, locked }: InCommit<{ readonly sealer: Sealer }>,
  { attempt, challenge: { channel } }: Known,
  { receivedAt, event: { from, at = receivedAt } }: InboundCallback,
  optOut: 'opt-out' | 'opt-in',
): Promise<void> {
  const hash = isNumber(from)
    ? hashPhone(sealer, locked, from)
    : { current: attempt.contactHash, all: [attempt.contactHash] }
  if (optOut === 'opt-in') await unsuppress(tx, locked, { channel, hash }, new Date(at))
  else {
    const forEver = { reason: optOut, until: null, at: new Date(at) }
    await suppress(tx, locked, { channel, hash }, forEver)
  }
}

type Known = KnownRecord & {
  /** Those that one of the accounts has made, and the newest of them. */
  readonly own: readonly Attempt[]
  readonly attempt: Attempt
}

function ofAccounts(record: KnownRecord, { accounts }: MessageCallback): Known | undefined {
  const own = record.attempts.filter(({ account }) => accounts.includes(account))
  const attempt = own.at(-1)
  return attempt && { ...record, own, attempt }
}

/** The same for every repetition of an event, whichever record it was for. */
const nameOf = ({ accounts }: MessageCallback) => accounts[0] ?? ''

const timeOf = (locked: Locked, { createdAt }: Challenge, { event, receivedAt }: MessageCallback) =>
  toClock(('at' in event ? event.at : undefined) ?? receivedAt, {
    offsetMs: locked.clockOffsetMs,
    now: locked.now.getTime(),
    since: createdAt,
  })

/** What was said, undefined for what is no answer to this question; and the attempts that went to who said it. */
type Said = { readonly answer?: Answer | undefined; readonly by: readonly Attempt[] }

type Reading = { readonly sealer: Sealer; readonly locked: Locked }

async function readReply(
  { sealer, locked }: Reading,
  known: Known,
  event: InboundEvent,
  text: string | undefined,
): Promise<Said> {
  const { challenge } = known
  const by = await listOwnersOf(sealer, locked, known, event)
  // A quote or a button can have found the record without the number of who sent it.
  if (by.length === 0) return { by }
  const payload = readPayload(event.payload ?? '')
  if (payload) return readTap({ sealer, locked }, challenge, by, payload)
  const { options } = await readContent(sealer, locked, challenge)
  return { answer: readAnswerTo(text ?? readText(event), asked(challenge), options), by }
}

/** A longer code is one without which nothing that is typed counts. */
const asked = ({ replyCode }: Challenge) => ({
  replyCode,
  needsCode: replyCode !== null && replyCode.length > 2,
})

async function readTap(
  { sealer, locked }: Reading,
  challenge: Challenge,
  by: readonly Attempt[],
  payload: Payload,
): Promise<Said> {
  const { mac } = deriveSecrets(sealer, await openDataKey(sealer, locked), challenge)
  for (const attempt of by) {
    const contact = await readAttemptContact(sealer, locked, attempt)
    if (payloadHolds(mac, payload, contact)) return { answer: payload.option, by: [attempt] }
  }
  return { by: [] }
}

/** The attempts that went to whoever answers; who hides the number may be any, unless another name is known. */
async function listOwnersOf(
  sealer: Sealer,
  locked: Locked,
  { own }: Known,
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

/** Some countries' numbers are written in another way by those who carry the message. */
function isFrom(from: string, phone: string, resolved = phone): boolean {
  const written = `+${resolved.replace(/\D/g, '')}`
  return [phone, written].some((one) => toMatchKey(one) === toMatchKey(from))
}

async function recordAnswer(
  { tx, locked }: InCommit,
  { challenge, attempts, attempt }: Known,
  { answer, by }: Said,
  at: number,
): Promise<KnownRecord> {
  // A token is validated by its code or its link; an answer to its message proves nothing.
  const isAsked = challenge.challengeKind !== 'sms-token' || typeof answer !== 'number'
  const decision = decideReply(challenge, isAsked ? answer : undefined, at)
  const about = { module: challenge.challengeKind, ref: challenge.id, ...toName(attempt) }
  if (decision.kind === 'ignored') {
    const { code } = decision
    if (!(await isSaid(tx, locked, challenge, code))) {
      // Whoever has been asked, and said something else, is helped once.
      const helped =
        isAsked && code === 'unparsed' && !isToken(challenge.challengeKind) && by.at(-1)
      const help = helped && { ...toName(helped), dueAt: locked.now.getTime() }
      append(locked, { kind: challengeReplyIgnored, ...about, code, ...help })
    }
    return { challenge, attempts }
  }
  const { option: replyOption } = decision
  await Promise.all([
    recordTimes(tx, challenge.id, { repliedAt: new Date(at) }),
    updateChallenge(tx, challenge.id, { replyOption }),
    liftRefusal(tx, locked, challenge.channel, attempt.contactHash),
  ])
  append(locked, { kind: challengeReplied, ...about, code: String(replyOption) })
  return { challenge: { ...challenge, repliedAt: at, replyOption }, attempts }
}

const toName = ({ attempt, account }: Attempt) => ({ attempt, provider: account })

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
