// Applies a person's answer: as the reply of a record, as one that did not count, or as an opt-out from all messages
// of that sender.
import type { Attempt } from '#src/messaging/challenges/sending/attempts.ts'
import { noteInbound } from '#src/messaging/challenges/replies/session-window.ts'
import type { Challenge } from '#src/messaging/challenges/store.ts'
import type { Reading } from '#src/messaging/replies/read-reply.ts'
import type { Db } from '#src/platform/db/client.ts'
import { hashPhone } from '#src/messaging/phones/store.ts'
import { suppress, unsuppress } from '#src/messaging/phones/suppressions.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import type { InCommit, Locked } from '#src/journey/transaction/locked.ts'
import { toClock } from './apply.ts'
import { claimEvent } from '#src/journey/inbox/dedupe.ts'
import { type MessageCallback, type InboundEvent, isNumber, type Target } from './locate.ts'
import type { KnownRecord } from './record.ts'
import { recordAnswer } from './record-answer.ts'
import { type Known, ofAccounts, readSaid } from './said.ts'

/** A callback that brings a message of a person. */
type InboundCallback = MessageCallback & { readonly event: InboundEvent }

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
  const at = timeOf(locked, known.challenge, callback)
  const said = await readSaid({ sealer, locked }, known, event, at)
  await noteSession({ tx, sealer }, known, said.by, callback)
  const wish = wishOf(said.reading)
  if (wish) await storeOptOut({ tx, sealer, locked }, known, callback, wish)
  const isMeant = target.what !== 'reply' || target.isMeant
  return recordAnswer({ tx, locked }, known, { ...said, isMeant }, at)
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
  const said = await readSaid({ sealer, locked }, known, event, at)
  const answers = 'option' in said.reading && target.isMeant
  // What a vendor takes for an opt-out may also be the no of a question.
  const wish = event.wish ?? wishOf(said.reading)
  await noteSession({ tx, sealer }, known, said.by, callback)
  if (wish) await storeOptOut({ tx, sealer, locked }, known, callback, wish)
  if (answers) return recordAnswer({ tx, locked }, known, { ...said, isMeant: true }, at)
  // With the reply code of another record it is not this one's owner who is meant.
  if (wish !== 'opt-out') return record
  const reading = { meaning: wish } as const
  return recordAnswer({ tx, locked }, known, { reading, by: [], isMeant: true }, at)
}

/** What is wished for messages that come later; a no can say so too. */
function wishOf(reading: Reading): 'opt-out' | 'opt-in' | undefined {
  if (reading.meaning === 'opt-out' || reading.meaning === 'opt-in') return reading.meaning
  return reading.meaning === 'no' && reading.optsOut ? 'opt-out' : undefined
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

/** The same for every repetition of an event, whichever record it was for. */
const nameOf = ({ accounts }: MessageCallback) => accounts[0] ?? ''

const timeOf = (locked: Locked, { createdAt }: Challenge, { event, receivedAt }: MessageCallback) =>
  toClock(('at' in event ? event.at : undefined) ?? receivedAt, {
    offsetMs: locked.clockOffsetMs,
    now: locked.now.getTime(),
    since: createdAt,
  })
