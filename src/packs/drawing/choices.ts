// The questions of a drawing, answered by a condition or a person. For a run that has answered one, only the branch
// taken is shown.
import type { ReviewStep, Step, WhenStep } from '#src/packs/document/pack.ts'
import { branchOf, branchOfReview } from '#src/packs/document/walk.ts'
import type { Box, Choice, Figure, Part, Way } from './shapes.ts'
import { reachOfAnswered } from './reach.ts'
import type { RunView } from './run-view.ts'
import { firstClause } from './text.ts'

export function whenFigure(
  step: WhenStep,
  pointer: string,
  inner: readonly Part[],
  run: RunView | undefined,
): Choice {
  const { id, condition, otherwise, unanswered } = step
  const answer = run?.answers[pointer]
  const taken = answer === undefined ? undefined : answersOf[branchOf(answer)]
  const goesOn = [...(otherwise ? [] : ['no']), ...(unanswered === 'continue' ? ['unknown'] : [])]
  const words = id === undefined ? `if ${condition}` : `if ${id} (${condition})`
  return choiceOf({
    pointer,
    ...(id !== undefined && { name: id }),
    asked: firstClause(condition),
    words,
    ways: foldStops(step, inner),
    goesOn,
    run,
    taken,
  })
}

const answersOf: Readonly<Record<string, string>> = {
  '/run': 'yes',
  '/otherwise': 'no',
  '/ifUnanswered': 'unknown',
}
const partOrder = ['/run', '/ifUnanswered', '/otherwise']

/** The branches in drawing order; a stop that two of them share is drawn once. */
function foldStops(step: WhenStep, inner: readonly Part[]): Way[] {
  const ways: (Way & { readonly step: Step | undefined })[] = []
  for (const part of partOrder) {
    const figure = inner.find((one) => one.part === part)?.figure
    if (!figure) continue
    const own = stepOf(step, part)
    const same = ways.findIndex((way) => isSameStop(way.step, own))
    const shared = ways[same]
    const on = answersOf[part] ?? ''
    if (shared) ways[same] = { ...shared, on: inOrder([...shared.on, on]) }
    else ways.push({ on: [on], figure, step: own })
  }
  return ways.map(({ on, figure }) => ({ on, figure }))
}

const inOrder = (on: readonly string[]): string[] =>
  ['yes', 'no', 'unknown'].filter((one) => on.includes(one))

const stepOf = ({ run, otherwise, ifUnanswered }: WhenStep, part: string): Step | undefined =>
  part === '/run' ? run : part === '/otherwise' ? otherwise : ifUnanswered

const isSameStop = (one: Step | undefined, other: Step | undefined): boolean =>
  one?.kind === 'stop' &&
  other?.kind === 'stop' &&
  one.outcome === other.outcome &&
  one.reason === other.reason

type Question = Pick<Choice, 'pointer' | 'name' | 'asked' | 'words' | 'ways' | 'goesOn'> & {
  readonly run: RunView | undefined
  readonly taken: string | undefined
}

function choiceOf({ run, taken, ...question }: Question): Choice {
  const { ways, goesOn } = question
  if (!run) return { kind: 'choice', ...question }
  if (taken === undefined)
    return { kind: 'choice', ...question, state: 'pending', reach: 'untouched' }
  const way = ways.find(({ on }) => on.includes(taken))
  const isPassed = !way && goesOn.includes(taken)
  const values = run.values?.[question.pointer]
  return {
    kind: 'choice',
    ...question,
    ways: way ? [{ ...way, on: [taken] }] : [],
    goesOn: isPassed ? [taken] : [],
    answer: taken,
    ...(values && { values }),
    state: taken === 'unknown' && !way && !isPassed ? 'failed' : 'completed',
    reach: reachOfAnswered(way?.figure, isPassed),
  }
}

/** A review as a box, or as a question where its decisions lead to different steps. */
export function reviewFigure(
  step: ReviewStep,
  pointer: string,
  inner: readonly Part[],
  run: RunView | undefined,
): Figure {
  const { id, title, approved } = step
  const answer = run?.answers[pointer]
  if (inner.length === 0) return reviewBox(step, pointer, run && { answer })
  const taken = answer === undefined ? undefined : branchOfReview(answer === true).slice(1)
  return choiceOf({
    pointer,
    name: id ?? 'review',
    asked: title,
    words: `${id === undefined ? 'review' : `${id}: review`} by a person (${title})`,
    ways: inner.map(({ part, figure }) => ({ on: [part.slice(1)], figure })),
    // A rejection without a branch of its own ends the run.
    goesOn: approved ? [] : ['approved'],
    run,
    taken,
  })
}

function reviewBox(
  { id, title }: ReviewStep,
  pointer: string,
  run: { readonly answer: RunView['answers'][string] | undefined } | undefined,
): Box {
  const isDecided = run?.answer !== undefined
  return {
    kind: 'box',
    look: 'solid',
    tone: 'undecided',
    pointer,
    name: id ?? 'review',
    note: title,
    words: `${id === undefined ? 'review' : `${id}: review`} by a person (${title})`,
    ...(run && {
      state: isDecided ? ('completed' as const) : ('pending' as const),
      reach: !isDecided ? 'untouched' : run.answer === true ? 'passed' : 'begun',
    }),
  }
}
