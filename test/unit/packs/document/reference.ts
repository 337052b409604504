// What a pack means, told as plainly as can be: from front to back, with no state but what has happened. In it
// parallel branches follow one another, which is the same as long as none of them stops.
import type { ModuleState } from '#src/packs/document/interpret.ts'
import type { CallStep, ModuleStep, Step } from '#src/packs/document/pack.ts'
import { nameOf, rowNamesOf } from '#src/packs/document/walk.ts'
import type { Ending, World } from './random-packs.ts'

export type Meant = {
  readonly statuses: Record<string, ModuleState>
  readonly begun: string[]
  readonly stop: string | undefined
}

type Wide = Pick<World, 'answer'> & { outcome(module: string, time: number): Ending }

export function evaluate(root: Step, world: Wide): Meant {
  const statuses: Record<string, ModuleState> = {}
  const begun: string[] = []
  const times: Record<string, number> = {}
  const count = (path: string) => (times[path] = (times[path] ?? 0) + 1)
  /** Whether a condition was asked; each asks about m0, whose failure lets nothing be approved from then on. */
  let isAsked = false
  const ask = (path: string, time: number) => {
    isAsked = true
    return world.answer(path, time)
  }

  function goBrought(name: string, path: string): undefined {
    begun.push(name)
    const outcome = world.outcome(name, count(path))
    statuses[name] = outcome === 'completed' ? outcome : 'failed'
  }

  /** The reason of a stop, or undefined when it is come through. */
  function go(step: Step, path: string): string | undefined {
    switch (step.kind) {
      case 'module':
      case 'call':
        return goTried(step, path)
      case 'each':
        if (ask(path, count(path)) !== true) return step.unanswered ? undefined : 'unanswered'
        return goBrought(step.id, path)
      case 'wait': {
        const isKnown = step.until === undefined || ask(path, count(path)) === true
        if (!isKnown) return step.unanswered ? undefined : 'unanswered'
        return goBrought(step.id, path)
      }
      case 'ask':
        return goBrought(step.id, path)
      case 'sequence':
      case 'parallel':
        for (const [index, inner] of step.steps.entries()) {
          const stop = go(inner, `${path}/steps/${index}`)
          if (stop !== undefined) return stop
        }
        return undefined
      case 'pack':
        return step.root && go(step.root, `${path}/root`)
      case 'when': {
        const answer = ask(path, count(path))
        if (answer === true) return go(step.run, `${path}/run`)
        if (answer === false)
          return step.otherwise ? go(step.otherwise, `${path}/otherwise`) : undefined
        if (step.ifUnanswered) return go(step.ifUnanswered, `${path}/ifUnanswered`)
        return step.unanswered ? undefined : 'unanswered'
      }
      case 'repeat':
        for (let round = 1; ; round += 1) {
          if (round > 1) for (const key of rowNamesOf(step.run)) delete statuses[key]
          const stop = go(step.run, `${path}/run`)
          if (stop !== undefined) return stop
          const answer = ask(path, count(path))
          if (typeof answer === 'string') return step.unanswered ? undefined : 'unanswered'
          if (answer || round === step.timesMax) return undefined
        }
      case 'review': {
        const isApproved = world.answer(path, count(path)) === true
        const taken = isApproved ? step.approved : step.rejected
        if (!taken) return isApproved ? undefined : 'review-rejected'
        // What was asked before is the person's by then.
        const before = isAsked
        if (isApproved) isAsked = false
        const stop = go(taken, `${path}/${isApproved ? 'approved' : 'rejected'}`)
        isAsked ||= before
        return stop
      }
      case 'decide': {
        const time = count(path)
        for (const [at, row] of step.rows.entries()) {
          const answer = row.if === undefined ? true : ask(`${path}/rows/${at}`, time)
          const isHeld = row.outcome === 'approved' && isAsked && statuses['m0'] === 'failed'
          if (answer === true) return isHeld ? 'unanswered' : row.reason
          if (typeof answer === 'string' && row.unanswered === undefined)
            return row.outcome === 'review' ? row.reason : 'unanswered'
        }
        return undefined
      }
      case 'stop':
        return step.reason
    }
  }

  /** Every try begins it; what never comes is overdue, and is not tried again. */
  function goTried(step: ModuleStep | CallStep, path: string): string | undefined {
    const { retry, fallback, onFailure, optional } = step
    const name = nameOf(step)
    const tried = Array.from({ length: (retry?.times ?? 0) + 1 })
    let outcome: Ending = 'failed'
    for (const _ of tried) {
      begun.push(name)
      outcome = world.outcome(name, count(path))
      if (outcome !== 'failed') break
    }
    statuses[name] = outcome === 'never' ? (optional ? 'skipped' : 'failed') : outcome
    if (statuses[name] !== 'failed') return undefined
    if (fallback) return goTried(fallback, `${path}/fallback`)
    return onFailure === 'fail' ? 'module-failed' : undefined
  }

  const stop = go(root, '')
  for (const key of rowNamesOf(root)) statuses[key] ??= 'skipped'
  return { statuses, begun, stop }
}
