// Engines that judge a picture only by its brightness and need no processor time: dark means a turn to the left, light
// one to the right. They can be delayed, as by a long queue.
import sharp from 'sharp'
import type { Action } from '#src/biometrics/movement/rules.ts'
import type { Engines } from '#src/biometrics/engines/port.ts'
import { ownThresholds } from '#src/biometrics/engines/rules.ts'
import { makeFace, makeReading } from './engines.ts'

export type Seeing = {
  readonly engines: Engines
  /** The number of calls for faces. */
  asked: number
  /** Delays all answers until the returned function is called. */
  hold(): () => void
}

/** The actions that are head turns. */
type Pose = Exclude<Action, 'near' | 'far'>

const levels: Record<Pose, number> = { left: 40, front: 128, right: 215 }
const yaws: Record<Pose, number> = { left: -12, front: 0, right: 12 }
/** An embedding of the usual length. */
const embedding = Float32Array.from({ length: 128 }, (_, at) => Math.cos(at) / 11)

/** A small picture of a person doing the action; a different one for each `seed` below 100. */
export function drawAction(action: Action, seed: number): Promise<Buffer> {
  const level = levels[action === 'near' || action === 'far' ? 'front' : action]
  const background = { r: level, g: level, b: 50 + seed }
  return sharp({ create: { width: 32, height: 32, channels: 3, background } })
    .jpeg()
    .toBuffer()
}

export function seeingEngines(): Seeing {
  let free = Promise.resolve()
  const seeing: Seeing = {
    asked: 0,
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>()
      free = promise
      return resolve
    },
    engines: {
      face: {
        modelId: 'seeing',
        async analyse(images) {
          seeing.asked += 1
          await free
          const actions = await Promise.all(images.map(readAction))
          return { images: actions.map((action) => [makeFace(yaws[action], 0, { embedding })]) }
        },
        portrait: async () => undefined,
      },
      ocr: { modelId: 'seeing', read: async () => makeReading() },
      thresholds: ownThresholds,
    },
  }
  return seeing
}

async function readAction(picture: Uint8Array): Promise<Pose> {
  const { channels } = await sharp(picture).stats()
  const level = channels[0]?.mean ?? 0
  if (level < 85) return 'left'
  return level < 170 ? 'front' : 'right'
}
