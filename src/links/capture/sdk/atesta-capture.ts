// atesta-capture opens the hosted page from a client's page, or takes the pictures of a liveness check in the client's
// page itself. It holds no credential, and its answers are hints: the client's server asks the service for the result.
import { CameraError, closeCamera, openCamera } from '../browser/camera.ts'
import { type Action, capturePoses, type Guidance, TimeOver } from '../browser/challenge.ts'
import { sign, toBase64Url } from '../browser/device.ts'
import { loadHuman } from '../browser/human.ts'
import { readSignals } from '../browser/signals.ts'

export type { Action, Guidance }

export type VerificationStatus =
  /** The person is done; the score comes by `GET /v1/transaction/{id}/lvs`. */
  | 'COMPLETED'
  /** The window was closed before. */
  | 'CLOSED'
  /** The browser goes to the hosted page, or a code is shown: its end is not reported. */
  | 'STARTED'

export type OpenVerification = {
  /** The `link` that the client's server got from the service. */
  readonly url: string
  readonly mode: 'redirect' | 'popup' | 'qr'
  /** Where the code is drawn, for `qr`. */
  readonly container?: HTMLElement
  /** What a screen reader says of the code. */
  readonly label?: string
}

/**
 * Opens the hosted page. `popup` must be called in the handler of a click, or browsers refuse it: then it rejects
 * with an Error whose message is `popup-blocked`.
 */
export async function openVerification(options: OpenVerification): Promise<{
  status: VerificationStatus
}> {
  const { url, mode, container, label = 'QR' } = options
  switch (mode) {
    case 'redirect':
      location.assign(url)
      return { status: 'STARTED' }
    case 'qr': {
      if (!container) throw new Error('container-missing')
      const { default: encodeQR } = await import('qr')
      const image = document.createElement('img')
      image.alt = label
      image.width = 240
      image.height = 240
      // The code itself is black on nothing: pages may be dark.
      image.style.background = '#fff'
      image.src = `data:image/svg+xml,${encodeURIComponent(encodeQR(url, 'svg', { ecc: 'medium', border: 4 }))}`
      container.replaceChildren(image)
      return { status: 'STARTED' }
    }
    case 'popup':
      return { status: await watchPopup(url) }
  }
}

function watchPopup(url: string): Promise<VerificationStatus> {
  const popup = window.open(url, 'atesta-capture', 'width=480,height=800')
  if (!popup) return Promise.reject(new Error('popup-blocked'))
  const { origin } = new URL(url)
  return new Promise((resolve) => {
    const timer = setInterval(() => popup.closed && end('CLOSED'), 500)
    function listen(event: MessageEvent<unknown>): void {
      if (event.origin !== origin || event.source !== popup) return
      if (isDone(event.data)) end('COMPLETED')
    }
    function end(status: VerificationStatus): void {
      clearInterval(timer)
      removeEventListener('message', listen)
      resolve(status)
    }
    addEventListener('message', listen)
  })
}

const isDone = (data: unknown): boolean =>
  typeof data === 'object' &&
  data !== null &&
  'source' in data &&
  data.source === 'atesta-capture' &&
  'status' in data &&
  data.status === 'COMPLETED'

export type CaptureFaces = {
  /** What the client's server got from `POST …/facial-biometrics/challenge`. */
  readonly nonce: string
  readonly actions: readonly Action[]
  /** The transaction that the challenge is of. */
  readonly transactionId: string
  /** A video element of the page, with `playsinline` and `muted`. */
  readonly video: HTMLVideoElement
  /** Where the files of the package's folder `face` are served. */
  readonly modelsUrl: string
  /** What the person is to do now, and how many poses are done. */
  readonly onGuidance?: (guidance: Guidance, done: number) => void
}

export type CapturedFaces = {
  /** For `event` of `POST …/facial-biometrics/liveness`. */
  readonly event: string
  /** For its `images`, in this order and unchanged: the event signs these bytes. */
  readonly images: readonly Blob[]
}

/**
 * The capture of the hosted page inside a client's page. Rejects with an Error whose message is `refused`, `absent`,
 * `taken`, `insecure` or `other` (the camera), `late` (the poses were not taken in time) or `failed`.
 */
export async function captureFaces(options: CaptureFaces): Promise<CapturedFaces> {
  const { nonce, actions, transactionId, video, modelsUrl, onGuidance } = options
  try {
    const { stream, lost } = await openCamera(video, {
      facingMode: 'user',
      width: { ideal: 640 },
      height: { ideal: 480 },
    })
    const human = await loadHuman(modelsUrl.replace(/\/$/, ''))
    const startedAt = performance.now()
    const { pictures, poses } = await capturePoses({
      video,
      human,
      actions,
      lost,
      onGuidance: (guidance, done) => onGuidance?.(guidance, done),
    })
    const event = await sign({
      v: 1,
      nonce,
      iat: Math.floor(Date.now() / 1_000),
      tx: transactionId,
      capture: { actions, poses, ms: Math.round(performance.now() - startedAt) },
      images: await Promise.all(pictures.map(digest)),
      signals: await readSignals(stream),
    })
    return { event, images: pictures }
  } catch (error) {
    throw new Error(nameFault(error), { cause: error })
  } finally {
    closeCamera(video)
  }
}

function nameFault(error: unknown): string {
  if (error instanceof CameraError) return error.fault
  return error instanceof TimeOver ? 'late' : 'failed'
}

async function digest(picture: Blob): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', await picture.arrayBuffer())
  return toBase64Url(new Uint8Array(bytes))
}
