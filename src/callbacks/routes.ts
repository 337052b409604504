// Where vendors report to us. What is signed by one of our accounts is stored and answered 200 at once;
// what is not is refused, and the log says which fields it had, never what stood in them.
import type { Context } from 'hono'
import { z } from 'zod'
import { Problem } from '#src/errors.ts'
import { reply } from '#src/http/reply.ts'
import { defineRoute, type Mounted, mount } from '#src/http/route.ts'
import { type EventDeps, storeCallbacks } from './ingest.ts'
import type { Callback } from './locate.ts'
import type { MessagingAccounts, MessagingProvider, RawRequest } from '#src/challenges/port.ts'
import { rematch } from './retry.ts'

const base = { method: 'post', tag: 'Callbacks', auth: 'signature' } as const
const taken = 'Stored, or nothing that counts.'
const signed =
  'Answers as soon as the report is stored. A request that none of our accounts’ secrets has signed is 401.'

const twilioStatus = defineRoute({
  ...base,
  paths: ['/hooks/twilio/status'],
  operationId: 'takeTwilioStatus',
  summary: 'Report what became of a Twilio message',
  description: `For Twilio: a form with \`X-Twilio-Signature\`. ${signed}`,
  request: {},
  responses: { 200: { description: taken } },
  problems: ['unauthorized'],
})

const twilioInbound = defineRoute({
  ...base,
  paths: ['/hooks/twilio/inbound'],
  operationId: 'takeTwilioMessage',
  summary: 'Hand over an answer that came to a Twilio sender',
  description: `For Twilio: a form with \`X-Twilio-Signature\`; the answer asks for no message. ${signed}`,
  request: {},
  responses: { 200: { description: taken, body: z.string(), mediaType: 'text/xml' } },
  problems: ['unauthorized'],
})

const metaHandshake = defineRoute({
  method: 'get',
  tag: 'Callbacks',
  auth: 'signature',
  paths: ['/hooks/meta'],
  operationId: 'proveMetaWebhook',
  summary: 'Prove the webhook to Meta',
  description: 'Answers the challenge when the token is the one of an account.',
  request: {
    query: z.object({
      'hub.mode': z.literal('subscribe').meta({ description: 'What Meta wants to do.' }),
      'hub.challenge': z
        .string()
        .regex(/^[\w.~-]{1,200}$/)
        .meta({ description: 'What comes back as it is.' }),
      'hub.verify_token': z.string().max(1_000).meta({ description: 'What we gave to Meta.' }),
    }),
  },
  responses: {
    200: { description: 'The challenge.', body: z.string(), mediaType: 'text/plain' },
  },
  problems: ['unauthorized'],
})

const metaEvents = defineRoute({
  ...base,
  paths: ['/hooks/meta'],
  operationId: 'takeMetaEvents',
  summary: 'Hand over WhatsApp events',
  description: `For Meta: JSON with \`X-Hub-Signature-256\` over its bytes, at most 3 MiB. ${signed}`,
  bodyLimit: 'callback',
  request: {},
  responses: { 200: { description: taken } },
  problems: ['unauthorized'],
})

const zenviaEvents = defineRoute({
  ...base,
  paths: ['/hooks/zenvia/{secret}'],
  operationId: 'takeZenviaEvent',
  summary: 'Hand over an event of Zenvia',
  description: `For Zenvia, which signs nothing: the path is known to it and to us alone. ${signed}`,
  request: {
    param: z.object({
      secret: z.string().min(1).max(200).meta({ description: 'The secret of the account.' }),
    }),
  },
  responses: { 200: { description: taken } },
  problems: ['unauthorized'],
})

export type HookDeps = EventDeps & {
  readonly accounts: MessagingAccounts
  /** What vendors sign: never the Host of the request. */
  readonly publicBaseUrl: string
}

type Call = { readonly c: Context; readonly rawBody?: Uint8Array }

export function hookRoutes(deps: HookDeps): Mounted[] {
  const { accounts, publicBaseUrl, log } = deps
  return [
    mount(twilioStatus, async (call) => (await take('twilio', call), reply(200))),
    mount(twilioInbound, async (call) => (await take('twilio', call), reply(200, '<Response/>'))),
    mount(metaHandshake, async ({ c }) => {
      const query = new URL(c.req.url).searchParams
      const answers = accounts.ofVendor('meta').map((account) => account.handshake?.(query))
      const challenge = answers.find((answer) => answer !== undefined)
      if (challenge === undefined) throw unsigned('verify token')
      return reply(200, challenge)
    }),
    mount(metaEvents, async (call) => (await take('meta', call), reply(200))),
    mount(zenviaEvents, async (call) => (await take('zenvia', call), reply(200))),
  ]

  async function take(vendor: MessagingProvider['vendor'], call: Call): Promise<void> {
    const receivedAt = Date.now()
    const request = readRequest(call, publicBaseUrl)
    const verified = accounts.ofVendor(vendor).filter((account) => account.verifyWebhook(request))
    if (verified.length === 0) throw unsigned(describeFields(request))
    const kept = await storeCallbacks(deps, readCallbacks(verified, request, receivedAt))
    // Not waited for: what is left undone the sweep does.
    if (kept) void rematch(deps).catch((error: unknown) => log.warn({ error }, 'callbacks kept'))
  }
}

/** As it was signed: the public address, whatever stands before us. */
function readRequest({ c, rawBody = new Uint8Array() }: Call, publicBaseUrl: string): RawRequest {
  const { method, url } = c.req
  const path = url.slice(url.indexOf('/', url.indexOf('//') + 2))
  return {
    method,
    url: `${publicBaseUrl.replace(/\/+$/, '')}${path}`,
    headers: Object.fromEntries(c.req.raw.headers),
    rawBody,
  }
}

/** Each event once, with the accounts that read it: those of one credential read the same. */
function readCallbacks(
  verified: readonly MessagingProvider[],
  request: RawRequest,
  receivedAt: number,
): Callback[] {
  const read = verified.flatMap((account) =>
    parse(account, request).map((event) => ({ account: account.id, event })),
  )
  const groups = Map.groupBy(read, ({ event }) => event.dedupeKey)
  return [...groups.values()].flatMap((same) => {
    const [first] = same
    if (!first) return []
    // A batch can hold an event twice: its account is named once.
    const accounts = [...new Set(same.map(({ account }) => account))]
    const senders = same.flatMap(({ event }) => (event.kind === 'inbound' ? event.to : []))
    const callback = { accounts, event: first.event, receivedAt }
    return [senders.length === 0 ? callback : { ...callback, senders: [...new Set(senders)] }]
  })
}

function parse(account: MessagingProvider, request: RawRequest) {
  try {
    return account.parseWebhook(request)
  } catch {
    // What a parser says may quote the body.
    throw new Problem('invalid-request', { reason: `not of ${account.vendor}’s form` })
  }
}

const unsigned = (what: string) =>
  new Problem('unauthorized', {
    reason: `signature (${what})`,
    headers: { 'www-authenticate': 'Signature' },
  })

/** Names of fields as a vendor writes them; whatever else was sent is not said. */
function describeFields({ rawBody }: RawRequest): string {
  const text = Buffer.from(rawBody.subarray(0, 4_096)).toString()
  const fields = text.startsWith('{') ? [] : new URLSearchParams(text).keys()
  return [...fields]
    .filter((name) => /^[A-Za-z]{1,40}$/.test(name))
    .slice(0, 30)
    .join(' ')
}
