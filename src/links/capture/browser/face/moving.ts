// The movements in front of the camera: takes frames of the video, and gives the pictures to send.
import {
  type Action,
  type ChallengeInput,
  faultOf,
  type Misplaced,
  PlayedAgain,
  TimeOver,
} from './challenge.ts'
import type { Course, Side } from './course.ts'
import type { Flow } from '../camera/flow.ts'
import { watchRepeats } from './frames.ts'
import { type Pose, readPose } from './human.ts'
import { type Eyes, type Paced, type PacedGuidance, takePaced } from './paced.ts'
import { sleep } from '../page.ts'
import { draw, encode } from '../camera/picture.ts'

export type MovingGuidance = PacedGuidance | Misplaced

type Moving = Pick<ChallengeInput, 'video' | 'human' | 'lost'> & {
  readonly flow: Flow
  readonly course: Course
  readonly wanted: number
  /** The fault of the face's position on the screen, if there is one. */
  readonly misplaced: (pose: Pose, action: Action) => Misplaced | undefined
  readonly patienceMs: number
  readonly onGuidance: (guidance: MovingGuidance, done: number) => void
  readonly ask: (before: Blob, missed: boolean) => ReturnType<Eyes<Shot>['ask']>
}

/** A picture that is encoded only once, because some browsers encode the same frame differently each time. */
type Shot = { readonly encoded: () => Promise<Blob> }

function shoot(canvas: HTMLCanvasElement): Shot {
  let encoding: Promise<Blob> | undefined
  return { encoded: () => (encoding ??= encode(canvas, jpegQuality)) }
}

/** Lower than for documents: face measurements stay the same, and a quarter of the bytes is saved. */
const jpegQuality = 0.8
/**
 * By how much an interruption may extend the person’s time, because a challenge of two minutes is valid that much
 * longer.
 */
const waitedMaxMs = 45_000
const sides: readonly PacedGuidance[] = ['left', 'right', 'near', 'far'] satisfies Side[]

/** Rejects with `TimeOver` and `TooManyMissed`, and with the reason for which the camera was lost. */
export async function captureMoves(moving: Moving): Promise<Paced<Blob>> {
  const { video, human, flow, lost, misplaced, course, wanted, patienceMs, onGuidance, ask } =
    moving
  let startedAt = performance.now()
  const repeats = watchRepeats(video)
  try {
    const taken = await takePaced<Shot>(
      {
        async look(guidance, done) {
          await sleep(30)
          lost.throwIfAborted()
          const isBroken = flow.isStopped()
          if (isBroken) {
            // A movement that was requested during the interruption is requested again, in the same challenge.
            const stoppedAt = performance.now()
            await flow.untilFlowing(lost)
            startedAt += Math.min(performance.now() - stoppedAt, waitedMaxMs)
          }
          if (performance.now() - startedAt > patienceMs) throw new TimeOver()
          // A requested movement is shown at once; a fault of the face only after the analysis.
          const isAsked = sides.includes(guidance) && guidance !== course.rest(done)
          if (isAsked) onGuidance(guidance, done)
          const canvas = draw(video, video.videoWidth, video.videoHeight)
          const at = performance.now()
          const pose = await readPose(human, canvas)
          lost.throwIfAborted()
          // The position is not judged while a person must stay still, nor during a turn, which moves the face off the
          // middle.
          const isPlaced = isAsked || guidance === 'hold'
          const fault = (isPlaced ? undefined : misplaced(pose, course.rest(done))) ?? faultOf(pose)
          if (!isAsked) onGuidance(fault ?? guidance, done)
          const place = fault ? Number.NaN : course.placeOf(pose)
          return { place, at, picture: shoot(canvas), ...(isBroken && { isBroken }) }
        },
        ask: async (before, missed) => ask(await before.encoded(), missed),
      },
      { course, wanted },
    )
    if (repeats.isPlayedAgain()) throw new PlayedAgain()
    const pictures: Blob[] = []
    for (const shot of taken.pictures) pictures.push(await shot.encoded())
    return { ...taken, pictures }
  } finally {
    repeats.stop()
  }
}
