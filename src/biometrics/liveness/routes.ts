import { z } from 'zod'
import { toLivenessAnswer } from '#src/biometrics/examinations/answers.ts'
import { issueChallenge } from '#src/biometrics/examinations/challenge.ts'
import type { BiometricsDeps } from '#src/biometrics/examinations/deps.ts'
import {
  prepareLiveness,
  type PreparedLiveness,
  takeLiveness,
} from '#src/biometrics/examinations/liveness.ts'
import { livenessCodesTable, magicTable } from '#src/biometrics/examinations/prose.ts'
import { LivenessResult } from '#src/biometrics/examinations/schema.ts'
import { readBase64, readFiles } from '#src/biometrics/images/base64.ts'
import { listExaminations } from '#src/biometrics/examinations/store.ts'
import { releaseSubmission, type Taken } from '#src/biometrics/examinations/submit.ts'
import { waitForExamination } from '#src/biometrics/examinations/wait.ts'
import { Problem } from '#src/platform/errors.ts'
import { mountChange, mountPrepared, pending } from '#src/journey/commit/change.ts'
import { refuse, reply } from '#src/platform/http/reply.ts'
import { check } from '#src/platform/http/request/faults.ts'
import { type CallOf, defineRoute, type Mounted, mount } from '#src/platform/http/route.ts'
import { findTransaction } from '#src/journey/transaction/store.ts'
import type { Capability } from '#src/journey/capabilities/capability.ts'
import { biometricsFacts } from '#src/biometrics/examinations/facts.ts'
import { examinationKinds } from '#src/biometrics/examinations/kinds.ts'
import { examinationTasks, expiryTask } from '#src/biometrics/examinations/tasks.ts'
import { imageRoutes } from '#src/biometrics/images/routes.ts'
import { type DeriveInsights, livenessModule } from './module.ts'
import { imagesMax, LivenessChallenge, LivenessChallengeRequest, LivenessForm, LivenessPayload, LivenessRequest } from './schema.ts' // prettier-ignore

const param = z.object({ id: z.uuid().meta({ description: 'The transaction.' }) })
const tag = 'Biometrics'
const path = '/v1/transaction/{id}/facial-biometrics'

const challengeRoute = defineRoute({
  method: 'post',
  paths: [`${path}/challenge`],
  operationId: 'createLivenessChallenge',
  summary: 'Create a liveness challenge',
  description:
    'The nonce stands in the event that the device signs, and works for one submission: the event must have arrived within two minutes, of an `approach` within five. At most 5 in 24 hours for a transaction, and in live 10 for a document and 10 for a device.',
  tag,
  request: { param, json: LivenessChallengeRequest.optional() },
  responses: { 201: { description: 'Chosen anew each time.', body: LivenessChallenge } },
  problems: ['not-found', 'limit-reached'],
})

const postRoute = defineRoute({
  method: 'post',
  paths: [`${path}/liveness`],
  operationId: 'createLiveness',
  summary: 'Check liveness',
  description: `Takes 1 to 10 images, with a challenge up to 40, as JSON (camelCase or snake_case names) or as a form, and answers when the engines have looked at them, after 30 s at the latest. The same event and images again are the same submission and get its result. A technical failure is 503 and never a verdict.\n\n${livenessCodesTable}\n\n${magicTable}`,
  tag,
  bodyLimit: 'images',
  request: { param, json: LivenessRequest, form: LivenessForm },
  responses: { 201: { description: 'The result.', body: LivenessResult } },
  problems: ['not-found', 'image-unreadable', 'limit-reached', 'busy', 'unavailable'],
})

const listRoute = defineRoute({
  method: 'get',
  paths: [`${path}/liveness`],
  operationId: 'listLiveness',
  summary: 'List liveness results',
  description: 'Those that have a result; a technical failure is none.',
  tag,
  request: { param },
  responses: { 200: { description: 'Newest first, at most 100.', body: z.array(LivenessResult) } },
  problems: ['not-found'],
})

type Prepared = PreparedLiveness & { taken?: Taken }

function livenessRoutes(deps: BiometricsDeps): Mounted[] {
  const { reads, sealer } = deps
  return [
    mountChange(deps, challengeRoute, async ({ request, tx, lock }) => {
      const locked = await lock(request.param.id)
      const issued = await issueChallenge({ tx, sealer, locked }, request.json ?? {})
      if ('retryAfterSeconds' in issued) return refuse('limit-reached', issued)
      const { nonce, actions, expiresAt } = issued
      return reply(201, { nonce, actions: [...actions], expiresAt: expiresAt.toISOString() })
    }),
    mountPrepared<typeof postRoute, Prepared>(deps, postRoute, {
      async prepare(call, owner) {
        const transaction = await findTransaction(reads, owner, call.request.param.id)
        if (!transaction) throw new Problem('not-found')
        return prepareLiveness(deps, transaction, await readGiven(call))
      },
      async decide({ request, tx, lock }, prepared) {
        const locked = await lock(request.param.id)
        prepared.taken = await takeLiveness({ ...deps, tx, locked }, prepared)
        return pending(prepared.taken.seq)
      },
      release: (prepared) => releaseSubmission(deps, prepared, prepared.taken),
      async finish({ owner, id, seq }) {
        const { examination } = await waitForExamination<'liveness'>(deps, owner, { id, seq })
        const answer = toLivenessAnswer(examination)
        if (!answer) throw new Problem('unavailable', { reason: 'examination-failed' })
        return reply(201, answer)
      },
    }),
    mount(listRoute, async ({ request, principal }) => {
      const transaction = await findTransaction(reads, principal, request.param.id)
      if (!transaction) return refuse('not-found')
      const all = await listExaminations({ db: reads, sealer }, transaction, ['liveness'])
      return reply(
        200,
        all.flatMap((one) => toLivenessAnswer(one) ?? []),
      )
    }),
  ]
}

async function readGiven({ request: { json, form } }: CallOf<typeof postRoute>) {
  const images = form
    ? await readFiles([form.images].flat())
    : readBase64(json?.images ?? [], (at) => `#/images/${at}`)
  const { event, userIp, user_ip } = json ?? readPayload(form?.payload)
  if (images.length > imagesMax && !event) {
    const detail = `more than ${imagesMax} take an event that answers a challenge`
    const fault = { pointer: '#/images', code: 'too-many', detail } as const
    throw new Problem('invalid-request', { faults: [fault] })
  }
  return { images, event: event ?? undefined, userIp: userIp ?? user_ip ?? undefined }
}

/** Parses the JSON text in a form's part. */
function readPayload(payload: string | undefined): z.output<typeof LivenessPayload> {
  if (payload === undefined) return {}
  const checked = check(LivenessPayload, parse(payload), '#/payload')
  if ('faults' in checked) throw new Problem('invalid-request', { faults: checked.faults })
  return checked.data
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const fault = { pointer: '#/payload', code: 'not-json', detail: 'is not JSON' } as const
    throw new Problem('invalid-request', { faults: [fault] })
  }
}

/** Also adds what all examinations share: their kinds, their expiry, their facts and the links to their images. */
export const liveness = (derive: DeriveInsights): Capability<BiometricsDeps> => ({
  name: 'liveness',
  kinds: examinationKinds,
  tasks: (deps) => [...examinationTasks(deps, 'liveness'), expiryTask()],
  routes: (deps) => [...livenessRoutes(deps), ...imageRoutes(deps)],
  facts: biometricsFacts,
  module: livenessModule(derive),
})
