// The channels of questions, as a table: their operations differ in nothing else.
import type { z } from 'zod'
import type { ChallengeState } from '#src/messaging/challenges/challenge.ts'
import type { ChallengeContent } from '#src/messaging/messages/content.ts'
import { failureCodes } from '#src/messaging/challenges/schema.ts'
import {
  iso,
  smsStatus,
  toSendingFields,
  whatsappStatus,
} from '#src/messaging/challenges/status.ts'
import { Sms2faRecord, Whatsapp2faRecord } from './schema.ts'

export type QuestionChannel = {
  readonly challengeKind: 'sms-2fa' | 'whatsapp-2fa'
  readonly path: string
  readonly tag: string
  /** Part of the operation ids. */
  readonly operation: string
  readonly noun: string
  /** Describes in the API how the person answers. */
  readonly answer: string
  /** Describes in the API the states of its records. */
  readonly states: string
  readonly record: z.ZodType<QuestionRecord>
  /** Converts a record to its wire form. */
  readonly toRecord: (
    state: ChallengeState,
    content: ChallengeContent,
    now: number,
  ) => QuestionRecord
}

type QuestionRecord = Sms2faRecord | Whatsapp2faRecord

export const smsChannel: QuestionChannel = {
  challengeKind: 'sms-2fa',
  path: '/v1/transaction/{id}/sms/2fa',
  tag: 'SMS 2FA',
  operation: 'Sms2fa',
  noun: 'an SMS 2FA',
  answer: 'to be answered by a reply',
  states:
    '`Waiting`, `Sent`, `Delivered`, `Replied`: a state never goes back, and not every carrier reports each of them.',
  record: Sms2faRecord,
  toRecord(state, { text, options, purpose }, now) {
    const replied = options.find(({ option }) => option === state.replyOption)
    return {
      text: (state.repliedAt !== null && replied?.label) || text,
      type: 'Sms',
      status: smsStatus(state),
      createdAt: iso(state.createdAt),
      smsSendLimit: state.rules.sendsMax,
      ...(purpose !== undefined && { purpose }),
      ...toSendingFields(state, failureCodes, now),
    }
  },
}

export const whatsappChannel: QuestionChannel = {
  challengeKind: 'whatsapp-2fa',
  path: '/v1/transaction/{id}/whatsapps/2fa',
  tag: 'WhatsApp 2FA',
  operation: 'Whatsapp2fa',
  noun: 'a WhatsApp 2FA',
  answer: 'with buttons to answer',
  states:
    '`Waiting`, `Sent`, `Read`, `Replied`: a state never goes back. What was delivered stays `Sent`; `Read` is reported for who shows it.',
  record: Whatsapp2faRecord,
  toRecord(state, { text, purpose }, now) {
    const { repliedAt, replyOption } = state
    return {
      status: whatsappStatus(state),
      createdAt: iso(state.createdAt).slice(0, -1),
      ...(repliedAt !== null &&
        replyOption !== null && { reply: { option: replyOption, repliedAt: iso(repliedAt) } }),
      sendLimit: state.rules.sendsMax,
      text,
      ...(purpose !== undefined && { purpose }),
      ...toSendingFields(state, failureCodes, now),
    }
  },
}
