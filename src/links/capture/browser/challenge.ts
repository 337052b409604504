// The head poses that a person is asked for, one after the other, each with its picture.
import { type Human, type Pose, readPose } from './human.ts'
import { sleep } from './page.ts'
import { draw, encode } from './picture.ts'

export type Action = 'front' | 'left' | 'right'
export type Guidance = Action | 'no-face' | 'several' | 'closer' | 'farther' | 'centre'

/** Stricter than the server's, whose measure differs by some degrees. */
const reached: Record<Action, (yaw: number) => boolean> = {
  front: (yaw) => Math.abs(yaw) < 5,
  left: (yaw) => yaw < -8,
  right: (yaw) => yaw > 8,
}
const shareMin = 0.12
const jpegQuality = 0.9

export class TimeOver extends Error {
  override readonly name = 'TimeOver'
}

type Asked = {
  readonly video: HTMLVideoElement
  readonly human: Human
  readonly actions: readonly Action[]
  /** Of the camera: what it aborts with is what this rejects with. */
  readonly lost: AbortSignal
  readonly onGuidance: (guidance: Guidance, done: number) => void
  /** What is wrong with where the face is on the screen; absent where nobody shows a frame. */
  readonly misplaced?: (pose: Pose) => Guidance | undefined
}

/** A pose takes seconds; after a minute something is wrong, and the person is shown the alternatives. */
const patienceMs = 60_000

/** Rejects with `TimeOver` when the poses were not taken in time, by the monotonic clock. */
export async function capturePoses({ video, human, actions, lost, onGuidance, misplaced }: Asked) {
  const pictures: Blob[] = []
  const poses: number[] = []
  const deadline = performance.now() + patienceMs
  for (const action of actions) {
    for (;;) {
      lost.throwIfAborted()
      if (performance.now() > deadline) throw new TimeOver()
      const frame = draw(video, video.videoWidth, video.videoHeight)
      const pose = await readPose(human, frame)
      lost.throwIfAborted()
      const guidance = misplaced?.(pose) ?? guide(pose, action)
      onGuidance(guidance, pictures.length)
      if (guidance === action && reached[action](pose.yaw)) {
        poses.push(Math.round(pose.yaw * 10) / 10)
        pictures.push(await encode(frame, jpegQuality))
        break
      }
      await sleep(60)
    }
  }
  return { pictures, poses }
}

function guide({ faces, share }: Pose, action: Action): Guidance {
  if (faces === 0) return 'no-face'
  if (faces > 1) return 'several'
  return share < shareMin ? 'closer' : action
}
