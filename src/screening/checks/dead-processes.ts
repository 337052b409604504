// Finds the purchases that a process was making when it died, and repeats at once those that do no harm. If the process
// was taken for dead by mistake, its call is made twice, under one key or safely.
import { and, eq, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { ScreeningDeps } from '#src/screening/orders/deps.ts'
import { commitOn } from '#src/journey/commit/commit.ts'
import { append } from '#src/journey/journal/append.ts'
import type { TemporalRuns } from '#src/journey/temporal/runs.ts'
import type { Locked, Owner } from '#src/journey/transaction/locked.ts'
import { transactions } from '#src/journey/transaction/table.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { CheckAccount } from '#src/screening/orders/port.ts'
import { checkAttempts, checkOrders, checks } from '#src/screening/orders/table.ts'
import { findOrdered } from '#src/screening/orders/store.ts'
import { checkUncertain, taskNames } from './kinds.ts'

type Recovering = {
  readonly deps: Pick<ScreeningDeps, 'db' | 'nudger' | 'advance' | 'mutex' | 'checking'>
  readonly runs: Pick<TemporalRuns, 'unstick'>
}
type Claimed = Owner & {
  readonly transactionId: string
  readonly account: string
  readonly orderId: string
  readonly attempt: number
}

/** Older claims have timed out already, or are about to. */
const recentMs = 60_000
const claimsMax = 1_000
const atOnce = 10

/** `isGone` tells whether the process with a number is surely dead. Resolves to the number of repeated purchases. */
export async function repeatAbandoned(
  { deps, runs }: Recovering,
  isGone: (process: number) => Promise<boolean>,
): Promise<number> {
  const callers = await listCallers(deps.db)
  const dead = await Promise.all(callers.map(async (one) => ((await isGone(one)) ? one : [])))
  const found = await listClaims(deps.db, dead.flat())
  const claims = found.filter((one) => mayRepeat(deps.checking.accounts.find(one, one.account)))
  let repeated = 0
  for (let at = 0; at < claims.length; at += atOnce) {
    const some = claims.slice(at, at + atOnce).map((one) => repeatOne({ deps, runs }, one))
    repeated += (await Promise.all(some)).filter(Boolean).length
  }
  return repeated
}

const isUnderWay = () =>
  and(
    gt(checkAttempts.claimedAt, sql`statement_timestamp() - ${recentMs} * interval '1 ms'`),
    isNull(checkAttempts.outcome),
    isNotNull(checkAttempts.claimedBy),
  )

async function listCallers(db: Db): Promise<number[]> {
  const rows = await db
    .selectDistinct({ process: checkAttempts.claimedBy })
    .from(checkAttempts)
    .where(isUnderWay())
  return rows.flatMap(({ process }) => process ?? [])
}

async function listClaims(db: Db, dead: readonly number[]): Promise<Claimed[]> {
  if (dead.length === 0) return []
  const { orderId, attempt, account, claimedAt, claimedBy } = checkAttempts
  const { tenant, mode } = transactions
  return db
    .select({ transactionId: transactions.id, tenant, mode, orderId, attempt, account })
    .from(checkAttempts)
    .innerJoin(checkOrders, eq(checkOrders.id, orderId))
    .innerJoin(checks, eq(checks.id, checkOrders.checkId))
    .innerJoin(transactions, eq(transactions.id, checks.transactionId))
    .where(and(isUnderWay(), inArray(claimedBy, [...dead])))
    .orderBy(claimedAt)
    .limit(claimsMax)
}

/** False when the outcome is known meanwhile, or the look-up is due anyway. */
async function repeatOne({ deps, runs }: Recovering, claimed: Claimed): Promise<boolean> {
  const { transactionId, orderId, attempt: n } = claimed
  // Otherwise the server would wait two seconds for the dead worker.
  await runs.unstick(transactionId)
  const done = await commitOn(deps, transactionId, async (tx, locked) => {
    const open = await findOrdered(tx, orderId)
    const attempt = open?.attempts.find((one) => one.attempt === n)
    if (!open || open.order.endedAt !== null || attempt?.outcome !== null) return false
    if (!isLeased(locked, claimed)) return false
    append(locked, {
      kind: checkUncertain,
      module: open.check.module,
      ref: orderId,
      attempt: n,
      provider: attempt.account,
      code: 'process-ended',
      dueAt: locked.now.getTime(),
    })
    return true
  })
  return done ?? false
}

/**
 * False if the vendor can be looked up: the look-up could miss a purchase that the vendor still works on, and another
 * attempt would buy it twice.
 */
const mayRepeat = (account: CheckAccount | undefined): boolean =>
  account !== undefined &&
  account.lookUp === undefined &&
  (account.repeat === 'safe' || account.repeat === 'key')

const isLeased = ({ tasks, now }: Locked, { orderId, attempt }: Claimed): boolean =>
  tasks.some(
    (one) =>
      one.task === taskNames.lookUp &&
      one.ref === orderId &&
      one.attempt === attempt &&
      one.dueAt > now.getTime(),
  )
