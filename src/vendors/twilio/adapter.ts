// Sends SMS and WhatsApp by Twilio, and by services with its API, over one account.
import type {
  MessagingAccount,
  OutboundMessage,
  SendContext,
  SendOutcome,
} from '#src/messaging/challenges/port.ts'
import type { Channel } from '#src/messaging/wire/channel.ts'
import type { FailureClasses } from '#src/vendors/parts/failure-classes.ts'
import { exchange, type HttpLimits, type HttpRequest, readJson } from '#src/journey/calls/http.ts'
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
  pickTemplate,
  type Templates,
  toVariable,
} from '#src/messaging/wire/approved.ts'
import { createCredentials, listOf } from '#src/vendors/parts/credentials.ts'
import { listSecrets } from '#src/vendors/parts/secrets.ts'
import type { AccountDefaults } from '#src/vendors/parts/vendor.ts'
import type { TwilioAccount, TwilioContent } from './config.ts'
import { parseTwilio, readMessage } from './events.ts'
import { twilioClasses } from './failure-codes.ts'
import { findSent, readAnswers, type Sender } from './look-up.ts'
import { readParams, verifyTwilioSignature } from './signature.ts'

export type TwilioOptions = Omit<TwilioAccount, 'vendor' | 'shared' | 'senders'> &
  Pick<MessagingAccount, 'senders'> &
  AccountDefaults & { readonly limits?: HttpLimits }

// Without this fragment of the URL Twilio gives up after a single 5xx, and the event is lost.
const callbackRetries = '#rc=3&rp=5xx,ct,rt'

export function createTwilio(options: TwilioOptions): MessagingAccount {
  const { id, accountSid, authToken, messagingServiceSid, limits, failureClasses = {} } = options
  const base = options.baseUrl ?? 'https://api.twilio.com'
  // Parsed here, so that an invalid address is reported at the start.
  const messages = new URL(
    `${base.replace(/\/+$/, '')}/2010-04-01/Accounts/${accountSid}/Messages.json`,
  )
  const oneOf = (sid: string) =>
    new URL(`${messages.href.replace(/\.json$/, '')}/${encodeURIComponent(sid)}.json`)
  const classes = { ...twilioClasses, ...failureClasses }
  const pairs = listOf(
    options.apiKey ?? listOf(authToken).map((secret) => ({ sid: accountSid, secret })),
  )
  const credentials = createCredentials(pairs)
  const call = (request: HttpRequest) =>
    credentials.exchange(({ sid, secret }) => {
      const authorization = `Basic ${Buffer.from(`${sid}:${secret}`).toString('base64')}`
      return exchange({ ...request, headers: { ...request.headers, authorization } }, limits)
    })

  const senders = listSenders(options)
  const ask = (query: Record<string, string>, signal: AbortSignal) => {
    const url = new URL(messages)
    url.search = new URLSearchParams(query).toString()
    return call({ method: 'GET', url, headers: {}, signal })
  }

  return {
    id,
    vendor: 'twilio',
    // Safe because the names of `senders` are channels.
    channels: Object.keys(senders) as Channel[],
    senders,
    shared: options.shared,
    repeat: 'lookup',
    saysPrice: 'asked',

    async send(message, ctx) {
      const outcome = await call({
        method: 'POST',
        url: messages,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(toForm(message, ctx, options)).toString(),
        signal: ctx.signal,
      })
      return outcome.kind === 'answer' ? readAnswer(outcome, classes) : toFailure(outcome)
    },

    async lookUp(message, { signal, since, isKnown = async () => false, isContested }) {
      if (await isContested?.()) throw new Error('another attempt is in doubt too')
      const to = toAddress(message.channel, message.to)
      const sender = senderOf(message.channel, options)
      // Includes the previous day, because Twilio's dates are in GMT and its clock differs from ours.
      const day = new Date(since - 3_600_000).toISOString().slice(0, 10)
      // The filter uses the date of sending, which a queued message does not have, so the newest of all messages are
      // read second.
      for (const filter of [{ 'DateSent>': day }, {}]) {
        const outcome = await ask({ To: to, PageSize: '100', ...filter }, signal)
        const page = outcome.kind === 'answer' && outcome.status === 200 && readJson(outcome.body)
        const found = page ? await findSent(page, message, { sender, since, isKnown }) : undefined
        if (found === undefined) throw new Error('the list of messages could not be read')
        if (found !== 'absent') return found
      }
      return 'absent'
    },

    async listAnswers({ channel, from, since, until }, signal) {
      const sender = senderOf(channel, options)
      const query = {
        From: toAddress(channel, from),
        ...(sender.from !== undefined && { To: sender.from }),
        'DateSent>': new Date(since - 3_600_000).toISOString().slice(0, 10),
        PageSize: '50',
      }
      const outcome = await ask(query, signal)
      const page = outcome.kind === 'answer' && outcome.status === 200 && readJson(outcome.body)
      const to = senders[channel] ?? ''
      const found = page ? readAnswers(page, { sender, to, from, since, until }) : undefined
      if (!found) throw new Error('the list of messages could not be read')
      return found
    },

    approvedFor: approvedIn(options.contentSids),
    async erase(providerMsgId, signal) {
      const outcome = await call({
        method: 'DELETE',
        url: oneOf(providerMsgId),
        headers: {},
        signal,
      })
      const isGone = outcome.kind === 'answer' && [200, 204, 404].includes(outcome.status)
      if (!isGone) throw new Error('the message could not be deleted')
    },

    async status({ providerMsgId, recordId, attempt }, signal) {
      const outcome = await call({ method: 'GET', url: oneOf(providerMsgId), headers: {}, signal })
      const isRead = outcome.kind === 'answer' && outcome.status === 200
      const reported = isRead ? readMessage(readJson(outcome.body), failureClasses) : undefined
      if (!reported) throw new Error('the message could not be read')
      return {
        ...reported,
        events: reported.events.map((event) => ({ ...event, recordId, attempt })),
      }
    },

    verifyWebhook: (request) =>
      listSecrets(authToken).some((token) => verifyTwilioSignature(token, request)) &&
      namesAccount(request.rawBody, accountSid),
    parseWebhook: (request) =>
      parseTwilio(request, {
        failureClasses,
        ...(messagingServiceSid !== undefined && !options.senders.sms && { messagingServiceSid }),
      }),
  }
}

