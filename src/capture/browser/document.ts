// The step of the document: a live picture with a frame, hints while it is blurred or badly lit, and a file as
// the other way. What was taken is sent until it has arrived.
import { CameraError, type CameraFault, closeCamera, hasCamera, openCamera } from './camera.ts'
import { findKept, forget, keep } from './kept.ts'
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
  readonly keepUntil: number
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

/** A little more than the frame, so that nothing at its edge is lost. */
const frameShare = 0.86 * 1.08
const cardRatio = 85.6 / 54
/** After so many good frames in a row the picture is taken by itself. */
const goodFrames = 3
const kept = 5

let isSending = false

/** The part of the video that the frame shows, in pixels of the video. */
function frameOf(): { x: number; y: number; width: number; height: number } {
  const width = Math.min(video.videoWidth, video.videoWidth * frameShare)
  const height = Math.min(video.videoHeight, width / cardRatio)
  return {
    x: (video.videoWidth - width) / 2,
    y: (video.videoHeight - height) / 2,
    width,
    height,
  }
}

const grab = (): Promise<ImageBitmap> => {
  const { x, y, width, height } = frameOf()
  return createImageBitmap(video, x, y, width, height)
}

type Frame = { readonly picture: ImageBitmap; readonly sharpness: number }
let frames: Frame[] = []

function remember(frame: Frame): void {
  frames.push(frame)
  while (frames.length > kept) frames.shift()?.picture.close()
}

async function watch(): Promise<void> {
  let good = 0
  while (video.srcObject && !isSending) {
    const picture = await grab()
    const quality = await measuring(await createImageBitmap(picture))
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
  const sharpest = frames.toSorted((a, b) => b.sharpness - a.sharpness)[0]
  const picture = sharpest?.picture ?? (await grab())
  const size = fit(picture.width, picture.height)
  const jpeg = await toJpeg(picture, size.width, size.height)
  frames = []
  await deliver(jpeg)
}

async function takeFile(): Promise<void> {
  const [chosen] = file.files ?? []
  if (!chosen) return
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
  const sha256 = await hash(picture)
  await keep({ place: data.place, sha256, picture, until: data.keepUntil })
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
    await openCamera(
      video,
      { facingMode: { ideal: 'environment' }, width: { ideal: 1_920 }, height: { ideal: 1_080 } },
      () => fail('taken'),
    )
    show(takeButton, true)
    show(openButton, false)
    takeButton.focus()
    await watch()
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
