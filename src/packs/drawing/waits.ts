// The boxes of steps that wait, call, ask or have children: what they wait for and how long, and in a run since when.
import type { AskStep, CallStep, EachStep, WaitStep } from '#src/packs/document/pack.ts'
import type { Box } from './shapes.ts'
import { reachOfModule } from './reach.ts'
import { howItDid, type View, viewOf, writeSeconds } from './run-view.ts'
import type { Wording } from './wording.ts'

export function waitBox(step: WaitStep, pointer: string, { run, wording }: View): Box {
  const { id, optional } = step
  const seen = run && viewOf(run, id)
  const note = (run && howItDid(seen, wording)) ?? whatItWaitsFor(step, wording)
  // A condition without an answer gives no time to wait for, so the run has passed the step or ended at it.
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

function whatItWaitsFor(step: WaitStep, wording: Wording): string {
  const { for: duration, until, fresh } = step
  if (duration !== undefined) return wording.waitsFor(duration)
  if (until !== undefined) return wording.waitsUntil(until)
  const asked = [wording.waitsFor(wording.aSignal), ...(fresh ? [wording.fresh] : [])]
  return asked.join(', ') + withinOf(step, wording)
}

const withinOf = (
  { deadlineSeconds }: { readonly deadlineSeconds?: number },
  { within }: Wording,
): string => (deadlineSeconds === undefined ? '' : `, ${within(writeSeconds(deadlineSeconds))}`)

/** The box of a call: whom it asks, and in a run how that went. */
export const callBox = (step: CallStep, pointer: string, view: View): Box =>
  answeredBox(step, view.wording.calls(step.to), pointer, view)

/** The box of a form: how much it asks, and in a run how that went. */
export function askBox(step: AskStep, pointer: string, view: View): Box {
  return answeredBox(step, view.wording.asks(step.fields.length), pointer, view)
}

function answeredBox(
  step: CallStep | AskStep,
  does: string,
  pointer: string,
  { run, wording }: View,
): Box {
  const { id, optional } = step
  const seen = run && viewOf(run, id)
  const note = (run && howItDid(seen, wording)) ?? does + withinOf(step, wording)
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

/** The box of a step with children: which list it reads, what each child runs, and in a run how they went. */
export function eachBox(step: EachStep, pointer: string, { run, wording }: View): Box {
  const { id, in: list, pack } = step
  const seen = run && viewOf(run, id)
  const packs = typeof pack === 'string' ? [pack] : [...new Set(Object.values(pack))]
  const does = wording.forEach(packs.join(` ${wording.or} `), list)
  const note = (run && howItDid(seen, wording)) ?? does + withinOf(step, wording)
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
