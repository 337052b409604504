import { z } from 'zod'
import { purposeField, sendingFields } from '#src/messaging/challenges/schema.ts'

export const SmsTokenRecord = z
  .object({
    status: z.enum(['Waiting', 'Valid']),
    type: z.literal('Sms'),
    createdAt: z.iso.datetime(),
    repliedAt: z.iso
      .datetime()
      .optional()
      .meta({ description: 'Present once the token is valid.' }),
    ...purposeField,
    ...sendingFields,
  })
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
