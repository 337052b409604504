// Takes a vendor's report of a check: by our id of the attempt, or by the vendor's own, and only for an attempt of one
// of the accounts that signed it.
import { sql } from 'drizzle-orm'
import type { CheckReport } from '#src/screening/checks/port.ts'
import { checkReportIgnored } from '#src/screening/checks/kinds.ts'
import { type CheckDeps, recordFound } from '#src/screening/checks/record.ts'
import { commitOn, type CommitDeps } from '#src/journey/commit/commit.ts'
import type { Db } from '#src/platform/db/client.ts'
import { isUuid } from '#src/platform/ids.ts'
import { append } from '#src/journey/journal/append.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import { claimEvent } from '#src/journey/inbox/dedupe.ts'
import type { Callback } from '#src/messaging/inbound/locate.ts'

export type ReportDeps = CommitDeps & CheckDeps

export const isReport = (
  callback: Callback,
): callback is Callback & { readonly event: CheckReport } => callback.event.kind === 'check'

/** False: no attempt is known for it, now. */
export async function takeReport(
  deps: ReportDeps,
  { accounts, event }: Callback & { readonly event: CheckReport },
): Promise<boolean> {
  const found = await findAttempt(deps.db, deps.sealer, accounts, event)
  if (!found) return false
  const { attempt: n, order_id: orderId, account, module, transaction_id: id } = found
  // Of an erased transaction nothing is left to report.
  await commitOn(deps, id, async (tx, locked) => {
    if (!(await claimEvent(tx, deps.sealer, account, event.dedupeKey))) return
    const attempt = { orderId, attempt: n }
    const taken = await recordFound(deps, tx, locked, attempt, event.outcome)
    if (taken === 'counted') return
    const about = { module, ref: orderId, attempt: n, provider: account }
    append(locked, { kind: checkReportIgnored, ...about, code: 'known' })
  })
  return true
}

type FoundRow = {
  readonly order_id: string
  readonly attempt: number
  readonly account: string
  readonly module: string
  readonly transaction_id: string
}

async function findAttempt(
  db: Db,
  sealer: Sealer,
  accounts: readonly string[],
  { attemptId, vendorId }: CheckReport,
): Promise<FoundRow | undefined> {
  const id = attemptId !== undefined && isUuid(attemptId) ? attemptId : null
  const named = accounts.flatMap((account) =>
    (vendorId === undefined ? [''] : sealer.hashes('check-vendor', account, vendorId)).map(
      (hash) => ({ account, hash: hash.toString('hex') }),
    ),
  )
  // As one value: the statement's text must not vary with the number of accounts.
  const [row] = await db.execute<FoundRow>(sql`
    select a.order_id, a.attempt, a.account, c.module, c.transaction_id
    from check_attempt a
    join check_order o on o.id = a.order_id
    join check_request c on c.id = o.check_id
    join jsonb_to_recordset((${JSON.stringify(named)}::text)::jsonb) as one(account text, hash text)
      on one.account = a.account
    where a.id = ${id}::uuid
      or (${id}::uuid is null and a.vendor_hash = decode(nullif(one.hash, ''), 'hex'))
    order by a.claimed_at desc limit 1`)
  return row
}
