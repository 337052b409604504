// Reads the current position of a link: for the page, and under the lock to decide whether it is complete.
import { assert } from '#src/platform/assert.ts'
import type { LinkDeps } from './deps.ts'
import type { Db } from '#src/platform/db/client.ts'
import { findById } from '#src/journey/transaction/store.ts'
import {
  byModule,
  namedModules,
  type NamedModules,
  readSections,
} from '#src/packs/runs/sections.ts'
import type { ShownRun } from '#src/packs/runs/rows.ts'
import type { Step } from '#src/packs/document/pack.ts'
import { findRun } from '#src/packs/runs/store.ts'
import { modulesOf } from '#src/packs/document/walk.ts'
import { readHints, readOutcome } from './judging/outcomes.ts'
import type { StepResult } from './steps.ts'
import { noSides, readSides, type Sides } from './judging/sides.ts'
import type { VerificationLink } from './store.ts'
import { type LinkStep, listSteps } from './steps.ts'
import { isStepKey, type StepKey } from './rules.ts'
import { type Position, positionOf, type StepState } from './walk.ts'

export type Walk = {
  readonly link: VerificationLink
  readonly steps: readonly StepState[]
  readonly position: Position
}

type Deps = Pick<LinkDeps, 'packs' | 'sealer'>

/** The steps that the pinned pack may ask for, in its order. */
export async function readStepKeys(db: Db, deps: Deps, link: VerificationLink): Promise<StepKey[]> {
  return modulesOf(await readRoot(db, deps, link)).filter(isStepKey)
}

async function readRoot(db: Db, { packs }: Deps, link: VerificationLink): Promise<Step> {
  const { packOwner, packName, packVersion } = link
  const version = await packs.versions.find(db, packOwner, packName, packVersion)
  assert(version, 'the version of the link’s pack is not stored')
  return version.document.root
}

/** The steps before the consent, when nothing has begun. */
export async function readUnbegun(
  db: Db,
  deps: Deps,
  link: VerificationLink,
): Promise<StepState[]> {
  const keys = await readStepKeys(db, deps, link)
  return keys.map((key) => toState(key, { row: undefined, moduleStatus: 'pending', results: [] }))
}

/** Undefined before the consent, when nothing has begun. */
export async function readWalk(
  db: Db,
  deps: Deps,
  link: VerificationLink,
  now: number,
): Promise<Walk | undefined> {
  if (link.runId === null) return undefined
  const [transaction, root, rows, run] = await Promise.all([
    findById(db, link.transactionId),
    readRoot(db, deps, link),
    listSteps(db, link.id),
    findRun(db, link.runId),
  ])
  if (!transaction) return undefined
  assert(run, 'the link has begun and has no run')
  const keys = modulesOf(root).filter(isStepKey)
  const known = keys.filter((key) => deps.packs.offered.some((one) => one.key === key))
  const named = new Map(
    [...namedModules(root)].filter(([, key]) => known.some((one) => one === key)),
  )
  const context = {
    sealer: deps.sealer,
    transaction,
    runId: link.runId,
    statuses: run.statuses,
  }
  const [sections, sides] = await Promise.all([
    readSections(db, named, deps.packs.offered, context),
    readSides(
      { ...deps, db },
      transaction,
      rows.find(({ step }) => step === 'aiDocs'),
    ),
  ])
  const modules = byModule(named, sections)
  const steps = known.map((key) =>
    toState(key, {
      row: rows.find(({ step }) => step === key),
      moduleStatus: statusOf(key, named, run.statuses),
      results: modules[key]?.results ?? [],
      sides,
    }),
  )
  return { link, steps, position: positionOf(steps, { runEnded: run.endedAt !== null, now }) }
}

/** The order of precedence: a step that waits for the person comes first, then one that may still come. */
const firstOf = ['processing', 'pending', 'failed', 'completed', 'skipped'] as const

function statusOf(
  key: StepKey,
  named: NamedModules,
  statuses: ShownRun['statuses'],
): StepState['moduleStatus'] {
  const own = [...named].filter(([, module]) => module === key)
  const all = own.map(([name]) => statuses[name] ?? 'pending')
  return firstOf.find((status) => all.includes(status)) ?? 'pending'
}

type Given = {
  readonly row: LinkStep | undefined
  readonly moduleStatus: StepState['moduleStatus']
  readonly results: readonly unknown[]
  /** The results for the sides of the document. */
  readonly sides?: Sides
}

function toState(key: StepKey, { row, moduleStatus, results, sides = noSides }: Given): StepState {
  const tries = row?.tries ?? 0
  const sentAt = row?.sentAt?.getTime() ?? null
  const isAnswered = sentAt === null || countSince(results, sentAt) >= (row?.pictures ?? 1)
  const counted = isAnswered ? results : []
  const sent = { tries, pictures: row?.pictures ?? 1, review: row?.review ?? false, sides }
  const ended = endedOf(row) ?? readOutcome(key, counted, sent)
  return {
    key,
    moduleStatus,
    tries,
    checkingSince: isAnswered ? null : sentAt,
    outcome: ended?.outcome ?? null,
    reasons: ended?.reasons ?? [],
    hints: readHints(key, counted, sides),
  }
}

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
