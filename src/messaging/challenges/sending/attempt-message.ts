// The vendor's id of an attempt's message: how its callbacks find the attempt. It can hold a number, so it
// is hashed to be found and sealed to be asked for.
import { and, eq, gt, inArray, isNull, lt, ne, or } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import type { NewEntry } from '#src/journey/journal/entry.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import { type InCommit, openDataKey } from '#src/journey/transaction/locked.ts'
import type { Found } from '#src/journey/transaction/store.ts'
import { send } from '#src/platform/db/prepared.ts'
import { type Attempt, endAttempt, isOpenAttempt, contextOf } from './attempts.ts'
import type { ChallengeKind } from '../challenge.ts'
import { challengeAccepted } from '../kinds.ts'
import { hashUser } from '../replies/reply-route.ts'
import { recordTimes } from '../store.ts'
import { challengeAttempts } from '../table.ts'

export type Message = {
  readonly providerMsgId: string
  /** The address as the vendor resolved it. */
  readonly resolvedAddress?: string
  /** How WhatsApp names the recipient to who may not see the number. */
  readonly userId?: string
}

/** Keeps the id of an attempt's message; what the vendor answered itself replaces what a callback named. */
export async function keepMessageId(
  { tx, sealer, locked }: InCommit<{ readonly sealer: Sealer }>,
  { id, account }: Pick<Attempt, 'id' | 'account'>,
  { userId, ...message }: Message,
): Promise<void> {
  const key = await openDataKey(sealer, locked)
  const named = tx
    .update(challengeAttempts)
    .set({
      messageHash: sealer.hash('provider-message', account, message.providerMsgId),
      message: sealer.seal(key, contextOf('message', locked, id), message),
      ...(userId !== undefined && { userHash: hashUser(sealer, account, userId).current }),
    })
    .where(eq(challengeAttempts.id, id))
  send(named)
}

export async function readMessage(
  sealer: Sealer,
  opener: Pick<Found, 'tenant' | 'id' | 'key'>,
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
  await keepMessageId({ tx, sealer, locked }, attempt, { providerMsgId })
  if (!isOpenAttempt(attempt)) send(reopen(tx, attempt))
  send(endAttempt(tx, attempt.id, locked.now, { outcome: 'accepted' }))
  send(recordTimes(tx, record.id, { acceptedAt: locked.now }))
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
