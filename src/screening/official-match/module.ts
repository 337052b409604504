// The comparison by official bases as a module: bought for the newest live selfie and document unless it exists. It is
// skipped when there is no account or nothing to ask about. In the sandbox the result follows the document.
import { isAsking, writeOrder } from '#src/screening/checks/rules.ts'
import { findCurrent, leftOf } from '#src/screening/checks/request.ts'
import { toOfficial, shownOf } from '#src/screening/facts/official-facts.ts'
import {
  type Check,
  isCounted,
  listChecks,
  listOrders,
  type Order,
  readResult,
  readSubject,
} from '#src/screening/orders/store.ts'
import { append } from '#src/journey/journal/append.ts'
import {
  defineModule,
  type ModuleCall,
  opens,
  type Owning,
} from '#src/journey/capabilities/module.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import { officialFaces } from '#src/screening/wire/official-schema.ts'
import { defineStart } from '#src/screening/checks/kinds.ts'
import { type FindShownPerson, module, readMatchQuery } from './request.ts'
import { OfficialMatch } from './schema.ts'

export const {
  startTask,
  wanted: officialMatchWanted,
  started: officialMatchStarted,
} = defineStart('official-match', 'the word of an official base')

/** The name of the module in packs. */
const officialMatch = { key: 'officialMatch' } as const

export const officialMatchModule = (find: FindShownPerson) =>
  defineModule(
    officialMatch,
    OfficialMatch,
    async (db, { sealer, transaction, moduleStatus, boughtSince, correctedAt }) => {
      const checks = (await listChecks(db, transaction.id, module)).filter(
        isCounted({ boughtSince, correctedAt }),
      )
      const read = await Promise.all(
        checks.map((one) => readCheck({ db, sealer }, transaction, one)),
      )
      return { moduleStatus, results: read.flat() }
    },
    {
      runs: opens(
        (call) => begin(find, call),
        (call) => isThere(find, call),
        { refusal: (call) => refusal(find, call) },
      ),
      seen: {
        source: 'string',
        inBase: 'bool',
        face: { oneOf: officialFaces },
        similarity: 'double',
      },
    },
  )

type Reading = { readonly db: Db; readonly sealer: Sealer }

/** The results of all sources that have answered, the newest first. */
async function readCheck(
  { db, sealer }: Reading,
  transaction: Owning,
  check: Check,
): Promise<OfficialMatch[]> {
  const shown = shownOf(await readSubject(sealer, transaction, check))
  const answered = (await listOrders(db, check.id)).filter(({ status }) => status === 'completed')
  const read = async (order: Order) => {
    const [said] = toOfficial(await readResult(sealer, transaction, order))
    if (!said || !shown) return []
    const { document: _document, traceId: _traceId, ...result } = said
    return {
      ...result,
      checkId: check.id,
      documentId: shown.documentOf,
      livenessId: shown.selfieOf,
      source: order.source ?? '',
      at: (order.endedAt ?? order.openedAt).toISOString(),
    }
  }
  return (await Promise.all(answered.toReversed().map(read))).flat()
}

const askedOf = (find: FindShownPerson, { tx, sealer, locked }: ModuleCall) =>
  readMatchQuery(find, { db: tx, sealer }, locked)

async function findCheck(find: FindShownPerson, call: ModuleCall): Promise<Check | undefined> {
  const { tx, locked, sealer, boughtSince } = call
  const asked = await askedOf(find, call)
  return asked && findCurrent({ tx, locked, sealer }, asked, boughtSince?.getTime())
}

async function begin(find: FindShownPerson, call: ModuleCall): Promise<void> {
  const { locked, runId, step, boughtSince, again } = call
  if (isAsking(call, startTask)) return
  const check = await findCheck(find, call)
  // A check under way is waited for.
  if (check && check.endedAt === null) return
  const since = boughtSince?.getTime()
  const order = { step, ...(since !== undefined && { since }), ...(again && { again }) }
  append(locked, { kind: officialMatchWanted, module, ref: runId, reason: writeOrder(order) })
}

async function isThere(
  find: FindShownPerson,
  call: ModuleCall,
): Promise<boolean | 'failed' | 'skipped'> {
  if (isAsking(call, startTask)) return false
  if (hasNobodyToAsk(call) || !(await askedOf(find, call))) return 'skipped'
  const check = await findCheck(find, call)
  if (!check?.endedAt) return false
  const { failed, uncertain } = await leftOf(call.tx, check)
  return failed.length + uncertain.length > 0 ? 'failed' : true
}

/** Whether the task that should ask has found no account in this commit. */
const hasNobodyToAsk = ({ locked, runId, step }: ModuleCall): boolean =>
  locked.unwritten.some(
    ({ kind, ref, reason, code }) =>
      kind === officialMatchStarted.name && ref === runId && reason === step && code === nobody,
  )

/** The code of an entry for a check that was not made because no account exists. */
export const nobody = 'no-provider'

async function refusal(
  find: FindShownPerson,
  call: ModuleCall,
): Promise<'purchase-uncertain' | undefined> {
  const check = await findCheck(find, call)
  const left = check?.endedAt ? await leftOf(call.tx, check) : undefined
  return left && left.failed.length === 0 && left.uncertain.length > 0
    ? 'purchase-uncertain'
    : undefined
}
