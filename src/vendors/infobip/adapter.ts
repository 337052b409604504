// Infobip: SMS (API version 3) and WhatsApp (version 1).
import { z } from 'zod'
import type {
  MessagingAccount,
  OutboundMessage,
  SendContext,
  SendOutcome,
} from '#src/messaging/challenges/port.ts'
import type { Channel } from '#src/messaging/wire/channel.ts'
import { classOf, type FailureClasses, toRefusal } from '#src/vendors/parts/failure-classes.ts'
import { exchange, type HttpLimits, type HttpRequest, readJson } from '#src/journey/calls/http.ts'
import {
  type HttpResponse,
  readCode,
  readId,
  readRefusal,
  toCode,
  toFailure,
  unreadable,
} from '#src/vendors/parts/outcome.ts'
import { createCredentials, listOf } from '#src/vendors/parts/credentials.ts'
import { knowsPath } from '#src/vendors/parts/path-secret.ts'
import { firstSecret } from '#src/vendors/parts/secrets.ts'
import type { AccountDefaults } from '#src/vendors/parts/vendor.ts'
import type { InfobipAccount } from './config.ts'
import { parseInfobip, readInbox, readLogged } from './events.ts'
import { approvedIn } from '#src/messaging/wire/approved.ts'
import { infobipClasses } from './failure-codes.ts'
import { toCall } from './message.ts'

export type InfobipOptions = Omit<InfobipAccount, 'vendor' | 'shared' | 'senders'> &
  Pick<MessagingAccount, 'senders'> &
  AccountDefaults & { readonly limits?: HttpLimits }

const Status = z.object({ groupName: z.string(), name: z.string() })
const Taken = z.object({ messageId: z.string(), status: Status })
/** The answer to one message: a list for SMS and templates, without one for other WhatsApp messages. */
const Receipt = z.union([z.object({ messages: z.array(Taken).length(1) }), Taken])
const Refusal = z.object({
  requestError: z.object({ serviceException: z.object({ messageId: z.string() }) }),
})
const Logs = z.object({ results: z.array(z.looseObject({ messageId: z.string() })) })

/** Each message carries our id, by which the vendor's logs find an SMS for 48 hours. */
export function createInfobip(options: InfobipOptions): MessagingAccount {
  const { id, secret, senders, failureClasses = {}, limits, publicBaseUrl } = options
  // Parsed here, so that an invalid address is reported at the start.
  const base = new URL(options.baseUrl).href.replace(/\/+$/, '')
  const classes = { ...infobipClasses, ...failureClasses }
  const notifyUrl = `${publicBaseUrl}/hooks/infobip/${encodeURIComponent(firstSecret(secret))}`
  const keys = createCredentials(listOf(options.apiKey))
  const ask = (request: Omit<HttpRequest, 'headers'>) =>
    keys.exchange((key) => {
      const headers = { authorization: `App ${key}`, 'content-type': 'application/json' }
      return exchange({ ...request, headers }, limits)
    })

  async function send(message: OutboundMessage, ctx: SendContext): Promise<SendOutcome> {
    const sender = senders[message.channel] ?? ''
    const { path, body } = toCall(message, ctx, { sender, notifyUrl, templates: options.templates })
    const url = new URL(`${base}${path}`)
    const { signal } = ctx
    const outcome = await ask({ method: 'POST', url, body: JSON.stringify(body), signal })
    return outcome.kind === 'answer' ? readAnswer(outcome, classes) : toFailure(outcome)
  }

  /** Rejects when the logs cannot be read now. WhatsApp messages are not in the logs. */
  async function lookUp({ channel }: OutboundMessage, { attemptId, signal }: SendContext) {
    if (channel !== 'sms') return 'unknown'
    const logs = await readLogs(attemptId, signal)
    const isThere = logs.some(({ messageId }) => messageId === attemptId)
    return isThere ? { providerMsgId: attemptId } : 'absent'
  }

  async function readLogs(messageId: string, signal: AbortSignal) {
    const url = new URL(`${base}/sms/3/logs`)
    url.search = new URLSearchParams({ messageId }).toString()
    const outcome = await ask({ method: 'GET', url, signal })
    const answered = outcome.kind === 'answer' && outcome.status === 200
    const logs = answered ? Logs.safeParse(readJson(outcome.body)).data : undefined
    if (!logs) throw new Error('the logs of Infobip cannot be read')
    return logs.results
  }

  /** Reads the logs rather than the reports, because reports are handed out only once. */
  const status: NonNullable<MessagingAccount['status']> = async (
    { providerMsgId, recordId, attempt },
    signal,
  ) => {
    const logged = readLogged(await readLogs(providerMsgId, signal), providerMsgId, failureClasses)
    return (
      logged && {
        ...logged,
        events: logged.events.map((event) => ({ ...event, recordId, attempt })),
      }
    )
  }

  /** The vendor keeps received messages for 48 hours, and they can be read repeatedly. */
  const listAnswers: NonNullable<MessagingAccount['listAnswers']> = async (
    { channel, from, since, until },
    signal,
  ) => {
    if (channel !== 'sms') return []
    const url = new URL(`${base}/sms/1/inbox/logs`)
    url.search = new URLSearchParams({
      to: (senders.sms ?? '').replace(/^\+/, ''),
      receivedSince: new Date(since).toISOString(),
      receivedUntil: new Date(until).toISOString(),
      limit: '1000',
    }).toString()
    const outcome = await ask({ method: 'GET', url, signal })
    const answered = outcome.kind === 'answer' && outcome.status === 200
    const logs = answered ? Logs.safeParse(readJson(outcome.body)).data : undefined
    if (!logs) throw new Error('the logs of Infobip cannot be read')
    return readInbox(logs.results, { from, since, until })
  }

  const asked = senders.sms !== undefined
  return {
    id,
    vendor: 'infobip',
    // Safe because the names of `senders` are channels.
    channels: Object.keys(senders) as Channel[],
    senders,
    shared: options.shared,
    repeat: asked ? 'lookup' : 'never',
    saysPrice: 'reported',
    send,
    ...(asked && { lookUp, status, listAnswers }),
    approvedFor: approvedIn(options.templates),
    verifyWebhook: (request) => knowsPath(secret, request),
    parseWebhook: (request) => parseInfobip(request, failureClasses),
  }
}

function readAnswer(answer: HttpResponse, classes: FailureClasses): SendOutcome {
  const body = readJson(answer.body)
  if (answer.status < 200 || answer.status >= 300) {
    const named = Refusal.safeParse(body).data?.requestError.serviceException.messageId
    return readRefusal(answer, { name: 'infobip', classes }, readCode(named))
  }
  const receipt = Receipt.safeParse(body).data
  const taken = receipt && ('messages' in receipt ? receipt.messages[0] : receipt)
  const id = readId(taken?.messageId)
  if (!taken || id === undefined) return unreadable
  if (!['REJECTED', 'UNDELIVERABLE'].includes(taken.status.groupName))
    return { kind: 'accepted', providerMsgId: id }
  const name = readCode(taken.status.name)
  const known = name === undefined ? undefined : classOf(classes, name)
  return toRefusal(known ?? 'unknown', toCode('infobip', name ?? 'rejected'))
}
