// The door of a run: what a step waits for is brought here.
import { z } from 'zod'
import { mountChange } from '#src/journey/commit/change.ts'
import { bringResult } from '#src/packs/runs/bring.ts'
import type { PackRouteDeps } from '#src/packs/runs/deps.ts'
import type { OpenRun } from '#src/packs/runs/run.ts'
import { packNameParam, PackStatus } from '#src/packs/runs/schema.ts'
import { ShownWait, shownWaits } from '#src/packs/runs/shown-steps.ts'
import { findNewestRun, readRun } from '#src/packs/runs/store.ts'
import { refuse, reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted } from '#src/platform/http/route.ts'
import { unfit } from '#src/packs/runs/unfit.ts'

const BringResult = z
  .object({
    result: z.record(z.string(), z.unknown()).meta({
      description: 'By the schema of the step; a field that it does not name is dropped.',
    }),
    runId: z.uuid().optional().meta({
      description: 'Without it: the newest run of the pack that is open, else the newest.',
    }),
  })
  .meta({
    id: 'BringResult',
    description: 'What a step of a run waits for.',
    example: { result: { approved: true } },
  })

const StepAnswer = ShownWait.extend({
  runId: z.uuid(),
  step: z.string().meta({ description: 'The name of the step.' }),
  status: PackStatus,
}).meta({ id: 'PackStepAnswer', description: 'The step, and whether its run has ended.' })

const bringStep = defineRoute({
  method: 'post',
  paths: ['/v1/packs/{packName}/{transactionId}/steps/{step}'],
  operationId: 'bringStepResult',
  summary: 'Bring the result of a step',
  description:
    'Brings what a step waits for (`kind: wait` with a `signal`, or the answers of a form, `kind: ask`), once for each round in which the run comes to it. The same again is answered with 200 and changes nothing; another: 409 `answered`; after its deadline, its end or that of its run: 409 `not-waiting`. What comes before the run has come to the step is kept and counts then, unless the step is `fresh`. What does not fit: 422 with its place, and the step goes on waiting.',
  tag: 'Packs',
  request: {
    param: z.object({
      packName: packNameParam,
      transactionId: z.uuid().meta({ description: 'The transaction.' }),
      step: z
        .string()
        .min(1)
        .max(64)
        .meta({ description: 'The name of the step.', example: 'approval' }),
    }),
    json: BringResult,
  },
  responses: { 200: { description: 'It was brought, now or before.', body: StepAnswer } },
  problems: ['not-found', 'answered', 'not-waiting', 'value-unfit'],
})

export function stepRoutes(deps: PackRouteDeps): Mounted[] {
  const { packs } = deps
  return [
    mountChange(deps, bringStep, async ({ request, tx, lock }) => {
      const { packName, transactionId, step } = request.param
      const { result, runId } = request.json
      const locked = await lock(transactionId)
      const id = runId ?? (await findNewestRun(tx, locked.id, packName))
      const run = id === undefined ? undefined : await readRun(tx, locked, packs, id)
      if (!run || run.row.name !== packName) return refuse('not-found')
      const outcome = await bringResult({ ...packs, tx, locked }, run, {
        step,
        value: result,
        by: 'client',
      })
      if (outcome === 'no-step') return refuse('not-found')
      if (outcome === 'answered' || outcome === 'not-waiting') return refuse(outcome)
      if (typeof outcome === 'object') throw unfit('#/result', outcome.faults)
      // The answer shows what follows from it.
      await packs.advance(tx, locked)
      const now = outcome === 'kept' ? await readRun(tx, locked, packs, run.row.id) : run
      return reply(200, shownStep(now ?? run, step))
    }),
  ]
}

const shownStep = (run: OpenRun, step: string): z.output<typeof StepAnswer> => ({
  ...(shownWaits(run.pack.root, run.shown, run.brought)[step] ?? {
    kind: 'wait',
    moduleStatus: 'pending',
  }),
  runId: run.row.id,
  step,
  status: run.row.status,
})
