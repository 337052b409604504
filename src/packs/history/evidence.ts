// Shows the evidence of a run: each condition with the values that it read.
import { assert } from '#src/platform/assert.ts'
import { z } from 'zod'
import type { Owning } from '#src/journey/capabilities/module.ts'
import type { PackRouteDeps } from '#src/packs/runs/deps.ts'
import type { Db } from '#src/platform/db/client.ts'
import { byCaller, writeAudit } from '#src/platform/audit/write.ts'
import { refuse, reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted, mount } from '#src/platform/http/route.ts'
import { findTransaction } from '#src/journey/transaction/store.ts'
import { decidingPath } from '#src/packs/document/deciding.ts'
import { type AnsweredStep, listAnswered } from '#src/packs/runs/answer/answers.ts'
import type { ShownRun } from '#src/packs/runs/rows.ts'
import { packNameParam } from '#src/packs/runs/schema.ts'
import { readEvidence } from '#src/packs/runs/evidence/seal-evidence.ts'
import { findRun } from '#src/packs/runs/store.ts'
import { hideValues } from '#src/packs/runs/evidence/values.ts'
import { RunEvidence } from './evidence-schema.ts'

const evidenceRoute = defineRoute({
  method: 'get',
  paths: ['/v1/packs/{packName}/{transactionId}/runs/{runId}/evidence'],
  operationId: 'readPackRunEvidence',
  summary: 'Read what a run was decided on',
  description:
    'Each condition with the values that it read then and its answer, in order. An audit row says who has looked. What only a scope shows, as a credit score, is left out without it.',
  tag: 'Packs',
  scope: 'reviews:write',
  orScope: 'legal:read',
  request: {
    param: z.object({
      packName: packNameParam,
      transactionId: z.uuid().meta({ description: 'The transaction.' }),
      runId: z.uuid().meta({ description: 'The run.' }),
    }),
  },
  responses: { 200: { description: 'As far as the run has come.', body: RunEvidence } },
  problems: ['not-found'],
})

export function evidenceRoutes({ db, reads, packs }: PackRouteDeps): Mounted[] {
  return [
    mount(evidenceRoute, async ({ request: { param }, principal, requestId }) => {
      const { packName, transactionId, runId } = param
      const [found, run] = await Promise.all([
        findTransaction(reads, principal, transactionId),
        findRun(reads, runId),
      ])
      if (!found || run?.transactionId !== found.id || run.name !== packName)
        return refuse('not-found')
      await writeAudit(db, byCaller(principal, requestId), {
        action: 'evidence.read',
        object: runId,
        transactionId,
      })
      return reply(200, await showEvidence({ reads, packs }, found, run, principal.scopes))
    }),
  ]
}

type Deps = Pick<PackRouteDeps, 'packs'> & { readonly reads: Db }

async function showEvidence(
  { reads, packs: { versions, sealer, offered } }: Deps,
  owning: Owning,
  run: ShownRun,
  scopes: ReadonlySet<string>,
): Promise<RunEvidence> {
  const version = await versions.find(reads, run.owner, run.name, run.version)
  assert(version, 'the run’s version is not stored')
  const kept = run.kept
    ? await readEvidence(reads, sealer, owning, { id: run.id, kept: run.kept })
    : undefined
  const { answers } = run
  const pack = version.document
  const deciding = decidingPath(pack.root, run)
  const answered = listAnswered({ pack, answers, kept, offered })
  const last = answered.findLast(({ path }) => path === deciding)
  return {
    runId: run.id,
    packVersion: run.version,
    status: run.status,
    ...(run.outcome !== null && { outcome: run.outcome }),
    ...(run.stopReason !== null && { stopReason: run.stopReason }),
    ...(run.unansweredStep !== null && { unansweredStep: run.unansweredStep }),
    ...(run.decidedBy !== null && { decidedBy: 'review' as const }),
    kept: kept === undefined ? 'absent' : kept.isTooLarge ? 'too-large' : 'kept',
    answers: answered.flatMap((one) => {
      const values = hideValues(one.values ?? [], offered, scopes)
      // A row that read values hidden from the caller is left out, as in the answer of the pack.
      if (one.kind === 'decide' && values.withheld.length > 0) return []
      return { ...toWire(one, values), ...(one === last && { decided: true as const }) }
    }),
  }
}

const toWire = (
  { path, values, ...rest }: AnsweredStep,
  { shown, withheld }: ReturnType<typeof hideValues>,
): RunEvidence['answers'][number] => ({
  ...rest,
  position: path,
  ...(values && { values: shown }),
  ...(withheld.length > 0 && { withheld }),
})
