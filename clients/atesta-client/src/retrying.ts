import { readRetryAfter } from './problem.js'

export type Retries = {
  /** After the first try. */
  readonly retries: number
  /** Milliseconds that are waited at most before a try; an answer that asks for more is given back. */
  readonly maxWaitMs: number
}

type Fetch = (request: Request) => Promise<Response>

/**
 * Repeats what is safe to repeat: every request here is, because each POST bears an `Idempotency-Key`. A limit of a
 * journey (`limit-reached`) is an answer and is not repeated.
 */
export const retrying =
  (fetch: Fetch, { retries, maxWaitMs }: Retries): Fetch =>
  async (request) => {
    for (let tries = 0; ; tries++) {
      const answered = await attempt(fetch, request, tries < retries)
      if (answered && !(await isWorthRepeating(answered))) return answered
      if (answered && tries >= retries) return answered
      const waitMs = answered ? waitOf(answered, tries) : backOff(tries)
      if (answered && waitMs > maxWaitMs) return answered
      await answered?.body?.cancel()
      await sleep(Math.min(waitMs, maxWaitMs), request.signal)
    }
  }

/** Undefined where no answer came and another try is left. */
async function attempt(
  fetch: Fetch,
  request: Request,
  isRepeated: boolean,
): Promise<Response | undefined> {
  try {
    return await fetch(request.clone())
  } catch (error) {
    if (request.signal.aborted || !isRepeated) throw error
    return undefined
  }
}

async function isWorthRepeating(response: Response): Promise<boolean> {
  if ([502, 503, 504].includes(response.status)) return true
  if (response.status !== 409 && response.status !== 429) return false
  const { code } = (await response
    .clone()
    .json()
    .catch(() => ({}))) as { code?: string }
  return code === 'rate-limited' || code === 'idempotency-in-progress'
}

function waitOf(response: Response, tries: number): number {
  const seconds = readRetryAfter(response)
  return seconds === undefined ? backOff(tries) : seconds * 1_000
}

/** Doubles from a quarter of a second, spread by half. */
const backOff = (tries: number): number => 250 * 2 ** tries * (0.5 + Math.random() / 2)

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
}
