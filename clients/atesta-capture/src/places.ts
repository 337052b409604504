// Where the hosted page is opened: a window, a frame, or the phone that reads a code.
import { CaptureError } from './errors.js'
import type { Watched } from './follow.js'

export type Place = Pick<Watched, 'source' | 'look'> & {
  /** What was opened goes. */
  readonly remove: () => void
}

/** Call it in the handler of a click, or browsers refuse it. */
export function openWindow(link: URL): Place {
  const popup = open(link, 'atesta-capture', 'width=480,height=800')
  if (!popup) throw new CaptureError('popup-blocked')
  const opened = popup
  let arrivedAt: number | undefined
  let seenAt = 0
  const hasStayed = () => arrivedAt !== undefined && seenAt - arrivedAt > stayMs
  return {
    source: () => opened,
    look() {
      if (opened.closed) return hasStayed() ? 'closed' : 'detached'
      seenAt = performance.now()
      if (isElsewhere(opened)) arrivedAt ??= seenAt
      return 'there'
    },
    remove: () => opened.close(),
  }
}

/**
 * A window that is gone before it has stood for so long at its address was not closed by a person: the browser has cut
 * the two apart, because this page asks for that by `Cross-Origin-Opener-Policy`.
 */
const stayMs = 500

function isElsewhere(popup: Window): boolean {
  try {
    return popup.location.href !== 'about:blank'
  } catch {
    // Of another origin.
    return true
  }
}

/** The tenant's `frameOrigins` must name this page's origin, or the browser shows nothing in it. */
export function openFrame(link: URL, container: Element | undefined, title: string): Place {
  if (!container) throw new CaptureError('container-missing')
  const frame = document.createElement('iframe')
  frame.allow = 'camera; autoplay; fullscreen'
  frame.title = title
  frame.referrerPolicy = 'no-referrer'
  frame.style.cssText = 'border:0;width:100%;height:100%;min-height:600px'
  frame.src = link.href
  container.replaceChildren(frame)
  return {
    source: () => frame.contentWindow,
    look: () => (frame.isConnected ? 'there' : 'closed'),
    remove: () => frame.remove(),
  }
}

/** For the camera of a phone: it opens the link there. */
export async function drawCode(
  link: URL,
  container: Element | undefined,
  label: string,
): Promise<Place> {
  if (!container) throw new CaptureError('container-missing')
  const { default: encodeQR } = await import('qr')
  const image = document.createElement('img')
  image.alt = label
  image.width = 240
  image.height = 240
  // The code itself is black on nothing: pages may be dark.
  image.style.background = '#fff'
  image.src = `data:image/svg+xml,${encodeURIComponent(encodeQR(link.href, 'svg', { ecc: 'medium', border: 4 }))}`
  container.replaceChildren(image)
  return {
    source: () => null,
    look: () => (image.isConnected ? 'there' : 'closed'),
    remove: () => image.remove(),
  }
}
