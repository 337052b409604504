// Stores the vendor’s message id of an attempt, by which callbacks find it. The id can contain a number, so it is
// hashed for look-ups and sealed for queries.
import { and, eq, gt, inArray, isNull, lt, ne, or } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import type { NewEntry } from '#src/journey/journal/entry.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import { type InCommit, openDataKey } from '#src/journey/transaction/locked.ts'
import type { StoredTransaction } from '#src/journey/transaction/store.ts'
import { sendUnawaited } from '#src/platform/db/prepared.ts'
import {
  type Attempt,
  endAttemptWith,
  isOpenAttempt,
  contextOf,
} from '#src/messaging/challenges/attempts.ts'
import type { ChallengeKind } from '#src/messaging/wire/channel.ts'
import { challengeAccepted } from '#src/messaging/challenges/kinds.ts'
import { hashUser } from '#src/messaging/conversations/reply-route.ts'
import { movedTimes, timesOf } from '#src/messaging/challenges/store.ts'
import { challengeAttempts } from '#src/messaging/challenges/table.ts'

export type Message = {
  readonly providerMsgId: string
  /** The address as the vendor resolved it. */
  readonly resolvedAddress?: string
  /** WhatsApp’s id of a recipient who hides the phone number. */
  readonly userId?: string
}

/** Stores the id of an attempt’s message; the vendor’s own answer replaces what a callback named. */
export async function keepMessageId(
  ctx: InCommit<{ readonly sealer: Sealer }>,
  attempt: Pick<Attempt, 'id' | 'account'>,
  message: Message,
): Promise<void> {
  const { userHash, ...named } = await toNamed(ctx, attempt, message)
  const update = ctx.tx
    .update(challengeAttempts)
    .set({ ...named, ...(userHash && { userHash }) })
    .where(eq(challengeAttempts.id, attempt.id))
  sendUnawaited(update)
}

async function toNamed(
  { sealer, locked }: InCommit<{ readonly sealer: Sealer }>,
  { id, account }: Pick<Attempt, 'id' | 'account'>,
  { userId, ...message }: Message,
) {
  const key = await openDataKey(sealer, locked)
  return {
    messageHash: sealer.hash('provider-message', account, message.providerMsgId),
    message: sealer.seal(key, contextOf('message', locked, id), message),
    userHash: userId === undefined ? null : hashUser(sealer, account, userId).current,
  }
}

const endNamed = endAttemptWith(movedTimes(), ['messageHash', 'message', 'userHash'])

/** Marks an open attempt as accepted, with the id of its message and the times of its record. */
export async function acceptAttempt(
  ctx: InCommit<{ readonly sealer: Sealer }>,
  attempt: Pick<Attempt, 'id' | 'account' | 'challengeId'>,
  accepted: {
    readonly message: Message
    readonly times: Parameters<typeof timesOf>[0]
    readonly durationMs?: number | null
  },
): Promise<void> {
  const { message, times, durationMs = null } = accepted
  const { challengeId, id } = attempt
  const values = { challengeId, ...timesOf(times), ...(await toNamed(ctx, attempt, message)) }
  const ending = { outcome: 'accepted', durationMs } as const
  sendUnawaited(endNamed(ctx.tx, { id, endedAt: ctx.locked.now, ending }, values))
}

export async function readMessage(
  sealer: Sealer,
  opener: Pick<StoredTransaction, 'tenant' | 'id' | 'key'>,
  { id, message }: Attempt,
): Promise<Message | undefined> {
  if (!message) return undefined
  const key = await openDataKey(sealer, opener)
  return sealer.unseal(key, contextOf('message', opener, id), message)
}

/**
 * Finds the attempt that a callback with our record id (`rid`) is about: the one with that message, otherwise the named
 * one, otherwise the account’s newest attempt without an outcome, or whose look-up found nothing. The callback proves
 * that the vendor accepted that attempt, so it ends as accepted; the caller appends `entries` before those of the
 * report. Undefined when the record was never sent by this account.
 */
