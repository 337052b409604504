// Simulates Twilio's callbacks for SMS in the sandbox, signed as Twilio signs.
import type { SignedCallback } from './courier.ts'
import type { Dialect, Letter, Report } from './dialect.ts'
import { hashHex, toDigits } from './ids.ts'
import { parseTwilio } from '#src/vendors/twilio/events.ts'
import { readParams, signTwilio, verifyTwilioSignature } from '#src/vendors/twilio/signature.ts'

/** `authTokens` begins with the one that signs; the others are still accepted. */
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
    // The number has an area code that does not exist, so it belongs to nobody.
    senderOf: (tenant) => `+55009${toDigits('sandbox-sender', tenant).slice(-8)}`,
    toMessageId: toSid,
    writeReport: (mark, letter, report) =>
      writeForm(
        speaker,
        `/hooks/twilio/status?rid=${encodeURIComponent(mark)}`,
        toStatus(letter, report),
      ),
    writeAnswer: (letter, id, answer) => {
      // A reply by SMS is the text that the message asks to type, and does not name the message.
      const text = 'text' in answer ? answer.text : (answer.typed ?? String(answer.option))
      return writeForm(speaker, '/hooks/twilio/inbound', toInbound(letter, toSid(id), text))
    },
    verifyWebhook: (request) =>
      speaker.authTokens.some((token) => verifyTwilioSignature(token, request)) &&
      readParams(request.rawBody)?.get('AccountSid') === accountSid,
    parseWebhook: (request) => parseTwilio(request),
  }
}

/** An SMS is never reported as read, and a missing number is refused at once. */
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
  // Twilio sends unknown values as empty parameters, and signs these too.
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

/** For example `2611201403`, in UTC. */
const writeMinute = (time: Date) => time.toISOString().replace(/\D/g, '').slice(2, 12)
