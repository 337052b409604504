// The face step: runs the camera and the challenge, and sends its pictures and the signed event.
import {
  CameraError,
  closeCamera,
  faultBefore,
  hasCamera,
  type OpenCamera,
  openCamera,
} from './camera/camera.ts'
import { type Action, type Misplaced, TimeOver } from './face/challenge.ts'
import { atLeast, placementOf, placeOf } from './camera/covering.ts'
import { announce, askChallenge, askPose, digest, Gone, type Way } from './face/asking.ts'
import { approaching, turning } from './face/course.ts'
import { sign } from './face/device.ts'
import { createFeedback, type Feedback } from './camera/feedback.ts'
import { loadHuman, type Pose } from './face/human.ts'
import { inMegabytes, loadFiles } from './sending/loading.ts'
import { TooManyMissed } from './face/paced.ts'
import { sideBySide } from './face/side-by-side.ts'
import type { FaceTexts } from './face/texts.ts'
import { createHints, find, here, onFile, readData, show } from './page.ts'
import { decodeFile, toJpeg } from './camera/picture.ts'
import { readSignals } from './face/signals.ts'
import { createStage } from './camera/stage.ts'
import { captureMoves, type MovingGuidance } from './face/moving.ts'
import { hash, send } from './sending/upload.ts'

type Data = {
  readonly key: string
  readonly transaction: string
  /** The folder of the library and its models. */
  readonly folder: string
  readonly files: readonly string[]
  /** The total size of the files, uncompressed and as transferred. */
  readonly bytes: { readonly whole: number; readonly sent: number }
  readonly texts: FaceTexts
}
const data = readData<Data>()
const { texts } = data
const stage = createStage()
const { video, guide } = stage
const start = find('open-camera', HTMLButtonElement)
const form = find('send-form', HTMLFormElement)
const bar = find('sending', HTMLProgressElement)
const poses = find('poses', HTMLProgressElement)
const arrow = find('arrow', HTMLElement)
const approach = find('approach', HTMLButtonElement)
const aloud = find('aloud', HTMLButtonElement)
const file = find('file', HTMLInputElement)
const more = find('more', HTMLDetailsElement)
const otherWay = find('other-way', HTMLDetailsElement)
const hint = createHints(find('hint', HTMLElement))
const cameraHint = createHints(find('camera-hint', HTMLElement))

/** The person left the camera, which is no error. */
class Left extends Error {}

/** A little less than the server’s time limit, because signing takes time too. */
const patienceMs = { turn: 60_000, approach: 270_000 } as const

const wanted = { facingMode: 'user', width: { ideal: 640 }, height: { ideal: 480 } } as const

async function run(way: Way): Promise<void> {
  const feedback = createFeedback(document.documentElement.lang, () => isPressed(aloud))
  if (way === 'approach') aloud.setAttribute('aria-pressed', 'true')
  const left = stage.enter()
  poses.value = 0
  arrow.dataset['to'] = ''
  cameraHint(texts.loading, true)
  await load(left)
  // The camera opens only once the models are loaded, so that nobody is filmed for nothing.
  const { stream, lost, flow } = await openCamera(video, wanted, {
    left,
    onSlow: () => cameraHint(texts.slow, true),
    onFlow: (isStopped) => isStopped && sayStopped(feedback),
  })
  const ending = endingWith(lost, left)
  try {
    const taken = await film(way, { stream, flow, ending, feedback })
    if (!taken) return fail(texts.limit)
    await sendAll(taken.event, taken.pictures)
  } finally {
    flow.stop()
  }
}

type Filming = Pick<OpenCamera, 'stream' | 'flow'> & {
  readonly ending: AbortSignal
  readonly feedback: Feedback
}

/** The pictures and their event; undefined where there is no further challenge. */
async function film(way: Way, { stream, flow, ending, feedback }: Filming) {
  ending.throwIfAborted()
  cameraHint(texts.loading, true)
  const human = await orEnd(loadHuman(data.folder), ending)
  // The challenge is requested only when the camera gives pictures.
  await flow.untilFlowing(ending)
  const challenge = await orEnd(askChallenge(data.key, way), ending)
  if (challenge === 'limit') return undefined
  const { nonce, actions, poses: all } = challenge
  const startedAt = performance.now()
  let known = 0
  const onGuidance = (guidance: Action | MovingGuidance, done: number) => {
    if (done > known) feedback.done()
    known = done
    poses.value = done / all
    arrow.dataset['to'] = guidance
    const told = guidance === 'too-soon' && way === 'approach' ? 'moved-too-soon' : guidance
    cameraHint(texts[told], true)
    // The instruction is spoken when the arrow appears, so that listeners can start at the same time.
    feedback.say(guidance === 'left' || guidance === 'right' ? texts[`say-${guidance}`] : texts[told]) // prettier-ignore
  }
  const { pictures, paced } = await captureMoves({
    video,
    human,
    flow,
    lost: ending,
    misplaced,
    course: way === 'approach' ? approaching : turning,
    wanted: all,
    patienceMs: patienceMs[way],
    onGuidance,
    ask: (...said) => askPose({ key: data.key, nonce }, ...said),
  })
  feedback.done()
  const signals = await readSignals(stream)
  closeCamera(video)
  stage.leave()
  const event = await sign({
    v: 1,
    nonce,
    iat: Math.floor(Date.now() / 1_000),
    tx: data.transaction,
    capture: { actions, paced, ms: Math.round(performance.now() - startedAt) },
    images: await Promise.all(pictures.map(digest)),
    signals,
  })
  return { event, pictures }
}

