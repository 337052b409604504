import { z } from 'zod'
import type { RiskDeps } from '#src/risk/insights/deps.ts'
import { mountChange } from '#src/journey/commit/change.ts'
import { append } from '#src/journey/journal/append.ts'
import { byCaller, writeAudit } from '#src/platform/audit/write.ts'
import { reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted } from '#src/platform/http/route.ts'
import { readShownValues } from '#src/risk/insights/shown-values.ts'
import { Outcome, OutcomeRequest } from './schema.ts'
import { putOutcome } from './store.ts'
import { defineKind } from '#src/journey/journal/kind.ts'

/** `code` is the outcome, `reason` the kind of a fraud. */
export const outcomeReported = defineKind(
  'outcome-told',
  'The client told what became of the transaction: fraud, or good.',
)

const tellOutcome = defineRoute({
  method: 'post',
  paths: ['/v1/transaction/{id}/outcome'],
  operationId: 'tellOutcome',
  summary: 'Tell what became of a transaction',
  description:
    'A confirmed fraud is a fact, and an insight, of later transactions of the tenant with the same document, phone or device. The last word counts: `good` takes a fraud back.',
  tag: 'Lists',
  request: {
    param: z.object({ id: z.uuid().meta({ description: 'The transaction.' }) }),
    json: OutcomeRequest,
  },
  responses: { 200: { description: 'It counts.', body: Outcome } },
  problems: ['not-found'],
})

export function outcomeRoutes(deps: RiskDeps): Mounted[] {
  const { sealer } = deps
  return [
    mountChange(deps, tellOutcome, async ({ request, principal, requestId, tx, lock }) => {
      const locked = await lock(request.param.id)
      const told = request.json
      const { outcome } = told
      const kind = told.outcome === 'fraud' ? told.kind : undefined
      const shown = await readShownValues({ db: tx, sealer, transaction: locked })
      const toldAt = locked.wallNow
      await putOutcome(tx, { transactionId: locked.id, outcome, kind: kind ?? null, toldAt }, shown)
      append(locked, {
        kind: outcomeReported,
        code: outcome,
        ...(kind !== undefined && { reason: kind }),
      })
      await writeAudit(tx, byCaller(principal, requestId), {
        action: 'outcome.told',
        transactionId: locked.id,
        details: { outcome, ...(kind !== undefined && { kind }) },
      })
      return reply(200, {
        transactionId: locked.id,
        outcome,
        ...(kind !== undefined && { kind }),
        toldAt: toldAt.toISOString(),
      })
    }),
  ]
}
