// The figure of a composition, before it has positions: boxes, rows, splits, choices and frames. Layout and
// description both follow it, so that the picture and the text of a screen reader cannot differ.
import type { Common, Reach, Tone, Box, Choice, Figure } from './shapes.ts'
import { assert } from '#src/platform/assert.ts'
import type {
  ModuleStep,
  Pack,
  RepeatStep,
  Step,
  StopStep,
  WhenStep,
} from '#src/packs/document/pack.ts'
import { type ConditionAnswer, innerSteps } from '#src/packs/document/walk.ts'
import { writePin } from '#src/packs/runs/rules.ts'
import { reviewFigure } from './review-figure.ts'
import {
  howItDid,
  type ModuleView,
  type RunView,
  viewOf,
  whatIsAsked,
  writeSeconds,
} from './run-view.ts'

const tones: Readonly<Record<string, Tone>> = {
  approved: 'good',
  rejected: 'bad',
  denied: 'bad',
  cancelled: 'bad',
  review: 'undecided',
}

export const toFigure = (pack: Pick<Pack, 'root'>, run?: RunView): Figure =>
  figureOf(pack.root, '', run)

function figureOf(step: Step, pointer: string, run: RunView | undefined): Figure {
  const inner = innerSteps(step).map(([part, one]) => figureOf(one, pointer + part, run))
  switch (step.kind) {
    case 'module':
      return moduleFigure(step, pointer, inner[0], run)
    case 'sequence':
      return { kind: 'row', pointer, inner, ...(run && { reach: reachOfRow(inner) }) }
    case 'parallel':
      return { kind: 'split', pointer, inner, ...(run && { reach: reachOfSplit(inner) }) }
    case 'when':
      return choice(step, pointer, inner, run)
    case 'repeat':
      return repeat(step, pointer, inner, run)
    case 'pack':
      return packWithin(`pack ${writePin(step.pack, step.version)}`, pointer, inner[0], run)
    case 'review':
      return reviewFigure(step, pointer, inner, run)
    case 'stop':
      return stopBox(step, pointer, run)
  }
}

/** With its tries in a frame, and its fallback below it. */
function moduleFigure(
  step: ModuleStep,
  pointer: string,
  fallback: Figure | undefined,
  run: RunView | undefined,
): Figure {
  const { retry } = step
  const own = moduleBox(step, pointer, run)
  const { reach } = own
  const first: Figure = retry
    ? { ...frameOf(own), kind: 'frame', look: 'dotted', label: writeRetry(retry), inner: own }
    : own
  if (!fallback) return first
  const fallen = own.state === 'failed' ? fallback.reach : reach
  return { kind: 'fallback', pointer, first, instead: fallback, ...(fallen && { reach: fallen }) }
}

const frameOf = ({ pointer, reach }: Common): Common => ({ pointer, ...(reach && { reach }) })

const writeRetry = ({ times, delaySeconds = 0 }: NonNullable<ModuleStep['retry']>): string =>
  `up to ${times + 1} tries${delaySeconds > 0 ? `, ${writeSeconds(delaySeconds)} between` : ''}`

function moduleBox(step: ModuleStep, pointer: string, run: RunView | undefined): Box {
  const { module: name, optional } = step
  const seen = run && viewOf(run, name)
  const note = run ? howItDid(seen) : whatIsAsked(step)
  const state = run && (seen?.status ?? 'pending')
  return {
    kind: 'box',
    look: optional ? 'dashed' : 'solid',
    pointer,
    name,
    ...(note !== undefined && { note }),
    words: note === undefined ? name : `${name} (${note})`,
    ...(state && { state, reach: reachOfModule(step, seen) }),
  }
}

/** What was skipped without having begun was not reached; an optional module is passed so. */
function reachOfModule({ onFailure, fallback }: ModuleStep, seen: ModuleView | undefined): Reach {
  switch (seen?.status) {
    case 'completed':
      return 'passed'
    case 'failed':
      return fallback || onFailure === 'fail' || seen.heldUntil ? 'begun' : 'passed'
    case 'skipped':
      return seen.startedAt ? 'passed' : 'untouched'
    case 'processing':
      return 'begun'
    case 'pending':
    case undefined:
      return 'untouched'
  }
}

