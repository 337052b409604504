// The route definitions of the operations on runs.
import { z } from 'zod'
import { defineRoute } from '#src/platform/http/route.ts'
import { packAnswerSchema, StepSections } from '#src/packs/runs/answer/sections.ts'
import type { Module } from '#src/journey/capabilities/module.ts'
import { BuyAgain } from '#src/journey/idempotency/again-schema.ts'
import { packHead, packNameParam, StartPack } from '#src/packs/runs/schema.ts'
import { runsMax } from './start-limit.ts'

const param = z.object({
  packName: packNameParam,
  transactionId: z.uuid().meta({ description: 'The transaction.' }),
})
/**
 * One open schema for all packs, in which each module’s section is typed: the sections of an answer depend on its pack,
 * and generated clients lose sections with a union of packs.
 */
export const answerOf = (offered: readonly Module[]) =>
  z.object({ ...packAnswerSchema(offered).shape, ...packHead, steps: StepSections }).meta({
    id: 'PackAnswer',
    description:
      'A section for each module of the pack, and for no other: the results of all its steps, and the worst of their statuses. `steps` has them by their names.',
  })
export type PackAnswer = ReturnType<typeof answerOf>

const paths = ['/v1/packs/{packName}/{transactionId}'] as const
const tag = 'Packs'

export const queryPack = (body: PackAnswer) =>
  defineRoute({
    method: 'get',
    paths,
    operationId: 'queryPack',
    audits: 'record.read',
    summary: 'Query a pack',
    description:
      'Starts the pack for the transaction when it has not run (HEAD does not; `transactions:write` is needed for that), waits for its completion up to 2 s or what `Prefer: wait=N` says (0 to 30), no longer than something but the client is awaited, and answers with what there is. A pack that needs an input is started by `POST` alone: 409 `input-needed`.',
    tag,
    request: {
      param,
      header: z.object({
        prefer: z
          .string()
          .optional()
          .meta({ description: 'RFC 7240; `wait=N` in seconds, 0 to 30.', example: 'wait=10' }),
      }),
    },
    responses: { 200: { description: 'What there is.', body } },
    problems: [
      'not-found',
      'no-pack',
      'not-live-here',
      'limit-reached',
      'subject-unfit',
      'input-needed',
    ],
  })

export const startPack = (body: PackAnswer) =>
  defineRoute({
    method: 'post',
    paths,
    operationId: 'startPack',
    summary: 'Start a pack',
    description: `Starts a further run of the pack, of the live version unless the body names another, and answers at once. The query then shows the latest run. A pack runs at most ${runsMax} times for a transaction in any 60 minutes of its clock; beyond that: 429 \`limit-reached\` with \`Retry-After\`.`,
    tag,
    request: { param, json: StartPack.optional() },
    responses: { 202: { description: 'The run has started.', body } },
    problems: [
      'not-found',
      'no-pack',
      'no-version',
      'not-live-here',
      'limit-reached',
      'subject-unfit',
      'value-unfit',
    ],
  })

export const rerunModule = (body: PackAnswer) =>
  defineRoute({
    method: 'post',
    paths: ['/v1/packs/{packName}/{transactionId}/modules/{module}/rerun'],
    operationId: 'rerunModule',
    summary: 'Rerun a failed module',
    description:
      'Of the latest run, which goes on from there: a `partial` run is open again. What asked about the module, and all behind it, is decided anew. Of a check only the services that failed are asked: 409 `purchase-uncertain` when nothing but such is left of which nobody knows whether they were bought; `{"again": true}` with an `Idempotency-Key` asks those too.',
    tag,
    request: {
      param: param.extend({
        module: z
          .string()
          .min(1)
          .max(64)
          .meta({ description: 'The name of its step: its id, else its key.', example: 'score' }),
      }),
      json: BuyAgain.optional(),
    },
    responses: { 202: { description: 'It is tried again.', body } },
    problems: ['not-found', 'not-failed', 'purchase-uncertain', 'limit-reached'],
  })

const runParam = param.extend({ runId: z.uuid().meta({ description: 'The run.' }) })
const runPaths = ['/v1/packs/{packName}/{transactionId}/runs/{runId}'] as const

export const readRun = (body: PackAnswer) =>
  defineRoute({
    method: 'get',
    paths: runPaths,
    operationId: 'readTransactionPackRun',
    audits: 'record.read',
    summary: 'Read a run of a pack',
    description: 'As it stands, whether it is the latest or an earlier one. It starts nothing.',
    tag,
    request: { param: runParam },
    responses: { 200: { description: 'What there is.', body } },
    problems: ['not-found'],
  })

export const endRun = (body: PackAnswer) =>
  defineRoute({
    method: 'delete',
    paths: runPaths,
    operationId: 'endPackRun',
    summary: 'End a run of a pack',
    description:
      'What has begun is taken back, as far as that is possible, and the outcome is `cancelled`. One that has ended stays as it is.',
    tag,
    request: { param: runParam },
    responses: { 200: { description: 'The run.', body } },
    problems: ['not-found'],
  })
