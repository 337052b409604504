// What an erasure leaves to do outside of the database: its line in the ledger, objects, vendors. It is done when all
// of that is.
import type { ObjectStore } from '#src/biometrics/images/port.ts'
import type { ServiceDeps } from '#src/main/capability.ts'
import { sum } from '#src/journey/lifecycle/erase.ts'
import { describeError } from '#src/platform/log.ts'
import { writeLine } from './ledger.ts'
import type { AtVendor } from './remains.ts'
import { finishWithdrawal, takeWithdrawals } from './withdrawals.ts'
import { closeErasure, type Erasure, keepVendors, takePending } from './store.ts'

export type FinishDeps = {
  readonly deps: ServiceDeps
  /** Without one there are no objects, and no ledger. */
  readonly objects: ObjectStore | undefined
}

const vendorMs = 10_000
/** A vendor that has not done it after so many tries, some days, does not do it: the receipt says so. */
const vendorTriesMax = 20

/** Resolves to how many were taken up; what cannot be done now is taken up again by itself. */
export async function finishErasures(given: FinishDeps): Promise<number> {
  const pending = await takePending(given.deps.db)
  for (const one of pending)
    await finish(given, one).catch((error: unknown) => {
      const { receiptId: receipt, tries } = one
      given.deps.log.warn({ receipt, tries, error: describeError(error) }, 'an erasure waits')
    })
  const takenBack = await takeWithdrawals(given.deps.db)
  for (const one of takenBack)
    await finishWithdrawal(given.deps, given.objects, one).catch((error: unknown) => {
      const { receiptId: receipt, tries } = one
      given.deps.log.warn({ receipt, tries, error: describeError(error) }, 'a withdrawal waits')
    })
  return pending.length + takenBack.length
}

async function finish({ deps, objects }: FinishDeps, erasure: Erasure): Promise<void> {
  const { transactionId, what } = erasure
  if (objects) {
    await writeLine(deps, objects, erasure)
    for (const one of deps.remains) await one.removeObjects?.(deps, objects, transactionId)
  }
  const { done, left } = await askVendors(deps, erasure)
  const counted = sum([what, { vendors: done }])
  const isForgotten = await forgetAll(deps, transactionId)
  const isAsked = left.length === 0 || erasure.tries >= vendorTriesMax
  if (isAsked && isForgotten) {
    const all = sum([counted, { 'vendors-failed': left.length }])
    await closeErasure(deps.db, erasure, all)
  } else await keepVendors(deps.db, erasure, { left, what: counted })
}

async function forgetAll(deps: ServiceDeps, id: string): Promise<boolean> {
  const gone = await Promise.all(
    deps.remains.map(async ({ forgetLater }) => (await forgetLater?.(deps, id)) ?? true),
  )
  return gone.every(Boolean)
}

async function askVendors(deps: ServiceDeps, { vendors }: Erasure) {
  const left: AtVendor[] = []
  let done = 0
  for (const asked of vendors) {
    const isDone = await askVendor(deps, asked).catch(() => false)
    if (isDone) done += 1
    else left.push(asked)
  }
  return { done, left }
}

async function askVendor(deps: ServiceDeps, asked: AtVendor): Promise<boolean> {
  for (const { eraseAtVendor: erase } of deps.remains)
    if (await erase?.(deps, asked, AbortSignal.timeout(vendorMs))) return true
  return false
}
