// Opens a camera, or says why there is none.
import { type Flow, watchFlow } from './flow.ts'

export type CameraFault = 'refused' | 'absent' | 'taken' | 'insecure' | 'other'

export class CameraError extends Error {
  override readonly name = 'CameraError'
  readonly fault: CameraFault

  constructor(fault: CameraFault) {
    super(fault)
    this.fault = fault
  }
}

const faults: Readonly<Record<string, CameraFault>> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'absent',
  OverconstrainedError: 'absent',
  NotReadableError: 'taken',
  AbortError: 'taken',
}

/** Why no camera can be requested: browsers give one to secure pages only, and browsers inside apps sometimes never. */
export function faultBefore(): 'insecure' | 'absent' | undefined {
  if (!isSecureContext) return 'insecure'
  return typeof navigator.mediaDevices?.getUserMedia === 'function' ? undefined : 'absent'
}

export const hasCamera = (): boolean => faultBefore() === undefined

export type OpenCamera = {
  readonly stream: MediaStream
  /** Aborts with a `CameraError` when the camera was unplugged or taken by another program for good. */
  readonly lost: AbortSignal
  /** The flow of its pictures. */
  readonly flow: Flow
}

export type OpenOptions = {
  /** Aborted when the person has left: a camera that the browser gives later is closed, and the promise rejects. */
  readonly left?: AbortSignal
  /**
   * Called when the browser has neither given nor refused a camera for seconds, because its question may be out of
   * sight.
   */
  readonly onSlow?: () => void
  /** Called when the camera stops giving pictures, and when it gives them again. */
  readonly onFlow?: (isStopped: boolean) => void
}

/** How long the browser's question may stay unanswered before the page says something. */
const slowMs = 6_000
/**
 * How long another program may use the camera, for example for a call, before the page offers other ways to continue.
 */
const takenMs = 90_000

/** Rejects with a `CameraError`. */
export async function openCamera(
  video: HTMLVideoElement,
  wanted: MediaTrackConstraints,
  { left, onSlow, onFlow }: OpenOptions = {},
): Promise<OpenCamera> {
  const fault = faultBefore()
  if (fault) throw new CameraError(fault)
  const losing = new AbortController()
  const slow = setTimeout(() => onSlow?.(), slowMs)
  try {
    const asked = navigator.mediaDevices.getUserMedia({ video: wanted, audio: false })
    const stream = await orLeft(asked, left, (late) =>
      late.getTracks().forEach((one) => one.stop()),
    )
    const [track] = stream.getVideoTracks()
    track?.addEventListener('ended', () => losing.abort(new CameraError('taken')))
    video.srcObject = stream
    // Some browsers never report that the video plays; the flow shows whether pictures come.
    await orLeft(Promise.race([video.play(), after(slowMs)]), left)
    let givingUp: ReturnType<typeof setTimeout> | undefined
    const flow = watchFlow(video, track, (isStopped) => {
      clearTimeout(givingUp)
      if (isStopped) givingUp = setTimeout(() => losing.abort(new CameraError('taken')), takenMs)
      onFlow?.(isStopped)
    })
    return {
      stream,
      lost: losing.signal,
      flow: { ...flow, stop: () => (clearTimeout(givingUp), flow.stop()) },
    }
  } catch (error) {
    if (left?.aborted === true) throw error
    const name = error instanceof Error ? error.name : ''
    throw new CameraError(faults[name] ?? 'other')
  } finally {
    clearTimeout(slow)
  }
}

const after = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })

/** Rejects when the person leaves; `late` closes what comes afterwards. */
function orLeft<T>(
  coming: Promise<T>,
  left: AbortSignal | undefined,
  late: (found: T) => void = () => undefined,
): Promise<T> {
  if (!left) return coming
  return new Promise((resolve, reject) => {
    const leave = () => reject(left.reason as Error)
    if (left.aborted) leave()
    left.addEventListener('abort', leave, { once: true })
    coming.then((found) => (left.aborted ? late(found) : resolve(found)), reject)
  })
}

export function closeCamera(video: HTMLVideoElement): void {
  const { srcObject } = video
  if (srcObject instanceof MediaStream) for (const track of srcObject.getTracks()) track.stop()
  video.srcObject = null
}
