// The questions of a run in the order in which they were answered, with what each read: conditions of steps and what
// a person was asked. Pure.
import { conditionOf } from '#src/packs/document/condition-modules.ts'
import type { Answers } from '#src/packs/document/interpret.ts'
import type { Pack, Step } from '#src/packs/document/pack.ts'
import { type ConditionAnswer, nameOfStep, stepAt } from '#src/packs/document/walk.ts'
import type { SeenModule } from '#src/packs/conditions/variables.ts'
import type { EvidenceRecord, Event } from './evidence.ts'
import { type ReadValue, valuesRead } from './values.ts'

export type AnsweredStep = {
  /** Its name, or its place where it has none. */
  readonly step: string
  /** JSON pointer from the root step. */
  readonly path: string
  readonly kind: Step['kind']
  readonly condition?: string
  /** Which time it was asked in this run. */
  readonly round: number
  readonly answer: ConditionAnswer
  /** Absent where they are not kept. */
  readonly values?: readonly ReadValue[]
}

type Answering = {
  readonly pack: Pick<Pack, 'root'>
  readonly answers: Answers
  /** Undefined where nothing was kept. */
  readonly kept: EvidenceRecord | undefined
  readonly offered: readonly SeenModule[]
}

/** Of a run that has kept nothing, or too much, what it still knows: its last answers, in the order of its document. */
export function listAnswered({ pack: { root }, answers, kept, offered }: Answering) {
  const isKept = kept !== undefined && !kept.isTooLarge
  const asked = isKept ? kept.events.flatMap((one) => askedOf(root, one)) : []
  const rounds = new Map<string, number>()
  const found = asked.flatMap(({ path, step, event }): AnsweredStep[] => {
    const round = (rounds.get(path) ?? 0) + 1
    rounds.set(path, round)
    const answer = event.answer ?? answers[path]
    if (answer === undefined) return []
    const text = conditionOf(step)?.text
    const values =
      text === undefined || !kept ? [] : valuesRead(text, { kept, event, root, offered })
    return [{ ...headOf(path, step, answer), round, values }]
  })
  const alone = Object.entries(answers).flatMap(([path, answer]): AnsweredStep[] => {
    const step = rounds.has(path) ? undefined : stepAt(root, path)
    return step ? [{ ...headOf(path, step, answer), round: 1 }] : []
  })
  return [...found, ...alone]
}

const headOf = (path: string, step: Step, answer: ConditionAnswer) => {
  const text = conditionOf(step)?.text
  return {
    step: nameOfStep(step, path),
    path,
    kind: step.kind,
    ...(text !== undefined && { condition: text }),
    answer,
  }
}

/** An event is a condition's by its key, which begins with its place; a module's has a name before its round. */
function askedOf(root: Step, event: Event): { path: string; step: Step; event: Event }[] {
  const [path = ''] = event.key.split(' ')
  if (path !== '' && !path.startsWith('/')) return []
  const step = stepAt(root, path)
  return step ? [{ path, step, event }] : []
}
