import { z } from 'zod'
import { purposeField, sendingFields } from '#src/messaging/challenges/schema.ts'

const sendLimit = z
  .int()
  .meta({ description: 'Messages that a transaction may send in any 60 minutes.' })

export const Sms2faRecord = z
  .object({
    text: z.string().meta({
      description: 'The message; after a reply the label of the option that was replied.',
    }),
    type: z.literal('Sms'),
    status: z.enum(['Waiting', 'Sent', 'Delivered', 'Replied']),
    createdAt: z.iso.datetime(),
    smsSendLimit: sendLimit,
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
    sendLimit,
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

export const PhoneConfirmationResult = z
  .object({
    channel: z.enum(['sms', 'whatsapp']),
    status: z.enum(['Waiting', 'Sent', 'Delivered', 'Read', 'Replied']),
    option: z.int().exactOptional().meta({ description: 'The option that was replied.' }),
    meaning: z.enum(['yes', 'no', 'option']).exactOptional().meta({
      description:
        'What the option says: `yes`, `no`, or `option` where it is neither. Its number does not say it: wordings name their own options.',
    }),
    denied: z.literal(true).exactOptional().meta({
      description:
        'Somebody said no to a question of the transaction: no yes counts, and none is shown.',
    }),
    createdAt: z.iso.datetime(),
  })
  .meta({
    id: 'PhoneConfirmationResult',
    description: 'The latest question to a phone by one channel, as a pack shows it.',
    example: {
      channel: 'whatsapp',
      status: 'Replied',
      option: 1,
      meaning: 'yes',
      createdAt: '2026-11-20T14:03:27.123Z',
    },
  })
export type PhoneConfirmationResult = z.output<typeof PhoneConfirmationResult>
