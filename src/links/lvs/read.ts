// Reads the current position of a link: for the page, and under the lock to decide whether it is complete.
import { assert } from '#src/platform/assert.ts'
import type { Counted } from '#src/journey/facts/counted.ts'
import { countsOf } from '#src/packs/runs/evidence/counted.ts'
import type { LinkDeps } from './deps.ts'
import type { Db } from '#src/platform/db/client.ts'
import { findById } from '#src/journey/transaction/store.ts'
import { readSections } from '#src/packs/runs/answer/sections.ts'
import type { ShownRun } from '#src/packs/runs/rows.ts'
import { roundOf } from '#src/packs/runs/rules.ts'
import { findRun } from '#src/packs/runs/store.ts'
import { readHints, readOutcome } from './judging/outcomes.ts'
import { type LinkStep, listSteps, type StepResult } from './steps.ts'
import { noSides, readSides, type Sides } from './judging/sides.ts'
import type { VerificationLink } from './store.ts'
import {
  inOrder,
  isStuck,
  namesWithin,
  type PersonStep,
  personStepsOf,
  readRoot,
} from './person-steps.ts'
import { hasBegun } from './rules.ts'
import { type Position, positionOf, type StepState } from './walk.ts'

export type Walk = {
  readonly link: VerificationLink
  readonly steps: readonly StepState[]
  readonly position: Position
}

type Deps = Pick<LinkDeps, 'packs' | 'sealer'>

/** The steps that the pinned pack may ask for, in its order. */
export const readPersonSteps = async (
  db: Db,
  deps: Deps,
  link: VerificationLink,
): Promise<PersonStep[]> => personStepsOf(await readRoot(db, deps, link))

/** The steps before the consent, when nothing has begun. */
export async function readUnbegun(
  db: Db,
  deps: Deps,
  link: VerificationLink,
): Promise<StepState[]> {
  const steps = await readPersonSteps(db, deps, link)
  return steps.map((step) =>
    toState(step, { row: undefined, moduleStatus: 'pending', results: [] }),
  )
}

/** Undefined before the consent, when nothing has begun. */
export async function readWalk(
  db: Db,
  deps: Deps,
  link: VerificationLink,
  now: number,
): Promise<Walk | undefined> {
  if (link.runId === null || !hasBegun(link)) return undefined
  const [transaction, root, rows, run] = await Promise.all([
    findById(db, link.transactionId),
    readRoot(db, deps, link),
    listSteps(db, link.id),
    findRun(db, link.runId),
  ])
  if (!transaction) return undefined
  assert(run, 'the link has begun and has no run')
  const { offered } = deps.packs
  const within = namesWithin(root, run)
  const known = personStepsOf(root).filter(
    ({ name, key }) =>
      within.has(name) && (key === 'ask' || offered.some((one) => one.key === key)),
  )
  const modules = known.flatMap(({ name, key }) =>
    key === 'ask' ? [] : [[name, { module: key }] as const],
  )
  const context = {
    sealer: deps.sealer,
    transaction,
    runId: link.runId,
    statuses: run.statuses,
    countsFrom: (name: string) => countsOf(root, run, name, transaction.takenBack),
  }
  const rowOf = (name: string) => rows.find(({ step }) => step === name)
  const [sections, sides] = await Promise.all([
    readSections(db, new Map(modules), offered, context),
    readAllSides({ ...deps, db }, transaction, known, rowOf),
  ])
  const steps = inOrder(known, run).map((step) => {
    const { name } = step
    const moduleStatus = run.statuses[name] ?? 'pending'
    return toState(step, {
      row: rowOf(name),
      moduleStatus,
      begun: run.begun[name],
      counted: context.countsFrom(name),
      // The link does not judge the answers of a form, so `true` is used for them.
      results: sections[name]?.results ?? (moduleStatus === 'completed' ? [true] : []),
      sides: sides.get(name) ?? noSides,
    })
  })
  const leftOut = new Set(steps.flatMap(({ name, outcome }) => (outcome === null ? [] : [name])))
  const runEnded = run.endedAt !== null
  const position = positionOf(steps, { runEnded, isStuck: isStuck(root, run, leftOut), now })
  return { link, steps, position }
}

/** Reads the sides of documents, by the names of the steps that ask for a document. */
async function readAllSides(
  deps: Parameters<typeof readSides>[0],
  transaction: Parameters<typeof readSides>[1],
  steps: readonly PersonStep[],
  rowOf: (name: string) => LinkStep | undefined,
): Promise<ReadonlyMap<string, Sides>> {
  const documents = steps.filter(({ key }) => key === 'aiDocs')
  const read = documents.map(
    async ({ name }) => [name, await readSides(deps, transaction, rowOf(name))] as const,
  )
  return new Map(await Promise.all(read))
}

type Given = {
  readonly row: LinkStep | undefined
  readonly moduleStatus: StepState['moduleStatus']
  readonly begun?: ShownRun['begun'][string] | undefined
  readonly counted?: Counted
  readonly results: readonly unknown[]
  /** The results for the sides of the document. */
  readonly sides?: Sides
}

function toState(
  step: PersonStep,
  { row, moduleStatus, begun, counted = {}, results, sides = noSides }: Given,
): StepState {
  const startedAt = begun?.startedAt?.getTime() ?? null
  const round = roundOf(begun)
  const tries = row?.tries ?? 0
  const isOwn = !row?.sentAt || !isEarlier(row.sentAt, { startedAt, moduleStatus })
  const sentAt = (isOwn && row?.sentAt?.getTime()) || null
  const isAnswered = sentAt === null || countSince(results, sentAt) >= (row?.pictures ?? 1)
  const answered = isAnswered ? results : []
  const sent = { tries, pictures: row?.pictures ?? 1, review: row?.review ?? false, sides }
  const closed = row && endedThisRound(row, { startedAt, moduleStatus }) ? row : undefined
  const ended = closed ? endedOf(closed) : readOutcome(step.key, answered, sent)
  return {
    ...step,
    startedAt,
    round,
    counted,
    moduleStatus,
    tries,
    checkingSince: isAnswered ? null : sentAt,
    outcome: ended?.outcome ?? null,
    reasons: ended?.reasons ?? [],
    hints: readHints(step.key, answered, sides),
  }
}

type Begun = Pick<StepState, 'startedAt' | 'moduleStatus'>

/** Whether it happened before the run reached the step again, in a further round. */
const isEarlier = (at: Date, { startedAt, moduleStatus }: Begun): boolean =>
  moduleStatus === 'processing' && startedAt !== null && at.getTime() < startedAt

/** Whether the row has ended the present round of the step, and not an earlier one. */
export const endedThisRound = ({ outcome, closedAt }: LinkStep, begun: Begun): boolean =>
  outcome !== null && (closedAt === null || !isEarlier(closedAt, begun))

const endedOf = (row: LinkStep | undefined): StepResult | null =>
  row && row.outcome !== null ? { outcome: row.outcome, reasons: row.reasons } : null

/** The number of results of the last submission: those that came with it or later. */
function countSince(results: readonly unknown[], at: number): number {
  return results.filter((one) => {
    if (typeof one !== 'object' || one === null) return false
    if ('processStatus' in one && one.processStatus === 'Processing') return false
    const time = 'receivedDate' in one ? one.receivedDate : 'createdAt' in one && one.createdAt
    return typeof time === 'string' && Date.parse(time) >= at
  }).length
}