function sayStopped(feedback: Feedback): void {
  arrow.dataset['to'] = ''
  cameraHint(texts.stopped, true)
  feedback.say(texts.stopped)
}

/** Awaits the work no longer than the person stays. */
const orEnd = <T>(coming: Promise<T>, ending: AbortSignal): Promise<T> =>
  Promise.race([
    coming,
    new Promise<never>((_, reject) => {
      ending.addEventListener('abort', () => reject(ending.reason as Error), { once: true })
    }),
  ])

async function load(left: AbortSignal): Promise<void> {
  try {
    await loadFiles(data.files, data.bytes, {
      signal: left,
      onShare: (share) => share < 1 && cameraHint(sayLoaded(share)),
    })
  } catch (error) {
    throw left.aborted ? new Left() : error
  }
}

function sayLoaded(share: number): string {
  const { lang } = document.documentElement
  const { sent } = data.bytes
  const [done, all] = [inMegabytes(share * sent, lang), inMegabytes(sent, lang)]
  return texts.loaded.replace('{done}', done).replace('{all}', all)
}

/** The face must be within the oval as the person sees it. */
function misplaced({ box, faces }: Pose, action: Action): Misplaced | undefined {
  if (!box || faces !== 1) return undefined
  const whole = { width: video.videoWidth, height: video.videoHeight }
  const screen = video.getBoundingClientRect()
  const face = placeOf(whole, screen, box, true)
  const placement = placementOf(face, atLeast(guide.getBoundingClientRect(), screen.height / 3))
  // While a person moves nearer or farther the size of the face is not judged.
  const isSized = action !== 'near' && action !== 'far'
  return placement === 'in' || (!isSized && placement !== 'centre') ? undefined : placement
}

function endingWith(lost: AbortSignal, left: AbortSignal): AbortSignal {
  const ending = new AbortController()
  if (left.aborted) ending.abort(new Left())
  left.addEventListener('abort', () => ending.abort(new Left()), { once: true })
  lost.addEventListener('abort', () => ending.abort(lost.reason), { once: true })
  return ending.signal
}

const isPressed = (button: HTMLButtonElement): boolean =>
  button.getAttribute('aria-pressed') === 'true'

/** Announces the event first, because its time limit is short; the pictures may follow on a slow connection. */
async function sendAll(event: string, pictures: readonly Blob[]): Promise<void> {
  show(start, false)
  show(bar, true)
  hint(navigator.onLine ? texts.sending : texts.offline, true)
  const announced = announce(data.key, event)
  const names = await sideBySide(pictures, upload, showShare)
  await announced
  if (!names) return
  find('event', HTMLInputElement).value = event
  find('images', HTMLInputElement).value = names.join(',')
  form.submit()
}

const showShare = (share: number): void => {
  bar.value = share
}

/** The hash of the uploaded picture; undefined when it was refused, after telling the person. */
async function upload(
  picture: Blob,
  onProgress: (share: number) => void,
): Promise<string | undefined> {
  const sha256 = await hash(picture)
  const sent = await send({ part: 'face', key: data.key, picture, sha256, onProgress })
  if (sent === 'taken' || sent === 'same') return sha256
  if (sent === 'gone') location.replace(here(''))
  else fail(texts.failed)
  return undefined
}

function fail(text: string): void {
  closeCamera(video)
  stage.leave()
  show(bar, false)
  show(start, hasCamera())
  hint(text, true)
}

function explain(error: unknown, way: Way): string {
  if (error instanceof Left || stage.isLeft(error)) return ''
  // The message below refers to these alternatives, so they are shown first.
  offerOtherWays()
  if (error instanceof CameraError) return texts[error.fault]
  if (error instanceof TimeOver) return texts.late
  if (error instanceof TooManyMissed)
    return texts[way === 'approach' ? 'movement-missed' : 'missed']
  return navigator.onLine ? texts.failed : texts.offline
}

function offerOtherWays(): void {
  more.open = true
  otherWay.open = true
}

function begin(way: Way): void {
  start.disabled = true
  run(way)
    .catch((error: unknown) => {
      // Another device has taken over, or the link has expired: the reloaded page says which.
      if (error instanceof Gone) location.replace(here(''))
      else fail(explain(error, way))
    })
    .finally(() => {
      start.disabled = false
    })
}

start.addEventListener('click', () => begin('turn'))
approach.addEventListener('click', () => begin('approach'))
aloud.addEventListener('click', () => aloud.setAttribute('aria-pressed', String(!isPressed(aloud))))

/** Sends one picture from the front for a manual review. */
async function sendPicture(chosen: File): Promise<void> {
  let jpeg: Blob
  try {
    const picture = await decodeFile(chosen)
    jpeg = await toJpeg(picture, picture.width, picture.height)
  } catch {
    return hint(texts.unreadable, true)
  }
  const isWanted = await stage.ask(jpeg)
  stage.leave()
  if (isWanted === false) file.click()
  if (isWanted !== true) return
  show(bar, true)
  hint(texts.sending, true)
  const name = await upload(jpeg, showShare)
  if (name === undefined) return
  find('review-sha256', HTMLInputElement).value = name
  find('review-form', HTMLFormElement).submit()
}

const missing = faultBefore()
show(start, !missing)
show(approach, !missing)
if (missing) {
  offerOtherWays()
  hint(texts[missing], true)
}
if (missing !== 'insecure')
  onFile(find('file-form', HTMLFormElement), file, (chosen) => void sendPicture(chosen))
