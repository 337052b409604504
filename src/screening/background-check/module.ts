// A background check as a module: of the services that the transaction requests, else of the default ones.
import { isAsking } from '#src/screening/checks/asking.ts'
import { findCurrent, leftOf } from '#src/screening/checks/request.ts'
import { listChecks } from '#src/screening/checks/store.ts'
import { append } from '#src/journey/journal/append.ts'
import { defineModule, type ModuleCall, opens } from '#src/journey/modules/module.ts'
import { findById, readFields } from '#src/journey/transaction/store.ts'
import { askedByPack } from './asked.ts'
import { backgroundCheckWanted, startTask } from './kinds.ts'
import { module, readCheck } from './record.ts'
import { backgroundCheck } from './rules.ts'
import { BackgroundCheck } from './schema.ts'

/**
 * In the sandbox the results follow the document (the table of magic documents); a check that has failed in one of its
 * services fails the module.
 */
export const backgroundCheckModule = defineModule(
  backgroundCheck,
  BackgroundCheck,
  async (db, { sealer, transactionId, moduleStatus, fresh, since }) => {
    const found = await findById(db, transactionId)
    const all = found ? await listChecks(db, transactionId, module) : []
    const checks = all.filter(({ endedAt }) => !fresh || !since || !endedAt || endedAt > since)
    const results = await Promise.all(
      found ? checks.map((check) => readCheck(db, sealer, found, check)) : [],
    )
    return { moduleStatus, results }
  },
  { runs: opens(begin, isThere, { refusal }), seen: { status: 'string', type: 'string' } },
)

async function begin(call: ModuleCall): Promise<void> {
  const { locked, runId, fresh, again } = call
  const own = await findOwn(call)
  // What is under way is waited for.
  if (own && own.endedAt === null) return
  const code = again ? 'again' : fresh ? 'fresh' : null
  append(locked, { kind: backgroundCheckWanted, module, ref: runId, code })
}

/** Only the check of what this module asks for counts, and only when every service has its result. */
async function isThere(call: ModuleCall): Promise<boolean | 'failed'> {
  if (isAsking(call, startTask)) return false
  const own = await findOwn(call)
  if (!own?.endedAt) return false
  const { failed, uncertain } = await leftOf(call.tx, own)
  return failed.length + uncertain.length > 0 ? 'failed' : true
}

async function refusal(call: ModuleCall): Promise<'purchase-uncertain' | undefined> {
  const own = await findOwn(call)
  if (!own?.endedAt) return undefined
  const { failed, uncertain } = await leftOf(call.tx, own)
  return failed.length === 0 && uncertain.length > 0 ? 'purchase-uncertain' : undefined
}

/** Of a fresh one nothing counts that had ended before the run came to it. */
async function findOwn({ tx, locked, sealer, fresh, since }: ModuleCall) {
  const asked = askedByPack(await readFields(sealer, locked))
  const found = await findCurrent({ tx, locked, sealer }, asked)
  return fresh && since && found?.endedAt && found.endedAt <= since ? undefined : found
}
