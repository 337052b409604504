import { z } from 'zod'
import { purposeField, sendingFields } from '#src/messaging/challenges/schema.ts'

export const Whatsapp2faRecord = z
  .object({
    status: z.enum(['Waiting', 'Sent', 'Read', 'Replied']),
    createdAt: z
      .string()
      .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/)
      .meta({ description: 'UTC, without `Z`.' }),
    reply: z
      .object({
        option: z.int().meta({ description: '1 is yes, 2 is no, unless the wording differs.' }),
        repliedAt: z.iso.datetime(),
      })
      .optional()
      .meta({ description: 'Present once replied.' }),
    sendLimit: z
      .int()
      .meta({ description: 'Messages that a transaction may send in any 60 minutes.' }),
    text: z.string().meta({ description: 'The message.' }),
    ...purposeField,
    ...sendingFields,
  })
  .meta({
    id: 'Whatsapp2faRecord',
    description: 'A question by WhatsApp that the person answers with a button.',
    example: {
      status: 'Replied',
      createdAt: '2026-11-21T14:05:00.000',
      reply: { option: 1, repliedAt: '2026-11-21T14:06:10.000Z' },
      sendLimit: 3,
      expirationTime: '2026-11-21T14:15:00.000Z',
      text: 'Olá! Acme pede sua confirmação: foi você que pediu esta operação? Responda em até 10 minutos.',
    },
  })
export type Whatsapp2faRecord = z.output<typeof Whatsapp2faRecord>
