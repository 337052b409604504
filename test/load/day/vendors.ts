// The protocols of the day’s four vendors: their signatures, reports and answers, and all failure codes of their
// tables, for immediate refusals and later reports.
import type { FailureClass } from '#src/messaging/challenges/vendor-events.ts'
import { classOf, type FailureClasses } from '#src/vendors/parts/failure-classes.ts'
import { infobipClasses } from '#src/vendors/infobip/failure-codes.ts'
import { parseInfobip } from '#src/vendors/infobip/events.ts'
import { metaClasses } from '#src/vendors/meta/failure-codes.ts'
import { signMeta } from '#src/vendors/meta/signature.ts'
import { knowsPath } from '#src/vendors/parts/path-secret.ts'
import type { SignedCallback } from '#src/vendors/sandbox/courier.ts'
import type { Dialect, Letter, Report } from '#src/vendors/sandbox/dialect.ts'
import { hashHex, toDigits } from '#src/vendors/sandbox/ids.ts'
import { speakMeta } from '#src/vendors/sandbox/meta.ts'
import { speakTwilio } from '#src/vendors/sandbox/twilio.ts'
import { signTwilio } from '#src/vendors/twilio/signature.ts'
import { twilioClasses } from '#src/vendors/twilio/failure-codes.ts'
import { parseZenvia } from '#src/vendors/zenvia/events.ts'
import { zenviaClasses } from '#src/vendors/zenvia/failure-codes.ts'

type Codes = readonly [string, ...string[]]

export type Speech = Dialect & {
  /** The codes of refusals, and those that are reported after acceptance; the last of each is in no table. */
  readonly refusals: Codes
  readonly failures: Codes
  classOf(code: string): FailureClass
  writeFailure(mark: string, letter: Letter, code: string): SignedCallback
}

export type Speak = (secrets: readonly [string, ...string[]]) => Speech

/** A range is represented by its first code. */
const codesOf = (classes: FailureClasses) =>
  Object.keys(classes).map((code) => code.replace(/^(\d+)-\d+$/, '$1'))

const reading = (classes: FailureClasses) => (code: string) => classOf(classes, code) ?? 'unknown'

const withUnknown = (codes: readonly string[], unknown: string): Codes => [unknown, ...codes]

export const twilio =
  (publicBaseUrl: string): Speak =>
  (authTokens) => {
    const dialect = speakTwilio({ publicBaseUrl, authTokens })
    const codes = withUnknown(codesOf(twilioClasses), '39999')
    return {
      ...dialect,
      refusals: codes,
      failures: codes,
      classOf: reading(twilioClasses),
      writeFailure(mark, letter, code) {
        const { path, headers, body } = dialect.writeReport(mark, letter, 'unreachable')
        const params = new URLSearchParams(body)
        params.set('ErrorCode', code)
        const signature = signTwilio(authTokens[0], publicBaseUrl + path, params)
        return {
          path,
          headers: { ...headers, 'x-twilio-signature': signature },
          body: params.toString(),
        }
      },
    }
  }

export const meta: Speak = (appSecrets) => {
  const dialect = speakMeta({ appSecrets })
  const codes = codesOf(metaClasses)
  return {
    ...dialect,
    refusals: withUnknown(codes, '139999'),
    // A code with a subcode occurs only in refusals.
    failures: withUnknown(
      codes.filter((code) => /^\d+$/.test(code)),
      '139999',
    ),
    classOf: reading(metaClasses),
    writeFailure(mark, letter, code) {
      const { path, headers, body: written } = dialect.writeReport(mark, letter, 'unreachable')
      const body = written.replaceAll('"code":131000', `"code":${code}`)
      return {
        path,
        headers: { ...headers, 'x-hub-signature-256': signMeta(appSecrets[0], body) },
        body,
      }
    },
  }
}

const json = { 'content-type': 'application/json' } as const

const named = (vendor: string) => ({
  id: vendor,
  vendor,
  channel: 'sms' as const,
  senderOf: (tenant: string) => `+55009${toDigits(vendor, tenant).slice(-8)}`,
  toMessageId: (attemptId: string) => hashHex(vendor, attemptId).slice(0, 32),
  accept: ({ messageId }: Letter) => ({ kind: 'accepted' as const, providerMsgId: messageId }),
})

