// Withdrawals of consent in transactions that continue: the receipt, its line in the ledger, and the deletion of the
// objects after the commit.
import { and, desc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { ObjectStore } from '#src/platform/object-store.ts'
import type { ErasureDeps } from './deps.ts'
import { commit } from '#src/journey/commit/commit.ts'
import type { TakenBack } from '#src/journey/capabilities/remains.ts'
import { sum } from '#src/journey/capabilities/erased.ts'
import { lockKept } from '#src/journey/transaction/lock.ts'
import type { InCommit, Owner } from '#src/journey/transaction/locked.ts'
import { writeAudit } from '#src/platform/audit/write.ts'
import type { Db } from '#src/platform/db/client.ts'
import { currentRequestId } from '#src/platform/http/request/current.ts'
import { newId } from '#src/platform/ids.ts'
import { moveNewest } from './newest.ts'
import { untilTriedAgain } from './store.ts'
import { withdrawals } from './table.ts'

export type Withdrawal = typeof withdrawals.$inferSelect

const folder = 'withdrawals/'

/** A line holds ids, counts and times, and no personal data. */
const Line = z.object({
  receiptId: z.uuid(),
  transactionId: z.uuid(),
  tenant: z.string(),
  mode: z.enum(['sandbox', 'live']),
  linkId: z.uuid(),
  withdrawnAt: z.iso.datetime(),
  examinations: z.array(z.uuid()),
  objects: z.array(z.uuid()),
  what: z.record(z.string(), z.int()),
})

/** Runs in the commit of the withdrawal and returns its receipt. */
export async function noteWithdrawal(
  { tx, locked }: InCommit,
  taken: TakenBack,
): Promise<{ readonly receiptId: string }> {
  const { id: transactionId, tenant, mode, now: withdrawnAt, wallNow: at } = locked
  const receiptId = newId()
  const owner = { transactionId, tenant, mode }
  const row = { receiptId, ...owner, ...taken, what: sum([taken.what]), withdrawnAt, at }
  await putWithdrawal(tx, row)
  const by = { tenant, mode, actorKind: 'link', requestId: currentRequestId() } as const
  await writeAudit(tx, by, {
    action: 'data.withdrawn',
    object: receiptId,
    transactionId,
    details: { link: taken.linkId, deleted: taken.examinations.length },
  })
  return { receiptId }
}

async function putWithdrawal(
  tx: Db,
  row: Omit<Withdrawal, 'status' | 'nextTryAt' | 'tries'>,
): Promise<void> {
  await tx
    .insert(withdrawals)
    .values({ ...row, status: 'running', nextTryAt: row.at })
    .onConflictDoNothing()
}

export async function findWithdrawal(
  db: Db,
  { tenant, mode }: Owner,
  receiptId: string,
): Promise<Withdrawal | undefined> {
  const { receiptId: id, tenant: of, mode: in_ } = withdrawals
  const [found] = await db
    .select()
    .from(withdrawals)
    .where(and(eq(id, receiptId), eq(of, tenant), eq(in_, mode)))
  return found
}

/** The id of the newest receipt of withdrawal for a link. */
export async function findReceiptOfLink(db: Db, linkId: string): Promise<string | undefined> {
  const [found] = await db
    .select({ receiptId: withdrawals.receiptId })
    .from(withdrawals)
    .where(eq(withdrawals.linkId, linkId))
    .orderBy(desc(withdrawals.receiptId))
    .limit(1)
  return found?.receiptId
}

const takenAtOnce = 20

/**
 * Takes withdrawals as pending erasures are taken: no other process takes them for a while, which grows with each try.
 */
export function takeWithdrawals(db: Db): Promise<Withdrawal[]> {
  const due = sql`(
    select receipt_id from ${withdrawals}
    where status = 'running' and next_try_at <= clock_timestamp()
    order by next_try_at limit ${takenAtOnce} for update skip locked)`
  return db
    .update(withdrawals)
    .set({ tries: sql`${withdrawals.tries} + 1`, nextTryAt: untilTriedAgain(withdrawals.tries) })
    .where(sql`${withdrawals.receiptId} in ${due}`)
    .returning()
}

/** Writes the ledger line, then deletes the objects; an unfinished withdrawal is tried again. */
export async function finishWithdrawal(
  deps: ErasureDeps,
  objects: ObjectStore | undefined,
  withdrawal: Withdrawal,
): Promise<void> {
  const { receiptId, transactionId } = withdrawal
  if (objects) {
    const withdrawnAt = withdrawal.withdrawnAt.toISOString()
    const line = Line.parse({ ...withdrawal, withdrawnAt })
    await objects.put(folder + receiptId, Buffer.from(JSON.stringify(line)))
    const at = withdrawal.at.toISOString()
    await moveNewest(deps.db, objects, { kind: 'withdrawal', id: receiptId, at })
    for (const one of deps.remains)
      await one.removeObjects?.(deps.db, objects, transactionId, withdrawal.objects)
  }
  await deps.db
    .update(withdrawals)
    .set({ status: 'done', at: sql`clock_timestamp()` })
    .where(eq(withdrawals.receiptId, receiptId))
}

/**
 * Repeats after a restore the withdrawals that came after the back-up; resolves to the number of lines, and of those
 * that had to be applied.
 */
export async function replayWithdrawals(
  deps: ErasureDeps,
  store: ObjectStore,
): Promise<{ readonly lines: number; readonly withdrawn: number }> {
  let [lines, withdrawn] = [0, 0]
  for await (const names of store.list(folder))
    for (const name of names) {
      const bytes = await store.get(name)
      if (!bytes) continue
      lines += 1
      const line = Line.parse(JSON.parse(Buffer.from(bytes).toString()))
      if (await replayLine(deps, line)) withdrawn += 1
    }
  return { lines, withdrawn }
}

function replayLine(deps: ErasureDeps, line: z.output<typeof Line>): Promise<boolean> {
  const { transactionId } = line
  return commit(deps, async (tx, hold) => {
    const locked = await lockKept(tx, line, transactionId)
    const withdrawnAt = new Date(line.withdrawnAt)
    await putWithdrawal(tx, { ...line, withdrawnAt, at: new Date() })
    if (!locked) return false
    const ctx = { ...deps, tx, locked: hold(locked) }
    let isDone = false
    for (const { withdrawAgain: again } of deps.remains)
      if (await again?.(ctx, { ...line, withdrawnAt })) isDone = true
    return isDone
  })
}
