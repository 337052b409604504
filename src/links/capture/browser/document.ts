// The document step: a live picture with a frame, hints while it is blurred or badly lit, and a file as the other way.
// A picture is sent again until the server has acknowledged it.
import { CameraError, type CameraFault, closeCamera, hasCamera, openCamera } from './camera.ts'
import { findKept, forget, keep } from './kept.ts'
import type { Inset } from './framing.ts'
import { createMeasuring } from './measuring.ts'
import { createHints, find, readData, show, sleep } from './page.ts'
import { decodeFile, fit, toJpeg } from './picture.ts'
import { judge, type Verdict } from './quality.ts'
import { hash, send, type Sent } from './upload.ts'

type Texts = Record<Verdict | CameraFault | Exclude<Sent, 'taken' | 'gone'>, string> &
  Record<'sending' | 'offline' | 'take' | 'again', string>

type Data = {
  readonly part: 'front' | 'back'
  readonly key: string
  /** Of the link and the side. */
  readonly place: string
  /** How long a picture that has not arrived is kept: by this device's clock, whatever that says. */
  readonly keepMs: number
  readonly texts: Texts
}

const data = readData<Data>()
const { texts } = data
const camera = find('camera', HTMLElement)
const video = find('video', HTMLVideoElement)
const openButton = find('open-camera', HTMLButtonElement)
const takeButton = find('take', HTMLButtonElement)
const file = find('file', HTMLInputElement)
const fileForm = find('file-form', HTMLFormElement)
const sendForm = find('send-form', HTMLFormElement)
const status = find('hint', HTMLElement)
const bar = find('sending', HTMLProgressElement)
const hint = createHints(status)
const measuring = createMeasuring()

/** As the style draws it over the video. */
const frameShare = 0.86
const cardRatio = 85.6 / 54
/** A little more than the frame, so that nothing at its edge is lost. */
const margin = 1.08
/** After so many good frames in a row the picture is taken by itself. */
const goodFrames = 3
const kept = 5

let isSending = false

/** The part of the video that is taken, in its pixels, and where in that the frame is. */
function cutOf(): { x: number; y: number; width: number; height: number; inset: Inset } {
  const { videoWidth, videoHeight } = video
  const frame = { width: videoWidth * frameShare, height: (videoWidth * frameShare) / cardRatio }
  const width = Math.min(videoWidth, frame.width * margin)
  const height = Math.min(videoHeight, frame.height * margin)
  return {
    x: (videoWidth - width) / 2,
    y: (videoHeight - height) / 2,
    width,
    height,
    inset: { x: (1 - frame.width / width) / 2, y: Math.max(0, 1 - frame.height / height) / 2 },
  }
}

const grab = async () => {
  const { x, y, width, height, inset } = cutOf()
  return { picture: await createImageBitmap(video, x, y, width, height), inset }
}

type Frame = { readonly picture: ImageBitmap; readonly sharpness: number }
let frames: Frame[] = []

function remember(frame: Frame): void {
  frames.push(frame)
  while (frames.length > kept) frames.shift()?.picture.close()
}

/** Hints while the camera is open. Where nothing can be measured, a picture is taken by hand. */
async function watch(lost: AbortSignal): Promise<void> {
  let good = 0
  while (video.srcObject && !isSending) {
    lost.throwIfAborted()
    const { picture, inset } = await grab()
    const quality = await measuring(await createImageBitmap(picture), inset)
    if (!quality) return
    const verdict = judge(quality)
    remember({ picture, sharpness: quality.sharpness })
    hint(texts[verdict])
    good = verdict === 'good' ? good + 1 : 0
    if (good >= goodFrames) return take()
    await sleep(200)
  }
}

/** The sharpest of what was seen last. */
async function take(): Promise<void> {
  if (isSending || !video.srcObject) return
  isSending = true
  const sharpest = frames.toSorted((a, b) => b.sharpness - a.sharpness)[0]
  frames = []
  try {
    const picture = sharpest?.picture ?? (await grab()).picture
    const size = fit(picture.width, picture.height)
    await deliver(await toJpeg(picture, size.width, size.height))
  } catch {
    isSending = false
    fail('other')
  }
}

async function takeFile(): Promise<void> {
  const [chosen] = file.files ?? []
  if (!chosen || isSending) return
  let picture: ImageBitmap
  try {
    picture = await decodeFile(chosen)
  } catch {
    return hint(texts.unreadable, true)
  }
  const quality = await measuring(await createImageBitmap(picture))
  const verdict = quality ? judge(quality) : 'good'
  // Nobody is kept from sending what they have: the second time it goes as it is.
  if (verdict !== 'good' && verdict !== 'hold-still' && !refusedOnce) {
    refusedOnce = true
    return hint(`${texts[verdict]} ${texts.again}`, true)
  }
  await deliver(await toJpeg(picture, picture.width, picture.height))
}

let refusedOnce = false

async function deliver(picture: Blob): Promise<void> {
  isSending = true
  const sha256 = await hash(picture)
  await keep({ place: data.place, sha256, picture, until: Date.now() + data.keepMs })
  await sendOff(picture, sha256)
}

async function sendOff(picture: Blob, sha256: string): Promise<void> {
  isSending = true
  closeCamera(video)
  show(camera, false)
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
  if (sent === 'taken' || sent === 'gone') {
    await forget(data.place)
    if (sent === 'gone') return location.replace('/c')
    find('sha256', HTMLInputElement).value = sha256
    return sendForm.submit()
  }
  await forget(data.place)
  isSending = false
  show(bar, false)
  show(fileForm, true)
  show(openButton, hasCamera())
  hint(texts[sent], true)
}

async function open(): Promise<void> {
  openButton.disabled = true
  try {
    show(camera, true)
    const { lost } = await openCamera(video, {
      facingMode: { ideal: 'environment' },
      width: { ideal: 1_920 },
      height: { ideal: 1_080 },
    })
    lost.addEventListener('abort', () => fail('taken'))
    show(takeButton, true)
    show(openButton, false)
    takeButton.focus()
    await watch(lost)
  } catch (error) {
    fail(error instanceof CameraError ? error.fault : 'other')
  } finally {
    openButton.disabled = false
  }
}

/** The other way stays: a picture from the device. */
function fail(fault: CameraFault): void {
  if (isSending) return
  closeCamera(video)
  show(camera, false)
  show(takeButton, false)
  show(openButton, fault !== 'insecure')
  hint(texts[fault], true)
}

addEventListener('offline', () => isSending && hint(texts.offline, true))
addEventListener('online', () => isSending && hint(texts.sending, true))
openButton.addEventListener('click', () => void open())
takeButton.addEventListener('click', () => void take())

// Hashing is for secure pages alone; elsewhere the plain form sends the file as it is.
if (hasCamera()) {
  show(openButton, true)
  fileForm.addEventListener('submit', (event) => {
    event.preventDefault()
    void takeFile()
  })
  file.addEventListener('change', () => {
    refusedOnce = false
    void takeFile()
  })
  const unsent = await findKept(data.place)
  if (unsent) void sendOff(unsent.picture, unsent.sha256)
} else hint(texts.insecure, true)
