import { z } from 'zod'
import { purposeField, sendingFields } from '#src/messaging/challenges/schema.ts'

export const Sms2faRecord = z
  .object({
    text: z.string().meta({
      description: 'The message; after a reply the label of the option that was replied.',
    }),
    type: z.literal('Sms'),
    status: z.enum(['Waiting', 'Sent', 'Delivered', 'Replied']),
    createdAt: z.iso.datetime(),
    smsSendLimit: z
      .int()
      .meta({ description: 'Messages that a transaction may send in any 60 minutes.' }),
    ...purposeField,
    ...sendingFields,
  })
  .meta({
    id: 'Sms2faRecord',
    description: 'A question by SMS that the person answers by replying.',
    example: {
      text: 'Acme: foi voce que pediu esta operacao? Responda 1 para SIM ou 2 para NAO em ate 10 min.',
      type: 'Sms',
      status: 'Delivered',
      createdAt: '2026-11-21T14:05:00.000Z',
      smsSendLimit: 3,
      expirationTime: '2026-11-21T14:15:00.000Z',
    },
  })
export type Sms2faRecord = z.output<typeof Sms2faRecord>