export async function claimReport(
  { tx, sealer, locked }: InCommit<{ readonly sealer: Sealer }>,
  record: { readonly id: string; readonly challengeKind: ChallengeKind },
  attempts: readonly Attempt[],
  report: {
    readonly account: string
    readonly providerMsgId: string
    readonly attempt?: number | undefined
  },
): Promise<{ attempt: Attempt; entries: NewEntry[] } | undefined> {
  const { account, providerMsgId } = report
  const own = attempts.filter((one) => one.account === account)
  const hashes = sealer.hashes('provider-message', account, providerMsgId)
  const known = own.find(({ messageHash }) => hashes.some((hash) => messageHash?.equals(hash)))
  const unnamed = own.filter((one) => one.messageHash === null && mayHaveLeft(one))
  const named = own.find((one) => one.attempt === report.attempt)
  const attempt = known ?? (report.attempt === undefined ? unnamed.at(-1) : named)
  if (!attempt) return undefined
  // An attempt with a certain outcome keeps it, even if the callback proves that the vendor accepted the message.
  if (!isOpenAttempt(attempt) && (known || !unnamed.includes(attempt)))
    return { attempt, entries: [] }
  if (!isOpenAttempt(attempt)) sendUnawaited(reopen(tx, attempt))
  const accepted = { message: { providerMsgId }, times: { acceptedAt: locked.now } }
  await acceptAttempt({ tx, sealer, locked }, attempt, accepted)
  const { attempt: n } = attempt
  const about = {
    module: record.challengeKind,
    ref: record.id,
    attempt: n,
    provider: account,
  } as const
  return {
    attempt: { ...attempt, outcome: 'accepted', code: null, failureClass: null },
    entries: [{ kind: challengeAccepted, ...about }],
  }
}

/** Whether a vendor’s message belongs to another attempt. */
export async function isNamed(
  db: Db,
  sealer: Sealer,
  { id, account }: Pick<Attempt, 'id' | 'account'>,
  providerMsgId: string,
): Promise<boolean> {
  const hashes = sealer.hashes('provider-message', account, providerMsgId)
  const { id: other, account: sentBy, messageHash } = challengeAttempts
  const [row] = await db
    .select({ id: other })
    .from(challengeAttempts)
    .where(and(eq(sentBy, account), inArray(messageHash, [...hashes]), ne(other, id)))
    .limit(1)
  return row !== undefined
}

const rivalMs = 5 * 60_000

/** Whether another attempt from that time, at the same account and number, has no outcome either. */
export async function hasRival(
  db: Db,
  { id, replyHash, claimedAt }: Pick<Attempt, 'id' | 'replyHash' | 'claimedAt'>,
): Promise<boolean> {
  if (!replyHash) return false
  const a = challengeAttempts
  const [row] = await db
    .select({ id: a.id })
    .from(a)
    .where(
      and(
        eq(a.replyHash, replyHash),
        ne(a.id, id),
        isNull(a.messageHash),
        or(
          isNull(a.outcome),
          and(eq(a.outcome, 'uncertain'), or(isNull(a.code), ne(a.code, 'send-uncertain'))),
        ),
        gt(a.claimedAt, new Date(claimedAt.getTime() - rivalMs)),
        lt(a.claimedAt, new Date(claimedAt.getTime() + rivalMs)),
      ),
    )
    .limit(1)
  return row !== undefined
}

/** A look-up that found nothing may have come too early; the vendor’s own report is reliable. */
const mayHaveLeft = (attempt: Attempt) => isOpenAttempt(attempt) || attempt.code === 'absent'

async function reopen(tx: Db, { id }: Attempt): Promise<void> {
  await tx
    .update(challengeAttempts)
    .set({ outcome: 'uncertain' })
    .where(eq(challengeAttempts.id, id))
}
