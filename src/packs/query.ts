// Answers a pack query: the head, the transaction as packs spell it, a section for each module.
import { assert } from '#src/platform/assert.ts'
import type { Db } from '#src/platform/db/client.ts'
import { Problem } from '#src/platform/errors.ts'
import type { Locked } from '#src/journey/transaction/locked.ts'
import { toPackTransaction } from '#src/journey/transaction/schema.ts'
import { readFields } from '#src/journey/transaction/store.ts'
import { modulesOf, stepsTaken } from '#src/packs/document/walk.ts'
import { isShown, readSections, type Scopes } from '#src/packs/runs/sections.ts'
import { findModule, type ModuleAnswer, type Owning } from '#src/journey/capabilities/module.ts'
import type { ModuleStep, Step } from '#src/packs/document/pack.ts'
import { endedSections } from '#src/packs/runs/evidence.ts'
import { openEvidence } from '#src/packs/runs/seal-evidence.ts'
import { countedFrom } from '#src/packs/runs/run-state.ts'
import type { PackDeps } from '#src/packs/runs/deps.ts'
import { shownRows } from '#src/packs/runs/shown-rows.ts'
import type { ShownRun } from '#src/packs/runs/rows.ts'

type Asked = Owning & Pick<Locked, 'createdAt'>

export async function readPackAnswer(
  { db, packs: { offered, versions, sealer } }: { readonly db: Db; readonly packs: PackDeps },
  transaction: Asked,
  run: ShownRun,
  scopes: Scopes,
) {
  const version = await versions.find(db, run.owner, run.name, run.version)
  assert(version, 'the run’s version is not stored')
  const keys = modulesOf(version.document.root)
  // A newer process has published it, and knows how to show it.
  if (!keys.every((key) => offered.some((one) => one.key === key)))
    throw new Problem('unavailable', { reason: 'unknown-module', headers: { 'retry-after': '5' } })
  const kept =
    run.evidence ?? (run.kept && (await openEvidence(sealer, transaction, run.id, run.kept)))
  const ended = run.endedAt === null || !kept ? undefined : endedSections(kept)
  const shownKeys = keys.filter((key) => isShown(findModule(key, offered), scopes))
  const steps = stepsByModule(version.document.root, run.answers)
  const context = {
    sealer,
    transaction,
    runId: run.id,
    statuses: run.statuses,
    countsFrom: (key: string) => countedFrom(steps.get(key), run.begun[key]),
  }
  const [fields, sections] = await Promise.all([
    readFields(sealer, transaction),
    ended ? pick(ended, shownKeys) : readSections(db, shownKeys, offered, context),
  ])
  const alone = keys.filter((key) => !(key in sections))
  const rows = shownRows(version.document.root, run.answers, (key) =>
    offered.every((one) => one.key !== key || isShown(one, scopes)),
  )
  return {
    createdAt: run.startedAt.toISOString(),
    status: run.status,
    packVersion: run.version,
    runId: run.id,
    ...(run.outcome !== null && { outcome: run.outcome }),
    ...(run.stopReason !== null && { stopReason: run.stopReason }),
    ...(run.decidedBy !== null && { decidedBy: 'review' as const }),
    ...(run.unansweredStep !== null && { unansweredStep: run.unansweredStep }),
    ...(rows && { rows }),
    transaction: toPackTransaction(fields, transaction),
    ...sections,
    ...Object.fromEntries(
      alone.map((key) => [key, { moduleStatus: run.statuses[key] ?? 'pending' }]),
    ),
  }
}

/** What was kept of a run shows its modules in the order of its pack. */
const pick = (sections: Record<string, ModuleAnswer<unknown>>, keys: readonly string[]) =>
  Object.fromEntries(
    keys.map((key) => [key, sections[key] ?? { moduleStatus: 'pending' as const, results: [] }]),
  )

/** How the document says that each module runs that a run came to. */
function stepsByModule(root: Step, answers: ShownRun['answers']): ReadonlyMap<string, ModuleStep> {
  const found = new Map<string, ModuleStep>()
  for (const [, step] of stepsTaken(root, answers))
    if (step.kind === 'module') found.set(step.module, step)
  return found
}
