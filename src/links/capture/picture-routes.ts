// Receives pictures: from the islands by content hash, and as files of a form without script.
import type { Context } from 'hono'
import { z } from 'zod'
import type { LinkDeps } from '#src/links/lvs/deps.ts'
import type { ErrorCode } from '#src/platform/errors.ts'
import { reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted, mountGuarded } from '#src/platform/http/route.ts'
import { readPageForm } from '#src/platform/urlencoded.ts'
import { captureParts } from '#src/links/lvs/captures.ts'
import { clientAddress } from '#src/platform/http/request/address.ts'
import { formKeyHolds, languageOf, readSecret } from './cookies.ts'
import { type AddressLimit, createAddressLimit } from '#src/platform/http/request/address-limit.ts'
import { hashOf, takePicture, type Took } from './pictures.ts'
import { sendDigital } from './send-digital.ts'
import { announce, askChallenge, sayPose, sendDocument, sendFace } from './send-off.ts'
import { homeOf, isForeign, redirect } from './pages.ts'
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
      body: z.object({ nonce: z.string(), actions: z.array(z.string()), poses: z.int() }),
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

const saidOf: Partial<Record<ErrorCode, string>> = {
  'payload-too-large': 'documentTooLarge',
  busy: 'serviceBusy',
}
/** Errors of requests that our page cannot have sent. */
const noForm: ReadonlySet<ErrorCode> = new Set(['invalid-request', 'unsupported-media-type'])
const files = [
  'document-file-front',
  'document-file-back',
  'document-digital',
  'face-review',
] as const
const file = defineRoute({
  ...base,
  method: 'post',
  paths: ['/c/l/{link}/file/{action}'],
  operationId: 'sendLinkFile',
  summary: 'A picture as a file of a form',
  bodyLimit: 'images',
  // Without script the page has not checked the file.
  leadsBack(code, path) {
    const home = homeOf(/^\/c\/l\/(.*)\/file\//s.exec(path)?.[1] ?? '')
    if (noForm.has(code)) return home
    const said = saidOf[code]
    return said && `${home}?error=${said}`
  },
  request: {
    param: z.object({ link, action: z.enum(files) }),
    form: z.object({ key: z.unknown().optional(), file: z.unknown().optional() }),
  },
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

/** For other results the page of the step says enough. */
const saidOfFile: Partial<Record<Took, TextKey>> = {
  'no-picture': 'documentUnreadable',
  same: 'documentSame',
}

type OfLink = {
  readonly c: Context
  readonly request: { readonly param: { readonly link: string } }
}

/** Pictures per minute from one address. */
const perMinute = 120

export function pictureRoutes(deps: LinkDeps): Mounted[] {
  const { publicBaseUrl, sealer, reads } = deps
  const knocks: AddressLimit = createAddressLimit(perMinute)

  /** The visit of the device that opened the link last; undefined for everybody else. */
  async function findVisitor(c: Context, id: string): Promise<Visit | undefined> {
    if (isForeign(c)) return undefined
    const arrival = await findVisit(reads, id, readSecret(c, publicBaseUrl, id))
    return arrival.kind === 'here' ? arrival.visit : undefined
  }

  /** The visit, if the request also brings the form key of our page. */
  async function findDevice(c: Context, id: string, key: string): Promise<Visit | undefined> {
    const visit = await findVisitor(c, id)
    return visit && formKeyHolds(sealer, visit.secret, key) ? visit : undefined
  }

  const addressOf = (c: Context) => clientAddress(c, deps.links.proxyHops)
  const knocksTooOften = (c: Context) => knocks.take(addressOf(c), performance.now()) > 0

  /** A request of the page’s script, which sends the form key as a header. */
  async function guardScript({ c, request }: OfLink) {
    const visit = await findDevice(c, request.param.link, c.req.header('x-capture-key') ?? '')
    return visit ? { admitted: visit } : reply(401)
  }

  /** The key of a form is one of its fields, and is checked later. */
  async function guardFile({ c, request }: OfLink) {
    const { link: id } = request.param
    const isAdmitted = !knocksTooOften(c) && (await findVisitor(c, id))
    return isAdmitted ? { admitted: true } : sendTo(homeOf(id))
  }

  return [
    mountGuarded(
      put,
      async (call) => (knocksTooOften(call.c) ? reply(429) : guardScript(call)),
      async (call) => {
        // Checked again, because a slow upload may take an hour: meanwhile another device may have opened the link, or
        // the consent may have been withdrawn.
        const guarded = await guardScript(call)
        if (!('admitted' in guarded)) return guarded
        const { part, sha256 } = call.request.param
        const bytes = call.rawBody ?? new Uint8Array()
        const picture = { part, bytes, sha256: Buffer.from(sha256, 'hex') }
        return reply(statusOf[await takePicture(deps, guarded.admitted, picture)])
      },
    ),
    mountGuarded(challenge, guardScript, async ({ request, c, admitted: visit }) => {
      const issued = await askChallenge(
        { deps, visit, language: languageOf(c) },
        request.query.kind,
      )
      if (issued === undefined) return reply(409)
      if (issued === 'limit') return reply(429)
      const { nonce, actions, poses = 0 } = issued
      return reply(200, { nonce, actions: [...actions], poses })
    }),
    mountGuarded(pose, guardScript, async ({ c, rawBody, admitted: visit }) => {
      const form = readPageForm(rawBody)
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
    mountGuarded(event, guardScript, async ({ c, rawBody, admitted: visit }) => {
      const form = readPageForm(rawBody)
      await announce({ deps, visit, language: languageOf(c) }, form.get('digest') ?? '')
      return reply(204)
    }),
    mountGuarded(file, guardFile, async ({ request, c }) => {
      const { link: id, action } = request.param
      const home = homeOf(id)
      const { key, file: sent } = request.form
      const visit = await findDevice(c, id, textOf(key))
      if (!visit) return sendTo(home)
      if (!(sent instanceof File) || sent.size === 0) return sendTo(home, 'documentMissing')
      const bytes = new Uint8Array(await sent.arrayBuffer())
      const sending = { deps, visit, language: languageOf(c) }
      if (action === 'document-digital') return sendTo(home, await sendDigital(sending, bytes))
      const part =
        action === 'face-review' ? 'face' : action === 'document-file-back' ? 'back' : 'front'
      const took = await takePicture(deps, visit, { part, bytes })
      if (took !== 'new' && took !== 'known') return sendTo(home, saidOfFile[took])
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
