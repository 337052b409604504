// What every send keeps to: it begins soon after its claim or not at all, takes a bounded time, and what
// came of it is written down even when Postgres is away for a while.
import { setTimeout as sleep } from 'node:timers/promises'
import { isUnavailable } from '#src/db/errors.ts'

export const vendorMs = 10_000
/** A send begins so soon after its claim, or not at all; so after both, nobody is sending any more. */
const startMs = 2_000

/**
 * Calls the vendor, with the time it took. `claimedAt` is of `performance.now()`: a process that stood
 * still has lost its claim, another one may have looked the attempt up by now, so it does not call.
 */
export async function callVendor<T>(
  claimedAt: number,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<{ readonly result: T | typeof late; readonly durationMs: number }> {
  const begun = performance.now()
  const isLate = begun - claimedAt > startMs
  const result = isLate ? late : await call(AbortSignal.timeout(vendorMs))
  return { result, durationMs: Math.round(performance.now() - begun) }
}

const late = { kind: 'deferred', class: 'transient', code: 'late' } as const

/** While the worker that claimed so long ago may still be sending, finding nothing proves nothing. */
export async function untilNobodySends(claimedMsAgo: number): Promise<void> {
  await sleep(Math.max(0, startMs + vendorMs - claimedMsAgo))
}

/** The outcome of a send is known here alone: Postgres may be away for a while before it is stored. */
export async function insist<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (!isUnavailable(error) || tries >= 40) throw error
      await sleep(500)
    }
  }
}

/**
 * Waits for what is due within a second: the clocks of two machines may differ by a little, and a timer
 * never fires early by more. False when it is due later than that.
 */
export async function untilDue(earlyMs: number): Promise<boolean> {
  if (earlyMs > 1_000) return false
  if (earlyMs > 0) await sleep(earlyMs)
  return true
}
