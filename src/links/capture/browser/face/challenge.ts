// The head poses of a challenge that are all named beforehand, each with its picture and frames on the way to it: used
// by a client’s own page. The hosted page requests each movement at its time (`moving.ts`).
import { watchRepeats } from './frames.ts'
import { type Human, type Pose, readPose } from './human.ts'
import { sleep } from '../page.ts'
import { draw, encode } from '../camera/picture.ts'

export type Action = 'front' | 'left' | 'right' | 'near' | 'far'
/** The faults of the face's position. */
export type Misplaced = 'no-face' | 'several' | 'closer' | 'farther' | 'centre'
export type Guidance = Action | Misplaced

/** Measured from the first frontal pose; stricter than the server’s 7, whose measurement differs by some degrees. */
const turnDegrees = 8
/** Within this angle a head counts as frontal before there is a reference; all turns are measured from there. */
const frontDegrees = 4
/** The angle from the reference within which the head is frontal again. */
const backDegrees = 4
const shareMin = 0.12
/** The least ratio of sizes between near and far; the server accepts 1.35. */
const nearTimes = 1.45
const nearShare = 0.3
/** The angle from which a turn has begun. */
const wayFromDegrees = 3
/** A turn of which no frame was captured is repeated within this time; after it, it is sent as it is. */
const againWithinMs = 15_000
const jpegQuality = 0.88

export class TimeOver extends Error {
  override readonly name = 'TimeOver'
}

/** The video repeats, so it is a film and is not sent. */
export class PlayedAgain extends Error {
  override readonly name = 'PlayedAgain'
}

export type ChallengeInput = {
  readonly video: HTMLVideoElement
  readonly human: Human
  readonly actions: readonly Action[]
  /** The signal of the camera: this function rejects with its reason. */
  readonly lost: AbortSignal
  readonly onGuidance: (guidance: Guidance, done: number) => void
}

type Frame = { readonly canvas: HTMLCanvasElement; readonly pose: Pose }

/** A pose takes seconds; after this time the person is offered the alternatives. */
const patienceMs = 90_000

/** Rejects with `TimeOver` when the poses were not taken in time, by the monotonic clock. */
export async function capturePoses(asked: ChallengeInput) {
  const watch = watchRepeats(asked.video)
  try {
    const captured = await takePoses(asked)
    if (watch.isPlayedAgain()) throw new PlayedAgain()
    return captured
  } finally {
    watch.stop()
  }
}

async function takePoses({ video, human, actions, lost, onGuidance }: ChallengeInput) {
  const pictures: Blob[] = []
  const poses: number[] = []
  const startedAt = performance.now()
  const isWithin = (ms: number) => performance.now() - startedAt < ms
  let first: Pose | undefined
  for (const [done, action] of actions.entries()) {
    const watch = (step: Step) => watchFor(step, done)
    let frames = await watch({ action, first })
    while (isTurn(action) && frames.length === 1 && isWithin(againWithinMs)) {
      await watch({ action: 'front', first })
      frames = await watch({ action, first })
    }
    for (const { canvas, pose } of frames) {
      poses.push(Math.round(pose.yaw * 10) / 10)
      pictures.push(await encode(canvas, jpegQuality))
    }
    first ??= frames.at(-1)?.pose
  }
  return { pictures, poses }

  /** Watches until the pose is reached; returns its frame after those on the way. */
  async function watchFor(step: Step, done: number): Promise<readonly Frame[]> {
    let way: readonly Frame[] = []
    for (;;) {
      lost.throwIfAborted()
      if (!isWithin(patienceMs)) throw new TimeOver()
      const canvas = draw(video, video.videoWidth, video.videoHeight)
      const pose = await readPose(human, canvas)
      lost.throwIfAborted()
      const guidance = guide(pose, step.action)
      onGuidance(guidance, done)
      if (guidance === step.action) {
        if (isReached(pose, step)) return [...way, { canvas, pose }]
        way = follow(way, { canvas, pose }, step)
      }
      await sleep(30)
    }
  }
}

const isTurn = (action: Action): boolean => action === 'left' || action === 'right'

type Step = {
  readonly action: Action
  /** The pose in the first picture. */
  readonly first: Pose | undefined
}

function isReached({ yaw, share }: Pose, { action, first }: Step): boolean {
  const turned = yaw - (first?.yaw ?? 0)
  switch (action) {
    case 'front':
      return first ? Math.abs(turned) < backDegrees : Math.abs(yaw) < frontDegrees
    case 'left':
      return turned < -turnDegrees
    case 'right':
      return turned > turnDegrees
    case 'near':
      return first ? share > first.share * 0.95 : share > nearShare
    case 'far':
      return first !== undefined && share * nearTimes < first.share
  }
}

/**
 * The first and last frame on the way to the pose. If the head turns to the other side, the way starts again at the
 * front.
 */
function follow(way: readonly Frame[], frame: Frame, { action, first }: Step): readonly Frame[] {
  if (!first || !isTurn(action)) return []
  const turned = (frame.pose.yaw - first.yaw) * (action === 'left' ? -1 : 1)
  if (turned < wayFromDegrees) return []
  const [start = frame] = way
  return start === frame ? [start] : [start, frame]
}

const guide = (pose: Pose, action: Action): Guidance => faultOf(pose) ?? action

export function faultOf({ faces, share }: Pose): Misplaced | undefined {
  if (faces === 0) return 'no-face'
  if (faces > 1) return 'several'
  return share < shareMin ? 'closer' : undefined
}
