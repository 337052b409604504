import { z } from 'zod'
import { purposeField } from '#src/messaging/challenges/schema.ts'

/** Why a message did not, or may not have, reached its address. A closed list. */
export const FailureCode = z
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
export type FailureCode = z.output<typeof FailureCode>

export const EmailTokenRecord = z
  .object({
    status: z.enum(['Waiting', 'Valid']),
    type: z.literal('Email'),
    createdAt: z.iso.datetime(),
    repliedAt: z.iso
      .datetime()
      .optional()
      .meta({ description: 'Present once the token is valid.' }),
    ...purposeField,
    expirationTime: z.iso.datetime(),
    expired: z
      .literal(true)
      .optional()
      .meta({ description: 'Present once the time for an answer is over without one.' }),
    failure: z
      .object({ code: FailureCode, at: z.iso.datetime() })
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

export const EmailTokenResult = z
  .object({ status: z.enum(['Waiting', 'Valid']), createdAt: z.iso.datetime() })
  .meta({
    id: 'EmailTokenResult',
    description: 'The latest e-mail token, as a pack shows it.',
    example: { status: 'Valid', createdAt: '2026-11-20T14:03:27.123Z' },
  })
export type EmailTokenResult = z.output<typeof EmailTokenResult>
