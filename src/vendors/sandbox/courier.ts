// Delivers the callbacks of the sandbox's vendors to our own endpoints: in order, retried as a vendor would, and
// dropped when the process ends, as a vendor's can be lost.
import { setTimeout as sleep } from 'node:timers/promises'

/** A request as the vendor makes it, signed for the public address of `path`. */
export type SignedCallback = {
  /** The path with its query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Resolves to the status of the answer; rejects without an answer. */
export type PostCallback = (callback: SignedCallback, signal: AbortSignal) => Promise<number>

/** Written only when its time has come, because it contains that time. */
export type TimedCallback = { readonly afterMs: number; readonly write: () => SignedCallback }

/** The waits before the second and later tries, which are short so that testers need not wait. */
const retriesMs = [300, 1_000, 3_000, 10_000, 30_000]
const answerMs = 5_000

/** Posts to the API, whose address may differ from the one in the signature. */
export function postTo(apiUrl: string): PostCallback {
  return async ({ path, headers, body }, signal) => {
    const answer = await fetch(apiUrl.replace(/\/$/, '') + path, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(answerMs)]),
    })
    await answer.body?.cancel()
    return answer.status
  }
}

export type Courier = ReturnType<typeof createCourier>

export function createCourier(post: PostCallback) {
  const ends = new AbortController()

  /** Resolves to whether the callback was accepted. `retries` is the number of tries left. */
  async function deliver(callback: SignedCallback, retries = retriesMs.length): Promise<boolean> {
    for (const wait of [...retriesMs.slice(0, retries), undefined]) {
      const status = await post(callback, ends.signal).catch(() => undefined)
      if (status !== undefined && status < 300) return true
      const isPassing = status === undefined || status === 429 || status >= 500
      if (!isPassing || wait === undefined || !(await isStill(wait))) return false
    }
    return false
  }

  /**
   * Delivers the callbacks of one moment at once, and the following ones after these were answered. `startMs` is of
   * `performance.now()`; each wait is multiplied by `pace`.
   */
  async function follow(callbacks: readonly TimedCallback[], startMs: number, pace = 1) {
    const moments = Map.groupBy(callbacks, ({ afterMs }) => afterMs)
    for (const [afterMs, timed] of moments) {
      if (!(await isStill(startMs + afterMs * pace - performance.now()))) return
      await Promise.all(timed.map(({ write }) => deliver(write())))
    }
  }

  /** Waits without keeping the process alive; false once the courier is closed. */
  async function isStill(ms: number): Promise<boolean> {
    if (ms <= 0) return !ends.signal.aborted
    return sleep(ms, true, { signal: ends.signal, ref: false }).catch(() => false)
  }

  return { deliver, follow, close: () => ends.abort() }
}
