// Sends WhatsApp messages over Meta's Cloud API.
import { z } from 'zod'
import type { MessagingAccount, SendContext, SendOutcome } from '#src/messaging/challenges/port.ts'
import type { TemplateName, TemplateReport } from '#src/messaging/challenges/vendor-events.ts'
import type { FailureClasses } from '#src/vendors/parts/failure-classes.ts'
import { exchange, type HttpLimits, type HttpOutcome, readJson } from '#src/journey/calls/http.ts'
import { createCredentials, isUnauthorized, listOf } from '#src/vendors/parts/credentials.ts'
import { listSecrets } from '#src/vendors/parts/secrets.ts'
import type { AccountDefaults } from '#src/vendors/parts/vendor.ts'
import type { MetaAccount } from './config.ts'
import { parseMeta } from './events.ts'
import { metaClasses } from './failure-codes.ts'
import { approvedIn, pickTemplate, type Templates } from '#src/messaging/wire/approved.ts'
import { type MetaTemplate, writeMetaMessage } from './message.ts'
import { readHandshake, verifyMetaSignature } from './signature.ts'
import { readListed, TemplateList } from './templates.ts'
import {
  type HttpResponse,
  readCode,
  readId,
  readRefusal,
  toFailure,
  unreadable,
} from '#src/vendors/parts/outcome.ts'

export type MetaOptions = Omit<MetaAccount, 'vendor' | 'shared'> &
  Omit<AccountDefaults, 'publicBaseUrl'> & { readonly limits?: HttpLimits }

const Accepted = z.object({
  contacts: z
    .array(z.object({ wa_id: z.string().optional(), user_id: z.string().optional() }))
    .optional(),
  messages: z.array(z.object({ id: z.string(), message_status: z.string().optional() })).min(1),
})

const Refused = z.object({
  error: z.object({
    code: z.number().int(),
    error_subcode: z.number().int().optional().catch(undefined),
  }),
})

/** Meta's rate limit for messages to one person: it asks to wait 4^X seconds after try X, counted from 0. */
const pairLimit = '131056'
const pairTriesMax = 5

const tokenCode = 190

/** The account sends by WhatsApp only; a lost answer cannot be looked up. */
export function createMeta(options: MetaOptions): MessagingAccount {
  const { id, phoneNumberId, appSecret, senderNumber, failureClasses = {}, limits } = options
  const { graphUrl = 'https://graph.facebook.com', version = 'v25.0' } = options
  const { businessAccountId, templates } = options
  const graph = `${graphUrl.replace(/\/+$/, '')}/${version}`
  const url = new URL(`${graph}/${phoneNumberId}/messages`)
  const classes = { ...metaClasses, ...failureClasses }
  const ofAccount = businessAccountId === undefined ? {} : { businessAccountId }
  const prices = { ...options.categoryMicros, other: options.priceMicros?.whatsapp }
  const parsing = { failureClasses, phoneNumberId, senderNumber, prices, ...ofAccount }
  const tokens = createCredentials(listOf(options.accessToken), isTokenRefused)
  return {
    id,
    vendor: 'meta',
    channels: ['whatsapp'],
    senders: { whatsapp: senderNumber },
    shared: options.shared,
    repeat: 'never',
    ...(options.categoryMicros && { saysPrice: 'reported' as const }),

    async send(message, ctx) {
      const body = JSON.stringify(writeMetaMessage(message, ctx, templates))
      const outcome = await tokens.exchange((token) => {
        const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
        return exchange({ method: 'POST', url, headers, body, signal: ctx.signal }, limits)
      })
      const result =
        outcome.kind === 'answer' ? readAnswer(outcome, classes, ctx) : toFailure(outcome)
      // A message without a template inside the session window is free.
      return result.kind === 'accepted' && message.isFree ? { ...result, costMicros: 0 } : result
    },

    verifyWebhook: ({ rawBody, headers }) =>
      listSecrets(appSecret).some((secret) =>
        verifyMetaSignature(secret, rawBody, headers['x-hub-signature-256']),
      ),
    // Events of the app's other numbers are left out; the number's id tells which they are.
    parseWebhook: (request) =>
      parseMeta(request, parsing).map((event) =>
        event.kind === 'inbound' ? { ...event, to: senderNumber } : event,
      ),
    approvedFor: approvedIn(templates),
    ownTemplates: () => listOwn(templates),
    templateFor: (template, language) => pickTemplate(templates, { template, language }),
    ...(businessAccountId !== undefined && {
      readTemplates: (signal) =>
        readTemplates(listOwn(templates), async ({ name }) => {
          const list = new URL(`${graph}/${businessAccountId}/message_templates`)
          list.search = new URLSearchParams({ name, fields: listedFields, limit: '100' }).toString()
          return tokens.exchange((token) => {
            const headers = { authorization: `Bearer ${token}` }
            return exchange({ method: 'GET', url: list, headers, signal }, limits)
          })
        }),
    }),
    handshake: (query) =>
      listSecrets(options.verifyToken)
        .map((token) => readHandshake(token, query))
        .find((answer) => answer !== undefined),
  }
}

