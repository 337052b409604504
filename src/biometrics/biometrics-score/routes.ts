import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { BiometricsDeps } from '#src/biometrics/examinations/deps.ts'
import type { ScoreInput } from '#src/biometrics/examinations/examination.ts'
import { findMagic } from '#src/biometrics/examinations/magic.ts'
import { findDocument, findSelfie, type Picture } from '#src/biometrics/examinations/selfies.ts'
import { readBase64 } from '#src/biometrics/images/base64.ts'
import { listExaminations } from '#src/biometrics/examinations/store.ts'
import {
  type Prepared,
  prepareSubmission,
  releaseSubmission,
  type Taken,
  takeSubmission,
} from '#src/biometrics/examinations/submit.ts'
import { Problem } from '#src/platform/errors.ts'
import { mountPrepared } from '#src/journey/commit/change.ts'
import { needOwnPictures } from '#src/platform/http/auth/scopes.ts'
import { refuse, reply } from '#src/platform/http/reply.ts'
import { type CallOf, defineRoute, type Mounted, mount } from '#src/platform/http/route.ts'
import { mintImageUrls } from '#src/biometrics/images/image-urls.ts'
import { findTransaction, type StoredTransaction } from '#src/journey/transaction/store.ts'
import { BiometricsScoreRequest, BiometricsScoreTaken, SelfieImage } from './schema.ts'
import type { Capability } from '#src/journey/capabilities/capability.ts'
import { examinationTasks } from '#src/biometrics/examinations/tasks.ts'
import { biometricsScoreModule } from './module.ts'

const param = z.object({ id: z.uuid().meta({ description: 'The transaction.' }) })
const tag = 'Biometrics'

const postRoute = defineRoute({
  method: 'post',
  paths: ['/v1/transaction/{id}/biometrics-score'],
  operationId: 'createBiometricsScore',
  summary: 'Compare a selfie with the portrait of the last document',
  description:
    'Answers at once; the score is computed afterwards, and stands in packs that hold `biometricsScore`. Without an image the last live selfie is compared.',
  tag,
  bodyLimit: 'images',
  mediaTypes: ['application/json-patch+json'],
  request: { param, json: BiometricsScoreRequest },
  responses: { 201: { description: 'It was taken.', body: BiometricsScoreTaken } },
  problems: ['not-found', 'image-unreadable', 'no-selfie', 'no-document', 'busy', 'unavailable'],
})

const imageRoute = defineRoute({
  method: 'get',
  paths: ['/v1/transaction/{id}/biometrics-score-image'],
  operationId: 'readBiometricsScoreImage',
  summary: 'Read the compared selfie by an image URL that expires',
  description: 'Before anything was compared: the last live selfie.',
  tag,
  scope: 'images:read',
  audits: 'picture.linked',
  request: { param },
  responses: { 200: { description: 'A link, made anew each time.', body: SelfieImage } },
  problems: ['not-found', 'no-image'],
})

type PreparedScore = Prepared & {
  readonly kind: 'biometrics-score'
  readonly document: Picture
  /** The selfie of an earlier submission; without one the given image is compared. */
  readonly selfie: Picture | undefined
  readonly fileName: string | undefined
  taken?: Taken
}

function biometricsScoreRoutes(deps: BiometricsDeps): Mounted[] {
  const { reads, sealer } = deps
  return [
    mountPrepared<typeof postRoute, PreparedScore>(deps, postRoute, {
      async prepare({ request }, owner) {
        const transaction = await findTransaction(reads, owner, request.param.id)
        if (!transaction) throw new Problem('not-found')
        return prepareScore(deps, transaction, request.json)
      },
      async decide({ request: { param: asked, json }, tx, lock }, prepared) {
        const locked = await lock(asked.id)
        const { selfie, document, submissionId, stored, fileName } = prepared
        const input: ScoreInput = {
          ...(json.name && { name: json.name }),
          ...(json.birthdate && { birthdate: json.birthdate }),
          selfieOf: selfie?.submissionId ?? submissionId,
          selfieId: selfie?.imageId ?? stored[0]?.id ?? '',
          documentOf: document.submissionId,
          documentId: document.imageId,
          ...(locked.mode === 'sandbox' && magicOf(fileName)),
        }
        prepared.taken = await takeSubmission({ ...deps, tx, locked }, prepared, async () => input)
        return reply(201, { date: locked.now.toISOString() })
      },
      release: (prepared) => releaseSubmission(deps, prepared, prepared.taken),
    }),
    mount(imageRoute, async ({ request, principal }) => {
      const transaction = await findTransaction(reads, principal, request.param.id)
      if (!transaction) return refuse('not-found')
      needOwnPictures(principal, transaction)
      const imageId = await findShown(deps, transaction)
      if (imageId === undefined) return refuse('no-image')
      const { urlOf, expiresAt } = await mintImageUrls(deps, transaction)
      return reply(200, { url: urlOf(imageId), expirationDate: expiresAt.toISOString() })
    }),
  ]

  /** The selfie that was compared last; before any comparison, the one that would be compared. */
  async function findShown(
    on: BiometricsDeps,
    transaction: StoredTransaction,
  ): Promise<string | undefined> {
    const [last] = await listExaminations(
      { db: reads, sealer },
      transaction,
      ['biometrics-score'],
      1,
    )
    if (last) return last.input.selfieId
    return (await findSelfie({ db: on.reads, sealer }, transaction, 'live'))?.imageId
  }
}

const magicOf = (fileName: string | undefined) => {
  const magic = findMagic([fileName])
  return magic && { magic }
}

async function prepareScore(
  deps: BiometricsDeps,
  transaction: StoredTransaction,
  { base64 }: CallOf<typeof postRoute>['request']['json'],
): Promise<PreparedScore> {
  const { reads: db, sealer } = deps
  const images = typeof base64 === 'string' ? readBase64([base64], () => '#/base64') : []
  const [selfie, document] = await Promise.all([
    images.length > 0 ? undefined : findSelfie({ db, sealer }, transaction, 'live'),
    findDocument({ db, sealer }, transaction),
  ])
  if (images.length === 0 && !selfie) throw new Problem('no-selfie')
  if (!document) throw new Problem('no-document')
  // A random fingerprint, so that no request counts as the repetition of another.
  const sent = { kind: 'biometrics-score', images, fingerprint: [randomUUID()] } as const
  const prepared = await prepareSubmission(deps, transaction, sent, () => '#/base64')
  return { ...prepared, kind: 'biometrics-score', document, selfie, fileName: images[0]?.name }
}

export const biometricsScore: Capability<BiometricsDeps> = {
  name: 'biometrics-score',
  tasks: (deps) => examinationTasks(deps, 'biometrics-score'),
  routes: biometricsScoreRoutes,
  module: biometricsScoreModule,
}
