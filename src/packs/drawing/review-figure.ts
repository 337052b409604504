// A review in a drawing: a box, or a choice where its decisions lead to different steps.
import type { ReviewStep } from '#src/packs/document/pack.ts'
import type { Box, Choice, Figure, Reach } from './shapes.ts'
import type { RunView } from './run-view.ts'

export function reviewFigure(
  { title, approved, rejected }: ReviewStep,
  pointer: string,
  inner: readonly Figure[],
  run: RunView | undefined,
): Figure {
  const answer = run?.answers[pointer]
  const isApproved = answer === undefined ? undefined : answer === true
  if (!approved && !rejected) return reviewBox(title, pointer, run && { isApproved })
  const [first, second] = inner
  if (!first) return reviewBox(title, pointer, run && { isApproved })
  // With a step for what is rejected alone, the question is turned round.
  const isTurned = !approved
  const isYes = isApproved === undefined ? undefined : isApproved !== isTurned
  const taken = isYes ? first : second
  return {
    kind: 'choice',
    pointer,
    condition: `${isTurned ? 'rejected' : 'approved'} by a person: ${title}`,
    yes: first,
    ...(!isTurned && second && { no: second }),
    ...(isYes !== undefined && { answer: isYes }),
    ...(run && { reach: reachOf(isYes, taken?.reach, isTurned) }),
  } satisfies Choice
}

/** What is rejected without a step for it ends the run. */
function reachOf(isYes: boolean | undefined, taken: Reach | undefined, isTurned: boolean): Reach {
  if (isYes === undefined) return 'untouched'
  if (taken !== undefined) return taken === 'passed' ? 'passed' : 'begun'
  return !isYes && isTurned ? 'passed' : 'begun'
}

function reviewBox(
  title: string,
  pointer: string,
  run: { readonly isApproved: boolean | undefined } | undefined,
): Box {
  const isDecided = run?.isApproved !== undefined
  return {
    kind: 'box',
    look: 'solid',
    tone: 'undecided',
    pointer,
    name: 'review',
    note: title,
    words: `review by a person (${title})`,
    ...(run && {
      state: isDecided ? ('completed' as const) : ('pending' as const),
      reach: !isDecided ? 'untouched' : run.isApproved ? 'passed' : 'begun',
    }),
  }
}