const listedFields =
  'name,language,status,category,quality_score,components,message_send_ttl_seconds'

/** The templates of questions, each once. */
const listOwn = (templates: Templates<MetaTemplate> = {}): readonly TemplateName[] =>
  Object.values(templates['whatsapp-2fa'] ?? {}).map(({ name, language }) => ({ name, language }))

/** Rejects unless every list could be read, because a template would otherwise seem to be missing. */
async function readTemplates(
  own: readonly TemplateName[],
  ask: (template: TemplateName) => Promise<HttpOutcome>,
): Promise<readonly TemplateReport[]> {
  return Promise.all(
    own.map(async (template) => {
      const outcome = await ask(template)
      const isRead = outcome.kind === 'answer' && outcome.status === 200
      const list = isRead ? TemplateList.safeParse(readJson(outcome.body)).data : undefined
      if (!list) throw new Error('the list of templates could not be read')
      return readListed(list, template)
    }),
  )
}

/** An expired token is recognised by its code, because it comes with different statuses. */
function isTokenRefused(outcome: HttpOutcome): boolean {
  if (outcome.kind !== 'answer') return false
  const { data } = Refused.safeParse(readJson(outcome.body))
  return data ? data.error.code === tokenCode : isUnauthorized(outcome)
}

function readAnswer(
  answer: HttpResponse,
  classes: FailureClasses,
  { attempt }: SendContext,
): SendOutcome {
  const body = readJson(answer.body)
  // Meta's `code` decides whatever the status, because some refusals come with 200 or 500.
  const refusal = Refused.safeParse(body).data
  if (!refusal && answer.status >= 200 && answer.status < 300) return readAccepted(body)
  const code = refusal && nameCode(refusal.error, classes)
  const result = readRefusal(answer, { name: 'meta', classes, codeWins: true }, code)
  if (code !== pairLimit || result.kind !== 'deferred') return result
  return { ...result, retryAfterMs: 4 ** Math.min(attempt - 1, pairTriesMax) * 1000 }
}

/** A known subcode is more precise than its code. */
function nameCode(
  { code, error_subcode: subcode }: z.output<typeof Refused>['error'],
  classes: FailureClasses,
): string | undefined {
  const both = `${code}_${subcode ?? ''}`
  return Object.hasOwn(classes, both) ? both : readCode(code)
}

function readAccepted(body: unknown): SendOutcome {
  const { data } = Accepted.safeParse(body)
  const [message] = data?.messages ?? []
  const providerMsgId = readId(message?.id)
  if (!message || providerMsgId === undefined) return unreadable
  // The template is paused, so nothing is sent until an operator has mended it.
  if (message.message_status === 'paused') {
    return { kind: 'rejected', class: 'account', code: 'meta-paused' }
  }
  const { wa_id: resolvedAddress, user_id: userId } = data?.contacts?.[0] ?? {}
  return {
    kind: 'accepted',
    providerMsgId,
    ...(message.message_status === 'held_for_quality_assessment' && { held: true }),
    ...(resolvedAddress !== undefined && { resolvedAddress }),
    ...(userId !== undefined && { userId }),
  }
}
