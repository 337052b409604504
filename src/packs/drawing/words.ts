// Describes a composition: one sentence for the description of its drawing, and a nested list.
import type { z } from 'zod'
import type { ConditionAnswer } from '#src/packs/document/walk.ts'
import type { Figure } from './shapes.ts'
import type { PackStepInWords } from './schema.ts'

/** A step of the nested list, with those inside it in order. */
type StepInWords = z.output<typeof PackStepInWords>

/** `onboarding-score, then at the same time (a; b), then if …: a, otherwise: b`. */
export function inWords(figure: Figure): string {
  switch (figure.kind) {
    case 'box':
      return figure.state === undefined || figure.look === 'stop'
        ? figure.words
        : `${figure.words} ${figure.state}`
    case 'row':
      return figure.inner.map((one) => inWords(one)).join(', then ')
    case 'split':
      return `at the same time (${figure.inner.map((one) => inWords(one)).join('; ')})`
    case 'choice':
      return [
        `if ${figure.condition}${answered(figure.answer)}: (${inWords(figure.yes)})`,
        ...(figure.no ? [`otherwise: (${inWords(figure.no)})`] : []),
      ].join(', ')
    case 'frame':
      return `${figure.label} (${inWords(figure.inner)})`
    case 'fallback':
      return `${inWords(figure.first)}, and if that fails ${inWords(figure.instead)}`
  }
}

const answered = (answer: ConditionAnswer | undefined): string =>
  answer === undefined ? '' : ` [${writeAnswer(answer)}]`
const writeAnswer = (answer: ConditionAnswer): string =>
  typeof answer === 'string' ? 'could not be answered' : answer ? 'yes' : 'no'

/** A sequence in a sequence stands as its own entry, so that the list nests as the document does. */
export function listSteps(figure: Figure): StepInWords {
  const { pointer, reach } = figure
  const common = { pointer, ...(reach !== undefined && { reach }) }
  switch (figure.kind) {
    case 'box': {
      const { look, name, note, words, state } = figure
      const own = look === 'stop' ? { words } : { words: name, ...(note !== undefined && { note }) }
      return { ...common, ...own, ...(state !== undefined && { state }), steps: [] }
    }
    case 'row':
      return { ...common, words: 'one after the other', steps: figure.inner.map(listSteps) }
    case 'split':
      return { ...common, words: 'at the same time', steps: figure.inner.map(listSteps) }
    case 'choice':
      return {
        ...common,
        words: `if ${figure.condition}`,
        ...stateOf(figure.answer),
        steps: branches(figure),
      }
    case 'frame':
      return { ...common, words: figure.label, steps: [listSteps(figure.inner)] }
    case 'fallback': {
      const first = listSteps(figure.first)
      const instead = {
        ...listSteps(figure.instead),
        words: `if that fails: ${wordsOf(figure.instead)}`,
      }
      return { ...first, steps: [...first.steps, instead] }
    }
  }
}

const wordsOf = (figure: Figure): string => listSteps(figure).words

const stateOf = (answer: ConditionAnswer | undefined) =>
  answer === undefined
    ? {}
    : { state: typeof answer === 'string' ? ('failed' as const) : ('completed' as const) }

function branches({ yes, no }: Extract<Figure, { kind: 'choice' }>): StepInWords[] {
  const branch = (words: string, figure: Figure): StepInWords => {
    const step = listSteps(figure)
    return {
      ...step,
      words,
      steps: step.steps.length > 0 && figure.kind === 'row' ? step.steps : [step],
    }
  }
  return [branch('yes', yes), ...(no ? [branch('no', no)] : [])]
}
