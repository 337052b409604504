// The channels of tokens, as a table: their operations differ in nothing else.
import type { Context } from 'hono'
import type { z } from 'zod'
import type { ChallengeState } from '#src/messaging/challenges/challenge.ts'
import type { ChallengeContent } from '#src/messaging/messages/content.ts'
import { failureCodes } from '#src/messaging/challenges/schema.ts'
import { iso, tokenStatus, toSendingFields } from '#src/messaging/challenges/status.ts'
import type { MessagingDeps } from '#src/messaging/challenges/deps.ts'
import { createSendRate, passOrThrow } from '#src/messaging/requests/volume/send-rate.ts'
import { nameOf } from '#src/platform/http/auth/refusal-limit.ts'
import { type Refusal, refuse, type Reply, reply } from '#src/platform/http/reply.ts'
import { createNamedLimit } from '#src/platform/http/request/address-limit.ts'
import type { Mounted, Principal } from '#src/platform/http/route.ts'
import { EmailFailureCode, EmailTokenRecord, SmsTokenRecord } from './schema.ts'

export type TokenChannel = {
  readonly challengeKind: 'email-token' | 'sms-token'
  readonly path: string
  readonly tag: string
  /** Part of the operation ids. */
  readonly operation: string
  readonly noun: string
  readonly recipient: string
  readonly record: z.ZodType<TokenRecord>
  /** Converts a record to its wire form. */
  readonly toRecord: (
    state: ChallengeState,
    content: Pick<ChallengeContent, 'purpose'>,
    now: number,
  ) => TokenRecord
  /** The answer when the transaction has no recipient, with its declaration. */
  readonly withoutRecipient: {
    readonly answer: Reply<204> | Refusal<'no-email'>
    readonly responses: { readonly 204?: { description: string } }
    readonly problems: readonly 'no-email'[]
  }
  readonly limit: (deps: MessagingDeps) => SendLimit
}

export type TokenRecord = EmailTokenRecord | SmsTokenRecord

/** Limits how many messages may be requested. */
type SendLimit = {
  /** Wraps the operation that requests a message. */
  readonly mount: (mounted: Mounted) => Mounted
  readonly spend: (request: { readonly c: Context; readonly principal: Principal }) => number
}

export const emailChannel: TokenChannel = {
  challengeKind: 'email-token',
  path: '/v1/transaction/{id}/emails/tokens',
  tag: 'E-mail token',
  operation: 'EmailToken',
  noun: 'e-mail token',
  recipient: 'the e-mail address of the transaction',
  record: EmailTokenRecord,
  toRecord: (state, content, now) => ({
    ...toShownToken('Email', state, content),
    ...toSendingFields(state, EmailFailureCode.options, now),
  }),
  withoutRecipient: { answer: refuse('no-email'), responses: {}, problems: ['no-email'] },
  limit({ messaging: { emailsPerMinute } }) {
    const byCredential = createNamedLimit({
      burst: emailsPerMinute,
      perSecond: emailsPerMinute / 60,
    })
    return {
      mount: (mounted) => mounted,
      spend: ({ principal }) =>
        passOrThrow(byCredential.take(nameOf(principal), performance.now())),
    }
  },
}

export const smsChannel: TokenChannel = {
  challengeKind: 'sms-token',
  path: '/v1/transaction/{id}/sms/tokens',
  tag: 'SMS token',
  operation: 'SmsToken',
  noun: 'SMS token',
  recipient: 'the hottest mobile phone of the transaction (of its first 20)',
  record: SmsTokenRecord,
  toRecord: (state, content, now) => ({
    ...toShownToken('Sms', state, content),
    ...toSendingFields(state, failureCodes, now),
  }),
  withoutRecipient: {
    answer: reply(204),
    responses: { 204: { description: 'The transaction has no mobile phone that can get it.' } },
    problems: [],
  },
  limit(deps) {
    const rate = createSendRate(deps, deps.messaging.sendRate)
    return { mount: (mounted) => rate.limit(mounted), spend: ({ c }) => rate.spend(c) }
  },
}

/** The wire form of a token without the fields of its sending. */
const toShownToken = <const Type extends string>(
  type: Type,
  state: ChallengeState,
  { purpose }: Pick<ChallengeContent, 'purpose'>,
) => ({
  status: tokenStatus(state),
  type,
  createdAt: iso(state.createdAt),
  ...(state.repliedAt !== null && { repliedAt: iso(state.repliedAt) }),
  ...(purpose !== undefined && { purpose }),
})
