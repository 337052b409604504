// Applies a person’s message: as the reply of a record, as a reply that does not count, or as an opt-out from all
// messages of that sender.
import type { Attempt } from '#src/messaging/challenges/attempts.ts'
import { noteInbound } from '#src/messaging/conversations/session-window.ts'
import type { Challenge } from '#src/messaging/challenges/challenge.ts'
import type { Reading } from '#src/messaging/replies/read-reply.ts'
import type { Db } from '#src/platform/db/client.ts'
import { hashPhone } from '#src/messaging/phones/store.ts'
import { suppress, unsuppress } from '#src/messaging/phones/suppressions.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import type { InCommit, Locked } from '#src/journey/transaction/locked.ts'
import { toClock } from './apply.ts'
import { claimEvent, wasTaken } from '#src/journey/inbox/dedupe.ts'
import { type MessageCallback, type InboundEvent, isNumber, type Target } from './locate.ts'
import type { KnownRecord } from './record.ts'
import { noteDoubt, recordAnswer } from './record-answer.ts'
import { type KnownCallback, ofAccounts, readReplyText, type ProvenReading } from './reply.ts'

/** A callback with a message from a person. */
type InboundCallback = MessageCallback & { readonly event: InboundEvent }

/**
 * Applies a reply to one record; resolves to the updated record, or undefined when no account of the callback has sent
 * it.
 */
export async function applyReply(
  { tx, sealer, locked }: InCommit<{ readonly sealer: Sealer }>,
  record: KnownRecord,
  target: Extract<Target, { what: 'reply' | 'status' }>,
  callback: InboundCallback,
): Promise<KnownRecord | undefined> {
  const { event } = callback
  const known = ofAccounts(record, callback)
  if (!known) return undefined
  const at = timeOf(locked, known.challenge, callback)
  const said = await readReplyText({ sealer, locked }, known, event, at)
  const isFirst = target.what !== 'reply' || target.isFirst
  if (!(await isNew({ tx, sealer }, known, callback, { ...said, isFirst }))) return record
  const part = target.what === 'reply' ? target.part : 'reply'
  if (part === 'doubt') return noteDoubt({ tx, locked }, known, said, at)
  noteSession({ tx, sealer }, known, said.by, callback)
  const wish = wishOf(said.reading)
  if (wish) await storeOptOut({ tx, sealer, locked }, known, callback, wish)
  return recordAnswer({ tx, locked }, known, { ...said, isMeant: part === 'reply', isFirst }, at)
}

/**
 * A reply is applied once, to one record, so that its repetition does not answer another one. A no may apply to several
 * records, each in a commit of its own: once the first is done, the same delivery applies it to the others, also when
 * it is retried.
 */
async function isNew(
  { tx, sealer }: { readonly tx: Db; readonly sealer: Sealer },
  { challenge: { id } }: KnownCallback,
  callback: InboundCallback,
  { reading, isFirst }: ProvenReading & { readonly isFirst: boolean },
): Promise<boolean> {
  const name = nameOf(callback)
  const { dedupeKey } = callback.event
  if (reading.meaning !== 'no') return isFirst && claimEvent(tx, sealer, name, dedupeKey)
  const delivery = String(callback.receivedAt)
  const isBegun = !(await claimEvent(tx, sealer, name, dedupeKey))
  if (isBegun && !(await wasTaken(tx, sealer, name, dedupeKey, delivery))) return false
  if (!isBegun) await claimEvent(tx, sealer, name, dedupeKey, delivery)
  return claimEvent(tx, sealer, name, dedupeKey, id)
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
  const isNew = await claimEvent(tx, sealer, nameOf(callback), event.dedupeKey, target.owner)
  if (!isNew) return record
  const at = timeOf(locked, known.challenge, callback)
  const said = await readReplyText({ sealer, locked }, known, event, at)
  const answers = 'option' in said.reading && target.isMeant
  // A message that a vendor takes for an opt-out may also be the no to a question.
  const wish = event.wish ?? wishOf(said.reading)
  noteSession({ tx, sealer }, known, said.by, callback)
  if (wish) await storeOptOut({ tx, sealer, locked }, known, callback, wish)
  if (answers)
    return recordAnswer({ tx, locked }, known, { ...said, isMeant: true, isFirst: true }, at)
  // With the reply code of another record the message is not from this record’s owner.
  if (wish !== 'opt-out') return record
  const reading = { meaning: wish } as const
  const answer = { reading, by: [], isMeant: true, isFirst: true }
  return recordAnswer({ tx, locked }, known, answer, at)
}

/** The opt-out or opt-in that the message expresses; a no can be an opt-out too. */
function wishOf(reading: Reading): 'opt-out' | 'opt-in' | undefined {
  if (reading.meaning === 'opt-out' || reading.meaning === 'opt-in') return reading.meaning
  return reading.meaning === 'no' && reading.optsOut ? 'opt-out' : undefined
}

/** Notes that a message on WhatsApp opens a session window. */
function noteSession(
  { tx, sealer }: { readonly tx: Db; readonly sealer: Sealer },
  { challenge }: KnownCallback,
  by: readonly Attempt[],
  { receivedAt, event: { from, at = receivedAt, userId } }: InboundCallback,
): void {
  // A sender who hides the number could belong to any of several attempts.
  const isKnown = isNumber(from) || by.length === 1
  if (challenge.channel !== 'whatsapp' || !isKnown) return
  noteInbound(tx, sealer, by, { at: new Date(Math.min(at, receivedAt)), userId })
}

async function storeOptOut(
  { tx, sealer, locked }: InCommit<{ readonly sealer: Sealer }>,
  { attempt, challenge: { channel } }: KnownCallback,
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

/** The same for every repetition of an event, whichever record it was for. */
const nameOf = ({ accounts }: MessageCallback) => accounts[0] ?? ''

const timeOf = (locked: Locked, { createdAt }: Challenge, { event, receivedAt }: MessageCallback) =>
  toClock(('at' in event ? event.at : undefined) ?? receivedAt, {
    offsetMs: locked.clockOffsetMs,
    now: locked.now.getTime(),
    since: createdAt,
  })
