// Reserves reply codes. Where several questions can be open at one number and sender, the code decides which one was
// answered; where a tenant requires codes, they prove that the question was read.
import { randomInt } from 'node:crypto'
import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import { deleteOlder } from '#src/platform/db/batches.ts'
import type { Db } from '#src/platform/db/client.ts'
import { askInOrder, sendUnawaited } from '#src/platform/db/prepared.ts'
import { lockHashes } from '#src/messaging/phones/store.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import type { Locked } from '#src/journey/transaction/locked.ts'
import { hashReplyRoute } from './reply-route.ts'
import { wakeMs } from './open-questions.ts'
import { lateMs } from './replies.ts'
import type { RecordRules } from '#src/messaging/challenges/settings.ts'
import { challenges, replyCodes } from '#src/messaging/challenges/table.ts'

export type Wanted = {
  readonly challengeId: string
  /** For how long replies count, from now. */
  readonly forMs: number
  /** The code that the message already contains; undefined when it was not written yet. */
  readonly current?: string | null
  /**
   * The length of the code: 2 at a sender of several tenants, 3 or 4 where the tenant requires codes. Without it a code
   * is drawn only if another question is open.
   */
  readonly digits?: number | undefined
  /** Several tenants send from the account. */
  readonly isShared?: boolean
  /** The transaction, and its records that ask the same; without purposes all its records do. */
  readonly transactionId: string
  readonly sameAs?: readonly string[]
  readonly hasPurpose?: boolean
}

export type Reserved = {
  /** The code by which a reply names the question; null when none is needed. */
  readonly code: string | null
  /** Whether another question was open at the number, or its reply can still arrive. */
  readonly isContested: boolean
}

/** A reserved code; it stays reserved while a late no can still name it. */
export type Taken = {
  readonly code: string
  readonly of: string
  readonly transactionId: string | null
  readonly rules: Pick<RecordRules, 'hasPurpose'> | null
  readonly until: Date
  /** Wall time. */
  readonly answeredAt: Date | null
}

/**
 * Reserves a code, or the reply without one, for a number at every account, until a late no to the question can no
 * longer arrive. The caller holds the number’s lock; with `isShared` other tenants reserve there too, under locks that
 * are taken after those of numbers. A reservation that is still valid is kept.
 */
export async function reserveCode(
  {
    tx,
    sealer,
    locked: { tenant, mode, wallNow },
  }: {
    readonly tx: Db
    readonly sealer: Sealer
    readonly locked: Pick<Locked, 'tenant' | 'mode' | 'wallNow'>
  },
  { accounts, isShared }: { readonly accounts: readonly string[]; readonly isShared: boolean },
  e164: string,
  wanted: Wanted,
): Promise<Reserved> {
  const routes = accounts.map((account) => hashReplyRoute(sealer, account, e164))
  if (routes.length === 0) return { code: wanted.current ?? null, isContested: false }
  const hashes = routes.flatMap(({ all }) => all)
  // Both statements are sent at once on one connection, and the second one sees what was committed before the locks
  // were granted.
  const [, taken] = await askInOrder(
    () => isShared && lockHashes(tx, routes),
    () => listTaken(tx, hashes, wallNow),
  )
  const reserved = decideCode(wanted, taken, wallNow)
  const { challengeId } = wanted
  const until = untilOf(wanted, wallNow)
  const reserving = tx
    .insert(replyCodes)
    .values(
      routes.map(({ current: replyHash }) => ({
        replyHash,
        code: reserved.code ?? '',
        challengeId,
        tenant,
        mode,
        until,
      })),
    )
    .onConflictDoUpdate({
      target: [replyCodes.replyHash, replyCodes.code],
      set: { challengeId, tenant, mode, until: sql`greatest(${replyCodes.until}, excluded.until)` },
    })
  sendUnawaited(reserving)
  return reserved
}

/** Until when a late no can name the code. */
export const untilOf = ({ forMs }: Pick<Wanted, 'forMs'>, wallNow: Date): Date =>
  new Date(wallNow.getTime() + forMs + lateMs)

/**
 * Decides on the code. Pure, except for the random draw. `taken` are all reservations at the number, including its own.
 */
export function decideCode(
  wanted: Wanted,
  taken: readonly Taken[],
  wallNow: Date,
  draw: typeof drawCode = drawCode,
): Reserved {
  const others = taken.filter(({ of }) => of !== wanted.challengeId)
  const used = new Set(others.map(({ code }) => code))
  const isContested = others.some(
    (one) => !asksSame(one, wanted) && isAwaited(one, wanted, wallNow),
  )
  return { code: chooseCode(wanted, isContested, used, draw), isContested }
}

function listTaken(tx: Db, hashes: readonly Buffer[], wallNow: Date): Promise<Taken[]> {
  const { createdAt, wallCreatedAt, repliedAt } = challenges
  return tx
    .select({
      code: replyCodes.code,
      of: replyCodes.challengeId,
      transactionId: challenges.transactionId,
      rules: challenges.rules,
      until: replyCodes.until,
      answeredAt: sql<Date | null>`${repliedAt} - (${createdAt} - ${wallCreatedAt})`.mapWith(
        repliedAt,
      ),
    })
    .from(replyCodes)
    .leftJoin(challenges, eq(challenges.id, replyCodes.challengeId))
    .where(and(inArray(replyCodes.replyHash, [...hashes]), gt(replyCodes.until, wallNow)))
}

const asksSame = (
  { of, transactionId, rules }: Taken,
  { sameAs = [], hasPurpose = false, ...wanted }: Wanted,
): boolean =>
  sameAs.includes(of) ||
  (transactionId === wanted.transactionId && !hasPurpose && rules?.hasPurpose !== true)

/** Whether a reply to it may still arrive; where every question has a code, even one that is hours late. */
function isAwaited({ until, answeredAt }: Taken, { isShared }: Wanted, wallNow: Date): boolean {
  const now = wallNow.getTime()
  if (answeredAt && answeredAt.getTime() + wakeMs <= now) return false
  return until.getTime() - (isShared ? 0 : lateMs - wakeMs) > now
}

function chooseCode(
  { current, digits }: Wanted,
  isContested: boolean,
  used: ReadonlySet<string>,
  draw: typeof drawCode,
): string | null {
  // The code in the message is kept, unless another question uses it.
  if (typeof current === 'string' && !used.has(current)) return current
  if (digits === undefined && !isContested) return null
  return draw(digits ?? 2, used)
}

function drawCode(digits: number, used: ReadonlySet<string>): string {
  const [from, to] = [10 ** (digits - 1), 10 ** digits]
  const free = Array.from({ length: to - from }, (_, index) => String(from + index)).filter(
    (code) => !used.has(code),
  )
  // When all codes of this length are taken, a longer one is drawn.
  const drawn = free[randomInt(Math.max(free.length, 1))]
  return drawn ?? drawCode(digits + 1, used)
}

/** Deletes a batch of codes that expired an hour ago; resolves to their number. */
export const forgetOldCodes = (db: Db): Promise<number> =>
  deleteOlder(db, replyCodes.until, '1 hour')
