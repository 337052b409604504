import { z } from 'zod'
import { writeAudit } from '#src/platform/audit/write.ts'
import type { Db } from '#src/platform/db/client.ts'
import { refuse, reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted, mount } from '#src/platform/http/route.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import { openDataKey } from '#src/journey/transaction/locked.ts'
import { type StoredTransaction, findById, readerNow } from '#src/journey/transaction/store.ts'
import { ImageLost, type Images } from './images.ts'
import { isOwnToken, readToken } from './image-token.ts'
import { ErasedError } from '#src/platform/seal/errors.ts'
import { findImage } from './store.ts'

const imageRoute = defineRoute({
  method: 'get',
  paths: ['/images/{token}'],
  operationId: 'readImage',
  summary: 'Read an image by its URL',
  description:
    'The URLs come from the operations that name images, and need no credential while they work. Everything else gets the same 403: a URL that has expired, one that was changed, an image that is kept no longer.',
  tag: 'Token pages and images',
  auth: 'link',
  request: { param: z.object({ token: z.string().meta({ description: 'Signed.' }) }) },
  responses: {
    200: {
      description: 'The image, upright, without metadata.',
      body: z
        .custom<Uint8Array>((body) => body instanceof Uint8Array)
        .meta({ override: { type: 'string', format: 'binary' } }),
      mediaType: 'image/jpeg',
    },
  },
  problems: ['link-expired'],
})

type Deps = {
  readonly db: Db
  readonly reads: Db
  readonly sealer: Sealer
  readonly images: Images
}

export function imageRoutes(deps: Deps): Mounted[] {
  return [
    mount(imageRoute, async ({ request, requestId, c }) => {
      const shown = await loadByToken(deps, request.param.token).catch((error: unknown) => {
        if (error instanceof ErasedError || error instanceof ImageLost) return undefined
        throw error
      })
      if (!shown) return refuse('link-expired')
      const { bytes, imageId, transaction } = shown
      const { tenant, mode, id: transactionId } = transaction
      const by = { tenant, mode, actorKind: 'link', requestId } as const
      if (c.req.method !== 'HEAD')
        await writeAudit(deps.db, by, { action: 'picture.opened', object: imageId, transactionId })
      return reply(200, bytes, headers)
    }),
  ]
}

/** Nothing in the image may run, and no cache may keep it. */
const headers = {
  'content-security-policy': "default-src 'none'; sandbox",
  'content-disposition': 'inline; filename="image.jpg"',
}

async function loadByToken(
  { reads, sealer, images }: Deps,
  token: string,
): Promise<{ bytes: Uint8Array; imageId: string; transaction: StoredTransaction } | undefined> {
  const claims = readToken(token)
  const image = claims && (await findImage(reads, claims.imageId))
  const transaction: StoredTransaction | undefined =
    image && (await findById(reads, image.transactionId))
  if (!claims || !transaction || image?.droppedAt) return undefined
  const key = await openDataKey(sealer, transaction)
  const isCurrent = readerNow(transaction).getTime() < claims.expiresAt
  if (!isCurrent || !isOwnToken(sealer, key, token, claims)) return undefined
  const bytes = await images.load(transaction, claims.imageId)
  return bytes && { bytes, imageId: claims.imageId, transaction }
}
