// Serves a file that was uploaded to a form as a download, so that no browser displays what a stranger has sent.
import { z } from 'zod'
import { findImage } from '#src/biometrics/images/store.ts'
import { ImageLost, type Images } from '#src/biometrics/images/images.ts'
import { isPdf } from '#src/biometrics/signed-files/envelope.ts'
import { findTransaction } from '#src/journey/transaction/store.ts'
import type { PackRouteDeps } from '#src/packs/runs/deps.ts'
import { needOwnPictures } from '#src/platform/http/auth/scopes.ts'
import { refuse, reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted, mount } from '#src/platform/http/route.ts'

const readUpload = defineRoute({
  method: 'get',
  paths: ['/v1/transaction/{id}/uploads/{uploadId}'],
  operationId: 'readUpload',
  summary: 'Read a file that was uploaded to a form',
  description:
    'The ids stand in the answers of a form (`steps.<name>.result.<field>`) and at a review. A picture is a JPEG of its pixels alone; a PDF is what was sent, which nobody has opened: look at it where it can do no harm. Always a download.',
  tag: 'Packs',
  scope: 'images:read',
  audits: 'picture.opened',
  request: {
    param: z.object({
      id: z.uuid().meta({ description: 'The transaction.' }),
      uploadId: z.uuid().meta({ description: 'The upload.' }),
    }),
  },
  responses: {
    200: {
      description: 'The file.',
      body: z
        .custom<Uint8Array>((body) => body instanceof Uint8Array)
        .meta({ override: { type: 'string', format: 'binary' } }),
      mediaType: 'application/octet-stream',
    },
  },
  problems: ['not-found', 'unavailable'],
})

export function uploadRoutes({
  reads,
  images,
}: PackRouteDeps & { readonly images: Images }): Mounted[] {
  return [
    mount(readUpload, async ({ request: { param }, principal }) => {
      const transaction = await findTransaction(reads, principal, param.id)
      if (!transaction) return refuse('not-found')
      needOwnPictures(principal, transaction)
      const found = await findImage(reads, param.uploadId)
      const isOwn = found?.transactionId === transaction.id && found.kind === 'upload'
      if (!found || !isOwn || found.droppedAt !== null) return refuse('not-found')
      const bytes = await images.load(transaction, found.id).catch((error: unknown) => {
        if (error instanceof ImageLost) return undefined
        throw error
      })
      if (!bytes) return refuse('not-found')
      const ending = isPdf(bytes) ? 'pdf' : 'jpg'
      return reply(200, bytes, {
        'content-disposition': `attachment; filename="${found.id}.${ending}"`,
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
      })
    }),
  ]
}
