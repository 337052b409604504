// Lists the questions of a run (conditions and reviews) in the order in which they were answered, with the values that
// each read. Pure.
import { type Question, questionsOf } from '#src/packs/document/condition-modules.ts'
import { nameAt } from '#src/packs/document/decision-table.ts'
import type { Answers } from '#src/packs/document/interpret.ts'
import type { Pack, Step } from '#src/packs/document/pack.ts'
import { type ConditionAnswer, stepAt } from '#src/packs/document/walk.ts'
import type { SeenModule } from '#src/packs/conditions/variables.ts'
import type { ReadEvidence, Event } from '../evidence/evidence.ts'
import { type ReadValue, valuesRead } from '../evidence/values.ts'

export type AnsweredStep = {
  /** The step’s name, or its position when it has none. */
  readonly step: string
  /** A JSON pointer from the root step. */
  readonly path: string
  readonly kind: Step['kind']
  readonly condition?: string
  /** How often the step was evaluated in this run. */
  readonly round: number
  readonly answer: ConditionAnswer
  /** Absent when the values were not recorded. */
  readonly values?: readonly ReadValue[]
}

type Answering = {
  readonly pack: Pick<Pack, 'root' | 'input'>
  readonly answers: Answers
  /** Undefined when the run recorded no evidence. */
  readonly kept: ReadEvidence | undefined
  readonly offered: readonly SeenModule[]
}

/** Without recorded evidence, or with too much of it, lists the last answers in document order. */
export function listAnswered({ pack, answers, kept, offered }: Answering) {
  const { root } = pack
  const isKept = kept !== undefined && !kept.isTooLarge
  const asked = isKept ? kept.events.flatMap((one) => askedOf(root, one)) : []
  const rounds = new Map<string, number>()
  const found = asked.flatMap(({ path, event, ...one }): AnsweredStep[] => {
    const round = (rounds.get(path) ?? 0) + 1
    rounds.set(path, round)
    const answer = one.answer ?? answers[path]
    if (answer === undefined) return []
    const { text } = one.question ?? {}
    const values =
      text === undefined || !kept ? [] : valuesRead(text, { kept, event, pack, offered })
    return [{ ...headOf(root, { path, ...one }, answer), round, values }]
  })
  const alone = Object.entries(answers).flatMap(([path, answer]): AnsweredStep[] =>
    placesOf(root, path)
      .filter((one) => one.path === path && !rounds.has(path))
      .map((one) => ({ ...headOf(root, one, answer), round: 1 })),
  )
  return [...found, ...alone]
}

/** A condition, a row of a table, or a review. */
type Place = { readonly path: string; readonly step: Step; readonly question?: Question }

const headOf = (root: Step, { path, step, question }: Place, answer: ConditionAnswer) => ({
  step: nameAt(root, path),
  path,
  kind: step.kind,
  ...(question && { condition: written(question) }),
  answer,
})

const written = ({ field, text }: Question): string => (field === 'unless' ? `!(${text})` : text)

/** Lists the questions at a step, or at one row of it. */
function placesOf(root: Step, at: string): Place[] {
  const path = at.replace(/\/rows\/\d+$/, '')
  const step = stepAt(root, path)
  if (!step) return []
  const questions = questionsOf(step)
  if (questions.length === 0) return step.kind === 'decide' ? [] : [{ path, step }]
  return questions.map((question) => ({ path: path + question.part, step, question }))
}

type Asked = Place & { readonly event: Event; readonly answer?: ConditionAnswer | undefined }

/** The key of a condition’s event begins with its position, that of a module’s event with its name. */
function askedOf(root: Step, event: Event): Asked[] {
  const [path = ''] = event.key.split(' ')
  if (path !== '' && !path.startsWith('/')) return []
  const { answer } = event
  return placesOf(root, path).map((one) => ({
    ...one,
    event,
    answer: typeof answer === 'object' ? answer[rowOf(one.path)] : answer,
  }))
}

const rowOf = (path: string): number => Number(path.split('/').at(-1))
