// The steps of a pack that ask the person something, by their names. A link has those that its run reaches, in that
// order.
import { assert } from '#src/platform/assert.ts'
import type { Db } from '#src/platform/db/client.ts'
import { nextPackActions } from '#src/packs/document/interpret.ts'
import type { AskStep, Step } from '#src/packs/document/pack.ts'
import { rowStepsByName, stepsTaken, nameOf, isRowStep } from '#src/packs/document/walk.ts'
import type { ShownRun } from '#src/packs/runs/rows.ts'
import type { LinkDeps } from './deps.ts'
import { isStepKey, linkBiometrics, type StepKey, type StepKind } from './rules.ts'
import { type LinkStep, listSteps } from './steps.ts'
import type { VerificationLink } from './store.ts'

export type PersonStep = {
  readonly name: string
  readonly key: StepKind
  /** The step of the pack that shows the form. */
  readonly form?: AskStep
}

/** The steps that ask something of the person, in the order of the document. */
export const personStepsOf = (root: Step): PersonStep[] =>
  [...rowStepsByName(root)].flatMap(([name, step]): PersonStep[] => {
    if (step.kind === 'ask') return [{ name, key: 'ask', form: step }]
    return step.kind === 'module' && isStepKey(step.module) ? [{ name, key: step.module }] : []
  })

type Deps = Pick<LinkDeps, 'packs'>

/** The composition that the link is pinned to. */
export async function readRoot(
  db: Db,
  { packs }: Deps,
  link: Pick<VerificationLink, 'packOwner' | 'packName' | 'packVersion'>,
): Promise<Step> {
  const { packOwner, packName, packVersion } = link
  const version = await packs.versions.find(db, packOwner, packName, packVersion)
  assert(version, 'the version of the link’s pack is not stored')
  return version.document.root
}

/** The rows of all steps of a module, whatever their names. */
export async function listStepsOf(
  db: Db,
  deps: Deps,
  link: VerificationLink,
  key: StepKey,
): Promise<LinkStep[]> {
  const [root, rows] = await Promise.all([readRoot(db, deps, link), listSteps(db, link.id)])
  const names = personStepsOf(root).filter((one) => one.key === key)
  return rows.filter(({ step }) => names.some(({ name }) => name === step))
}

/** When one of these steps was last submitted. */
export const lastSent = (rows: readonly LinkStep[]): Date | null =>
  rows.reduce<Date | null>(
    (last, { sentAt }) => (sentAt && (!last || sentAt > last) ? sentAt : last),
    null,
  )

type Running = Pick<ShownRun, 'statuses' | 'answers' | 'rounds' | 'begun'>

/** Orders the steps as the run reaches them: begun ones in the order in which they began, then the others. */
export function inOrder(steps: readonly PersonStep[], { begun }: Running): PersonStep[] {
  const timeOf = ({ name }: PersonStep) => begun[name]?.startedAt?.getTime() ?? Infinity
  return steps.toSorted((a, b) => {
    const [one, other] = [timeOf(a), timeOf(b)]
    return one === other ? 0 : one - other
  })
}

/** The names of the steps that the run has reached or still can reach. */
export const namesWithin = (root: Step, { answers }: Running): ReadonlySet<string> =>
  new Set(
    [...stepsTaken(root, answers, '', true)].flatMap(([, step]) =>
      isRowStep(step) ? [nameOf(step)] : [],
    ),
  )

/**
 * Whether the run waits only for steps that the person has left out and for the link’s own result, so that nothing more
 * can follow.
 */
export function isStuck(root: Step, run: Running, leftOut: ReadonlySet<string>): boolean {
  const { statuses, answers, rounds } = run
  const modules = Object.fromEntries(
    Object.entries(statuses).map(([name, status]) => [name, { status }]),
  )
  const { actions } = nextPackActions({ name: '', version: 1, root }, { modules, answers, rounds })
  const steps = rowStepsByName(root)
  const isOwn = (name: string) => {
    const step = steps.get(name)
    return step?.kind === 'module' && step.module === linkBiometrics.key
  }
  const awaited = Object.keys(statuses).filter((name) => statuses[name] === 'processing')
  return actions.length === 0 && awaited.every((name) => leftOut.has(name) || isOwn(name))
}
