// Sends SMS and WhatsApp in Brazil by Zenvia.
import type {
  MessagingAccount,
  OutboundMessage,
  SendContext,
  SendOutcome,
} from '#src/messaging/challenges/port.ts'
import type { Channel } from '#src/messaging/wire/channel.ts'
import type { FailureClasses } from '#src/vendors/parts/failure-classes.ts'
import { exchange, type HttpLimits, readJson } from '#src/journey/calls/http.ts'
import {
  type HttpResponse,
  readCode,
  readId,
  readRefusal,
  toFailure,
  unreadable,
} from '#src/vendors/parts/outcome.ts'
import { markOf } from '#src/journey/calls/attempt-id.ts'
import {
  approvedIn,
  buttonsMax,
  pickTemplate,
  toTitle,
  toVariable,
} from '#src/messaging/wire/approved.ts'
import { createCredentials, listOf } from '#src/vendors/parts/credentials.ts'
import { knowsHeader, knowsPath } from '#src/vendors/parts/path-secret.ts'
import type { AccountDefaults } from '#src/vendors/parts/vendor.ts'
import type { ZenviaAccount } from './config.ts'
import { parseZenvia } from './events.ts'
import { zenviaClasses } from './failure-codes.ts'

export type ZenviaOptions = Omit<ZenviaAccount, 'vendor' | 'shared' | 'senders'> &
  Pick<MessagingAccount, 'senders'> &
  Omit<AccountDefaults, 'publicBaseUrl'> & { readonly limits?: HttpLimits }

/** A lost answer cannot be looked up, because Zenvia lists no messages. */
export function createZenvia(options: ZenviaOptions): MessagingAccount {
  const { id, secret, senders, failureClasses = {}, limits } = options
  // Parsed here, so that an invalid address is reported at the start.
  const base = new URL(options.baseUrl ?? 'https://api.zenvia.com').href.replace(/\/+$/, '')
  const classes = { ...zenviaClasses, ...failureClasses }
  const tokens = createCredentials(listOf(options.token))
  return {
    id,
    vendor: 'zenvia',
    // Safe because the names of `senders` are channels.
    channels: Object.keys(senders) as Channel[],
    senders,
    shared: options.shared,
    repeat: 'never',

    async send(message, ctx) {
      const request = {
        method: 'POST',
        url: new URL(`${base}/v2/channels/${message.channel}/messages`),
        body: JSON.stringify(toBody(message, ctx, options)),
        signal: ctx.signal,
      } as const
      const outcome = await tokens.exchange((token) => {
        const headers = { 'x-api-token': token, 'content-type': 'application/json' }
        return exchange({ ...request, headers }, limits)
      })
      return outcome.kind === 'answer' ? readAnswer(outcome, classes) : toFailure(outcome)
    },

    verifyWebhook: (request) =>
      knowsHeader(options.webhookHeader, request) || knowsPath(secret ?? [], request),
    approvedFor: approvedIn(options.templates),
    parseWebhook: (request) => parseZenvia(request, failureClasses),
  }
}

function toBody(
  message: OutboundMessage,
  ctx: SendContext,
  { senders, templates }: ZenviaOptions,
): object {
  return {
    from: senders[message.channel],
    to: message.to.replace(/^\+/, ''),
    // The id names one attempt, so that Zenvia treats a second attempt as another message even if ids must be unique.
    externalId: markOf(ctx),
    contents: [toContent(message, templates)],
  }
}

/** Characters that Zenvia's standard alphabet lacks, one of which would make every part of the message shorter. */
const toZenvia = (text: string): string =>
  text
    .replace(/[éàÇñ]/g, (letter) => letter.normalize('NFKD').replace(/\p{M}/gu, ''))
    .replaceAll('|', '/')

function toContent(message: OutboundMessage, templates: ZenviaOptions['templates']) {
  const { channel, text, options = [], variables } = message
  if (channel === 'sms') return { type: 'text', text: toZenvia(text) }
  const template = pickTemplate(templates, message)
  if (template) {
    const values = [...variables.map(toVariable), ...options.map(({ payload }) => payload)]
    const fields = template.fields.flatMap((name, index) => {
      const value = values[index]
      return value === undefined ? [] : [[name, value]]
    })
    return {
      type: 'template',
      templateId: template.templateId,
      fields: Object.fromEntries(fields) as object,
    }
  }
  if (options.length === 0 || options.length > buttonsMax) return { type: 'text', text }
  const buttons = options.map(({ label, payload }) => ({ id: payload, title: toTitle(label) }))
  return { type: 'button', body: text, buttons }
}

function readAnswer(answer: HttpResponse, classes: FailureClasses): SendOutcome {
  const body = readJson(answer.body)
  if (answer.status >= 200 && answer.status < 300) {
    const id = readId(body?.['id'])
    return id === undefined ? unreadable : { kind: 'accepted', providerMsgId: id }
  }
  return readRefusal(answer, { name: 'zenvia', classes }, readCode(body?.['code']))
}
