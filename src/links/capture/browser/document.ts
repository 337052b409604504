// The document step: the camera with a frame, hints while the picture is blurred or badly lit, and a file as
// alternative. Each picture is shown to the person before it is sent, and sent again until the server has acknowledged
// it.
import {
  CameraError,
  type CameraFault,
  closeCamera,
  faultBefore,
  hasCamera,
  openCamera,
} from './camera/camera.ts'
import { findKept, forget, keep } from './sending/kept.ts'
import { createMeasuring } from './document/measuring.ts'
import { createHints, find, here, onFile, readData, show } from './page.ts'
import { decodeFile, toJpeg } from './camera/picture.ts'
import { judge, type PictureQuality } from './document/quality.ts'
import { takeSharpestPicture } from './document/shutter.ts'
import { createStage } from './camera/stage.ts'
import { hash, send, type UploadResult } from './sending/upload.ts'

type Texts = Record<
  PictureQuality | CameraFault | Exclude<UploadResult, 'taken' | 'gone'>,
  string
> &
  Record<'sending' | 'offline' | 'wentBack' | 'slow' | 'stopped', string>

type Data = {
  readonly part: 'front' | 'back'
  readonly key: string
  /** Identifies the link and the side. */
  readonly place: string
  /** How long an unsent picture is kept, by this device’s clock. */
  readonly keepMs: number
  readonly texts: Texts
}

const data = readData<Data>()
const { texts } = data
const stage = createStage()
const { video } = stage
const openButton = find('open-camera', HTMLButtonElement)
const file = find('file', HTMLInputElement)
const fileForm = find('file-form', HTMLFormElement)
const sendForm = find('send-form', HTMLFormElement)
const bar = find('sending', HTMLProgressElement)
const more = find('more', HTMLDetailsElement)
const hint = createHints(find('hint', HTMLElement))
const cameraHint = createHints(find('camera-hint', HTMLElement))
const measuring = createMeasuring()

let isSending = false

const wanted = {
  facingMode: { ideal: 'environment' },
  width: { ideal: 2_560 },
  height: { ideal: 1_440 },
} as const

async function open(): Promise<void> {
  openButton.disabled = true
  cameraHint('', true)
  try {
    for (;;) {
      const left = stage.enter()
      const { lost, flow } = await openCamera(video, wanted, {
        left,
        onSlow: () => cameraHint(texts.slow, true),
        onFlow: (isStopped) => isStopped && cameraHint(texts.stopped, true),
      })
      const picture = await Promise.race([
        takeSharpestPicture({
          stage,
          measuring,
          takeButton: find('take', HTMLButtonElement),
          hint: (verdict) => cameraHint(texts[verdict]),
          flow,
          lost,
          left,
        }),
        rejectedBy(lost),
      ]).finally(flow.stop)
      closeCamera(video)
      const isWanted = picture && (await stage.ask(picture))
      if (picture && isWanted) return await deliver(picture)
      if (isWanted === undefined) return
    }
  } catch (error) {
    if (!stage.isLeft(error)) fail(error instanceof CameraError ? error.fault : 'other')
  } finally {
    closeCamera(video)
    openButton.disabled = false
  }
}

const rejectedBy = (lost: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    lost.addEventListener('abort', () => reject(lost.reason), { once: true })
  })

/** Without a camera the person can still choose a file. */
function fail(fault: CameraFault): void {
  if (isSending) return
  stage.leave()
  show(openButton, hasCamera())
  more.open = true
  hint(texts[fault], true)
}

async function takeFile(chosen: File): Promise<void> {
  if (isSending) return
  let picture: ImageBitmap
  try {
    picture = await decodeFile(chosen)
  } catch {
    return hint(texts.unreadable, true)
  }
  const quality = await measuring(await createImageBitmap(picture))
  const verdict = quality ? judge(quality) : 'good'
  const jpeg = await toJpeg(picture, picture.width, picture.height)
  // A picture with a fault can be sent too.
  const isFine = verdict === 'good' || verdict === 'hold-still'
  const isWanted = await stage.ask(jpeg, isFine ? undefined : texts[verdict])
  if (isWanted === true) return deliver(jpeg)
  stage.leave()
  if (isWanted === false) file.click()
}

async function deliver(picture: Blob): Promise<void> {
  isSending = true
  stage.leave()
  const sha256 = await hash(picture)
  await keep({ place: data.place, sha256, picture, until: Date.now() + data.keepMs })
  await sendOff(picture, sha256)
}

async function sendOff(picture: Blob, sha256: string): Promise<void> {
  isSending = true
  show(fileForm, false)
  show(openButton, false)
  show(bar, true)
  hint(navigator.onLine ? texts.sending : texts.offline, true)
  const sent = await send({
    part: data.part,
    key: data.key,
    picture,
    sha256,
    onProgress: (share) => {
      bar.value = share
    },
  })
  await forget(data.place)
  if (sent === 'gone') return location.replace(here(''))
  if (sent === 'taken') {
    find('sha256', HTMLInputElement).value = sha256
    return sendForm.submit()
  }
  isSending = false
  show(bar, false)
  show(fileForm, true)
  show(openButton, hasCamera())
  hint(texts[sent], true)
}

// A person who went back expects the front side, so the hint says that it has arrived and can be retaken.
if (data.part === 'back' && cameBack()) hint(texts.wentBack, true)

// A page restored from the browser’s cache does not run its script again.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted && data.part === 'back') hint(texts.wentBack, true)
})

function cameBack(): boolean {
  const [arrival] = performance.getEntriesByType('navigation')
  return arrival instanceof PerformanceNavigationTiming && arrival.type === 'back_forward'
}

addEventListener('offline', () => isSending && hint(texts.offline, true))
addEventListener('online', () => isSending && hint(texts.sending, true))
openButton.addEventListener('click', () => void open())

const missing = faultBefore()
if (missing) {
  more.open = true
  hint(texts[missing], true)
} else show(openButton, true)

// Hashing is available to secure pages only; elsewhere the plain form sends the file as it is.
if (missing !== 'insecure') {
  onFile(fileForm, file, (chosen) => void takeFile(chosen))
  const unsent = await findKept(data.place)
  if (unsent) void sendOff(unsent.picture, unsent.sha256)
}
