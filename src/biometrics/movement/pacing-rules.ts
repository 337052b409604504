// Judges movements that are asked for one by one, each at an unpredictable moment: turns of the head, or away from the
// camera and back. Pure. A replayed film moves before it is asked, too late, or to the wrong side; a person waits, and
// then moves.
import type { MovementKind } from './rules.ts'

/** The direction; `near` and `far` are for people who cannot turn the head. */
export type Side = 'left' | 'right' | 'near' | 'far'

/** A pose that was asked for, as the server stores it. */
export type PromptedPose = {
  readonly side: Side
  readonly isLong: boolean
  /** SHA-256, base64url, of a picture that was taken before the side was announced. */
  readonly before: string
  /** When the side was announced, in ISO 8601. */
  readonly saidAt: string
  /** When the page asked for the next pose, in ISO 8601; absent for the last pose. */
  readonly overAt?: string
  /** Set when the page reports that the movement was not made as asked. */
  readonly missed?: true
}

/** A pose with the positions of its pictures among those that were sent. */
export type PacedPose = Pick<PromptedPose, 'side' | 'isLong'> & {
  /** The picture from before the side was announced; -1 if it was not sent. */
  readonly before: number
  /** `ms`: milliseconds since the side was shown, as reported by the page. */
  readonly frames: readonly { readonly image: number; readonly ms: number }[]
  /** Milliseconds since the server announced the side: no frame can be later. */
  readonly elapsedMs: number
}

/** The pictures of one pose, as reported by the page. */
export type ReportedPose = {
  /** The position among the poses that were asked for, from 0. */
  readonly pose: number
  readonly images: readonly number[]
  readonly ms: readonly number[]
}

/** The number of good poses that are needed: turns of the head, or twice away and back. */
export const posesWanted = 4
/** One pose more: a person who moved too soon, too late or to the wrong side is asked once more. */
const posesAskedMax = posesWanted + 1

type Range = readonly [number, number]
export type Pauses = { readonly short: Range; readonly long: Range; readonly approach: Range }

/**
 * The pauses in milliseconds before a side is announced. One of each four turns has a long pause: a film that stays
 * still for that long is too late for the short ones, and any other film moves before the long one. The direction of an
 * approach is predictable, so its pauses vary more.
 */
export const pausesOfPoses: Pauses = {
  short: [300, 1_600],
  long: [2_500, 4_000],
  approach: [300, 12_000],
}

/** The demands on the pictures of a kind. The page is stricter, because it measures differently. */
type Bounds = {
  /** How far the head may have moved before the side was announced, or afterwards towards the other side. */
  readonly still: number
  /** How far the head must move towards the announced side. */
  readonly reached: number
  readonly beginMaxMs: number
  readonly reachMaxMs: number
}
const boundsOf: Readonly<Record<MovementKind, Bounds>> = {
  /** In degrees. */
  turn: { still: 6, reached: 6, beginMaxMs: 2_000, reachMaxMs: 6_000 },
  /**
   * In hundredths of the logarithm of the face's width: 30 is 1.35 times as large, the same as `rules.ts` demands of an
   * approach.
   */
  approach: { still: 20, reached: 30, beginMaxMs: 3_500, reachMaxMs: 15_000 },
}
/** Nobody reacts sooner, so an earlier movement had begun before it was asked for. */
const beginMinMs = 150

/** Chooses the next pose; undefined if none is needed. `draw` gives a random number below its argument. */
export function chooseNext(
  kind: MovementKind,
  asked: readonly PromptedPose[],
  draw: (below: number) => number,
): Pick<PromptedPose, 'side' | 'isLong'> | undefined {
  const kept = asked.filter(({ missed }) => !missed)
  const left = posesWanted - kept.length
  if (left <= 0 || asked.length >= posesAskedMax) return undefined
  // A person who is near can only go away, and one who is away can only come back.
  if (kind === 'approach') return { side: left % 2 === 0 ? 'far' : 'near', isLong: false }
  const isLong = !kept.some((one) => one.isLong) && draw(left) === 0
  const sides: readonly Side[] = ['left', 'right']
  // The last turn goes to the side that is missing, so that both sides are seen.
  const missing = left === 1 && sides.find((side) => !kept.some((one) => one.side === side))
  const drawn = draw(sides.length) === 0 ? 'left' : 'right'
  return { side: missing || drawn, isLong }
}

/** The pause before the pose, in milliseconds. */
export function choosePause(
  pauses: Pauses,
  { side, isLong }: Pick<PromptedPose, 'side' | 'isLong'>,
  draw: (below: number) => number,
): number {
  const [least, most] = pauses[isApproach(side) ? 'approach' : isLong ? 'long' : 'short']
  return least + draw(most - least + 1)
}

/**
 * Joins the poses that were asked for with the pictures that were sent. `arrivedAt`: when the event with them arrived.
 */
export function placePoses(
  asked: readonly PromptedPose[],
  said: readonly ReportedPose[],
  sent: { readonly imageHashes: readonly string[]; readonly arrivedAt: number },
): PacedPose[] {
  return asked.map(({ side, isLong, before, saidAt, overAt }, at) => {
    const own = said.find(({ pose }) => pose === at)
    const over = overAt === undefined ? sent.arrivedAt : Date.parse(overAt)
    return {
      side,
      isLong,
      before: sent.imageHashes.indexOf(before),
      frames: own?.images.map((image, frame) => ({ image, ms: own.ms[frame] ?? -1 })) ?? [],
      elapsedMs: over - Date.parse(saidAt),
    }
  })
}

const isApproach = (side: Side): boolean => side === 'near' || side === 'far'

/**
 * Whether enough poses were made in time. `places` has a number for each picture: degrees to the person's own right, or
 * for an approach hundredths of the logarithm of the face's width; undefined without one clear face.
 */
export function isPaced(
  kind: MovementKind,
  poses: readonly PacedPose[],
  places: readonly (number | undefined)[],
): boolean {
  const done = poses.filter((pose) => isDone(pose, places, boundsOf[kind]))
  return done.length >= posesWanted && (kind === 'approach' || done.some(({ isLong }) => isLong))
}

/**
 * Whether the head was still until the pose was announced, began after a human reaction time, and moved far enough to
 * that side and no other.
 */
function isDone(
  { side, before, frames, elapsedMs }: PacedPose,
  places: readonly (number | undefined)[],
  { still, reached, beginMaxMs, reachMaxMs }: Bounds,
): boolean {
  const sign = side === 'left' || side === 'far' ? -1 : 1
  // Turns are measured from the first picture, and an approach from where the person was before it.
  const from = isApproach(side) ? before : 0
  const movedAt = (image: number) =>
    ((places[image] ?? Number.NaN) - (places[from] ?? Number.NaN)) * sign
  const [first] = frames
  if (!first || before < 0 || !(Math.abs(movedAt(before)) <= still)) return false
  const isBegun = first.ms >= beginMinMs && first.ms <= beginMaxMs
  const isInTime = frames.every(({ image, ms }, at) => {
    const earlier = frames[at - 1] ?? { image: before, ms: 0 }
    return image > earlier.image && ms >= earlier.ms && ms <= Math.min(reachMaxMs, elapsedMs)
  })
  const ways = frames.map(({ image }) => movedAt(image))
  const isThatSide = !ways.some((way) => way < -still)
  return isBegun && isInTime && isThatSide && ways.some((way) => way >= reached)
}
