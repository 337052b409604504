// Takes the result that a client or person brings to a waiting step.
import { z } from 'zod'
import type { Images } from '#src/biometrics/images/images.ts'
import { mountPrepared } from '#src/journey/commit/change.ts'
import { findTransaction } from '#src/journey/transaction/store.ts'
import { rowStepsByName } from '#src/packs/document/walk.ts'
import { fitResult } from '#src/packs/forms/fit.ts'
import { readFiles } from '#src/packs/forms/sent-files.ts'
import {
  filesOf,
  noUploads,
  placeholders,
  type SentFiles,
  type StoredUploads,
  storeUploads,
} from '#src/packs/forms/uploads.ts'
import { bringResult } from '#src/packs/runs/evidence/bring.ts'
import type { PackRouteDeps } from '#src/packs/runs/deps.ts'
import type { OpenRun } from '#src/packs/runs/run.ts'
import { packNameParam, PackStatus } from '#src/packs/runs/schema.ts'
import { ShownWait, shownWaits } from '#src/packs/runs/answer/shown-steps.ts'
import { findNewestRun, findRun, readRun } from '#src/packs/runs/store.ts'
import { Problem } from '#src/platform/errors.ts'
import { refuse, reply } from '#src/platform/http/reply.ts'
import { type CallOf, defineRoute, type Mounted, type Principal } from '#src/platform/http/route.ts'
import { unfit } from '#src/packs/runs/unfit.ts'

const BringResult = z
  .object({
    result: z.record(z.string(), z.unknown()).meta({
      description: 'By the schema of the step; a field that it does not name is dropped.',
    }),
    runId: z.uuid().optional().meta({
      description: 'Without it: the newest run of the pack that is open, else the newest.',
    }),
    round: z.int().min(1).max(2_147_483_647).optional().meta({
      description:
        'Of which round of the step, as its run shows it; without it the newest. What is repeated late then counts for no further round.',
    }),
  })
  .meta({
    id: 'BringResult',
    description: 'What a step of a run waits for.',
    example: { result: { approved: true } },
  })

const BringForm = z
  .looseObject({
    result: z.string().optional().meta({
      description: 'The other answers, as the JSON text of `result`.',
      example: '{"occupation":"Médica"}',
    }),
    runId: z.uuid().optional(),
  })
  .meta({
    id: 'BringForm',
    description:
      'The answers of a form with its files: each file is a part that has the name of its field, several of one field one part each.',
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
    'Brings what a step waits for (`kind: wait` with a `signal`, or the answers of a form, `kind: ask`), once for each round in which the run comes to it; with `round` for that one alone. The same again is answered with 200 and changes nothing; another: 409 `answered`; after its deadline, its end or that of its run: 409 `not-waiting`. What comes before the run has come to the step is kept and counts then, unless the step is `fresh`. What does not fit: 422 with its place, and the step goes on waiting. Files of a form come as `multipart/form-data`: pictures (JPEG, PNG, WebP) and PDF of 10 MB each, 25 MB in all. Of a picture its pixels are kept; a PDF is kept as it is, and one that is encrypted, runs or holds something else, has more than 100 pages or is another file as well is refused.',
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
    form: BringForm,
  },
  bodyLimit: 'files',
  responses: { 200: { description: 'It was brought, now or before.', body: StepAnswer } },
  problems: ['not-found', 'answered', 'not-waiting', 'value-unfit'],
})

type Bringing = {
  readonly result: unknown
  readonly runId: string | undefined
  readonly round: number | undefined
  readonly uploads: StoredUploads
}
type Deps = PackRouteDeps & { readonly images: Images }
type Call = CallOf<typeof bringStep>

export function stepRoutes(deps: Deps): Mounted[] {
  const { packs } = deps
  return [
    mountPrepared(deps, bringStep, {
      prepare: (call, owner) => prepare(deps, call, owner),
      async decide({ request, tx, lock }, { result, runId, round, uploads }) {
        const { packName, transactionId, step } = request.param
        const locked = await lock(transactionId)
        const id = runId ?? (await findNewestRun(tx, locked.id, packName))
        const run = id === undefined ? undefined : await readRun(tx, locked, packs, id)
        if (!run || run.row.name !== packName) return refuse('not-found')
        const outcome = await bringResult({ ...packs, tx, locked }, run, {
          step,
          value: result,
          uploads,
          by: 'client',
          ...(round !== undefined && { round }),
        })
        if (outcome === 'no-step') return refuse('not-found')
        if (outcome === 'answered' || outcome === 'not-waiting') return refuse(outcome)
        if (typeof outcome === 'object') throw unfit('#/result', outcome.faults)
        // Advances the run first, so that the answer shows what follows from the result.
        await packs.advance(tx, locked)
        const now = outcome === 'kept' ? await readRun(tx, locked, packs, run.row.id) : run
        return reply(200, shownStep(now ?? run, step))
      },
    }),
  ]
}

/** Reads the request and stores its files, but only for a form that asks for files and whose other answers fit. */
async function prepare(deps: Deps, { request }: Call, owner: Principal): Promise<Bringing> {
  const { json, form, param } = request
  if (json) return { ...json, runId: json.runId, round: json.round, uploads: noUploads }
  const runId = form?.runId
  const result = readResult(form?.result)
  const files = await readFiles(form ?? {})
  const uploads = await storeFiles(deps, { param, result, runId, files }, owner)
  // Only this part of the body is the result; the others may be fields of the form.
  return { result, runId, round: undefined, uploads }
}

function readResult(text = '{}'): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const fault = { pointer: '#/result', code: 'format', detail: 'is no JSON' } as const
    throw new Problem('invalid-request', { faults: [fault] })
  }
}

type Sent = Pick<Call['request'], 'param'> &
  Omit<Bringing, 'round' | 'uploads'> & { readonly files: SentFiles }

async function storeFiles(
  deps: Deps,
  { param: { packName, transactionId, step: name }, result, runId, files }: Sent,
  owner: Principal,
): Promise<StoredUploads> {
  if (Object.keys(files).length === 0) return noUploads
  const { reads, packs, images } = deps
  const transaction = await findTransaction(reads, owner, transactionId)
  const id = transaction && (runId ?? (await findNewestRun(reads, transaction.id, packName)))
  const run = id === undefined ? undefined : await findRun(reads, id)
  if (!transaction || run?.transactionId !== transaction.id || run.name !== packName)
    throw new Problem('not-found')
  const version = await packs.versions.find(reads, run.owner, run.name, run.version)
  const step = version && rowStepsByName(version.document.root).get(name)
  if (step?.kind !== 'ask') return noUploads
  const own = filesOf(step, files)
  const fitted = fitResult(step, result, placeholders(own))
  // Answers that do not fit are refused before any file is examined.
  if (!fitted || 'faults' in fitted) throw unfit('#/result', fitted?.faults ?? [])
  const stored = await storeUploads({ images }, transaction, own)
  if ('faults' in stored) throw unfit('#/result', stored.faults)
  return stored
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