/** Whether a run came to it shows in the reason that it has; the first reason counts. */
function stopBox({ outcome, reason }: StopStep, pointer: string, run: RunView | undefined): Box {
  const isReached = run?.stopReason === reason
  const tone = tones[outcome]
  return {
    kind: 'box',
    look: 'stop',
    ...(tone && { tone }),
    pointer,
    name: `stop: ${outcome}`,
    note: reason,
    words: `stop with the outcome ${outcome}, because of ${reason}`,
    ...(run && {
      reach: isReached ? 'begun' : 'untouched',
      state: isReached ? 'stopped' : 'pending',
    }),
  }
}

function repeat(
  { until, timesMax }: RepeatStep,
  pointer: string,
  [inner]: readonly Figure[],
  run: RunView | undefined,
): Figure {
  assert(inner, 'the repeat step has no inner step')
  const round = run?.rounds[pointer]
  const label = [
    `again until ${until}, at most ${timesMax} times`,
    ...(round === undefined ? [] : [`round ${round}`]),
  ].join('; ')
  // It is left when its question has been answered for the last time.
  const isLeft = inner.reach === 'passed' && run?.answers[pointer] !== undefined
  const reach = inner.reach === 'passed' && !isLeft ? 'begun' : inner.reach
  return { kind: 'frame', look: 'dotted', pointer, label, inner, ...(reach && { reach }) }
}

/** One whose composition is not at hand is a box. */
function packWithin(
  label: string,
  pointer: string,
  inner: Figure | undefined,
  run: RunView | undefined,
): Figure {
  if (inner)
    return { kind: 'frame', look: 'heavy', label, inner, ...frameOf({ ...inner, pointer }) }
  const reach = run && { reach: 'untouched' as const }
  return { kind: 'box', look: 'heavy', pointer, name: label, words: label, ...reach }
}

function choice(
  step: WhenStep,
  pointer: string,
  inner: readonly Figure[],
  run: RunView | undefined,
): Choice {
  const { condition, otherwise, ifUnanswered, unanswered } = step
  const [yes] = inner
  const no = otherwise && inner[1]
  assert(yes, 'the choice has no step for yes')
  const answer = run?.answers[pointer]
  const asked: Choice = {
    kind: 'choice',
    pointer,
    condition,
    yes,
    ...(no && { no }),
    ...(answer !== undefined && { answer }),
    ...(run && { reach: reachOfChoice(answer, yes, no, unanswered === 'continue') }),
  }
  const unknown = ifUnanswered && inner.at(-1)
  if (!unknown) return asked
  // What runs without an answer is a way of its own, before the two of the condition.
  const isUnknown = answer === undefined ? undefined : typeof answer === 'string'
  return {
    kind: 'choice',
    pointer,
    condition: `it cannot be answered: ${condition}`,
    yes: unknown,
    no: asked,
    ...(isUnknown !== undefined && { answer: isUnknown }),
    ...(run && {
      reach: isUnknown ? (unknown.reach ?? 'untouched') : (asked.reach ?? 'untouched'),
    }),
  }
}

function reachOfChoice(
  answer: ConditionAnswer | undefined,
  yes: Figure,
  no: Figure | undefined,
  goesOn: boolean,
): Reach {
  if (answer === undefined) return 'untouched'
  if (typeof answer === 'string') return goesOn ? 'passed' : 'begun'
  const taken = answer ? yes : no
  return taken && taken.reach !== 'passed' ? 'begun' : 'passed'
}

function reachOfRow(inner: readonly Figure[]): Reach {
  if (inner.every(({ reach }) => reach === 'passed')) return 'passed'
  return inner[0]?.reach === 'untouched' ? 'untouched' : 'begun'
}

function reachOfSplit(inner: readonly Figure[]): Reach {
  if (inner.every(({ reach }) => reach === 'passed')) return 'passed'
  return inner.every(({ reach }) => reach === 'untouched') ? 'untouched' : 'begun'
}
