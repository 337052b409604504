// Judges by the frames of a challenge how the head moved. Pure. A flat picture that is moved, bent or stretched has no
// depth, a film that repeats or was cut shows what no camera sees, and a turn that was not made is missing.
import type { Face } from '#src/biometrics/engines/port.ts'

export type Action = 'front' | 'left' | 'right' | 'near' | 'far'
export type MovementKind = 'turn' | 'approach'

/**
 * The orders of the sides that may be asked for; each begins at the front, and two visits to one side have the front
 * between them.
 */
const orders: readonly (readonly Action[])[] = [
  ['left', 'right'],
  ['right', 'left'],
  ['left', 'right', 'left'],
  ['right', 'left', 'right'],
  ['left', 'left', 'right'],
  ['right', 'right', 'left'],
  ['left', 'right', 'right'],
  ['right', 'left', 'left'],
]

/** The actions of a challenge, chosen by a number below `challengesMax`. */
export function chooseActions(kind: MovementKind, number: number): readonly Action[] {
  if (kind === 'approach') return ['near', 'far', 'near']
  const order = orders[number % orders.length] ?? []
  const actions: Action[] = ['front']
  for (const side of order) {
    // The head comes back between two visits to one side, and in the shorter orders too, so that all have four or five
    // poses.
    if (actions.at(-1) === side || (order.length === 2 && actions.length === 2))
      actions.push('front')
    actions.push(side)
  }
  return actions
}

export const challengesMax = orders.length

export const kindOf = (actions: readonly Action[]): MovementKind =>
  actions.includes('near') ? 'approach' : 'turn'

/** Degrees from the direction of the first picture: heads turn by some 15, of which the mesh measures two thirds. */
const reachedDegrees = 7
/** Degrees below which the head is back at the front. */
const frontDegrees = 4.5
/**
 * The degrees at which one picture shows the action, for captures with one picture for each action; negative to the
 * person's own left.
 */
const reached: Partial<Record<Action, (yaw: number) => boolean>> = {
  front: (yaw) => Math.abs(yaw) < 8,
  left: (yaw) => yaw < -6,
  right: (yaw) => yaw > 6,
}
/** A picture that differs less than this from an earlier one is a repetition, because nobody stands so still twice. */
const againMax = 0.6
/**
 * Bounds of the change between pictures that stretching does not explain, for each degree that the head turned: below
 * `flatMax` the picture was flat, above `solidMin` it was a head.
 */
const single = { flatMax: 0.0085, solidMin: 0.0105 }
/** The bounds for several frames of a side together, which are more reliable. */
const several = { flatMax: 0.0075, solidMin: 0.009 }
/** A film was cut where two frames differ by more than `cutLevels`, and by `cutTimes` the median step. */
const cutLevels = 14
const cutTimes = 5
/** A person who hesitates turns back once more than was asked for. */
const hesitationsMax = 1
/** How many times larger the face must be near than far. */
const nearTimes = 1.35
/** The bounds of the change that coming nearer does not explain: a head's nose grows more than its ears. */
const nearFlatMax = 0.05
const nearSolidMin = 0.15

export type Movement = {
  /** Whether something was seen that no genuine person shows. */
  readonly isStaged: boolean
  readonly isDone: boolean
  readonly isSolid: boolean
}

export function judgeMovement(faces: readonly Face[], actions: readonly Action[]): Movement {
  return kindOf(actions) === 'approach' ? judgeApproach(faces, actions) : judgeTurns(faces, actions)
}

function judgeTurns(faces: readonly Face[], actions: readonly Action[]): Movement {
  const isBurst = faces.length > actions.length
  const relief = sidesOf(faces).flatMap((side) => reliefOf(faces[0], side) ?? [])
  const { flatMax, solidMin } = isBurst ? several : single
  return {
    isStaged:
      comesAgain(faces) ||
      standsStill(faces, isBurst) ||
      relief.some((value) => value < flatMax) ||
      sidesOf(faces).some(isMirrored) ||
      (isBurst && (isCut(faces) || isToAndFro(relativeTo(faces), actions))),
    isDone: isBurst ? isInOrder(faces, actions) : isPosed(faces, actions),
    // Without such values, as from an operator's own engine, the movement counts as solid.
    isSolid: relief.every((value) => value >= solidMin),
  }
}

const comesAgain = (faces: readonly Face[]): boolean =>
  faces.some(({ change }) => change !== undefined && change <= againMax)

/**
 * Whether frames repeat the one before, as in a photograph: a single one is enough, but in a burst of frames more than
 * half must.
 */
function standsStill(faces: readonly Face[], isBurst: boolean): boolean {
  const steps = faces.flatMap(({ step }) => step ?? [])
  const still = steps.filter((step) => step <= againMax)
  return still.length > (isBurst ? steps.length / 2 : 0)
}

/** The frames that look to each side. */
function sidesOf(faces: readonly Face[]): (readonly Face[])[] {
  const turned = relativeTo(faces)
  return [-1, 1].map((sign) => faces.filter((_, at) => (turned[at] ?? 0) * sign > 5))
}

