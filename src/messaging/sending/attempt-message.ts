// The vendor's id of an attempt's message: how its callbacks find the attempt. It can hold a number, so it
// is hashed to be found and sealed to be asked for.
import { and, eq, gt, inArray, isNull, lt, ne, or } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import type { NewEntry } from '#src/journey/journal/entry.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import { type InCommit, openDataKey } from '#src/journey/transaction/locked.ts'
import type { StoredTransaction } from '#src/journey/transaction/store.ts'
import { send } from '#src/platform/db/prepared.ts'
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
  /** How WhatsApp names the recipient to who may not see the number. */
  readonly userId?: string
}

/** Keeps the id of an attempt's message; what the vendor answered itself replaces what a callback named. */
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
  send(update)
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

/** Ends an attempt that is open as accepted, with the id of its message and the times of its record. */
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
  send(endNamed(ctx.tx, { id, endedAt: ctx.locked.now, ending }, values))
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
 * The attempt of a record that a callback with its `rid` speaks of: the one with that message, else the one
 * that is named, else the newest one of the account of which nothing is known yet, or whose look-up found nothing. That one the
 * vendor has taken, as the callback proves: it ends as accepted, and `entries` (to be appended by the
 * caller, before the entries of the report itself) say so. Undefined: the record never went to this account.
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
  // What a vendor has taken in spite of its answer leaves the known outcome as it is.
  if (!isOpenAttempt(attempt) && (known || !unnamed.includes(attempt)))
    return { attempt, entries: [] }
  if (!isOpenAttempt(attempt)) send(reopen(tx, attempt))
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

/** Whether a vendor's message is another attempt's. */
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

/** Whether nothing is known either of another attempt of that time at the same account and number. */
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

/** A look-up that finds nothing can be wrong a moment later: the vendor's own report is right. */
const mayHaveLeft = (attempt: Attempt) => isOpenAttempt(attempt) || attempt.code === 'absent'

async function reopen(tx: Db, { id }: Attempt): Promise<void> {
  await tx
    .update(challengeAttempts)
    .set({ outcome: 'uncertain' })
    .where(eq(challengeAttempts.id, id))
}
