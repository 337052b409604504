import { z } from 'zod'
import type { BiometricsDeps } from '#src/biometrics/examinations/deps.ts'
import { findDocument, findSelfie } from '#src/biometrics/examinations/selfies.ts'
import { refuse, reply } from '#src/platform/http/reply.ts'
import { needOwnPictures } from '#src/platform/http/auth/scopes.ts'
import { defineRoute, type Mounted, mount } from '#src/platform/http/route.ts'
import { mintImageUrls } from '#src/biometrics/images/image-urls.ts'
import { findTransaction } from '#src/journey/transaction/store.ts'
import type { Capability } from '#src/journey/capabilities/capability.ts'
import { countImages, dropAllImages } from '#src/biometrics/images/store.ts'
import { removeOf } from '#src/biometrics/images/sweep.ts'

const expirationDateUtc = z.iso.datetime().meta({ description: 'Until when the links work.' })

const SelfieLink = z.object({ selfieUrl: z.url(), expirationDateUtc }).meta({
  id: 'SelfieLink',
  description: 'The first image of the newest live selfie, else of the newest.',
})

const DocumentLinks = z
  .object({
    documentFrontUrl: z.url().exactOptional(),
    documentBackUrl: z.url().exactOptional(),
    expirationDateUtc,
  })
  .meta({ id: 'DocumentLinks', description: 'The last front and the last recognised back.' })

const base = {
  method: 'get',
  tag: 'Biometrics',
  scope: 'images:read',
  audits: 'picture.linked',
  request: { param: z.object({ id: z.uuid().meta({ description: 'The transaction.' }) }) },
  problems: ['not-found', 'no-image'],
} as const

const selfieRoute = defineRoute({
  ...base,
  paths: ['/v1/transaction/{id}/biometrics/selfie'],
  operationId: 'readSelfie',
  summary: 'Read the selfie by an image URL that expires',
  description: 'The first image of the newest live selfie, else of the newest.',
  responses: { 200: { description: 'Made anew each time.', body: SelfieLink } },
})

const documentRoute = defineRoute({
  ...base,
  paths: ['/v1/transaction/{id}/biometrics/document'],
  operationId: 'readDocument',
  summary: 'Read the document by image URLs that expire',
  description: 'The last front, and the last back that was recognised.',
  responses: { 200: { description: 'Made anew each time.', body: DocumentLinks } },
})

function selfieImageRoutes(deps: BiometricsDeps): Mounted[] {
  const { reads: db, sealer } = deps
  return [
    mount(selfieRoute, async ({ request, principal }) => {
      const transaction = await findTransaction(db, principal, request.param.id)
      if (!transaction) return refuse('not-found')
      needOwnPictures(principal, transaction)
      const selfie = await findSelfie({ db, sealer }, transaction, 'any')
      if (!selfie) return refuse('no-image')
      const { urlOf, expiresAt } = await mintImageUrls(deps, transaction)
      return reply(200, {
        selfieUrl: urlOf(selfie.imageId),
        expirationDateUtc: expiresAt.toISOString(),
      })
    }),
    mount(documentRoute, async ({ request, principal }) => {
      const transaction = await findTransaction(db, principal, request.param.id)
      if (!transaction) return refuse('not-found')
      needOwnPictures(principal, transaction)
      const front = await findDocument({ db, sealer }, transaction, 'front')
      const back = await findDocument({ db, sealer }, transaction, 'back')
      if (!front && !back) return refuse('no-image')
      const { urlOf, expiresAt } = await mintImageUrls(deps, transaction)
      return reply(200, {
        ...(front && { documentFrontUrl: urlOf(front.imageId) }),
        ...(back && { documentBackUrl: urlOf(back.imageId) }),
        expirationDateUtc: expiresAt.toISOString(),
      })
    }),
  ]
}

export const selfieImages: Capability<BiometricsDeps> = {
  name: 'selfie-images',
  routes: selfieImageRoutes,
  erased: async (tx, id) => ({ pictures: await countImages(tx, id) }),
  async restricted(tx, { id, wallNow }, { covers }) {
    if (covers.includes('pictures')) return {}
    return { pictures: await dropAllImages(tx, id, wallNow) }
  },
  remains: () => ({
    removeObjects: (db, store, id, others) => removeOf({ db, store }, id, others),
  }),
}
