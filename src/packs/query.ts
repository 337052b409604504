// Builds the answer of a pack query: the head, the transaction in the spelling of packs, and a section for each module.
import { assert } from '#src/platform/assert.ts'
import type { Db } from '#src/platform/db/client.ts'
import { Problem } from '#src/platform/errors.ts'
import type { Locked } from '#src/journey/transaction/locked.ts'
import { toPackTransaction } from '#src/journey/transaction/schema.ts'
import { readFieldsAt } from '#src/journey/corrections/store.ts'
import { byModule, isShown, readSections, type Scopes } from '#src/packs/runs/answer/sections.ts'
import { findModule, type ModuleAnswer, type Owning } from '#src/journey/capabilities/module.ts'
import { readBrought } from '#src/packs/runs/evidence/brought.ts'
import { noBrought, shownValues, shownWaits } from '#src/packs/runs/answer/shown-steps.ts'
import { endedSections } from '#src/packs/runs/evidence/evidence.ts'
import { openEvidence } from '#src/packs/runs/evidence/seal-evidence.ts'
import { modulesByName } from '#src/packs/document/condition-modules.ts'
import type { ModuleStep } from '#src/packs/document/pack.ts'
import { optionsOf } from '#src/packs/document/options.ts'
import { keepsBrought } from '#src/packs/document/walk.ts'
import { countsOf } from '#src/packs/runs/evidence/counted.ts'
import type { PackDeps } from '#src/packs/runs/deps.ts'
import { shownChildren } from '#src/packs/runs/answer/shown-children.ts'
import { shownRows } from '#src/packs/runs/answer/shown-rows.ts'
import type { ShownRun } from '#src/packs/runs/rows.ts'

type Asked = Owning & Pick<Locked, 'createdAt' | 'corrections' | 'takenBack'>

export async function readPackAnswer(
  { db, packs }: { readonly db: Db; readonly packs: PackDeps },
  transaction: Asked,
  run: ShownRun,
  scopes: Scopes,
) {
  const { offered, versions, sealer } = packs
  const version = await versions.find(db, run.owner, run.name, run.version)
  assert(version, 'the run’s version is not stored')
  const steps = modulesByName(version.document.root)
  // A newer process has published the pack with a module that this one does not know.
  if (![...steps.values()].every(({ module }) => offered.some(({ key }) => key === module)))
    throw new Problem('unavailable', { reason: 'unknown-module', headers: { 'retry-after': '5' } })
  const kept =
    run.evidence ?? (run.kept && (await openEvidence(sealer, transaction, run.id, run.kept)))
  const brought = keepsBrought(version.document)
    ? await readBrought(db, sealer, transaction, run.id)
    : noBrought
  const ended = run.endedAt === null || !kept ? undefined : endedSections(kept)
  const shown = new Map(
    [...steps].filter(([, { module }]) => isShown(findModule(module, offered), scopes)),
  )
  const context = {
    sealer,
    transaction,
    runId: run.id,
    statuses: run.statuses,
    countsFrom: (name: string) => countsOf(version.document.root, run, name, transaction.takenBack),
  }
  const [{ fields, corrected }, sections, children] = await Promise.all([
    readFieldsAt(db, sealer, transaction, run.endedAt),
    ended ? pick(ended, shown) : readSections(db, shown, offered, context),
    shownChildren({ db, packs }, version.document.root, run, { scopes, ended }),
  ])
  const alone = [...steps].filter(([name]) => !shown.has(name))
  const statusOf = (name: string) => ({ moduleStatus: run.statuses[name] ?? ('pending' as const) })
  const asked = (step: ModuleStep) => {
    const options = optionsOf(step)
    return options ? { with: options } : {}
  }
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
    ...shownValues(version.document, run, brought),
    ...(corrected.length > 0 && { corrected }),
    transaction: toPackTransaction(fields, transaction),
    ...byModule(shown, sections),
    // Without the scope of its module only a step’s status is shown.
    ...Object.fromEntries(alone.map(([name, { module }]) => [module, statusOf(name)])),
    steps: {
      ...Object.fromEntries(
        [...steps].map(([name, step]) => [
          name,
          { module: step.module, ...asked(step), ...(sections[name] ?? statusOf(name)) },
        ]),
      ),
      ...shownWaits(version.document.root, run, brought),
      ...children,
    },
  }
}

/** The stored sections of a run, in the order of the pack’s steps. */
const pick = (
  sections: Record<string, ModuleAnswer<unknown>>,
  steps: ReadonlyMap<string, unknown>,
) =>
  Object.fromEntries(
    [...steps.keys()].map((name) => [
      name,
      sections[name] ?? { moduleStatus: 'pending' as const, results: [] },
    ]),
  )
