// Receives pictures: from the islands by their content hash, and as files of a form without a script.
import type { Context } from 'hono'
import { z } from 'zod'
import type { ServiceDeps } from '#src/main/capability.ts'
import { reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted, mount } from '#src/platform/http/route.ts'
import { readForm } from '#src/platform/http/request/form.ts'
import { captureParts } from '#src/links/lvs/captures.ts'
import { clientAddress } from '#src/platform/http/request/address.ts'
import { formKeyHolds, languageOf, readSecret } from './cookies.ts'
import { type AddressLimit, createAddressLimit } from '#src/platform/http/request/address-limit.ts'
import { hashOf, takePicture, type Took } from './pictures.ts'
import { announce, askChallenge, sayPose, sendDocument, sendFace } from './send-off.ts'
import { isForeign, redirect } from './pages.ts'
import type { TextKey } from './texts/texts.ts'
import { findVisit, type Visit } from './visit.ts'

const base = { tag: 'Verification links', auth: 'link', hidden: true, problems: [] } as const

const link = z.string().max(64)

const put = defineRoute({
  ...base,
  method: 'put',
  paths: ['/c/l/{link}/step/captures/{part}/{sha256}'],
  operationId: 'putLinkCapture',
  summary: 'A picture, by its content',
  bodyLimit: 'images',
  request: {
    param: z.object({
      link,
      part: z.enum(captureParts),
      sha256: z.string().regex(/^[\da-f]{64}$/),
    }),
  },
  responses: {
    200: { description: 'It had arrived before' },
    201: { description: 'It has arrived' },
    208: {
      description: 'It was looked at before, and did not suffice, or is that of the other side',
    },
    401: { description: 'The device is not known' },
    409: { description: 'The person stands elsewhere' },
    415: { description: 'It is no picture' },
    422: { description: 'Another content has arrived' },
    429: { description: 'Too many' },
  },
})

const challenge = defineRoute({
  ...base,
  method: 'post',
  paths: ['/c/l/{link}/step/challenge'],
  operationId: 'askLinkChallenge',
  summary: 'What the person is to do before the camera',
  request: {
    param: z.object({ link }),
    query: z.object({ kind: z.enum(['turn', 'approach']).exactOptional() }),
  },
  responses: {
    200: {
      description: 'For two minutes, or five',
      body: z.object({
        nonce: z.string(),
        actions: z.array(z.string()),
        poses: z.int(),
      }),
    },
    401: { description: 'The device is not known' },
    409: { description: 'The person stands elsewhere' },
    429: { description: 'Too many' },
  },
})

const pose = defineRoute({
  ...base,
  method: 'post',
  paths: ['/c/l/{link}/step/pose'],
  operationId: 'askLinkPose',
  summary: 'The next movement, when its time has come',
  request: { param: z.object({ link }) },
  responses: {
    200: {
      description: 'Said now, and to be begun now',
      body: z.object({ pose: z.int(), side: z.enum(['left', 'right', 'near', 'far']) }),
    },
    401: { description: 'The device is not known' },
    204: { description: 'Nothing more is asked for' },
  },
})

const event = defineRoute({
  ...base,
  method: 'post',
  paths: ['/c/l/{link}/step/face-event'],
  operationId: 'announceLinkEvent',
  summary: 'A signed event was made, and its pictures follow',
  request: { param: z.object({ link }) },
  responses: { 204: { description: 'Noted' }, 401: { description: 'The device is not known' } },
})

const saidOf: Partial<Record<string, string>> = {
  'payload-too-large': 'documentTooLarge',
  busy: 'serviceBusy',
}
const files = ['document-file-front', 'document-file-back', 'face-review'] as const
const file = defineRoute({
  ...base,
  method: 'post',
  paths: ['/c/l/{link}/file/{action}'],
  operationId: 'sendLinkFile',
  summary: 'A picture as a file of a form',
  bodyLimit: 'images',
  // Without a script nothing has measured the file.
  leadsBack(code, path) {
    const said = saidOf[code]
    return said && `${path.replace(/\/file\/.*$/, '')}?error=${said}`
  },
  request: { param: z.object({ link, action: z.enum(files) }) },
  responses: { 303: { description: 'Where the person stands now' } },
})

const statusOf = {
  new: 201,
  known: 200,
  'other-step': 409,
  'digest-mismatch': 422,
  'no-picture': 415,
  'too-many': 429,
  same: 208,
} as const satisfies Record<Took, number>

/** Elsewhere the page that is shown says it all. */
const saidOfFile: Partial<Record<Took, TextKey>> = {
  'no-picture': 'documentUnreadable',
  same: 'documentSame',
}

