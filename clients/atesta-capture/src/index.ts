// Opens the hosted page from a client's page. It holds no credential, and its answers are hints: the client's server asks
// the service for the result.
import { follow, type VerificationEvent, type VerificationResult } from './follow.js'
import { readLink } from './link.js'
import { drawCode, openFrame, openWindow, type Place } from './places.js'

export { CaptureError, type CaptureErrorCode } from './errors.js'
export type { VerificationEvent, VerificationResult } from './follow.js'
export type { LinkStep } from './link.js'
export { finishRedirect, type RedirectOptions, type Returned, startRedirect } from './redirect.js'

export type VerificationOptions = {
  /** The `link` that the client's server got from the service. */
  readonly link: string | URL
  /** `popup`: a window, in the handler of a click. `frame`: inside `container`. `qr`: a code in it, for a phone. */
  readonly mode: 'popup' | 'frame' | 'qr'
  readonly container?: Element
  /** What a screen reader says of the frame or the code. */
  readonly label?: string
  /** Closes what was opened; the link can be opened again. */
  readonly signal?: AbortSignal
  readonly onEvent?: (event: VerificationEvent) => void
}

/**
 * Resolves when the person is done, on whichever device. Rejects with `CaptureError`, or with the reason of `signal`.
 * The page's origin must be one of the tenant's `redirectOrigins` or `frameOrigins`; for others nothing is told but that
 * the window was closed.
 */
export async function openVerification(options: VerificationOptions): Promise<VerificationResult> {
  const { mode, container, label = 'Verification', signal, onEvent } = options
  const link = readLink(options.link)
  signal?.throwIfAborted()
  const place = await openPlace()
  try {
    const { source, look } = place
    const result = await follow({ link, signal, onEvent, source, look })
    // A window stays at its last page: the person reads there what was received, and closes it.
    if (mode !== 'popup') place.remove()
    return result
  } catch (error) {
    place.remove()
    throw error
  }

  function openPlace(): Place | Promise<Place> {
    switch (mode) {
      case 'popup':
        return openWindow(link)
      case 'frame':
        return openFrame(link, container, label)
      case 'qr':
        return drawCode(link, container, label)
    }
  }
}
