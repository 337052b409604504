// The capture of the hosted page inside a client's page.
import {
  CameraError,
  closeCamera,
  type OpenCamera,
  openCamera,
} from '../../../src/links/capture/browser/camera/camera.ts'
import { capturePoses, TimeOver } from '../../../src/links/capture/browser/face/challenge.ts'
import { sign, toBase64Url } from '../../../src/links/capture/browser/face/device.ts'
import { loadHuman } from '../../../src/links/capture/browser/face/human.ts'
import { readSignals } from '../../../src/links/capture/browser/face/signals.ts'
import { CaptureError } from './errors.js'

export { CaptureError, type CaptureErrorCode } from './errors.js'

/** What a challenge asks for; left and right are the person's own. */
export type Action = 'front' | 'left' | 'right' | 'near' | 'far'
/** What the person is to do now. */
export type Guidance = Action | 'no-face' | 'several' | 'closer' | 'farther' | 'centre'

export type CaptureFaces = {
  /** What the client's server got from `POST …/facial-biometrics/challenge`. */
  readonly nonce: string
  readonly actions: readonly Action[]
  /** The transaction that the challenge is of. */
  readonly transactionId: string
  /** A video element of the page, with `playsinline` and `muted`. */
  readonly video: HTMLVideoElement
  /** Where the files of the package's folder `dist/face` are served, by your own origin. */
  readonly modelsUrl: string
  /** With how many poses are done. */
  readonly onGuidance?: (guidance: Guidance, done: number) => void
  readonly signal?: AbortSignal
}

export type CapturedFaces = {
  /** For `event` of `POST …/facial-biometrics/liveness`. */
  readonly event: string
  /** For its `images`, in this order and unchanged: the event signs these bytes. */
  readonly images: readonly Blob[]
}

/** Rejects with `CaptureError`, or with the reason of `signal`; the camera is closed in any case. */
export async function captureFaces(options: CaptureFaces): Promise<CapturedFaces> {
  const { nonce, actions, transactionId, video, modelsUrl, onGuidance, signal } = options
  signal?.throwIfAborted()
  let flow: OpenCamera['flow'] | undefined
  try {
    const {
      stream,
      lost,
      flow: opened,
    } = await openCamera(video, {
      facingMode: 'user',
      width: { ideal: 640 },
      height: { ideal: 480 },
    })
    flow = opened
    const human = await loadHuman(modelsUrl.replace(/\/$/, ''))
    const startedAt = performance.now()
    const { pictures, poses } = await capturePoses({
      video,
      human,
      actions,
      lost: signal ? AbortSignal.any([lost, signal]) : lost,
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
    signal?.throwIfAborted()
    throw toCaptureError(error)
  } finally {
    flow?.stop()
    closeCamera(video)
  }
}

function toCaptureError(cause: unknown): CaptureError {
  if (cause instanceof CameraError) return new CaptureError(`camera-${cause.fault}`, { cause })
  return new CaptureError(cause instanceof TimeOver ? 'late' : 'failed', { cause })
}

async function digest(picture: Blob): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', await picture.arrayBuffer())
  return toBase64Url(new Uint8Array(bytes))
}
