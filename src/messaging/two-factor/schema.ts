import { z } from 'zod'

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
