// Describes a composition in words: one sentence for its drawing, and a nested list.
import type { Choice, Figure, Table, TableRow } from './shapes.ts'
import type { PackStepInWords } from './schema.ts'

/** A step of the nested list, with the steps inside it in order. */
type StepInWords = PackStepInWords

/** `onboarding-score, then at the same time (a; b), then if …: yes (a), no (b)`. */
export function inWords(figure: Figure): string {
  switch (figure.kind) {
    case 'box':
      return figure.state === undefined || figure.look === 'stop'
        ? figure.words
        : `${figure.words} ${figure.state}`
    case 'row':
      return figure.inner.map((one) => inWords(one)).join(', then ')
    case 'choice':
      return choiceInWords(figure)
    case 'table':
      return tableInWords(figure)
    case 'frame':
      return `${figure.words} (${figure.inner.map((one) => inWords(one)).join('; ')})`
    case 'fallback':
      return `${inWords(figure.first)}, and if that fails ${inWords(figure.instead)}`
  }
}

/** `no, over facts.liveness.spoofs = 0`; undefined without an answer. */
const answerInWords = ({ answer, values = [] }: Choice): string | undefined =>
  answer === undefined || values.length === 0 ? answer : `${answer}, over ${values.join(', ')}`

/** The full question with its answer. */
export function sayQuestion(choice: Choice): string {
  const answer = answerInWords(choice)
  return answer === undefined ? choice.words : `${choice.words}: ${answer}`
}

function choiceInWords(choice: Choice): string {
  const { words, ways } = choice
  const answer = answerInWords(choice)
  const answered = answer === undefined ? '' : ` [${answer}]`
  const written = ways.map(({ on, figure }) => `${on.join(' or ')} (${inWords(figure)})`)
  return `${words}${answered}${written.length > 0 ? `: ${written.join(', ')}` : ''}`
}

const tableInWords = ({ name, rows }: Table): string =>
  `${name}: the first that holds of (${rows.map(sayRow).join('; ')})`

/** The full row, with its answer in a run. */
export function sayRow(row: TableRow): string {
  const said = rowInWords(row)
  return said === undefined ? verdictInWords(row) : `${verdictInWords(row)} [${said}]`
}

const verdictInWords = ({ words, outcome, reason, goesOn }: TableRow): string =>
  `${words}${goesOn ? ' (unknown: the next)' : ''}: ${outcome}, because of ${reason}`

const saidBy = { ended: 'it ended the run', held: 'yes', unknown: 'unknown', no: 'no' }

function rowInWords({ state, values = [] }: TableRow): string | undefined {
  if (state === undefined || state === 'unasked') return undefined
  return values.length === 0 ? saidBy[state] : `${saidBy[state]}, over ${values.join(', ')}`
}

function listTable({ name, rows, reach }: Table): Omit<StepInWords, 'pointer'> {
  const steps = rows.map((row) => {
    const note = rowInWords(row)
    const words = verdictInWords(row)
    return { pointer: row.pointer, words, ...(note !== undefined && { note }), steps: [] }
  })
  return { words: `${name}: the first that holds`, ...(reach && { reach }), steps }
}

/** Nested sequences stay separate entries, so that the list nests like the document. */
export function listSteps(figure: Figure): StepInWords {
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
      return { ...common, words: 'one after the other', steps: figure.inner.map(listSteps) }
    case 'choice':
      return { ...common, ...listChoice(figure) }
    case 'table':
      return { ...common, ...listTable(figure) }
    case 'frame':
      return { ...common, words: figure.words, steps: figure.inner.map(listSteps) }
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

function listChoice(choice: Choice): Omit<StepInWords, 'pointer'> {
  const { words, state, ways } = choice
  const answer = answerInWords(choice)
  const steps = ways.map(({ on, figure }) => {
    const step = listSteps(figure)
    const inner = step.steps.length > 0 && figure.kind === 'row' ? step.steps : [step]
    return { ...step, words: on.join(' or '), steps: inner }
  })
  return {
    words,
    ...(answer !== undefined && { note: answer }),
    ...(state !== undefined && { state }),
    steps,
  }
}
