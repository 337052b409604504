// Follows a link until the person is done. What counts is what the service says of it: the window may have been lost to
// `Cross-Origin-Opener-Policy`, and another device may have gone on. A message of the page is only quicker.
import { CaptureError } from './errors.js'
import { type LinkState, type LinkStep, readState } from './link.js'

export type VerificationResult = {
  readonly status: /** The person is done. What came of it your server reads at `GET /v1/transaction/{id}/lvs`. */
    | 'COMPLETED'
    /** The person does not agree, or has taken it back. */
    | 'REFUSED'
    /** The time is over, or a newer link has replaced it. */
    | 'EXPIRED'
    /** The window or frame was closed before, and no other device goes on: the link can be opened again. */
    | 'CLOSED'
}

export type VerificationEvent =
  /** Somebody has begun. */
  | { readonly type: 'opened' }
  | {
      readonly type: 'step'
      readonly step: LinkStep
      readonly number?: number
      readonly of?: number
    }
  /** Another device goes on; the result comes here all the same. */
  | { readonly type: 'handed-over'; readonly devices: number }
  /** The browser keeps this page apart from the window: whether it is closed cannot be known any more. */
  | { readonly type: 'detached' }
  | { readonly type: 'closed' }

export type Watched = {
  readonly link: URL
  readonly signal: AbortSignal | undefined
  readonly onEvent: ((event: VerificationEvent) => void) | undefined
  /** Whose messages are believed, if they come from the link's origin. */
  readonly source: () => MessageEventSource | null
  /** Whether the person can still act there. */
  readonly look: () => 'there' | 'closed' | 'detached'
}

const askEveryMs = 2_000
const lookEveryMs = 100

/** Rejects with the reason of `signal`, or with `CaptureError`. */
export async function follow(watched: Watched): Promise<VerificationResult> {
  const { link, signal, onEvent } = watched
  const ending = new AbortController()
  const stopped = signal ? AbortSignal.any([signal, ending.signal]) : ending.signal
  const told = listen(watched, stopped)
  const tell = createTeller(onEvent)
  const isHandedOver = createHandover()
  try {
    for (;;) {
      signal?.throwIfAborted()
      // Before the service is asked: what was done until then is in its answer.
      const sight = watched.look()
      const state = await readState(link, stopped)
      signal?.throwIfAborted()
      if (state) tell(state)
      if (isFinal(state?.status)) return { status: state.status }
      const message = told.take()
      if (message === 'BLOCKED') throw new CaptureError('cookies-blocked')
      if (isFinal(message)) return { status: message }
      if (sight !== 'there') tell(sight)
      if (sight === 'closed' && !isHandedOver(state)) return { status: 'CLOSED' }
      isHandedOver(state)
      await pause(() => sight === 'there' && watched.look() !== 'there', told, stopped)
    }
  } finally {
    ending.abort()
  }
}

type Final = 'COMPLETED' | 'REFUSED' | 'EXPIRED'

const isFinal = (status: string | undefined): status is Final =>
  status === 'COMPLETED' || status === 'REFUSED' || status === 'EXPIRED'

/** Each thing once. */
function createTeller(onEvent: Watched['onEvent']) {
  const said = new Set<string>()
  let devices = 1
  function once(event: VerificationEvent, key: string = event.type): void {
    if (said.has(key)) return
    said.add(key)
    onEvent?.(event)
  }
  return (seen: LinkState | 'closed' | 'detached'): void => {
    if (typeof seen === 'string') return once({ type: seen })
    if (seen.devices > 0) once({ type: 'opened' })
    if (seen.devices > devices) {
      devices = seen.devices
      onEvent?.({ type: 'handed-over', devices })
    }
    const { step, progress } = seen
    const place = progress && { number: progress.step, of: progress.steps }
    if (step) once({ type: 'step', step, ...place }, `step ${step}`)
  }
}

/** Whether another device has come since this page follows: then it goes on there. */
function createHandover() {
  let before: number | undefined
  return (state: LinkState | undefined): boolean => {
    if (!state) return false
    before ??= Math.max(1, state.devices)
    return state.devices > before
  }
}

type Told = { take(): string | undefined; readonly isThere: () => boolean }

/** What the page says when it ends: from its own origin and window, and from no other. */
function listen({ link, source }: Watched, signal: AbortSignal): Told {
  let message: string | undefined
  addEventListener(
    'message',
    ({ origin, source: from, data }: MessageEvent<unknown>) => {
      if (origin !== link.origin || from === null || from !== source()) return
      if (typeof data !== 'object' || data === null) return
      if (!('source' in data) || data.source !== 'atesta-capture') return
      if ('status' in data && typeof data.status === 'string') message = data.status
    },
    { signal },
  )
  return {
    take: () => message,
    isThere: () => message !== undefined,
  }
}

/** Two seconds, or until there is something to ask about: a message, a closed window, a page that is looked at again. */
function pause(isChanged: () => boolean, told: Told, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = new AbortController()
    const timers = [
      setTimeout(end, askEveryMs),
      setInterval(() => (isChanged() || told.isThere()) && end(), lookEveryMs),
    ]
    signal.addEventListener('abort', end, { signal: done.signal })
    document.addEventListener('visibilitychange', end, { signal: done.signal })
    if (signal.aborted) end()
    function end(): void {
      for (const timer of timers) clearInterval(timer)
      done.abort()
      resolve()
    }
  })
}
