// Decides what a device is shown, from the rows alone, so that a reload resumes and no step can be skipped.
import type { LinkDeps } from '#src/links/lvs/deps.ts'
import type { PersonStep } from '#src/links/lvs/person-steps.ts'
import { readPersonSteps, readWalk } from '#src/links/lvs/read.ts'
import { readFields } from '#src/journey/transaction/store.ts'
import { isOpen, isUndecided, type StepKind } from '#src/links/lvs/rules.ts'
import { toEnds } from '#src/links/lvs/store.ts'
import { listShown, type Position, type StepState } from '#src/links/lvs/walk.ts'
import { type Arrival, findVisit, type Visit } from './visit.ts'

export type Scene = { readonly at: string } & (
  | { readonly kind: 'nobody' }
  | {
      readonly kind: 'over' | 'done' | 'refused' | 'disowned' | 'reviewing'
      readonly visit: Visit
      readonly steps: readonly StepState[]
    }
  | { readonly kind: 'consent'; readonly visit: Visit; readonly asked: readonly PersonStep[] }
  | {
      readonly kind: 'waiting' | 'checking' | 'moved'
      readonly visit: Visit
      readonly progress: Progress | undefined
    }
  | {
      readonly kind: 'step'
      readonly visit: Visit
      readonly step: StepState
      readonly steps: readonly StepState[]
      readonly progress: Progress | undefined
    }
)

type Progress = { readonly step: number; readonly steps: number }

type Deps = Pick<LinkDeps, 'packs' | 'sealer' | 'reads'>

export async function readScene(
  deps: Deps,
  linkId: string,
  secret: string | undefined,
): Promise<Scene> {
  return sceneOf(deps, await findVisit(deps.reads, linkId, secret))
}

async function sceneOf(deps: Deps, arrival: Arrival): Promise<Scene> {
  if (arrival.kind === 'nobody') return { kind: 'nobody', at: 'nobody' }
  const { visit, kind } = arrival
  const { link, now } = visit
  const walk = await readWalk(deps.reads, deps, link, now)
  const steps = walk?.steps ?? []
  if (kind === 'done') {
    const ended = link.disownedAt === null ? 'done' : 'disowned'
    return { kind: ended, visit, steps, at: ended }
  }
  const isInReview = steps.some(({ outcome }) => isUndecided(outcome))
  if (kind === 'over') {
    const isHeld = isInReview && isOpen(toEnds(link))
    return { kind: isHeld ? 'reviewing' : 'over', visit, steps, at: kind }
  }
  const standing = walk ? standOf(walk.steps, walk.position) : undefined
  const isOver = walk?.position.kind === 'end' && isInReview
  // Nothing more is asked of the person on any device while only a review is open.
  if (isOver && link.refusedAt === null) return { kind: 'reviewing', visit, steps, at: 'reviewing' }
  // The computer shows the progress on the phone.
  if (kind === 'moved')
    return { kind, visit, progress: standing?.progress, at: `moved:${standing?.at ?? ''}` }
  if (link.refusedAt !== null) return { kind: 'refused', visit, steps, at: 'refused' }
  if (!walk || !standing) {
    const asked = await readPersonSteps(deps.reads, deps, link)
    const there = await readContacts(deps, visit)
    return {
      kind: 'consent',
      visit,
      asked: asked.filter(({ key }) => there[key] ?? true),
      at: 'consent',
    }
  }
  const { position } = walk
  const { progress, at } = standing
  if (position.kind === 'step')
    return position.checking
      ? { kind: 'checking', visit, progress, at }
      : { kind: 'step', visit, step: position.step, steps, progress, at }
  // At the end of the walk no wait is needed: the commit with the last result completes the link.
  return { kind: 'waiting', visit, progress: undefined, at }
}

/** Steps are left out for which the transaction has no contact. */
async function readContacts(
  { sealer }: Deps,
  { transaction }: Visit,
): Promise<Partial<Record<StepKind, boolean>>> {
  const { email, phone, phones = [] } = await readFields(sealer, transaction)
  return {
    emailToken: Boolean(email?.trim()),
    phoneConfirmation: phone !== undefined || phones.length > 0,
  }
}

type Standing = { readonly at: string; readonly progress: Progress | undefined }

export function standOf(steps: readonly StepState[], position: Position): Standing {
  if (position.kind !== 'step') return { at: position.kind, progress: undefined }
  const { step, checking } = position
  const shown = listShown(steps)
  const index = shown.findIndex(({ name }) => name === step.name)
  return {
    at: `${step.name}:${step.round}:${step.tries}:${checking}`,
    progress: index < 0 ? undefined : { step: index + 1, steps: shown.length },
  }
}
