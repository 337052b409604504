// Retention: erases transactions at night when their periods have ended by the tenant’s settings, in small batches with
// pauses. Transactions that are held, under review, monitored or active are left for a later night.
import type { ErasureDeps } from './deps.ts'
import { commit } from '#src/journey/commit/commit.ts'
import { lockKept } from '#src/journey/transaction/lock.ts'
import type { Owner } from '#src/journey/transaction/locked.ts'
import { inBatches, rest } from '#src/platform/db/batches.ts'
import { askErasure } from './ask.ts'
import {
  type Aged,
  leastDays,
  listAged,
  listOwners,
  listOverdue,
  purgeErased,
} from './retention-store.ts'
import { dutyUntil, goesAt } from './rules.ts'
import { isUnderReview, readRelationship } from './store.ts'

/** The number of each kind. */
export type Removed = { transactions: number; restricted: number; answers: number; rows: number }

const batchSize = 100
/** The ids, codes and times of an erased transaction are kept this long, because events refer to it. */
const rowDays = 30
const dayMs = 86_400_000

export type Retaining = {
  readonly deps: ErasureDeps
  /** Whether nothing is deleted and the rows are only counted. */
  readonly isDry: boolean
  readonly signal?: AbortSignal
  /** Wall time, epoch ms. */
  readonly now?: number
}

/** The settings are read again for each batch, and again under the lock of each transaction. */
export async function retain(given: Retaining): Promise<Removed> {
  const { deps, isDry, signal, now = Date.now() } = given
  const removed: Removed = { transactions: 0, restricted: 0, answers: 0, rows: 0 }
  for (const owner of await listOwners(deps.reports)) {
    if (signal?.aborted) return removed
    removed.transactions += await eraseOld(given, owner, now)
    removed.restricted += await eraseRestricted(given, owner, now)
    removed.answers += await forgetOldAnswers(given, owner, now)
  }
  const before = new Date(now - rowDays * dayMs)
  removed.rows += await repeat(given, () => purgeErased(deps, before, batchSize, isDry))
  return removed
}

async function eraseOld(given: Retaining, owner: Owner, now: number): Promise<number> {
  const { deps, signal } = given
  let count = 0
  let after: Aged | undefined
  for (;;) {
    const policy = deps.tenants.of(owner.tenant).data
    const days = leastDays(policy.keep[owner.mode])
    if (days === undefined || signal?.aborted) return count
    const begun = performance.now()
    const before = new Date(now - days * dayMs)
    const rows = await listAged(deps.reports, owner, { before, after, limit: batchSize })
    for (const row of rows)
      if (goesAt(policy, owner.mode, row.relationship, row.createdAt) <= now)
        count += await eraseOne(given, owner, row.id, now)
    after = rows.at(-1)
    if (rows.length < batchSize) return count
    await rest(begun, signal)
  }
}

/** Erases restricted transactions whose erasure was requested, once the duty has ended. */
async function eraseRestricted(given: Retaining, owner: Owner, now: number): Promise<number> {
  const { deps, signal } = given
  let count = 0
  let after: string | undefined
  for (;;) {
    if (signal?.aborted) return count
    const begun = performance.now()
    const policy = deps.tenants.of(owner.tenant).data
    const rows = await listOverdue(deps.reports, owner, { after, limit: batchSize })
    for (const { id, relationship, createdAt } of rows)
      if (dutyUntil(policy, relationship, createdAt) <= now)
        count += await eraseOne(given, owner, id, now)
    after = rows.at(-1)?.receiptId
    if (rows.length < batchSize) return count
    await rest(begun, signal)
  }
}

/**
 * Decides again under the lock: the policy, a hold or the relationship may have changed since the transaction was
 * listed.
 */
async function eraseOne(
  { deps, isDry }: Retaining,
  owner: Owner,
  id: string,
  now: number,
): Promise<number> {
  if (isDry) return 1
  return commit(deps, async (tx, hold) => {
    const locked = await lockKept(tx, owner, id)
    if (!locked || locked.tasks.length > 0 || (await isUnderReview(tx, id))) return 0
    const policy = deps.tenants.of(owner.tenant).data
    const relationship = await readRelationship(tx, locked)
    const createdAt = locked.createdAt.getTime()
    const at =
      locked.restrictedAt === null
        ? goesAt(policy, owner.mode, relationship, createdAt)
        : dutyUntil(policy, relationship, createdAt)
    if (at > now) return 0
    const by = { ...owner, actorKind: 'service' as const }
    const ctx = { ...deps, tx, locked: hold(locked) }
    return (await askErasure(ctx, { because: 'retention', by })) === 'held' ? 0 : 1
  })
}

function forgetOldAnswers(given: Retaining, owner: Owner, now: number): Promise<number> {
  const { deps, isDry } = given
  return repeat(given, async () => {
    const days = deps.tenants.of(owner.tenant).data.keep[owner.mode].answers
    if (days === undefined) return 0
    const aged = { before: new Date(now - days * dayMs), limit: batchSize, isDry }
    let count = 0
    for (const forget of deps.forgetsAnswers) count += await forget(deps.db, owner, aged)
    return count
  })
}

/** A dry run counts everything in its first batch. */
const repeat = ({ isDry, signal }: Retaining, work: () => Promise<number>): Promise<number> =>
  isDry ? work() : inBatches(work, signal)
