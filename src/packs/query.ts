// Answers a pack query: the head, the transaction as packs spell it, a section for each module.
import { assert } from '#src/platform/assert.ts'
import type { Db } from '#src/platform/db/client.ts'
import { Problem } from '#src/platform/errors.ts'
import type { Locked } from '#src/journey/transaction/locked.ts'
import { toPackTransaction } from '#src/journey/transaction/schema.ts'
import { readFields } from '#src/journey/transaction/store.ts'
import { modulesOf } from '#src/packs/document/walk.ts'
import { isShown, readSections, type Scopes } from '#src/packs/conditions/answer.ts'
import { findModule } from '#src/journey/modules/module.ts'
import type { PackDeps } from '#src/packs/runs/steps.ts'
import type { ShownRun } from '#src/packs/runs/store.ts'

type Asked = Pick<Locked, 'id' | 'tenant' | 'key' | 'fields' | 'createdAt'>

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
  const context = { sealer, transactionId: transaction.id, runId: run.id, statuses: run.statuses }
  const [fields, sections] = await Promise.all([
    readFields(sealer, transaction),
    readSections(
      db,
      keys.filter((key) => isShown(findModule(key, offered), scopes)),
      offered,
      context,
    ),
  ])
  const alone = keys.filter((key) => !(key in sections))
  return {
    createdAt: run.startedAt.toISOString(),
    status: run.status,
    packVersion: run.version,
    ...(run.outcome !== null && { outcome: run.outcome }),
    ...(run.stopReason !== null && { stopReason: run.stopReason }),
    ...(run.decidedBy !== null && { decidedBy: run.decidedBy }),
    transaction: toPackTransaction(fields, transaction),
    ...sections,
    ...Object.fromEntries(
      alone.map((key) => [key, { moduleStatus: run.statuses[key] ?? 'pending' }]),
    ),
  }
}
