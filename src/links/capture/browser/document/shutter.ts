// Watches the camera until a document’s picture can be taken: automatically when its edges fill the frame and it is
// sharp and still, otherwise by hand after a while.
import { cutOf } from '../camera/covering.ts'
import type { Inset } from './framing.ts'
import type { Measuring } from './measuring.ts'
import { show, sleep } from '../page.ts'
import { fit, toJpeg } from '../camera/picture.ts'
import { judge, type PictureQuality } from './quality.ts'
import type { Flow } from '../camera/flow.ts'
import { aborted, pressed, type Stage } from '../camera/stage.ts'

/** The picture is cut slightly larger than the frame, so that no edge of the document is lost. */
const margin = 1.08
/** The number of good frames in a row after which the picture is taken automatically. */
const goodFrames = 3
const kept = 5
/** After this time the person can take the picture by hand. */
const byHandAfterMs = 8_000

type Watching = {
  readonly stage: Stage
  readonly measuring: Measuring
  readonly takeButton: HTMLButtonElement
  readonly hint: (verdict: PictureQuality) => void
  readonly flow: Flow
  /** Aborts with the fault of the camera. */
  readonly lost: AbortSignal
  /** Aborts when the person leaves. */
  readonly left: AbortSignal
}

type Frame = { readonly picture: ImageBitmap; readonly sharpness: number }

/** Undefined when the person left. */
export async function takeSharpestPicture(on: Watching): Promise<Blob | undefined> {
  const frames: Frame[] = []
  const ending = new AbortController()
  const timer = setTimeout(() => show(on.takeButton, true), byHandAfterMs)
  try {
    const seen = await Promise.race([
      watch(on, frames, ending.signal),
      pressed(on.takeButton).then(() => true),
      aborted(on.left),
    ])
    if (seen === undefined || on.left.aborted) return undefined
    return await sharpestOf(on, frames)
  } finally {
    clearTimeout(timer)
    ending.abort()
    show(on.takeButton, false)
    for (const { picture } of frames) picture.close()
  }
}

/**
 * Resolves when the picture is good. Where nothing can be measured it never resolves, and the person takes the picture
 * by hand.
 */
async function watch(on: Watching, frames: Frame[], ending: AbortSignal): Promise<true> {
  let good = 0
  while (good < goodFrames && !ending.aborted) {
    on.lost.throwIfAborted()
    // A picture that stands still shows an earlier moment, so it does not count.
    if (on.flow.isStopped()) {
      good = 0
      await sleep(200)
      continue
    }
    const { picture, inset } = await grab(on.stage)
    const quality = await on.measuring(await createImageBitmap(picture), inset)
    if (!quality) {
      show(on.takeButton, true)
      await aborted(ending)
      break
    }
    const verdict = judge(quality)
    frames.push({ picture, sharpness: quality.sharpness })
    while (frames.length > kept) frames.shift()?.picture.close()
    on.hint(verdict)
    good = verdict === 'good' ? good + 1 : 0
    await sleep(200)
  }
  return true
}

async function sharpestOf({ stage }: Watching, frames: readonly Frame[]): Promise<Blob> {
  const [sharpest] = frames.toSorted((a, b) => b.sharpness - a.sharpness)
  const picture = sharpest?.picture ?? (await grab(stage)).picture
  const size = fit(picture.width, picture.height)
  return toJpeg(picture, size.width, size.height)
}

/** The part of the video that is used, and the position of the frame in it. */
async function grab({
  video,
  guide,
}: Stage): Promise<{ readonly picture: ImageBitmap; readonly inset: Inset }> {
  const whole = { width: video.videoWidth, height: video.videoHeight }
  const screen = video.getBoundingClientRect()
  const frame = guide.getBoundingClientRect()
  const place = { x: frame.x, y: frame.y, width: frame.width, height: frame.height }
  const [inner, cut] = [cutOf(whole, screen, place), cutOf(whole, screen, place, margin)]
  return {
    picture: await createImageBitmap(video, cut.x, cut.y, cut.width, cut.height),
    inset: { x: (1 - inner.width / cut.width) / 2, y: (1 - inner.height / cut.height) / 2 },
  }
}
