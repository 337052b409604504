// Judges the frames of a challenge by how the head moved through them. Pure. A still that is moved, bent or stretched
// has no relief, a film that comes again or was cut shows what no camera sees, and a turn that was not made is missing.
import type { Face } from '#src/biometrics/engines/port.ts'

export type Action = 'front' | 'left' | 'right' | 'near' | 'far'
export type MovementKind = 'turn' | 'approach'

/** The visits of the sides that may be asked for; each begins at the front, and so does each time to the same side. */
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

/** What is asked for, by a number below `challengesMax`. */
export function chooseActions(kind: MovementKind, number: number): readonly Action[] {
  if (kind === 'approach') return ['near', 'far', 'near']
  const order = orders[number % orders.length] ?? []
  const actions: Action[] = ['front']
  for (const side of order) {
    // Between two visits to one side the head comes back; in the shorter orders too, so that all have four or five poses.
    if (actions.at(-1) === side || (order.length === 2 && actions.length === 2))
      actions.push('front')
    actions.push(side)
  }
  return actions
}

export const challengesMax = orders.length

export const kindOf = (actions: readonly Action[]): MovementKind =>
  actions.includes('near') ? 'approach' : 'turn'

/** Degrees from where the first picture looks; some 15 of a head, of which the mesh sees two thirds. */
const reachedDegrees = 7
/** Back at the front. */
const frontDegrees = 4.5
/** When one picture for each action shows it, in captures that pages took: degrees, below 0 to the person's own left. */
const reached: Partial<Record<Action, (yaw: number) => boolean>> = {
  front: (yaw) => Math.abs(yaw) < 8,
  left: (yaw) => yaw < -6,
  right: (yaw) => yaw > 6,
}
/** A picture that differs so little from one before the head moved came again: nobody stands so still twice. */
const againMax = 0.6
/**
 * Bounds of the change between pictures that stretching does not explain, for each degree that the head turned: below
 * `flatMax` it was a flat picture, above `solidMin` a head.
 */
const single = { flatMax: 0.0085, solidMin: 0.0105 }
/** The limits for several frames of a side together, which are surer. */
const several = { flatMax: 0.0075, solidMin: 0.009 }
/** A film was cut where two frames differ by more than so many levels, and so many times the middle step. */
const cutLevels = 14
const cutTimes = 5
/** Who hesitates turns back once more than was asked for. */
const hesitationsMax = 1
/** How much larger the face is near than far. */
const nearTimes = 1.35
/** The share of movement that coming nearer leaves unexplained: a head's nose grows more than its ears. */
const nearFlatMax = 0.05
const nearSolidMin = 0.15

export type Movement = {
  /** What no genuine person shows. */
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
    // Engines that say nothing of it are an operator's own.
    isSolid: relief.every((value) => value >= solidMin),
  }
}

const comesAgain = (faces: readonly Face[]): boolean =>
  faces.some(({ change }) => change !== undefined && change <= againMax)

/** Whether too few frames differ from the one before, as of a photograph: all must, or in a burst half of them. */
function standsStill(faces: readonly Face[], isBurst: boolean): boolean {
  const steps = faces.flatMap(({ step }) => step ?? [])
  const still = steps.filter((step) => step <= againMax)
  return still.length > (isBurst ? steps.length / 2 : 0)
}

/** Frames that look to either side. */
function sidesOf(faces: readonly Face[]): (readonly Face[])[] {
  const turned = relativeTo(faces)
  return [-1, 1].map((sign) => faces.filter((_, at) => (turned[at] ?? 0) * sign > 5))
}

/** How much more its frames show than a still could, for each degree; undefined where nobody looked. */
function reliefOf(first: Face | undefined, side: readonly Face[]): number | undefined {
  const compared = side.filter(({ unexplained }) => unexplained !== undefined)
  const degrees = sum(compared.map(({ yaw }) => Math.abs(yaw - (first?.yaw ?? 0))))
  return compared.length === 0
    ? undefined
    : sum(compared.map(({ unexplained }) => unexplained ?? 0)) / degrees
}

/** Measured: 1.5 and more with heads, 0.7 and less with mirrored frames. */
const mirroredMax = 0.8

/** Turned to a side by pictures of the other one. */
function isMirrored(side: readonly Face[]): boolean {
  const middle = middleOf(side.flatMap(({ mirrored }) => mirrored ?? []))
  return middle !== undefined && middle < mirroredMax
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)

function middleOf(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)]
}

/** By the steps from frame to frame: one that is out of all proportion is none of a camera. */
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

/** Where the head looked, one after the other as it was asked for, with a frame on the way. */
function isInOrder(faces: readonly Face[], actions: readonly Action[]): boolean {
  const turned = relativeTo(faces)
  const most = Math.max(...turned.map(Math.abs))
  const isPassed = turned.some((yaw) => Math.abs(yaw) > 2 && Math.abs(yaw) < 0.8 * most)
  const visits = visitsOf(turned)
  let next = 0
  for (const visit of visits ?? []) {
    if (visit === actions[next]) next += 1
    // From one side to the other the head comes by the front.
    else if (visit !== 'front') return false
  }
  return isPassed && next === actions.length && visits?.at(-1) === actions.at(-1)
}

/** The noise of the mesh: a frame that is nearer to the front than one before by more was not taken on the way there. */
const backDegrees = 2.5
/** Who comes back is at the front sooner than who has not left it. */
const returnedDegrees = 5.5

/** Undefined: one of the sides was not reached, or not straight. */
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

/** Frames out of order turn back all the time. */
function isToAndFro(turned: readonly number[], actions: readonly Action[]): boolean {
  const asked = actions.map((action) => ({ left: -1, right: 1 })[String(action)] ?? 0)
  const own = reversals(asked.map((side) => side * 2 * reachedDegrees))
  return reversals(turned) > own + hesitationsMax
}

/** How often the head turned back on its way. */
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

/** Near, far, near: by the size of the face. What is flat grows evenly. */
function judgeApproach(faces: readonly Face[], actions: readonly Action[]): Movement {
  const sizes = faces.map(({ box: [, , width] }) => width)
  const [first = 0, last = 0] = [sizes[0], sizes.at(-1)]
  const least = Math.min(...sizes)
  const at = sizes.indexOf(least)
  const far = faces[at]
  const isDone = first >= nearTimes * least && last >= nearTimes * least && at > 0
  const relief = far?.unexplained
  // Between still pictures and those of the way seconds lie, and the face grows by half.
  const isCutOff = faces.length <= actions.length && isCut(faces)
  const isFlat = relief !== undefined && relief < nearFlatMax
  return {
    isStaged: comesAgain(faces) || isCutOff || (isDone && isFlat),
    isDone,
    isSolid: relief !== undefined && relief >= nearSolidMin,
  }
}
