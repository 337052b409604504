// A background check as a module: of the services that the transaction requests, else of the default ones.
import { statusOf } from '#src/screening/checks/end.ts'
import { type Check, listChecks, listOrders, newestOf } from '#src/screening/checks/store.ts'
import type { Db } from '#src/platform/db/client.ts'
import { append } from '#src/journey/journal/append.ts'
import { defineModule, type ModuleCall, opens } from '#src/journey/modules/module.ts'
import { findById } from '#src/journey/transaction/store.ts'
import { backgroundCheckWanted } from './kinds.ts'
import { module, readCheck } from './record.ts'
import { backgroundCheck } from './rules.ts'
import { BackgroundCheck } from './schema.ts'

/**
 * In the sandbox the results follow the document (the table of magic documents); a check that has failed in every
 * service fails the module.
 */
export const backgroundCheckModule = defineModule(
  backgroundCheck,
  BackgroundCheck,
  async (db, { sealer, transactionId, moduleStatus }) => {
    const found = await findById(db, transactionId)
    const checks = found ? await listChecks(db, transactionId, module) : []
    const results = await Promise.all(
      found ? checks.map((check) => readCheck(db, sealer, found, check)) : [],
    )
    return { moduleStatus, results }
  },
  { runs: opens(begin, isThere), seen: { status: 'string', type: 'string' } },
)

async function begin({ tx, locked, runId, since }: ModuleCall): Promise<void> {
  const [newest] = await listSince(tx, locked.id, since)
  // What is under way is waited for.
  if (newest && newest.endedAt === null) return
  append(locked, { kind: backgroundCheckWanted, module, ref: runId, code: since ? 'fresh' : null })
}

async function isThere({ tx, locked, since }: ModuleCall): Promise<boolean | 'failed'> {
  const [newest] = await listSince(tx, locked.id, since)
  if (!newest?.endedAt) return false
  const orders = newestOf(await listOrders(tx, newest.id))
  return statusOf(orders) === 'partial' && orders.every(({ status }) => status === 'failed')
    ? 'failed'
    : true
}

/** A check that was made again since then counts too. */
async function listSince(tx: Db, id: string, since: Date | undefined): Promise<Check[]> {
  const checks = await listChecks(tx, id, module)
  return checks.filter(
    ({ createdAt, endedAt }) => !since || (endedAt ? endedAt > since : createdAt >= since),
  )
}