/** Pictures of one address in a minute. */
const perMinute = 120

export function pictureRoutes(deps: ServiceDeps): Mounted[] {
  const { publicBaseUrl, sealer, reads } = deps
  const knocks: AddressLimit = createAddressLimit(perMinute)

  /** The device that came last, with a key of ours; undefined for everybody else. */
  async function findDevice(c: Context, id: string, key: string): Promise<Visit | undefined> {
    if (isForeign(c)) return undefined
    const secret = readSecret(c, publicBaseUrl, id)
    const arrival = await findVisit(reads, id, secret)
    const isOwn = secret !== undefined && formKeyHolds(sealer, secret, key)
    return isOwn && arrival.kind === 'here' ? arrival.visit : undefined
  }

  const addressOf = (c: Context) => clientAddress(c, deps.links.proxyHops)
  const byHeader = (c: Context, id: string) =>
    findDevice(c, id, c.req.header('x-capture-key') ?? '')

  return [
    mount(put, async ({ request, c, rawBody }) => {
      if (knocks.take(addressOf(c), Date.now()) > 0) return reply(429)
      const visit = await byHeader(c, request.param.link)
      if (!visit) return reply(401)
      const { part, sha256 } = request.param
      const bytes = rawBody ?? new Uint8Array()
      return reply(
        statusOf[
          await takePicture(deps, visit, { part, bytes, sha256: Buffer.from(sha256, 'hex') })
        ],
      )
    }),
    mount(challenge, async ({ request, c }) => {
      const visit = await byHeader(c, request.param.link)
      if (!visit) return reply(401)
      const issued = await askChallenge(
        { deps, visit, language: languageOf(c) },
        request.query.kind,
      )
      if (issued === undefined) return reply(409)
      if (issued === 'limit') return reply(429)
      const { nonce, actions, poses = 0 } = issued
      return reply(200, { nonce, actions: [...actions], poses })
    }),
    mount(pose, async ({ request, c, rawBody }) => {
      const visit = await byHeader(c, request.param.link)
      if (!visit) return reply(401)
      const form = new URLSearchParams(Buffer.from(rawBody ?? []).toString('utf8'))
      const said = await sayPose(
        { deps, visit, language: languageOf(c) },
        {
          nonce: form.get('nonce') ?? '',
          before: (form.get('before') ?? '').slice(0, 64),
          missed: form.has('missed'),
        },
      )
      return said ? reply(200, { pose: said.pose, side: said.side }) : reply(204)
    }),
    mount(event, async ({ request, c, rawBody }) => {
      const visit = await byHeader(c, request.param.link)
      if (!visit) return reply(401)
      const form = new URLSearchParams(Buffer.from(rawBody ?? []).toString('utf8'))
      await announce({ deps, visit, language: languageOf(c) }, form.get('digest') ?? '')
      return reply(204)
    }),
    mount(file, async ({ request, c, rawBody }) => {
      const form = await readFiles(c, rawBody)
      const home = `/c/l/${request.param.link}`
      const visit = form && (await findDevice(c, request.param.link, textOf(form['key'])))
      const sent = form?.['file']
      if (!visit || knocks.take(addressOf(c), Date.now()) > 0) return sendTo(home)
      if (!(sent instanceof File) || sent.size === 0) return sendTo(home, 'documentMissing')
      const bytes = new Uint8Array(await sent.arrayBuffer())
      const { action } = request.param
      const part =
        action === 'face-review' ? 'face' : action === 'document-file-back' ? 'back' : 'front'
      const took = await takePicture(deps, visit, { part, bytes })
      if (took !== 'new' && took !== 'known') return sendTo(home, saidOfFile[took])
      const sending = { deps, visit, language: languageOf(c) }
      if (part === 'back') return sendTo(home, await sendDocument(sending))
      if (part === 'front') return sendTo(home)
      return sendTo(
        home,
        await sendFace(sending, {
          event: undefined,
          sha256: [hashOf(bytes).toString('hex')],
          userIp: addressOf(c),
          userAgent: c.req.header('user-agent'),
          review: true,
        }),
      )
    }),
  ]
}

const textOf = (field: unknown): string => (typeof field === 'string' ? field : '')

const sendTo = (home: string, said?: string) =>
  redirect(said === undefined ? home : `${home}?error=${said}`)

/** Undefined for what is no form. */
const readFiles = (c: Context, rawBody: Uint8Array = new Uint8Array()) =>
  readForm(rawBody, c.req.header('content-type') ?? '').catch(() => undefined)
