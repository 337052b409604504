// Takes a vendor's report on a check. It is found by our id of the attempt or by the vendor's own id, and only if one
// of the accounts that signed it made the attempt.
import { sql } from 'drizzle-orm'
import type { CheckOutcome, CheckReport } from '#src/screening/orders/port.ts'
import type { CheckRequest } from '#src/screening/wire/request.ts'
import { checkReportIgnored } from '#src/screening/checks/kinds.ts'
import { type CheckDeps, recordOutcome } from '#src/screening/checks/record.ts'
import { commitOn, type CommitDeps } from '#src/journey/commit/commit.ts'
import type { Log } from '#src/platform/log.ts'
import { findCheck, findOrder, readSubject } from '#src/screening/orders/store.ts'
import { checkAttempts, checkOrders, checks } from '#src/screening/orders/table.ts'
import { findById } from '#src/journey/transaction/store.ts'
import type { Db } from '#src/platform/db/client.ts'
import { isUuid } from '#src/platform/ids.ts'
import { append } from '#src/journey/journal/append.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import { claimEvent } from '#src/journey/inbox/dedupe.ts'
import type { Callback, EventHandler } from '#src/journey/inbox/callback.ts'
import { attempt } from '#src/journey/inbox/take.ts'

type Deps = CommitDeps & CheckDeps
type ReportDeps = Deps & { readonly log: Log }

/** Handles vendors' reports on checks. */
export const checkEvents = (deps: ReportDeps): EventHandler => ({
  kinds: ['check'],
  // Safe because only these reports have the kind `check`.
  take: (callbacks) => takeReports(deps, callbacks as readonly Callback<CheckReport>[]),
})

async function takeReports(
  deps: ReportDeps,
  callbacks: readonly Callback<CheckReport>[],
): Promise<Callback[]> {
  const left: Callback[] = []
  for (const callback of callbacks)
    if (!(await attempt(deps, () => takeReport(deps, callback)))) left.push(callback)
  return left
}

/** False when no attempt is known for it yet. */
async function takeReport(
  deps: Deps,
  { accounts, event }: Callback<CheckReport>,
): Promise<boolean> {
  const found = await findAttempt(deps.db, deps.sealer, accounts, event)
  if (!found) return false
  const { attempt: n, order_id: orderId, account, module, transaction_id: id } = found
  const outcome = await read(deps, found, event.outcome)
  // A report on an erased transaction needs no further work.
  if (!outcome) return true
  await commitOn(deps, id, async (tx, locked) => {
    if (!(await claimEvent(tx, deps.sealer, account, event.dedupeKey))) return
    const attempt = { orderId, attempt: n }
    const taken = await recordOutcome({ ...deps, tx, locked }, attempt, outcome)
    if (taken === 'counted') return
    const about = { module, ref: orderId, attempt: n, provider: account }
    append(locked, { kind: checkReportIgnored, ...about, code: 'known' })
  })
  return true
}

/**
 * Reads the report before the commit, because a vendor's definition file is evaluated and no lock may wait for that.
 * Undefined when the transaction was erased.
 */
async function read(
  { db, sealer, checking }: Deps,
  { id: attemptId, order_id: orderId, account: name, transaction_id: transactionId }: FoundRow,
  outcome: CheckReport['outcome'],
): Promise<CheckOutcome | undefined> {
  if (outcome.kind !== 'unread') return outcome
  const transaction = await findById(db, transactionId)
  const order = await findOrder(db, orderId)
  const check = order && (await findCheck(db, order.checkId))
  if (!transaction || !check) return undefined
  const account = checking.accounts.find(transaction, name)
  if (!account?.readReport) return { kind: 'uncertain', cause: 'unreadable' }
  const subject = await readSubject(sealer, transaction, check)
  // Safe because the subject of a check was built for its port.
  const request = { port: check.port, service: order.service, subject } as CheckRequest
  return account.readReport(request, { transactionId, orderId, attemptId }, outcome)
}

type FoundRow = {
  readonly id: string
  readonly order_id: string
  readonly attempt: number
  readonly account: string
  readonly module: string
  readonly transaction_id: string
}

/** A callback may carry our id in an unsigned part, so the vendor's own id must match as well. */
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
  // Passed as one value, so that the statement's text does not vary with the number of accounts.
  const [row] = await db.execute<FoundRow>(sql`
    select a.id, a.order_id, a.attempt, a.account, c.module, c.transaction_id
    from ${checkAttempts} a
    join ${checkOrders} o on o.id = a.order_id
    join ${checks} c on c.id = o.check_id
    join jsonb_to_recordset((${JSON.stringify(named)}::text)::jsonb) as one(account text, hash text)
      on one.account = a.account
    where (a.id = ${id}::uuid and (one.hash = '' or a.vendor_hash is null
        or a.vendor_hash = decode(one.hash, 'hex')))
      or (${id}::uuid is null and a.vendor_hash = decode(nullif(one.hash, ''), 'hex'))
    order by a.claimed_at desc limit 1`)
  return row
}
