// The work of an erasure outside of the database: its line in the ledger, the stored objects, and the vendors. The
// erasure is done when all of this is done.
import type { ObjectStore } from '#src/platform/object-store.ts'
import type { ErasureDeps } from './deps.ts'
import { within } from '#src/journey/calls/capacity.ts'
import { sum } from '#src/journey/capabilities/erased.ts'
import { describeError } from '#src/platform/log.ts'
import { writeLine } from './ledger.ts'
import type { AtVendor } from '#src/journey/capabilities/remains.ts'
import { finishWithdrawal, takeWithdrawals } from './withdrawals.ts'
import { closeErasure, type Erasure, keepVendors, takePending } from './store.ts'

export type FinishDeps = {
  readonly deps: ErasureDeps
  /** Absent if the installation has neither stored objects nor a ledger. */
  readonly objects: ObjectStore | undefined
  /** The time limit of one answer of a vendor. */
  readonly vendorMs?: number
}

const vendorMsDefault = 10_000
/** The number of erasures that are finished concurrently, so that a vendor that does not answer delays only its own. */
const lanes = 4
/** After this many tries, over some days, the vendor is not asked any more, and the receipt says so. */
const vendorTriesMax = 20

/** Resolves to the number of erasures and withdrawals that were tried; unfinished ones are due again later. */
export async function finishErasures(given: FinishDeps): Promise<number> {
  const pending = await takePending(given.deps.db)
  await inLanes(pending, (one) =>
    finish(given, one).catch((error: unknown) => {
      const { receiptId: receipt, tries } = one
      given.deps.log.warn({ receipt, tries, error: describeError(error) }, 'an erasure waits')
    }),
  )
  const takenBack = await takeWithdrawals(given.deps.db)
  for (const one of takenBack)
    await finishWithdrawal(given.deps, given.objects, one).catch((error: unknown) => {
      const { receiptId: receipt, tries } = one
      given.deps.log.warn({ receipt, tries, error: describeError(error) }, 'a withdrawal waits')
    })
  return pending.length + takenBack.length
}

async function inLanes<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const left = all.values()
  const lane = async () => {
    for (const one of left) await work(one)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}

async function finish(given: FinishDeps, erasure: Erasure): Promise<void> {
  const { deps, objects } = given
  const { transactionId, what } = erasure
  if (objects) {
    await writeLine(deps, objects, erasure)
    for (const one of deps.remains) await one.removeObjects?.(deps.db, objects, transactionId)
  }
  const along = await Promise.all(
    deps.remains.map(async (one) => (await one.eraseAlong?.(erasure)) ?? {}),
  )
  const { done, left } = await askVendors(given, erasure)
  const counted = sum([what, { vendors: done }])
  const isForgotten = await forgetAll(deps, transactionId)
  const isAsked = left.length === 0 || erasure.tries >= vendorTriesMax
  if (isAsked && isForgotten) {
    const all = sum([counted, ...along, { 'vendors-failed': left.length }])
    await closeErasure(deps.db, erasure, all)
  } else await keepVendors(deps.db, erasure, { left, what: counted })
}

async function forgetAll(deps: ErasureDeps, id: string): Promise<boolean> {
  const gone = await Promise.all(
    deps.remains.map(async ({ forgetLater }) => (await forgetLater?.(deps.db, id)) ?? true),
  )
  return gone.every(Boolean)
}

async function askVendors(given: FinishDeps, { vendors }: Erasure) {
  const accounts = Map.groupBy(vendors, ({ account }) => account)
  const asked = await Promise.all([...accounts.values()].map((own) => askAccount(given, own)))
  return {
    done: asked.reduce((sum, { done }) => sum + done, 0),
    left: asked.flatMap(({ left }) => left),
  }
}

/**
 * Asks the vendor to erase one item after the other. After a time-out the remaining items wait for the next try, and
 * the item that timed out is put behind them.
 */
async function askAccount(given: FinishDeps, own: readonly AtVendor[]) {
  const failed: AtVendor[] = []
  for (const [index, asked] of own.entries()) {
    const answer = await askVendor(given, asked)
    if (answer === 'late') {
      const left = [...own.slice(index + 1), ...failed, asked]
      return { done: index - failed.length, left }
    }
    if (answer === 'failed') failed.push(asked)
  }
  return { done: own.length - failed.length, left: failed }
}

async function askVendor(
  { deps, vendorMs = vendorMsDefault }: FinishDeps,
  asked: AtVendor,
): Promise<'done' | 'failed' | 'late'> {
  const signal = AbortSignal.timeout(vendorMs)
  const ask = async () => {
    for (const { eraseAtVendor: erase } of deps.remains)
      if (await erase?.(asked, signal)) return 'done'
    return 'failed'
  }
  // The time limit also holds for an adapter that ignores the signal.
  const answer = await within(
    vendorMs,
    ask().catch(() => 'failed' as const),
  )
  return answer === undefined || (answer === 'failed' && signal.aborted) ? 'late' : answer
}
