// Simulates Twilio's callbacks for SMS in the sandbox, signed as Twilio signs.
import type { SignedCallback } from './courier.ts'
import type { Dialect, Letter, Report } from './dialect.ts'
import { hashHex, toDigits } from './ids.ts'
import { parseTwilio } from '#src/vendors/twilio/events.ts'
import { readParams, signTwilio, verifyTwilioSignature } from '#src/vendors/twilio/signature.ts'

/** `authTokens`: the one that signs first, and those that are still believed. */
export type TwilioSpeaker = {
  readonly publicBaseUrl: string
  readonly authTokens: readonly [string, ...string[]]
}

/** The id of an account that does not exist. */
const accountSid = `AC${hashHex('sandbox-account').slice(0, 32)}`
const toSid = (id: string) => `SM${hashHex('sandbox-sms', id).slice(0, 32)}`

export function speakTwilio(speaker: TwilioSpeaker): Dialect {
  return {
    id: 'sandbox-sms',
    vendor: 'twilio',
    channel: 'sms',
    canLookUp: true,
    refusal: { kind: 'rejected', class: 'recipient', code: 'twilio-21211' },
    tooMany: { kind: 'deferred', class: 'rate', code: 'twilio-20429', retryAfterMs: 1_000 },
    accept: ({ messageId }) => ({ kind: 'accepted', providerMsgId: messageId }),
    // The number has an area code that does not exist.
    senderOf: (tenant) => `+55009${toDigits('sandbox-sender', tenant).slice(-8)}`,
    toMessageId: toSid,
    writeReport: (mark, letter, report) =>
      writeForm(
        speaker,
        `/hooks/twilio/status?rid=${encodeURIComponent(mark)}`,
        toStatus(letter, report),
      ),
    writeAnswer: (letter, id, answer) => {
      // Who answers by SMS types what the message says; which message is meant does not come with it.
      const text = 'text' in answer ? answer.text : (answer.typed ?? String(answer.option))
      return writeForm(speaker, '/hooks/twilio/inbound', toInbound(letter, toSid(id), text))
    },
    verifyWebhook: (request) =>
      speaker.authTokens.some((token) => verifyTwilioSignature(token, request)) &&
      readParams(request.rawBody)?.get('AccountSid') === accountSid,
    parseWebhook: (request) => parseTwilio(request),
  }
}

/** An SMS is never reported as read, and a number that does not exist is refused at once. */
const statuses: Record<Report, readonly [status: string, errorCode?: string]> = {
  sent: ['sent'],
  delivered: ['delivered'],
  read: ['delivered'],
  'unknown-number': ['undelivered', '30005'],
  unreachable: ['undelivered', '30008'],
}

function toStatus({ messageId, sender, phone }: Letter, report: Report): Record<string, string> {
  const [status, errorCode] = statuses[report]
  return {
    MessageSid: messageId,
    SmsSid: messageId,
    AccountSid: accountSid,
    From: sender,
    To: phone,
    MessageStatus: status,
    SmsStatus: status,
    ...(errorCode !== undefined && { ErrorCode: errorCode }),
    ...(status !== 'sent' && { RawDlrDoneDate: writeMinute(new Date()) }),
    ApiVersion: '2010-04-01',
  }
}

function toInbound({ sender, phone }: Letter, sid: string, text: string): Record<string, string> {
  // Twilio sends what it does not know as an empty parameter, and signs that too.
  const addressOf = (who: string) => ({
    [`${who}Country`]: 'BR',
    [`${who}State`]: '',
    [`${who}City`]: '',
    [`${who}Zip`]: '',
  })
  return {
    ...addressOf('To'),
    ...addressOf('From'),
    SmsMessageSid: sid,
    MessageSid: sid,
    SmsSid: sid,
    AccountSid: accountSid,
    SmsStatus: 'received',
    NumMedia: '0',
    NumSegments: '1',
    From: phone,
    To: sender,
    Body: text,
    ApiVersion: '2010-04-01',
  }
}

function writeForm(
  { publicBaseUrl, authTokens: [authToken] }: TwilioSpeaker,
  path: string,
  params: Readonly<Record<string, string>>,
): SignedCallback {
  return {
    path,
    headers: {
      'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
      'user-agent': 'TwilioProxy/1.1',
      'x-twilio-signature': signTwilio(authToken, publicBaseUrl + path, params),
    },
    body: new URLSearchParams(params).toString(),
  }
}

/** `2611201403`, UTC. */
const writeMinute = (time: Date) => time.toISOString().replace(/\D/g, '').slice(2, 12)
