import { z } from 'zod'
import { purposeField, sendingFields } from '#src/messaging/challenges/schema.ts'

export const ValidateToken = z
  .object({
    code: z
      .string()
      .min(1)
      .max(64)
      .meta({ description: 'The code of the message; spaces and hyphens in it do not matter.' }),
  })
  .meta({ id: 'ValidateToken', description: 'What the person typed.', example: { code: '123456' } })

/** The reasons why a mail did not, or may not have, reached its address. A closed list. */
export const EmailFailureCode = z
  .enum([
    'recipient-refused',
    'bounced',
    'content-refused',
    'no-provider',
    'provider-failed',
    'send-uncertain',
  ])
  .meta({
    id: 'EmailTokenFailureCode',
    description:
      'recipient-refused: the mail server refused the address. bounced: the message came back. ' +
      'content-refused: the mail server refused the message. no-provider: no mail server is configured. ' +
      'provider-failed: the mail server could not be used until the attempts were spent. ' +
      'send-uncertain: the connection was lost while sending, the message may have left; ask for a new token.',
    example: 'bounced',
  })

/** The fields of a record without those about its sending. */
const tokenFields = {
  createdAt: z.iso.datetime(),
  repliedAt: z.iso.datetime().optional().meta({ description: 'Present once the token is valid.' }),
  ...purposeField,
}
const status = z.enum(['Waiting', 'Valid'])

export const EmailTokenRecord = z
  .object({
    status,
    type: z.literal('Email'),
    ...tokenFields,
    ...sendingFields,
    failure: z
      .object({ code: EmailFailureCode, at: z.iso.datetime() })
      .optional()
      .meta({ description: 'Present when sending failed; the code is still taken if it arrived.' }),
  })
  .meta({
    id: 'EmailTokenRecord',
    description: 'A token sent by e-mail: a code and a link, either of which validates it.',
    example: {
      status: 'Waiting',
      type: 'Email',
      createdAt: '2026-08-03T14:05:00.000Z',
      expirationTime: '2026-08-03T15:05:00.000Z',
    },
  })
export type EmailTokenRecord = z.output<typeof EmailTokenRecord>

export const SmsTokenRecord = z
  .object({ status, type: z.literal('Sms'), ...tokenFields, ...sendingFields })
  .meta({
    id: 'SmsTokenRecord',
    description: 'A token sent by SMS: a code and a link, either of which validates it.',
    example: {
      status: 'Waiting',
      type: 'Sms',
      createdAt: '2026-11-21T14:05:00.000Z',
      expirationTime: '2026-11-21T14:15:00.000Z',
    },
  })
export type SmsTokenRecord = z.output<typeof SmsTokenRecord>

export const EmailTokenResult = z.object({ status, createdAt: z.iso.datetime() }).meta({
  id: 'EmailTokenResult',
  description: 'The latest e-mail token, as a pack shows it.',
  example: { status: 'Valid', createdAt: '2026-11-20T14:03:27.123Z' },
})
