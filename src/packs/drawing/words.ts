// Describes a composition in words: one sentence for its drawing, and a nested list.
import type { Choice, Figure, Table, TableRow } from './shapes.ts'
import type { PackStepInWords } from './schema.ts'
import { type Answer, type Wording, wordings } from './wording.ts'

/** A step of the nested list, with the steps inside it in order. */
type StepInWords = PackStepInWords

/** `onboarding-score, then at the same time (a; b), then if …: yes (a), no (b)`. */
export function inWords(figure: Figure, wording: Wording): string {
  switch (figure.kind) {
    case 'box':
      return figure.state === undefined || figure.look === 'stop'
        ? figure.words
        : `${figure.words} ${wording.states[figure.state]}`
    case 'row':
      return figure.inner.map((one) => inWords(one, wording)).join(wording.andThen)
    case 'choice':
      return choiceInWords(figure, wording)
    case 'table':
      return tableInWords(figure, wording)
    case 'frame':
      return `${figure.words} (${figure.inner.map((one) => inWords(one, wording)).join('; ')})`
    case 'fallback':
      return (
        inWords(figure.first, wording) + wording.andIfThatFails + inWords(figure.instead, wording)
      )
  }
}

/** `no, over facts.liveness.spoofs = 0`; undefined without an answer. */
const answerInWords = ({ answer, values = [] }: Choice, wording: Wording): string | undefined =>
  answer && overValues(wording.answers[answer], values, wording)

const overValues = (said: string, values: readonly string[], { over }: Wording): string =>
  values.length === 0 ? said : over(said, values.join(', '))

/** For example `yes`, or `or unknown` for a second answer of the same branch. */
export const sayAnswers = (on: readonly Answer[], { or, answers }: Wording): string[] =>
  on.map((one, at) => (at === 0 ? answers[one] : `${or} ${answers[one]}`))

/** The full question with its answer. */
export function sayQuestion(choice: Choice, wording: Wording): string {
  const answer = answerInWords(choice, wording)
  return answer === undefined ? choice.words : `${choice.words}: ${answer}`
}

function choiceInWords(choice: Choice, wording: Wording): string {
  const { words, ways } = choice
  const answer = answerInWords(choice, wording)
  const answered = answer === undefined ? '' : ` [${answer}]`
  const written = ways.map(
    ({ on, figure }) => `${sayAnswers(on, wording).join(' ')} (${inWords(figure, wording)})`,
  )
  return `${words}${answered}${written.length > 0 ? `: ${written.join(', ')}` : ''}`
}

const tableInWords = ({ name, rows }: Table, wording: Wording): string =>
  wording.firstOf(name, rows.map((row) => sayRow(row, wording)).join('; '))

/** The full row, with its answer in a run. */
export function sayRow(row: TableRow, wording: Wording): string {
  const said = rowInWords(row, wording)
  const verdict = verdictInWords(row, wording)
  return said === undefined ? verdict : `${verdict} [${said}]`
}

const verdictInWords = (
  { words, outcome, reason, goesOn }: TableRow,
  { unknownGoesOn, verdict }: Wording,
): string => `${words}${goesOn ? ` (${unknownGoesOn})` : ''}: ${verdict(outcome, reason)}`

function rowInWords({ state, values = [] }: TableRow, wording: Wording): string | undefined {
  if (state === undefined || state === 'unasked') return undefined
  return overValues(wording.rows[state], values, wording)
}

function listTable({ name, rows, reach }: Table, wording: Wording): Omit<StepInWords, 'pointer'> {
  const steps = rows.map((row) => {
    const note = rowInWords(row, wording)
    const words = verdictInWords(row, wording)
    return { pointer: row.pointer, words, ...(note !== undefined && { note }), steps: [] }
  })
  return { words: wording.first(name), ...(reach && { reach }), steps }
}

/** Nested sequences stay separate entries, so that the list nests like the document. */
export function listSteps(figure: Figure, wording = wordings.en): StepInWords {
  const listAll = (all: readonly Figure[]) => all.map((one) => listSteps(one, wording))
  const { pointer, reach } = figure
  const common = { pointer, ...(reach !== undefined && { reach }) }
  switch (figure.kind) {
    case 'box': {
      const { look, name, note, words, state } = figure
      const own =
        look === 'stop' || look === 'input'
          ? { words }
          : { words: name, ...(note !== undefined && { note }) }
      return { ...common, ...own, ...(state !== undefined && { state }), steps: [] }
    }
    case 'row':
      return { ...common, words: wording.inOrder, steps: listAll(figure.inner) }
    case 'choice':
      return { ...common, ...listChoice(figure, wording) }
    case 'table':
      return { ...common, ...listTable(figure, wording) }
    case 'frame':
      return { ...common, words: figure.words, steps: listAll(figure.inner) }
    case 'fallback': {
      const first = listSteps(figure.first, wording)
      const instead = listSteps(figure.instead, wording)
      const words = wording.ifThatFails(instead.words)
      return { ...first, steps: [...first.steps, { ...instead, words }] }
    }
  }
}

function listChoice(choice: Choice, wording: Wording): Omit<StepInWords, 'pointer'> {
  const { words, state, ways } = choice
  const answer = answerInWords(choice, wording)
  const steps = ways.map(({ on, figure }) => {
    const step = listSteps(figure, wording)
    const inner = step.steps.length > 0 && figure.kind === 'row' ? step.steps : [step]
    return { ...step, words: sayAnswers(on, wording).join(' '), steps: inner }
  })
  return {
    words,
    ...(answer !== undefined && { note: answer }),
    ...(state !== undefined && { state }),
    steps,
  }
}
