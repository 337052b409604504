// The boxes of steps that wait, call, ask or have children: for how long or what, and in a run since when.
import type { AskStep, CallStep, EachStep, WaitStep } from '#src/packs/document/pack.ts'
import type { Box } from './shapes.ts'
import { reachOfModule } from './reach.ts'
import { howItDid, type RunView, viewOf, writeSeconds } from './run-view.ts'

export function waitBox(step: WaitStep, pointer: string, run: RunView | undefined): Box {
  const { id, optional } = step
  const seen = run && viewOf(run, id)
  const note = (run && howItDid(seen)) ?? `waits ${whatItWaitsFor(step)}`
  // Without an answer there is no moment to wait for, and the run goes on or has ended here.
  const isUnknown = typeof run?.answers[pointer] === 'string'
  const state = run && (isUnknown ? 'failed' : (seen?.status ?? 'pending'))
  const reach = isUnknown
    ? step.unanswered === undefined
      ? 'begun'
      : 'passed'
    : reachOfModule(step, seen)
  return {
    kind: 'box',
    look: optional ? 'dashed' : 'solid',
    pointer,
    name: id,
    note,
    words: `${id} (${note})`,
    ...(state && { state, reach }),
  }
}

function whatItWaitsFor({ for: duration, until, deadlineSeconds, fresh }: WaitStep): string {
  if (duration !== undefined) return `for ${duration}`
  if (until !== undefined) return `until ${until}`
  const asked = [
    'for a signal',
    ...(fresh ? ['fresh'] : []),
    ...(deadlineSeconds === undefined ? [] : [`within ${writeSeconds(deadlineSeconds)}`]),
  ]
  return asked.join(', ')
}

/** The box of a call: whom it asks, and in a run how that went. */
export const callBox = (step: CallStep, pointer: string, run: RunView | undefined): Box =>
  answeredBox(step, `calls ${step.to}`, pointer, run)

/** The box of a form: how much it asks, and in a run how that went. */
export function askBox(step: AskStep, pointer: string, run: RunView | undefined): Box {
  const { length } = step.fields
  return answeredBox(step, `asks ${length} ${length === 1 ? 'field' : 'fields'}`, pointer, run)
}

function answeredBox(
  step: CallStep | AskStep,
  does: string,
  pointer: string,
  run: RunView | undefined,
): Box {
  const { id, optional, deadlineSeconds } = step
  const seen = run && viewOf(run, id)
  const within = deadlineSeconds === undefined ? '' : `, within ${writeSeconds(deadlineSeconds)}`
  const note = (run && howItDid(seen)) ?? `${does}${within}`
  const state = run && (seen?.status ?? 'pending')
  return {
    kind: 'box',
    look: optional ? 'dashed' : 'solid',
    pointer,
    name: id,
    note,
    words: `${id} (${note})`,
    ...(state && { state, reach: reachOfModule(step, seen) }),
  }
}

/** The box of a step with children: whose list it is and what each of them runs, and in a run how that went. */
export function eachBox(step: EachStep, pointer: string, run: RunView | undefined): Box {
  const { id, in: list, pack, deadlineSeconds } = step
  const seen = run && viewOf(run, id)
  const packs = typeof pack === 'string' ? [pack] : [...new Set(Object.values(pack))]
  const within = deadlineSeconds === undefined ? '' : `, within ${writeSeconds(deadlineSeconds)}`
  const note = (run && howItDid(seen)) ?? `${packs.join(' or ')} for each of ${list}${within}`
  const isUnknown = typeof run?.answers[pointer] === 'string'
  const state = run && (isUnknown ? 'failed' : (seen?.status ?? 'pending'))
  const reach = isUnknown ? 'begun' : reachOfModule(step, seen)
  return {
    kind: 'box',
    look: 'heavy',
    pointer,
    name: id,
    note,
    words: `${id} (${note})`,
    ...(state && { state, reach }),
  }
}