/** How much more the frames change than a flat picture could, for each degree; undefined if nothing was measured. */
function reliefOf(first: Face | undefined, side: readonly Face[]): number | undefined {
  const compared = side.filter(({ unexplained }) => unexplained !== undefined)
  const degrees = sum(compared.map(({ yaw }) => Math.abs(yaw - (first?.yaw ?? 0))))
  return compared.length === 0
    ? undefined
    : sum(compared.map(({ unexplained }) => unexplained ?? 0)) / degrees
}

/** Measured values: 1.5 and more with heads, 0.7 and less with mirrored frames. */
const mirroredMax = 0.8

/** Whether the frames of a side are mirrored frames of the other side. */
function isMirrored(side: readonly Face[]): boolean {
  const middle = middleOf(side.flatMap(({ mirrored }) => mirrored ?? []))
  return middle !== undefined && middle < mirroredMax
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)

function middleOf(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)]
}

/** Whether one step from frame to frame is far larger than the others, as where a film was cut. */
function isCut(faces: readonly Face[]): boolean {
  const steps = faces.flatMap(({ step }) => step ?? [])
  const middle = middleOf(steps)
  return middle !== undefined && steps.some((step) => step > cutLevels && step > cutTimes * middle)
}

const relativeTo = ([first, ...others]: readonly Face[]): number[] =>
  first ? [0, ...others.map(({ yaw }) => yaw - first.yaw)] : []

const isPosed = (faces: readonly Face[], actions: readonly Action[]): boolean =>
  actions.length === faces.length &&
  actions.every((action, at) => reached[action]?.(faces[at]?.yaw ?? Number.NaN))

/** Whether the head visited the sides in the order that was asked for, with a frame on the way. */
function isInOrder(faces: readonly Face[], actions: readonly Action[]): boolean {
  const turned = relativeTo(faces)
  const most = Math.max(...turned.map(Math.abs))
  const isPassed = turned.some((yaw) => Math.abs(yaw) > 2 && Math.abs(yaw) < 0.8 * most)
  const visits = visitsOf(turned)
  let next = 0
  for (const visit of visits ?? []) {
    if (visit === actions[next]) next += 1
    // Between two different sides the head passes the front.
    else if (visit !== 'front') return false
  }
  return isPassed && next === actions.length && visits?.at(-1) === actions.at(-1)
}

/**
 * The noise of the mesh: a frame that is nearer to the front than an earlier one by more than this is not on the way
 * out.
 */
const backDegrees = 2.5
/** Larger than `frontDegrees`, so that a head that comes back counts as being at the front sooner. */
const returnedDegrees = 5.5

/** Undefined if the head turned back before it reached a side. */
function visitsOf(turned: readonly number[]): Action[] | undefined {
  const visits: Action[] = ['front']
  let furthest = 0
  for (const yaw of turned) {
    const far = Math.abs(yaw)
    const isBack = far < furthest - backDegrees
    const side = far < frontDegrees ? 'front' : yaw < 0 ? 'left' : 'right'
    const here = side === visits.at(-1) && isBack && far < returnedDegrees ? 'front' : side
    if (here === visits.at(-1)) {
      if (here !== 'front' && isBack) return undefined
      furthest = Math.max(furthest, far)
      continue
    }
    if (visits.at(-1) !== 'front' && furthest < reachedDegrees) {
      // The head had hardly left the front and must return to it, since it passes the front between two sides.
      if (here !== 'front' || visits.at(-2) !== 'front') return undefined
      visits.pop()
    }
    if (visits.at(-1) !== here) visits.push(here)
    furthest = here === 'front' ? 0 : far
  }
  return visits.at(-1) === 'front' || furthest >= reachedDegrees ? visits : undefined
}

/** Whether the head turned back more often than was asked for, as in frames out of order. */
function isToAndFro(turned: readonly number[], actions: readonly Action[]): boolean {
  const asked = actions.map((action) => ({ left: -1, right: 1 })[String(action)] ?? 0)
  const own = reversals(asked.map((side) => side * 2 * reachedDegrees))
  return reversals(turned) > own + hesitationsMax
}

/** How often the head changed its direction. */
function reversals(turned: readonly number[]): number {
  let [count, direction, extreme] = [0, 0, 0]
  for (const yaw of turned) {
    const moved = yaw - extreme
    if (moved * direction > 0) extreme = yaw
    if (Math.abs(moved) < frontDegrees || moved * direction > 0) continue
    if (direction !== 0) count += 1
    direction = Math.sign(moved)
    extreme = yaw
  }
  return count
}

/** Judges the movement near, far, near by the size of the face: a flat picture grows evenly. */
function judgeApproach(faces: readonly Face[], actions: readonly Action[]): Movement {
  const sizes = faces.map(({ box: [, , width] }) => width)
  const [first = 0, last = 0] = [sizes[0], sizes.at(-1)]
  const least = Math.min(...sizes)
  const at = sizes.indexOf(least)
  const far = faces[at]
  const isDone = first >= nearTimes * least && last >= nearTimes * least && at > 0
  const relief = far?.unexplained
  // Still pictures are seconds apart and the face grows by half, so only frames of the way can show a cut.
  const isCutOff = faces.length <= actions.length && isCut(faces)
  const isFlat = relief !== undefined && relief < nearFlatMax
  return {
    isStaged: comesAgain(faces) || isCutOff || (isDone && isFlat),
    isDone,
    isSolid: relief !== undefined && relief >= nearSolidMin,
  }
}
