// Stores the answer of a run that has ended, and audits relaxed settings.
import { writeAudit } from '#src/platform/audit/write.ts'
import { isOfDatabase } from '#src/platform/db/errors.ts'
import type { ModuleAnswer } from '#src/journey/capabilities/module.ts'
import type { InCommit } from '#src/journey/transaction/locked.ts'
import { modulesOf, rowNamesOf } from '#src/packs/document/walk.ts'
import { writePin } from './rules.ts'
import { computeOutputs, toldOutputs } from '#src/packs/conditions/outputs.ts'
import { outputStep } from './evidence/brought.ts'
import { cancelled, type OpenRun } from './run.ts'
import type { StepContext } from './steps.ts'
import { withinSavepoint } from './savepoint.ts'
import { CommitEvidence, readSection } from './evidence/commit-evidence.ts'
import type { PackDeps } from './deps.ts'

type Ended = InCommit<{ readonly deps: PackDeps; readonly run: OpenRun }>

/** Stores the answer of an ended run, built from what it saw. */
export async function keepAnswer({ deps, tx, locked, run }: Ended): Promise<void> {
  const sections: Record<string, ModuleAnswer<unknown>> = {}
  // Skipped when a newer process has published a module that this process does not know.
  if (!modulesOf(run.pack.root).every((key) => deps.offered.some((one) => one.key === key))) return
  try {
    await withinSavepoint(tx, locked, async (inner) => {
      const read = rowNamesOf(run.pack.root).map(async (name) => {
        sections[name] = run.named(
          name,
          await readSection({ ...deps, tx: inner, locked }, run, name),
        )
      })
      await Promise.all(read)
    })
    run.evidence.end(sections)
  } catch (error) {
    if (isOfDatabase(error)) throw error
    deps.log.warn({ error, transactionId: locked.id }, 'the answer of a run is not kept')
  }
}

/** Computes and stores the outputs of the run; returns those that its event carries. */
export async function keepOutputs({
  deps,
  tx,
  locked,
  run,
  facts,
  allowance,
}: Ended & Pick<StepContext, 'facts' | 'allowance'>): Promise<
  Readonly<Record<string, string | boolean>>
> {
  const { pack } = run
  if (!pack.output || run.row.outcome === cancelled) return {}
  const ctx = { ...deps, tx, locked, facts: facts.within(run.limits) }
  try {
    const values = await computeOutputs(new CommitEvidence(ctx, run), { pack, allowance }, ctx)
    return run.keep(outputStep, values, 'service') ? toldOutputs(pack, values) : {}
  } catch (error) {
    if (isOfDatabase(error)) throw error
    deps.log.warn({ error, transactionId: locked.id }, 'the output of a run is not kept')
    return {}
  }
}

/** Writes an audit row for each approval of a tenant whose settings relax the verdicts. */
export async function tellSettings({ tx, locked, run }: Ended): Promise<void> {
  const { row, evidence } = run
  const settings = evidence.record.facts['settings']?.at(-1) ?? {}
  const given = Object.keys(settings).filter((name) => settings[name] === true)
  if (row.outcome !== 'approved' || given.length === 0) return
  const { tenant, mode, id: transactionId } = locked
  await writeAudit(
    tx,
    { tenant, mode, actorKind: 'service' },
    {
      action: 'pack.approved-by-setting',
      object: row.id,
      transactionId,
      details: { pack: writePin(row.name, row.version), settings: given.join(' ') },
    },
  )
}
