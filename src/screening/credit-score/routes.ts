import { z } from 'zod'
import type { ScreeningDeps } from '#src/screening/orders/deps.ts'
import { listChecks } from '#src/screening/orders/store.ts'
import { byCaller } from '#src/platform/audit/write.ts'
import { Problem } from '#src/platform/errors.ts'
import { mountChange, pending } from '#src/journey/commit/change.ts'
import { demandKey } from '#src/platform/idempotency/read-key.ts'
import { refuse, reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted } from '#src/platform/http/route.ts'
import { hasNoCpf } from '#src/journey/transaction/rules.ts'
import { findTransaction } from '#src/journey/transaction/store.ts'
import { module, readCredit, requestCredit } from './request.ts'
import { BuyCredit, CreditScore, creditScope } from './schema.ts'

const param = z.object({ id: z.uuid().meta({ description: 'The transaction.' }) })

const postCredit = defineRoute({
  method: 'post',
  paths: ['/v1/transaction/{id}/creditpro'],
  operationId: 'createCreditScore',
  summary: 'Buy a credit score',
  description:
    'Waits for the source up to 20 s. The last result counts for 24 hours and is answered again; a purchase under way is joined. 503 when no source has answered: repeat it. 409 `purchase-uncertain` when it may have been bought: `{"again": true}` with an `Idempotency-Key` buys it again.',
  tag: 'Credit score',
  scope: creditScope,
  request: { param, json: BuyCredit.optional() },
  responses: {
    200: { description: 'The scores.', body: CreditScore },
    204: { description: 'The source has no score for the document.' },
  },
  problems: ['not-found', 'no-subject', 'purchase-uncertain', 'limit-reached'],
})

const waitMs = 20_000

export function creditScoreRoutes(deps: ScreeningDeps): Mounted[] {
  const { reads, sealer, waiter } = deps
  return [
    mountChange(
      deps,
      postCredit,
      async (change) => {
        const { request, tx, lock } = change
        const { again = false, legalBasis } = request.json ?? {}
        const by = byCaller(change.principal, change.requestId)
        if (again) demandKey(change)
        const locked = await lock(request.param.id)
        // Scores exist only for a CPF or CNPJ.
        if (hasNoCpf(locked.before)) return refuse('no-subject')
        const requested = await requestCredit({ ...deps, tx, locked }, { again, legalBasis, by })
        if (requested.kind === 'purchase-uncertain') return refuse('purchase-uncertain')
        if (requested.kind === 'limit-reached') {
          const { retryAfterSeconds } = requested
          return refuse(
            'limit-reached',
            retryAfterSeconds === undefined ? {} : { retryAfterSeconds },
          )
        }
        const known = await readCredit(tx, sealer, locked, requested.check.id)
        if (known === 'no-data') return reply(204)
        // A purchase that has failed already gets the answer of one that fails later.
        return typeof known === 'object' ? reply(200, known) : pending(locked.lastSeq)
      },
      async ({ owner, id, seq }) => {
        const deadline = performance.now() + waitMs
        for (let last = seq; ;) {
          const found = await findTransaction(reads, owner, id)
          const [check] = found ? await listChecks(reads, id, module) : []
          if (!found || !check) throw noSource()
          const credit = await readCredit(reads, sealer, found, check.id)
          if (credit === 'uncertain') return refuse('purchase-uncertain')
          if (credit === 'failed') throw noSource()
          if (credit === 'no-data') return reply(204)
          if (credit) return reply(200, credit)
          last = Math.max(last, found.lastSeq)
          if (!(await waiter.changed(id, last, deadline))) throw noSource()
        }
      },
    ),
  ]
}

const noSource = () =>
  new Problem('unavailable', { reason: 'no-credit-source', headers: { 'retry-after': '5' } })