/** The account's senders in the notation that callbacks use. */
function listSenders({ senders, messagingServiceSid }: TwilioOptions): MessagingAccount['senders'] {
  const sms = senders.sms ?? messagingServiceSid
  return {
    ...(sms !== undefined && { sms }),
    ...(senders.whatsapp !== undefined && { whatsapp: toAddress('whatsapp', senders.whatsapp) }),
  }
}

const toAddress = (channel: Channel, number: string) =>
  channel === 'whatsapp' ? `whatsapp:${number.replace(/^whatsapp:/, '')}` : number

function senderOf(channel: Channel, { senders, messagingServiceSid }: TwilioOptions): Sender {
  const number = senders[channel]
  const from = number === undefined ? undefined : toAddress(channel, number)
  return { from, service: channel === 'sms' ? messagingServiceSid : undefined }
}

function toForm(
  message: OutboundMessage,
  ctx: SendContext,
  options: TwilioOptions,
): Record<string, string> {
  const { from, service } = senderOf(message.channel, options)
  const { riskCheck, contentRetention } = options
  const status = `${options.publicBaseUrl.replace(/\/+$/, '')}/hooks/twilio/status`
  return {
    To: toAddress(message.channel, message.to),
    ...(from !== undefined && { From: from }),
    ...(service !== undefined && { MessagingServiceSid: service }),
    ...toContent(message, options.contentSids),
    StatusCallback: `${status}?rid=${encodeURIComponent(markOf(ctx))}${callbackRetries}`,
    ValidityPeriod: String(Math.min(Math.max(Math.floor(message.validSeconds), 1), 36_000)),
    Attempt: String(Math.max(1, ctx.attempt)),
    // Our texts are in GSM-7, but a name in them may contain a typographic quote.
    ...(message.channel === 'sms' && { SmartEncoded: 'true' }),
    ...(riskCheck !== undefined && message.channel === 'sms' && { RiskCheck: riskCheck }),
    ...(contentRetention !== undefined && { ContentRetention: contentRetention }),
  }
}

/** WhatsApp accepts an approved template at any time, and a text only inside the session window. */
function toContent(
  message: OutboundMessage,
  contentSids: Templates<TwilioContent> | undefined,
): Record<string, string> {
  const content = message.channel === 'whatsapp' ? pickTemplate(contentSids, message) : undefined
  if (content === undefined) return { Body: message.text }
  const { sid, payloads } =
    typeof content === 'string' ? { sid: content, payloads: false } : content
  const ids = payloads ? (message.options ?? []).map(({ payload }) => payload) : []
  const values = [...message.variables.map(toVariable), ...ids]
  const variables = Object.fromEntries(values.map((value, index) => [String(index + 1), value]))
  return { ContentSid: sid, ContentVariables: JSON.stringify(variables) }
}

function readAnswer(answer: HttpResponse, classes: FailureClasses): SendOutcome {
  const body = readJson(answer.body)
  if (answer.status >= 200 && answer.status < 300) {
    const sid = readId(body?.['sid'])
    return sid === undefined ? unreadable : { kind: 'accepted', providerMsgId: sid }
  }
  return readRefusal(answer, { name: 'twilio', classes }, readCode(body?.['code']))
}

/** Others may have got a token, so the form must name the account that the token was made for. */
function namesAccount(rawBody: Uint8Array, accountSid: string): boolean {
  return readParams(rawBody)?.get('AccountSid') === accountSid
}
