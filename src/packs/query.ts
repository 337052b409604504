// What a pack query answers: the head, the transaction as packs spell it, a section for each module.
import type { Db } from '#src/db/client.ts'
import type { Sealer } from '#src/seal/sealer.ts'
import type { Locked } from '#src/transaction/locked.ts'
import { toPackTransaction } from '#src/transaction/schema.ts'
import { readFields } from '#src/transaction/store.ts'
import { modulesOf } from '#workflows/packs/define.ts'
import { type ModuleStatus, readSections } from './answer.ts'
import { catalogue } from './catalogue.ts'
import { findVersion, listModules, type Run } from './store.ts'

type Asked = Pick<Locked, 'id' | 'tenant' | 'key' | 'fields' | 'createdAt'>

export async function readPackAnswer(db: Db, sealer: Sealer, transaction: Asked, run: Run) {
  const version = await findVersion(db, run.name, run.version)
  if (!version) throw new Error('a run is pinned to a version that is stored')
  const keys = modulesOf(version.document.root)
  const statuses = await readStatuses(db, run.id)
  const [fields, sections] = await Promise.all([
    readFields(sealer, transaction),
    readSections(db, keys, catalogue, { transactionId: transaction.id, runId: run.id, statuses }),
  ])
  return {
    createdAt: run.startedAt.toISOString(),
    status: run.status,
    packVersion: run.version,
    ...(run.stopReason !== null && { stopReason: run.stopReason }),
    transaction: toPackTransaction(fields, transaction),
    ...sections,
  }
}

export async function readStatuses(db: Db, runId: string): Promise<Record<string, ModuleStatus>> {
  const rows = await listModules(db, runId)
  return Object.fromEntries(rows.map(({ module, status }) => [module, status]))
}
