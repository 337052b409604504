// The questions of a drawing, answered by a condition or a person. For a run that has answered one, only the branch
// taken is shown.
import type { ReviewStep, Step, WhenStep } from '#src/packs/document/pack.ts'
import { branchOf, branchOfReview } from '#src/packs/document/walk.ts'
import type { Box, Choice, Figure, Part, Way } from './shapes.ts'
import { reachOfAnswered } from './reach.ts'
import type { RunView, View } from './run-view.ts'
import { firstClause } from './text.ts'
import type { Answer, Wording } from './wording.ts'

export function whenFigure(
  step: WhenStep,
  pointer: string,
  inner: readonly Part[],
  { run, wording }: View,
): Choice {
  const { id, condition, otherwise, unanswered } = step
  const answer = run?.answers[pointer]
  const taken = answer === undefined ? undefined : answersOf[branchOf(answer)]
  const goesOn: Answer[] = [
    ...(otherwise ? [] : (['no'] as const)),
    ...(unanswered === 'continue' ? (['unknown'] as const) : []),
  ]
  const words = `${wording.if} ${id === undefined ? condition : `${id} (${condition})`}`
  return choiceOf({
    pointer,
    ...(id !== undefined && { name: id }),
    asked: firstClause(condition, wording),
    words,
    ways: foldStops(step, inner),
    goesOn,
    run,
    taken,
  })
}

/** The answer at each branch of a condition, in drawing order. */
const answersOf = { '/run': 'yes', '/ifUnanswered': 'unknown', '/otherwise': 'no' } as const

/** The branches in drawing order; a stop that two of them share is drawn once. */
function foldStops(step: WhenStep, inner: readonly Part[]): Way[] {
  const ways: (Way & { readonly step: Step | undefined })[] = []
  for (const [part, on] of Object.entries(answersOf)) {
    const figure = inner.find((one) => one.part === part)?.figure
    if (!figure) continue
    const own = stepOf(step, part)
    const same = ways.findIndex((way) => isSameStop(way.step, own))
    const shared = ways[same]
    if (shared) ways[same] = { ...shared, on: inOrder([...shared.on, on]) }
    else ways.push({ on: [on], figure, step: own })
  }
  return ways.map(({ on, figure }) => ({ on, figure }))
}

const inOrder = (on: readonly Answer[]): Answer[] =>
  (['yes', 'no', 'unknown'] as const).filter((one) => on.includes(one))

const stepOf = ({ run, otherwise, ifUnanswered }: WhenStep, part: string): Step | undefined =>
  part === '/run' ? run : part === '/otherwise' ? otherwise : ifUnanswered

const isSameStop = (one: Step | undefined, other: Step | undefined): boolean =>
  one?.kind === 'stop' &&
  other?.kind === 'stop' &&
  one.outcome === other.outcome &&
  one.reason === other.reason

type Question = Pick<Choice, 'pointer' | 'name' | 'asked' | 'words' | 'ways' | 'goesOn'> & {
  readonly run: RunView | undefined
  readonly taken: Answer | undefined
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
  { run, wording }: View,
): Figure {
  const { id, title, approved } = step
  const answer = run?.answers[pointer]
  if (inner.length === 0) return reviewBox(step, pointer, { wording, ...(run && { run }) })
  const taken = answer === undefined ? undefined : answerAt(branchOfReview(answer === true))
  return choiceOf({
    pointer,
    name: id ?? wording.review,
    asked: title,
    words: sayReview(step, wording),
    ways: inner.map(({ part, figure }) => ({ on: [answerAt(part)], figure })),
    // A rejection without a branch of its own ends the run.
    goesOn: approved ? [] : ['approved'],
    run,
    taken,
  })
}

const sayReview = ({ id, title }: ReviewStep, { review, byPerson }: Wording): string =>
  byPerson(id === undefined ? review : `${id}: ${review}`, title)

const answerAt = (part: string): Answer => (part === '/approved' ? 'approved' : 'rejected')

function reviewBox(step: ReviewStep, pointer: string, { run, wording }: View): Box {
  const { id, title } = step
  const answer = run?.answers[pointer]
  const isDecided = answer !== undefined
  return {
    kind: 'box',
    look: 'solid',
    tone: 'undecided',
    pointer,
    name: id ?? wording.review,
    note: title,
    words: sayReview(step, wording),
    ...(run && {
      state: isDecided ? ('completed' as const) : ('pending' as const),
      reach: !isDecided ? 'untouched' : answer === true ? 'passed' : 'begun',
    }),
  }
}