const bare = (phone: string) => phone.replace('+', '')

const states: Readonly<Record<'sent' | 'delivered', readonly [group: string, name: string]>> = {
  sent: ['PENDING', 'PENDING_ENROUTE'],
  delivered: ['DELIVERED', 'DELIVERED_TO_HANDSET'],
}

export const infobip: Speak = (secrets) => {
  const post = (result: object) => ({
    path: `/hooks/infobip/${secrets[0]}`,
    headers: json,
    body: JSON.stringify({ results: [result] }),
  })
  const report = (
    mark: string,
    { messageId }: Letter,
    [groupName, name]: readonly [string, string],
    error?: string,
  ) =>
    post({
      messageId,
      callbackData: mark,
      status: { groupName, name },
      ...(error !== undefined && { error: { name: error } }),
    })
  const codes = codesOf(infobipClasses)
  return {
    ...named('infobip'),
    canLookUp: true,
    refusal: { kind: 'rejected', class: 'recipient', code: 'infobip-rejected-destination' },
    tooMany: {
      kind: 'deferred',
      class: 'rate',
      code: 'infobip-too-many-requests',
      retryAfterMs: 1_000,
    },
    refusals: withUnknown(
      codes.filter((code) => !isLate(code)),
      'NEW_CODE',
    ),
    failures: withUnknown(codes.filter(isLate), 'EC_NEW_CODE'),
    classOf: reading(infobipClasses),
    writeReport: (mark, letter, said) =>
      report(mark, letter, states[said === 'sent' ? 'sent' : 'delivered']),
    writeFailure(mark, letter, code) {
      if (code.startsWith('EC_'))
        return report(mark, letter, ['UNDELIVERABLE', 'UNDELIVERABLE_NEW_STATE'], code)
      return report(mark, letter, [code.split('_')[0] ?? '', code])
    },
    writeAnswer: ({ phone, sender }, id, answer) =>
      post({ messageId: id, from: bare(phone), to: bare(sender), text: typed(answer) }),
    verifyWebhook: (request) => knowsPath(secrets, request),
    parseWebhook: (request) => parseInfobip(request),
  }
}

/** Infobip’s names of states and of operators’ errors are reported later; the other codes answer a request. */
const isLate = (code: string) => /^(?:EC|REJECTED|UNDELIVERABLE|EXPIRED)_/.test(code)

const typed = (answer: Parameters<Dialect['writeAnswer']>[2]) =>
  'text' in answer ? answer.text : (answer.typed ?? String(answer.option))

export const zenvia: Speak = (secrets) => {
  const post = (event: object) => ({
    path: `/hooks/zenvia/${secrets[0]}`,
    headers: json,
    body: JSON.stringify(event),
  })
  const report = (mark: string, { messageId }: Letter, code: string) =>
    post({
      id: `${messageId} ${code}`,
      type: 'MESSAGE_STATUS',
      channel: 'sms',
      message: { id: messageId, externalId: mark },
      messageStatus: { code },
    })
  return {
    ...named('zenvia'),
    canLookUp: false,
    refusal: { kind: 'rejected', class: 'content', code: 'zenvia-validation-error' },
    tooMany: { kind: 'deferred', class: 'rate', code: 'zenvia-http-429', retryAfterMs: 1_000 },
    refusals: withUnknown(
      ['AUTHENTICATION_ERROR', 'NOT_FOUND', 'VALIDATION_ERROR', 'DUPLICATED'],
      'NEW_CODE',
    ),
    failures: ['REJECTED', 'NOT_DELIVERED'],
    classOf: reading(zenviaClasses),
    writeReport: (mark, letter, said: Report) =>
      report(mark, letter, said === 'sent' ? 'SENT' : 'DELIVERED'),
    writeFailure: report,
    writeAnswer: ({ phone, sender }, id, answer) =>
      post({
        id,
        type: 'MESSAGE',
        message: {
          id,
          from: bare(phone),
          to: bare(sender),
          direction: 'IN',
          contents: [{ type: 'text', text: typed(answer) }],
        },
      }),
    verifyWebhook: (request) => knowsPath(secrets, request),
    parseWebhook: (request) => parseZenvia(request),
  }
}
