// What a composition looks like, before it has places: boxes, rows, splits, choices and frames. Layout and words
// both go by it, so that the picture and what a screen reader says of it cannot differ.
import { innerSteps, type Pack, type Step } from '#workflows/packs/define.ts'
import { noteOf, type RunView, stateOf, type StepState } from './run-view.ts'

/** How far a run has come at a step. */
export type Reach = 'untouched' | 'begun' | 'passed'

type Common = {
  /** JSON pointer from the root step. */
  readonly pointer: string
  /** Absent where no run is shown. */
  readonly reach?: Reach
}

/** `solid` a module, `dashed` one that may never get its input, `heavy` a pack within, `stop` the end of a path. */
export type Look = 'solid' | 'dashed' | 'heavy' | 'stop'

export type Box = Common & {
  readonly kind: 'box'
  readonly look: Look
  readonly name: string
  /** The second, smaller line. */
  readonly note?: string
  readonly words: string
  readonly state?: StepState
}
type Row = Common & { readonly kind: 'row' | 'split'; readonly inner: readonly Figure[] }
type Choice = Common & {
  readonly kind: 'choice'
  readonly condition: string
  /** What a run answered. */
  readonly answer?: boolean | 'failed'
  readonly yes: Figure
  readonly no?: Figure
}
type Frame = Common & { readonly kind: 'frame'; readonly label: string; readonly inner: Figure }
export type Figure = Box | Row | Choice | Frame

export const toFigure = (pack: Pick<Pack, 'root'>, run?: RunView): Figure =>
  figureOf(pack.root, '', run)

function figureOf(step: Step, pointer: string, run: RunView | undefined): Figure {
  const inner = innerSteps(step).map(([place, one]) => figureOf(one, pointer + place, run))
  switch (step.kind) {
    case 'module':
      return moduleBox(step, pointer, run)
    case 'sequence':
      return { kind: 'row', pointer, inner, ...(run && { reach: reachOfRow(inner) }) }
    case 'parallel':
      return { kind: 'split', pointer, inner, ...(run && { reach: reachOfSplit(inner) }) }
    case 'when':
      return choice(step, pointer, inner, run)
    case 'stop':
      return stopBox(step.reason, pointer, run)
  }
}

type Only<Kind extends Step['kind']> = Extract<Step, { kind: Kind }>

function moduleBox(step: Only<'module'>, pointer: string, run: RunView | undefined): Box {
  const { module: name } = step
  const state = run && stateOf(run, name)
  const note = noteOf(step, run)
  return {
    kind: 'box',
    look: 'solid',
    pointer,
    name,
    ...(note !== undefined && { note }),
    words: [name, ...(note === undefined ? [] : [`(${note})`])].join(' '),
    ...(state && { state, reach: reachOfModule(state, step) }),
  }
}

function reachOfModule(state: StepState, { onFailure }: Only<'module'>): Reach {
  if (state === 'completed' || (state === 'failed' && onFailure !== 'stop')) return 'passed'
  return state === 'pending' || state === 'skipped' ? 'untouched' : 'begun'
}

/** Whether a run came to it shows in the reason that it has; the first reason counts. */
function stopBox(reason: string, pointer: string, run: RunView | undefined): Box {
  const isReached = run?.stopReason === reason
  return {
    kind: 'box',
    look: 'stop',
    pointer,
    name: 'stop',
    note: reason,
    words: `stop with the reason ${reason}`,
    ...(run && {
      reach: isReached ? 'begun' : 'untouched',
      state: isReached ? 'stopped' : 'pending',
    }),
  }
}

function choice(
  { condition }: Only<'when'>,
  pointer: string,
  [yes, no]: readonly Figure[],
  run: RunView | undefined,
): Choice {
  if (!yes) throw new Error('a choice has a step for yes')
  const answer = run?.answers[pointer]
  return {
    kind: 'choice',
    pointer,
    condition,
    yes,
    ...(no && { no }),
    ...(answer !== undefined && { answer }),
    ...(run && { reach: reachOfChoice(answer, yes, no) }),
  }
}

function reachOfChoice(
  answer: boolean | 'failed' | undefined,
  yes: Figure,
  no: Figure | undefined,
): Reach {
  if (answer === undefined) return 'untouched'
  const taken = answer === true ? yes : answer === false ? no : undefined
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
