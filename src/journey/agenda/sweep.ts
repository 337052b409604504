// Looks at transactions whose time has come: nudges whose nudge or workflow was lost, and workflows that
// never began. Nothing hangs on a nudge because of it.
import { and, inArray, lte, ne, sql } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import type { Nudger } from '#src/journey/temporal/nudge.ts'
import { transactions } from '#src/journey/transaction/table.ts'
import { judgeSweep } from './rules.ts'

const batchSize = 200

type Found = { readonly id: string; readonly tenant: string; readonly mode: 'sandbox' | 'live' }

/** One sweep; resolves to how many were nudged. */
export async function sweep(db: Db, nudger: Nudger): Promise<number> {
  let nudged = 0
  for (;;) {
    const { found, more } = await takeDue(db)
    for (const one of found) nudger.nudge(one)
    nudged += found.length
    await nudger.drain()
    if (!more) return nudged
  }
}

/** A batch that is due: each is moved on, and committed before anybody is nudged. */
async function takeDue(db: Db): Promise<{ found: Found[]; more: boolean }> {
  return db.transaction(async (tx) => {
    const rows = await tx
      .select({
        id: transactions.id,
        tenant: transactions.tenant,
        mode: transactions.mode,
        tasks: transactions.agenda,
        armedAt: transactions.armedAt,
        seenSeq: transactions.seenSeq,
        offsetMs: transactions.clockOffsetMs,
        sweeps: transactions.sweeps,
        wallNow: sql<number>`(extract(epoch from clock_timestamp()) * 1000)::float8`,
      })
      .from(transactions)
      // The statement's own time: a clock that runs on while it is read could use no index.
      .where(lte(transactions.sweepAt, sql`extract(epoch from statement_timestamp()) * 1000`))
      .orderBy(transactions.sweepAt)
      .limit(batchSize)
      .for('no key update', { skipLocked: true })
    if (rows.length === 0) return { found: [], more: false }
    const judged = rows.map((row) => ({ row, ...judgeSweep(row, row.wallNow) }))
    const moved = judged.map(({ row, nudges, sweepAt }) => ({
      id: row.id,
      at: String(sweepAt),
      sweeps: nudges ? 1 : 0,
    }))
    await tx.execute(sql`
      update ${transactions} swept set sweep_at = moved.at::float8,
        sweeps = least(swept.sweeps + moved.sweeps, 30)
      from jsonb_to_recordset((${JSON.stringify(moved)}::text)::jsonb)
        as moved(id uuid, at text, sweeps int)
      where swept.id = moved.id`)
    const found = judged.flatMap(({ row, nudges }) => (nudges ? [row] : []))
    return { found, more: rows.length === batchSize }
  })
}

/** For an operator, after a namespace was lost: nudges every transaction that has something to do. */
export async function nudgeOpen(db: Db, nudger: Nudger): Promise<number> {
  let total = 0
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const batch: Found[] = await db
      .select({ id: transactions.id, tenant: transactions.tenant, mode: transactions.mode })
      .from(transactions)
      .where(and(ne(transactions.agenda, []), sql`${transactions.id} > ${after}`))
      .orderBy(transactions.id)
      .limit(batchSize)
    for (const one of batch) nudger.nudge(one)
    await nudger.drain()
    total += batch.length
    const last = batch.at(-1)
    if (!last || batch.length < batchSize) return total
    after = last.id
  }
}

/** After a failover that has lost commits: nobody may trust when a workflow looks by itself. */
export async function disarmAll(db: Db): Promise<number> {
  let total = 0
  for (;;) {
    const some = db
      .select({ id: transactions.id })
      .from(transactions)
      .where(sql`${transactions.armedAt} is not null`)
      .limit(batchSize)
      .for('no key update', { skipLocked: true })
    const disarmed = await db
      .update(transactions)
      .set({
        armedAt: null,
        sweepAt: sql`least(${transactions.sweepAt}, extract(epoch from clock_timestamp()) * 1000)`,
      })
      .where(inArray(transactions.id, some))
      .returning({ id: transactions.id })
    total += disarmed.length
    if (disarmed.length === 0) return total
  }
}
