// The face step: the camera, the challenge, a picture of each pose and the signed event, all of which it sends.
import { CameraError, type CameraFault, closeCamera, hasCamera, openCamera } from './camera.ts'
import { type Action, capturePoses, type Guidance, TimeOver } from './challenge.ts'
import { sign, toBase64Url } from './device.ts'
import { loadHuman } from './human.ts'
import { createHints, find, readData, show } from './page.ts'
import { decodeFile, toJpeg } from './picture.ts'
import { readSignals } from './signals.ts'
import { hash, send } from './upload.ts'

type Texts = Record<Guidance | CameraFault, string> &
  Record<'loading' | 'sending' | 'offline' | 'late' | 'limit' | 'failed' | 'unreadable', string>

type Data = {
  readonly key: string
  readonly transaction: string
  /** Where the library and its models are. */
  readonly folder: string
  readonly texts: Texts
}
type Challenge = {
  readonly nonce: string
  readonly actions: readonly Action[]
}

const data = readData<Data>()
const { texts } = data
const camera = find('camera', HTMLElement)
const video = find('video', HTMLVideoElement)
const start = find('open-camera', HTMLButtonElement)
const form = find('send-form', HTMLFormElement)
const bar = find('sending', HTMLProgressElement)
const otherWay = find('other-way', HTMLDetailsElement)
const hint = createHints(find('hint', HTMLElement))

async function askChallenge(): Promise<Challenge | 'limit'> {
  const answer = await fetch('/c/step/challenge', {
    method: 'POST',
    headers: { 'x-capture-key': data.key },
  })
  if (answer.status === 429) return 'limit'
  if (!answer.ok) throw new Error('no challenge')
  return (await answer.json()) as Challenge
}

async function run(): Promise<void> {
  const { stream, lost } = await openCamera(video, {
    facingMode: 'user',
    width: { ideal: 640 },
    height: { ideal: 480 },
  })
  show(camera, true)
  show(bar, true)
  hint(texts.loading, true)
  const human = await loadHuman(data.folder)
  const challenge = await askChallenge()
  if (challenge === 'limit') return fail(texts.limit)
  const { nonce, actions } = challenge
  const startedAt = performance.now()
  const { pictures, poses } = await capturePoses({
    video,
    human,
    actions,
    lost,
    onGuidance: (guidance, done) => {
      bar.value = done / actions.length
      hint(texts[guidance])
    },
  })
  const signals = await readSignals(stream)
  closeCamera(video)
  show(camera, false)
  const event = await sign({
    v: 1,
    nonce,
    iat: Math.floor(Date.now() / 1_000),
    tx: data.transaction,
    capture: { actions, poses, ms: Math.round(performance.now() - startedAt) },
    images: await Promise.all(pictures.map(digest)),
    signals,
  })
  await sendAll(event, pictures)
}

async function digest(picture: Blob): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', await picture.arrayBuffer())
  return toBase64Url(new Uint8Array(bytes))
}

/** The event first, because its time is short; the pictures may follow on a bad line. */
async function sendAll(event: string, pictures: readonly Blob[]): Promise<void> {
  hint(navigator.onLine ? texts.sending : texts.offline, true)
  await announce(event)
  const names: string[] = []
  for (const [at, picture] of pictures.entries()) {
    const sha256 = await hash(picture)
    const sent = await send({
      part: 'face',
      key: data.key,
      picture,
      sha256,
      onProgress: (share) => {
        bar.value = (at + share) / pictures.length
      },
    })
    if (sent === 'gone') return location.replace('/c')
    if (sent !== 'taken') return fail(texts.failed)
    names.push(sha256)
  }
  find('event', HTMLInputElement).value = event
  find('images', HTMLInputElement).value = names.join(',')
  form.submit()
}

/** That it was made in time; without it the server goes by when all has arrived. */
async function announce(event: string): Promise<void> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(event))
  await fetch('/c/step/face-event', {
    method: 'POST',
    headers: { 'x-capture-key': data.key },
    body: new URLSearchParams({ digest: toBase64Url(new Uint8Array(bytes)) }),
  }).catch(() => undefined)
}

function fail(text: string): void {
  closeCamera(video)
  show(camera, false)
  show(bar, false)
  start.disabled = false
  show(start, hasCamera())
  hint(text, true)
}

function explain(error: unknown): string {
  if (error instanceof CameraError) {
    // What the hint names as the other way stands there.
    otherWay.open = true
    return texts[error.fault]
  }
  if (error instanceof TimeOver) return texts.late
  return navigator.onLine ? texts.failed : texts.offline
}

start.addEventListener('click', () => {
  start.disabled = true
  show(start, false)
  run().catch((error: unknown) => fail(explain(error)))
})

/** One picture from the front, for a person to look at. */
async function sendPicture(file: Blob): Promise<void> {
  show(bar, true)
  hint(texts.sending, true)
  let jpeg: Blob
  try {
    const picture = await decodeFile(file)
    jpeg = await toJpeg(picture, picture.width, picture.height)
  } catch {
    return hint(texts.unreadable, true)
  }
  const sha256 = await hash(jpeg)
  const sent = await send({
    part: 'face',
    key: data.key,
    picture: jpeg,
    sha256,
    onProgress: (share) => {
      bar.value = share
    },
  })
  if (sent === 'gone') return location.replace('/c')
  if (sent !== 'taken') return hint(texts.failed, true)
  find('review-sha256', HTMLInputElement).value = sha256
  find('review-form', HTMLFormElement).submit()
}

if (hasCamera()) {
  show(start, true)
  find('file-form', HTMLFormElement).addEventListener('submit', (event) => {
    event.preventDefault()
    const [file] = find('file', HTMLInputElement).files ?? []
    if (file) void sendPicture(file)
  })
} else {
  otherWay.open = true
  hint(texts.insecure, true)
}
