// People before the camera: they wait for what is asked, begin after as long as a human needs, go there and come back. A
// page gets their pictures as the stream of its camera.
import sharp from 'sharp'
import { loadFaceModels } from '#src/biometrics/engines/face/models.ts'
import { facePicture, filmFrames } from '#test/engines/biometrics/engines/pictures.ts'
import { approach, depthOf, lookAt, warp } from '#test/support/biometrics/heads.ts'
import { grain } from './camera.ts'

type Pictures = Readonly<Record<string, readonly Buffer[]>>

/**
 * Runs before the page's own scripts. `react`: the body of a function of what is asked now, of whether whoever was told
 * it has had the time to answer, and of the pictures, which returns the one that is seen. `lower`: of its pixels.
 */
const before = (pictures: Pictures, react: string, lower = 0): string => `${grain};{
  const pictures = ${JSON.stringify(pictures, (_, value) => (isBuffer(value) ? Buffer.from(value.data).toString('base64') : value))}
  const decode = (text) =>
    createImageBitmap(new Blob([Uint8Array.from(atob(text), (one) => one.codePointAt(0))], { type: 'image/jpeg' }))
  const [reactMs, mostMs, frameMs] = [300, 800, 90]
  if (navigator.mediaDevices) navigator.mediaDevices.getUserMedia = async () => {
    const ways = {}
    for (const [side, texts] of Object.entries(pictures)) ways[side] = await Promise.all(texts.map(decode))
    const canvas = document.createElement('canvas')
    // As an upright phone has it, at arm's length.
    const { width, height } = ways.front[0]
    canvas.width = height
    canvas.height = (height * 4) / 3
    const context = canvas.getContext('2d')
    context.fillStyle = '#667'
    let [heard, dueAt, shown] = ['', 0, 0]
    const react = (() => {
      ${react}
    })()
    const draw = () => {
      const asked = document.getElementById('arrow')?.dataset.to ?? ''
      if (asked !== heard) {
        heard = asked
        dueAt = performance.now() + reactMs + Math.random() * (mostMs - reactMs)
      }
      shown += 1
      const picture = react(heard, performance.now() >= dueAt, ways)
      context.fillRect(0, 0, canvas.width, canvas.height)
      // Nobody comes back to where they were.
      const ms = performance.now()
      const near = 0.95 + 0.05 * Math.sin(ms / 3_100) + ms / 1_000_000
      const [x, y] = [8 * Math.sin(ms / 2_300), ${lower} + 5 * Math.sin(ms / 1_700)]
      const [wide, high] = [width * near, height * near]
      context.drawImage(picture, (canvas.width - wide) / 2 + x, (canvas.height - high) / 2 + y, wide, high)
    }
    draw()
    const drawing = setInterval(draw, frameMs)
    const stream = canvas.captureStream(1_000 / frameMs)
    const [track] = stream.getVideoTracks()
    const stop = track.stop.bind(track)
    track.stop = () => (clearInterval(drawing), stop())
    return stream
  }
}`

const isBuffer = (value: unknown): value is { readonly data: readonly number[] } =>
  typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer'

/** Frames of the film of person A on the way from the front to each side. */
const ways = { front: [0, 4, 8], left: [13, 17, 21, 22], right: [29, 33, 35, 37] } as const

export const person = before(
  Object.fromEntries(Object.entries(ways).map(([side, at]) => [side, filmFrames(...at)])),
  `let [side, at] = ['left', -1]
  return (asked, isDue, ways) => {
    const to = asked === 'left' || asked === 'right' ? asked : ''
    if (isDue) {
      if (to === '') at = Math.max(-1, at - 1)
      else if (to !== side && at >= 0) at -= 1
      else {
        side = to
        at = Math.min(ways[side].length - 1, at + 1)
      }
    }
    return at < 0 ? ways.front[shown % ways.front.length] : ways[side][at]
  }`,
)

/** From far to near, rendered of a still and its landmarks: a nose grows more than the ears. */
export async function drawComing(): Promise<readonly Buffer[]> {
  const models = await loadFaceModels({ livenessModel: false })
  const still = await lookAt(models, facePicture('front'), 512)
  const depth = depthOf(still.stage, still.mesh)
  return Promise.all(
    Array.from({ length: 9 }, (_, at) => {
      const times = 1 + at * 0.09
      const { data, width, height } = warp(still.pixels, approach(still.stage, depth, times))
      const raw = { width, height, channels: 3 as const }
      return sharp(data, { raw }).jpeg({ quality: 92 }).toBuffer()
    }),
  )
}

/** It stands in the upper third of the still, and belongs into the oval. */
const faceLower = 120

/** Who comes near and goes away when it is asked. */
export const comingPerson = (front: readonly Buffer[]): string =>
  before(
    { front },
    `let [at, to] = [8, 8]
    return (asked, isDue, { front }) => {
      if (isDue && asked === 'near') to = front.length - 1
      if (isDue && asked === 'far') to = 0
      at += Math.sign(to - at)
      return front[at]
    }`,
    faceLower,
  )

/** A film of it, which stays so long at either end. */
export const comingFilm = (front: readonly Buffer[], stayMs: number): string =>
  before(
    { front },
    `const [beganAt, stay, way] = [performance.now(), ${stayMs}, 800]
    return (_, __, { front }) => {
      const ms = (performance.now() - beganAt) % (2 * (stay + way))
      const back = ms - stay - way
      const away = back < stay ? (ms - stay) / way : 1 - (back - stay) / way
      return front[Math.round((front.length - 1) * (1 - Math.min(1, Math.max(0, away))))]
    }`,
    faceLower,
  )
