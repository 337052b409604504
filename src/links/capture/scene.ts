// Decides what a device is shown, from the rows alone, so that a reload resumes and nobody can skip a step.
import type { ServiceDeps } from '#src/main/capability.ts'
import { readStepKeys, readWalk } from '#src/links/lvs/read.ts'
import { isUndecided, type StepKey } from '#src/links/lvs/rules.ts'
import { listShown, type StepState } from '#src/links/lvs/walk.ts'
import { type Arrival, findVisit, type Visit } from './visit.ts'

export type Scene = { readonly at: string } & (
  | { readonly kind: 'nobody' }
  | {
      readonly kind: 'over' | 'done' | 'moved' | 'refused' | 'disowned' | 'reviewing'
      readonly visit: Visit
    }
  | { readonly kind: 'consent'; readonly visit: Visit; readonly asked: readonly StepKey[] }
  | {
      readonly kind: 'waiting' | 'checking'
      readonly visit: Visit
      readonly progress: Progress | undefined
    }
  | {
      readonly kind: 'step'
      readonly visit: Visit
      readonly step: StepState
      readonly progress: Progress | undefined
    }
)

type Progress = { readonly step: number; readonly steps: number }

type Deps = Pick<ServiceDeps, 'packs' | 'sealer' | 'reads'>

export async function readScene(deps: Deps, secret: string | undefined): Promise<Scene> {
  return sceneOf(deps, await findVisit(deps.reads, secret))
}

async function sceneOf(deps: Deps, arrival: Arrival): Promise<Scene> {
  if (arrival.kind === 'nobody') return { kind: 'nobody', at: 'nobody' }
  const { visit, kind } = arrival
  const { link, now } = visit
  if (kind === 'done' && link.disownedAt !== null)
    return { kind: 'disowned', visit, at: 'disowned' }
  if (kind !== 'here') return { kind, visit, at: kind }
  if (link.refusedAt !== null) return { kind: 'refused', visit, at: 'refused' }
  const walk = await readWalk(deps.reads, deps, link, now)
  if (!walk) {
    const asked = await readStepKeys(deps.reads, deps, link)
    const known = asked.filter((key) => deps.packs.offered.some((one) => one.key === key))
    return { kind: 'consent', visit, asked: known, at: 'consent' }
  }
  const { position, steps } = walk
  if (position.kind !== 'step') {
    // Nothing more is asked of the person, though somebody is to decide.
    if (steps.some(({ outcome }) => isUndecided(outcome)))
      return { kind: 'reviewing', visit, at: 'reviewing' }
    // At its end a link is completed by the commit that brought the last fact.
    return { kind: 'waiting', visit, progress: undefined, at: 'waiting' }
  }
  const { step, checking } = position
  const shown = listShown(steps)
  const index = shown.findIndex(({ key }) => key === step.key)
  const progress = index < 0 ? undefined : { step: index + 1, steps: shown.length }
  const at = `${step.key}:${step.tries}:${checking}`
  return checking
    ? { kind: 'checking', visit, progress, at }
    : { kind: 'step', visit, step, progress, at }
}
