// Opens a camera, or says why there is none.

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
  /** Aborts with a `CameraError` when the camera was unplugged or taken by another program. */
  readonly lost: AbortSignal
}

/** Rejects with a `CameraError`. */
export async function openCamera(
  video: HTMLVideoElement,
  wanted: MediaTrackConstraints,
): Promise<OpenCamera> {
  const fault = faultBefore()
  if (fault) throw new CameraError(fault)
  const losing = new AbortController()
  try {
    const stream = await navigator.mediaDevices.getUserMedia({ video: wanted, audio: false })
    for (const track of stream.getVideoTracks())
      track.addEventListener('ended', () => losing.abort(new CameraError('taken')))
    video.srcObject = stream
    await video.play()
    return { stream, lost: losing.signal }
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    throw new CameraError(faults[name] ?? 'other')
  }
}

export function closeCamera(video: HTMLVideoElement): void {
  const { srcObject } = video
  if (srcObject instanceof MediaStream) for (const track of srcObject.getTracks()) track.stop()
  video.srcObject = null
}
