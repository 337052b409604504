// Reads earlier records of a transaction and earlier messages to an address, for limits and packs.
import { and, eq, gt, isNotNull, isNull, notInArray, or, sql } from 'drizzle-orm'
import type { Counted } from '#src/journey/facts/facts.ts'
import type { ChallengeState } from './challenge.ts'
import type { Db } from '#src/platform/db/client.ts'
import { buildOnce } from '#src/platform/db/prepared.ts'
import { isOneOf, toBytes } from '#src/platform/db/rows.ts'
import { journal } from '#src/journey/journal/table.ts'
import type { ChallengeKind } from '#src/messaging/wire/channel.ts'
import { whereDenied } from './denials.ts'
import { challenges } from './table.ts'

const dayMs = 24 * 60 * 60_000

type Answered = Pick<
  ChallengeState,
  'id' | 'channel' | 'createdAt' | 'repliedAt' | 'goneAt' | 'rules'
>

/** Whether a record counts for a step of a run, answered or not. Pure. */
export const countsFor =
  ({ since, askedSince, sentFor, taken, takenElsewhere = [], options = {} }: Counted) =>
  ({ id, channel, createdAt, repliedAt, goneAt, rules }: Answered): boolean => {
    if (goneAt !== null) return false
    if (taken !== undefined) return id === taken
    const { purpose, channels } = options
    const isAsked = !askedSince || createdAt > askedSince.getTime()
    const isNew = !since || createdAt > since.getTime() || (repliedAt ?? 0) > since.getTime()
    const fits = !Array.isArray(channels) || channels.includes(channel)
    return (
      isAsked &&
      isNew &&
      fits &&
      (sentFor === undefined || rules.sentFor === sentFor) &&
      (!purpose || rules.hasPurpose === true) &&
      !takenElsewhere.includes(id)
    )
  }

/** Whether there was a no to a question of the transaction (after `since`, if given). */
export async function hasDenial(db: Db, transactionId: string, since?: Date): Promise<boolean> {
  const found = await db
    .select({ id: challenges.id })
    .from(challenges)
    .where(
      and(
        eq(challenges.transactionId, transactionId),
        whereDenied,
        since && gt(challenges.deniedAt, since),
      ),
    )
    .limit(1)
  return found.length > 0
}

/** Wall times (epoch ms) of the records to an address in the last 24 hours; the caller holds the address’s lock. */
export async function readAddressSends(
  tx: Db,
  hashes: readonly Buffer[],
  wallNow: Date,
): Promise<number[]> {
  const since = new Date(wallNow.getTime() - dayMs)
  const rows = await sendsTo(tx).execute({ hashes: toBytes(hashes), since })
  return rows.map(({ at }) => at.getTime())
}

const sendsTo = buildOnce((db: Db) =>
  db
    .select({ at: challenges.wallCreatedAt })
    .from(challenges)
    .where(
      and(
        isOneOf(challenges.contactHash, 'hashes'),
        gt(challenges.wallCreatedAt, sql.param(sql.placeholder('since'), challenges.wallCreatedAt)),
        or(
          isNotNull(challenges.acceptedAt),
          isNull(challenges.failureCode),
          notInArray(challenges.failureCode, ['provider-failed', 'no-provider']),
        ),
      ),
    )
    .prepare('sends_to_address'),
)

/** Times (epoch ms of the transaction’s clock) of all its wrong codes, over all records; it may be sent with the lock. */
export async function readFailedChecks(
  tx: Db,
  transactionId: string,
  challengeKind: ChallengeKind,
): Promise<number[]> {
  const rows = await failedChecks(tx).execute({ id: transactionId, module: challengeKind })
  return rows.map(({ at }) => at.getTime())
}

/** The number of these wrong codes that still count. */
export const countRecent = (failedChecks: readonly number[], now: number): number =>
  failedChecks.filter((at) => at > now - dayMs).length

const failedChecks = buildOnce((db: Db) =>
  db
    .select({ at: journal.at })
    .from(journal)
    .where(
      and(
        eq(journal.transactionId, sql.placeholder('id')),
        eq(journal.kind, 'challenge-check-failed'),
        eq(journal.module, sql.placeholder('module')),
      ),
    )
    .prepare('failed_checks'),
)
