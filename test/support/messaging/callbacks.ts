// Callbacks as Twilio, Meta and Zenvia write and sign them.
import { randomUUID } from 'node:crypto'
import { signMeta } from '#src/vendors/meta/signature.ts'
import { signTwilio } from '#src/vendors/twilio/signature.ts'
import type { TestApp } from '#test/support/app.ts'
import { type Answer, publicBaseUrl } from '#test/support/app.ts'
import { accounts, accountSid, type SentRecord } from '#test/support/hooks.ts'

const tokens: Readonly<Record<string, string>> = {
  'twilio-other': 'token of other',
  'twilio-shared': 'token of shared',
}

type Form = Readonly<Record<string, string>>

/** Posts a form as Twilio would, with the account’s signature. */
export function postTwilio(
  app: TestApp,
  path: string,
  form: Form | URLSearchParams,
  { account = accounts.main.id, headers = {} }: { account?: string; headers?: Form } = {},
): Promise<Answer> {
  const params = new URLSearchParams(form)
  const signature = signTwilio(tokens[account] ?? 'token of main', publicBaseUrl + path, params)
  return app.call('POST', path, {
    body: params.toString(),
    headers: {
      authorization: '',
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': signature,
      ...headers,
    },
  })
}

export const statusForm = (sent: SentRecord, status: string, more: Form = {}): Form => ({
  AccountSid: accountSid,
  ApiVersion: '2010-04-01',
  From: sent.account.senders.sms ?? '',
  MessageSid: sent.messageId,
  MessageStatus: status,
  SmsSid: sent.messageId,
  SmsStatus: status,
  To: sent.phone,
  ...more,
})

export const statusPath = ({ ref }: SentRecord) => `/hooks/twilio/status?rid=${ref}`

/** Reports a status of a Twilio message. */
export const report = (app: TestApp, sent: SentRecord, status: string, more: Form = {}) =>
  postTwilio(app, statusPath(sent), statusForm(sent, status, more), { account: sent.account.id })

export const inboundForm = (sent: SentRecord, text: string, more: Form = {}): Form => ({
  AccountSid: accountSid,
  Body: text,
  From: sent.phone,
  MessageSid: randomUUID(),
  NumMedia: '0',
  SmsStatus: 'received',
  To: sent.account.senders.sms ?? '',
  ...more,
})

/** Answers by SMS, as the person would. */
export const answer = (app: TestApp, sent: SentRecord, text: string, more: Form = {}) =>
  postTwilio(app, '/hooks/twilio/inbound', inboundForm(sent, text, more), {
    account: sent.account.id,
  })

/** Posts JSON as Meta would. */
export function postMeta(
  app: TestApp,
  body: unknown,
  { secret = 'app secret', headers = {} }: { secret?: string; headers?: Form } = {},
): Promise<Answer> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return app.call('POST', '/hooks/meta', {
    body: text,
    headers: {
      authorization: '',
      'content-type': 'application/json',
      'x-hub-signature-256': signMeta(secret, text),
      ...headers,
    },
  })
}

const seconds = (at: number) => String(Math.floor(at / 1_000))

export const metaStatus = (sent: SentRecord, status: string, more: object = {}) => ({
  id: sent.messageId,
  status,
  timestamp: seconds(Date.now()),
  recipient_id: sent.phone.slice(1),
  biz_opaque_callback_data: `rid:${sent.ref}`,
  ...more,
})

export const metaTap = (sent: SentRecord, payload: string, more: object = {}) => ({
  from: sent.phone.slice(1),
  id: randomUUID(),
  timestamp: seconds(Date.now()),
  context: { from: '551130000005', id: sent.messageId },
  type: 'button',
  button: { payload, text: 'Sim' },
  ...more,
})

export const metaText = (sent: SentRecord, body: string, more: object = {}) => ({
  from: sent.phone.slice(1),
  id: randomUUID(),
  timestamp: seconds(Date.now()),
  type: 'text',
  text: { body },
  ...more,
})

/** A webhook with statuses and messages of one number. */
export const metaBody = (
  { statuses = [], messages = [] }: { statuses?: readonly object[]; messages?: readonly object[] },
  phoneNumberId = '1065',
) => ({
  object: 'whatsapp_business_account',
  entry: [
    {
      id: 'WABA',
      changes: [
        {
          field: 'messages',
          value: {
            messaging_product: 'whatsapp',
            metadata: { display_phone_number: '551130000005', phone_number_id: phoneNumberId },
            ...(statuses.length > 0 && { statuses }),
            ...(messages.length > 0 && { messages }),
          },
        },
      ],
    },
  ],
})

export const postZenvia = (app: TestApp, body: object, secret = 'zenvia-secret') =>
  app.call('POST', `/hooks/zenvia/${secret}`, { body, headers: { authorization: '' } })
