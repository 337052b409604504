// The send attempts of a challenge, in the ledger of vendor calls.
import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import { attemptIdOf } from '#src/journey/calls/attempt-id.ts'
import { createLedger } from '#src/journey/calls/ledger.ts'
import type { SealContext, Sealer } from '#src/platform/seal/sealer.ts'
import type { DataKey } from '#src/platform/seal/keys.ts'
import { type InCommit, type Locked, openDataKey } from '#src/journey/transaction/locked.ts'
import type { StoredTransaction } from '#src/journey/transaction/store.ts'
import type { FailureClass } from './vendor-events.ts'
import { challengeAttempts, challenges } from './table.ts'

export type Attempt = typeof challengeAttempts.$inferSelect

type Opener = Pick<StoredTransaction, 'tenant' | 'id' | 'key'>

/**
 * The attempt number of help messages, which explain how to answer; they ask no question and do not count as attempts.
 */
export const helpAttempt = 0

/** The number of the message that acknowledges a no. */
export const acknowledgeAttempt = -1

/** Whether the message asks no question: it explains how to answer, or acknowledges a no. */
export const isHelp = ({ attempt }: Pick<Attempt, 'attempt'>): boolean => attempt <= helpAttempt

const claimedMembers = [
  'id', 'challengeId', 'attempt', 'account', 'sender', 'phone', 'contactHash', 'replyHash',
  'source', 'claimedAt', 'prefixHash',
] as const satisfies readonly (keyof Attempt)[] // prettier-ignore

const ledger = createLedger<Attempt, (typeof claimedMembers)[number]>({
  table: challengeAttempts,
  record: 'challengeId',
  claimed: claimedMembers,
  open: ['uncertain'],
  // The cost of a message arrives later, in a report or by a query.
  endsWithCost: false,
})

export const {
  end: endAttempt,
  endWith: endAttemptWith,
  isOpen: isOpenAttempt,
  keepDuration,
} = ledger

/** Lists a record’s attempts by number, including the help message if there was one. */
export const { list: listAllAttempts } = ledger

/** Lists a record’s attempts by number, without help messages. */
export const listAttempts = async (db: Db, challengeId: string): Promise<Attempt[]> =>
  (await listAllAttempts(db, challengeId)).filter((one) => !isHelp(one))

/** Whether the holder of the number said to be somebody else, in reply to any question of the transaction. */
export async function isWrongPerson(
  tx: Db,
  transactionId: string,
  hashes: readonly Buffer[],
): Promise<boolean> {
  const found = await tx
    .select({ id: challengeAttempts.id })
    .from(challengeAttempts)
    .innerJoin(challenges, eq(challenges.id, challengeAttempts.challengeId))
    .where(
      and(
        eq(challenges.transactionId, transactionId),
        inArray(challengeAttempts.contactHash, [...hashes]),
        isNotNull(challengeAttempts.wrongPersonAt),
      ),
    )
    .limit(1)
  return found.length > 0
}

/** Records that the holder of the number said to be somebody else; the first time is kept. */
export async function noteWrongPerson(tx: Db, ids: readonly string[], at: Date): Promise<void> {
  await tx
    .update(challengeAttempts)
    .set({ wrongPersonAt: at })
    .where(and(inArray(challengeAttempts.id, [...ids]), isNull(challengeAttempts.wrongPersonAt)))
}

/** Takes back the replies that came from these numbers, because the holder is somebody else; a no stays. */
export async function takeBackAnswers(
  tx: Db,
  transactionId: string,
  hashes: readonly Buffer[],
  at: Date,
): Promise<void> {
  const fromThere = tx
    .select({ id: challengeAttempts.challengeId })
    .from(challengeAttempts)
    .where(inArray(challengeAttempts.contactHash, [...hashes]))
  await tx
    .update(challenges)
    .set({ takenBackAt: at })
    .where(
      and(
        eq(challenges.transactionId, transactionId),
        isNotNull(challenges.repliedAt),
        isNull(challenges.takenBackAt),
        inArray(challenges.id, fromThere),
      ),
    )
}

/** Claims an attempt before the vendor is called; undefined when it is already claimed. */
export async function claimAttempt(
  { tx, sealer, locked }: InCommit<{ readonly sealer: Sealer }>,
  key: DataKey,
  { contact, ...claimed }: NewAttempt,
): Promise<Attempt | undefined> {
  return ledger.claim(tx, toClaimed({ sealer, locked }, key, { contact, ...claimed }))
}

/**
 * Claims an attempt that `listAttempts` has not returned: the row is sent with the following statements, without
 * awaiting its answer.
 */
export const claimUnlisted = (
  { tx, sealer, locked }: InCommit<{ readonly sealer: Sealer }>,
  key: DataKey,
  claimed: NewAttempt,
): Attempt => ledger.claimUnlisted(tx, toClaimed({ sealer, locked }, key, claimed))

function toClaimed(
  { sealer, locked }: { readonly sealer: Sealer; readonly locked: Locked },
  key: DataKey,
  { contact, ...claimed }: NewAttempt,
): Pick<Attempt, (typeof claimedMembers)[number]> {
  const id = attemptIdOf(claimed.challengeId, claimed.attempt)
  return {
    id,
    prefixHash: null,
    ...claimed,
    phone: sealer.seal(key, contextOf('phone', locked, id), contact),
    claimedAt: locked.wallNow,
  }
}

type NewAttempt = {
  readonly challengeId: string
  readonly attempt: number
  /** The account's name. */
  readonly account: string
  readonly sender: string
  /** A phone number in E.164, or an e-mail address. */
  readonly contact: string
  readonly contactHash: Buffer
  /** A hash of account and number, by which a typed reply is matched; null for e-mail, which has no replies. */
  readonly replyHash: Buffer | null
  readonly source: string
  /** A hash of the number’s prefix; null for e-mail. */
  readonly prefixHash?: Buffer | null
}

/** The recipient of an attempt: a phone number in E.164, or an e-mail address. */
export async function readAttemptContact(
  sealer: Sealer,
  opener: Opener,
  { id, phone }: Attempt,
): Promise<string> {
  return sealer.unseal(await openDataKey(sealer, opener), contextOf('phone', opener, id), phone)
}

/** Records a failure that was reported after the vendor had accepted the message. */
export async function failAttempt(
  tx: Db,
  id: string,
  failed: { readonly failedAt: Date; readonly failureClass: FailureClass; readonly code: string },
): Promise<void> {
  await tx.update(challengeAttempts).set(failed).where(eq(challengeAttempts.id, id))
}

export function contextOf(
  column: 'phone' | 'message',
  { tenant, id }: Pick<Opener, 'tenant' | 'id'>,
  rowId: string,
): SealContext {
  return { tenant, transaction: id, table: 'challenge_attempt', column, rowId }
}
