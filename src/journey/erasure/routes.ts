// The routes of erasure by request, its receipt, and of duties and legal holds.
import { z } from 'zod'
import type { ErasureDeps } from './deps.ts'
import { mountChange } from '#src/journey/commit/change.ts'
import { lockKept } from '#src/journey/transaction/lock.ts'
import { byCaller } from '#src/platform/audit/write.ts'
import { refuse, reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted, mount } from '#src/platform/http/route.ts'
import { askErasure } from './ask.ts'
import { publicKeys, signReceipt } from './receipt.ts'
import { ErasureReference, ErasureReceipt, ReceiptKeys } from './schema.ts'
import { type Erasure, findErasureOf, findReceipt, forgetDuties } from './store.ts'
import { findWithdrawal, type Withdrawal } from './withdrawals.ts'
import type { Capability } from '#src/journey/capabilities/capability.ts'
import { dutyRoutes } from './duty-routes.ts'

const tag = 'Erasure'
const param = z.object({ id: z.uuid().meta({ description: 'The transaction.' }) })

const eraseRoute = defineRoute({
  method: 'delete',
  paths: ['/v1/transaction/{id}'],
  operationId: 'eraseTransaction',
  summary: 'Erase a transaction',
  description:
    'Its data key is destroyed, and what could find the person goes, in one commit; pictures, and what vendors can erase, follow. From then on it answers as unknown, but for this operation, which answers with the same receipt. While a duty of the tenant’s policy keeps its class, what no duty covers goes, and the rest is restricted to `legal:read`.',
  tag,
  scope: 'data:erase',
  request: { param },
  responses: { 202: { description: 'It is erased, or restricted.', body: ErasureReference } },
  problems: ['not-found', 'legal-hold'],
})

const receiptRoute = defineRoute({
  method: 'get',
  paths: ['/v1/erasures/{receiptId}'],
  operationId: 'readErasure',
  summary: 'Read the receipt of an erasure',
  description: 'Or of what a person has taken back on the page of a verification link.',
  tag,
  request: {
    param: z.object({
      receiptId: z.uuid().meta({
        description: 'As the erasure answered.',
        example: '019a9f3c-a1b2-7c11-b3a5-6d1f0a9e7b42',
      }),
    }),
  },
  responses: { 200: { description: 'As it stands now, signed.', body: ErasureReceipt } },
  problems: ['not-found'],
})

const keysRoute = defineRoute({
  method: 'get',
  paths: ['/v1/erasures/keys'],
  operationId: 'readErasureKeys',
  summary: 'Read the keys of receipts',
  description: 'Keep them with the receipts: a key that was rotated out stands here no longer.',
  tag,
  auth: 'none',
  request: {},
  responses: { 200: { description: 'The current one first.', body: ReceiptKeys } },
  problems: [],
})

function erasureRoutes(deps: ErasureDeps): Mounted[] {
  const { reads, sealer } = deps
  return [
    mountChange(deps, eraseRoute, async ({ request, principal, requestId, tx, adopt }) => {
      const { id } = request.param
      const locked = await lockKept(tx, principal, id)
      if (!locked) {
        const known = await findErasureOf(tx, principal, id)
        return known ? reply(202, { receiptId: known.receiptId }) : refuse('not-found')
      }
      const by = byCaller(principal, requestId)
      const ctx = { ...deps, tx, locked: adopt(locked) }
      const receiptId = await askErasure(ctx, { because: 'request', by })
      return receiptId === 'held' ? refuse('legal-hold') : reply(202, { receiptId })
    }),
    // The route with a fixed path segment must come before the one with a parameter at that position.
    mount(keysRoute, async () => reply(200, { keys: await publicKeys(sealer) })),
    mount(receiptRoute, async ({ request, principal }) => {
      const { receiptId } = request.param
      const found =
        (await findReceipt(reads, principal, receiptId)) ??
        (await findWithdrawal(reads, principal, receiptId))
      if (!found) return refuse('not-found')
      const receipt = toReceipt(found)
      return reply(200, { ...receipt, signature: await signReceipt(sealer, receipt) })
    }),
  ]
}

const toReceipt = ({ receiptId, transactionId, status, at, what }: Erasure | Withdrawal) => ({
  receiptId,
  transactionId,
  status,
  at: at.toISOString(),
  what: Object.entries(what)
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([kind, count]) => ({ kind, count })),
})

/** The capability of erasure, duties and legal holds. */
export const erasure: Capability<ErasureDeps> = {
  name: 'erasure',
  routes: (deps) => [...erasureRoutes(deps), ...dutyRoutes(deps)],
  erased: forgetDuties,
}
