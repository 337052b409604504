// Movements that are asked for one by one, each at a moment that nobody knows beforehand: turns of the head, or away from
// the camera and back. Pure. A film that is played round moves while nothing is asked, too late, or the other way; a
// person waits, and then moves.
import type { MovementKind } from './rules.ts'

/** Where to; `near` and `far` of who cannot turn the head. */
export type Side = 'left' | 'right' | 'near' | 'far'

/** A pose that was asked for, as the server keeps it. */
export type PromptedPose = {
  readonly side: Side
  readonly isLong: boolean
  /** SHA-256, base64url, of a picture that was taken before the side was known. */
  readonly before: string
  /** ISO, when the side was said. */
  readonly saidAt: string
  /** ISO, when the page asked for the next one; absent for the last. */
  readonly overAt?: string
  /** The page says that it was not done as asked. */
  readonly missed?: true
}

/** The same beside the pictures that were sent; positions are of pictures. */
export type PacedPose = Pick<PromptedPose, 'side' | 'isLong'> & {
  /** -1: it was not sent. */
  readonly before: number
  /** Milliseconds since the side was shown, as the page says. */
  readonly frames: readonly { readonly image: number; readonly ms: number }[]
  /** Milliseconds since the server said the side: no frame can be later. */
  readonly elapsedMs: number
}

/** What a page says of the pictures of one pose. */
export type ReportedPose = {
  /** Which of those that were asked for, from 0. */
  readonly pose: number
  readonly images: readonly number[]
  readonly ms: readonly number[]
}

/** The number of poses that are asked for: turns of the head, or twice away and back. */
export const posesWanted = 4
/** Who moved too soon, too late or the other way is asked once more. */
const posesAskedMax = posesWanted + 1

type Range = readonly [number, number]
export type Pauses = { readonly short: Range; readonly long: Range; readonly approach: Range }

/**
 * Milliseconds before a side is said. One of each four turns is long: a film that holds still for that long is too late
 * for the short ones, and one that is not misses the long one. Where to of an approach is known: so its moments are
 * further apart.
 */
export const pausesOfPoses: Pauses = {
  short: [300, 1_600],
  long: [2_500, 4_000],
  approach: [300, 12_000],
}

/** What the pictures of a kind must show; the page is stricter, because its measure differs by some. */
type Bounds = {
  /** How far the head may have moved before the side was said, or towards the other side after it. */
  readonly still: number
  /** Towards the side that was said. */
  readonly reached: number
  readonly beginMaxMs: number
  readonly reachMaxMs: number
}
const boundsOf: Readonly<Record<MovementKind, Bounds>> = {
  /** Degrees. */
  turn: { still: 6, reached: 6, beginMaxMs: 2_000, reachMaxMs: 6_000 },
  /** Hundredths of the logarithm of the face's width: 1.35 times as large, as `rules.ts` asks of an approach. */
  approach: { still: 20, reached: 30, beginMaxMs: 3_500, reachMaxMs: 15_000 },
}
/** Nobody answers sooner: that movement had begun before it was asked for. */
const beginMinMs = 150

/** What is asked for next; undefined when there is nothing more. `draw`: a number below its argument, by chance. */
export function chooseNext(
  kind: MovementKind,
  asked: readonly PromptedPose[],
  draw: (below: number) => number,
): Pick<PromptedPose, 'side' | 'isLong'> | undefined {
  const kept = asked.filter(({ missed }) => !missed)
  const left = posesWanted - kept.length
  if (left <= 0 || asked.length >= posesAskedMax) return undefined
  // Who is near can only go away, and who is away come back.
  if (kind === 'approach') return { side: left % 2 === 0 ? 'far' : 'near', isLong: false }
  const isLong = !kept.some((one) => one.isLong) && draw(left) === 0
  const sides: readonly Side[] = ['left', 'right']
  // The last turn goes to the side that is missing, so that both sides are seen.
  const missing = left === 1 && sides.find((side) => !kept.some((one) => one.side === side))
  const drawn = draw(sides.length) === 0 ? 'left' : 'right'
  return { side: missing || drawn, isLong }
}

/** Milliseconds. */
export function choosePause(
  pauses: Pauses,
  { side, isLong }: Pick<PromptedPose, 'side' | 'isLong'>,
  draw: (below: number) => number,
): number {
  const [least, most] = pauses[isApproach(side) ? 'approach' : isLong ? 'long' : 'short']
  return least + draw(most - least + 1)
}

/** `arrivedAt`: of the event that says them. */
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
 * `places`: of the pictures, degrees to the person's own right, or of an approach hundredths of the logarithm of the
 * face's width; undefined where no one clear face is.
 */
export function isPaced(
  kind: MovementKind,
  poses: readonly PacedPose[],
  places: readonly (number | undefined)[],
): boolean {
  const done = poses.filter((pose) => isDone(pose, places, boundsOf[kind]))
  return done.length >= posesWanted && (kind === 'approach' || done.some(({ isLong }) => isLong))
}

/** Still until it was asked for, begun by somebody who had read it, to that side and no other, and far enough. */
function isDone(
  { side, before, frames, elapsedMs }: PacedPose,
  places: readonly (number | undefined)[],
  { still, reached, beginMaxMs, reachMaxMs }: Bounds,
): boolean {
  const sign = side === 'left' || side === 'far' ? -1 : 1
  // All turns count from where the first picture looks; who comes back is measured from where they were.
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
