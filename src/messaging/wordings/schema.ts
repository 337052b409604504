// A tenant’s messages as the wire shows them, with sample values for personal ones.
import { z } from 'zod'

export const MessageWording = z
  .object({
    message: z
      .enum(['email-token', 'sms-token', 'sms-2fa', 'whatsapp-2fa', 'help', 'acknowledgement'])
      .meta({ description: 'Which one; `help` and `acknowledgement` answer what a person wrote.' }),
    channel: z.enum(['email', 'sms', 'whatsapp']),
    language: z.enum(['pt-BR', 'en']),
    account: z.string().optional().meta({
      description: 'Who would send it; without one nobody is configured, and the wording is ours.',
    }),
    subject: z.string().optional(),
    text: z.string(),
    html: z.string().optional().meta({ description: 'Of a mail; its picture is left out.' }),
    options: z.array(z.object({ option: z.int(), label: z.string() })).optional(),
    sms: z
      .object({ encoding: z.enum(['gsm-7', 'ucs-2']), units: z.int(), segments: z.int() })
      .optional()
      .meta({ description: 'How an SMS is counted and billed.' }),
    priceMicros: z.int().optional().meta({
      description:
        'What it is expected to cost, in millionths of the account’s currency; absent where only the vendor knows.',
    }),
  })
  .meta({
    id: 'MessageWording',
    description: 'A message of the tenant in one language, as one account would send it.',
    example: {
      message: 'sms-2fa',
      channel: 'sms',
      language: 'pt-BR',
      account: 'twilio-main',
      text: 'Acme: foi voce que pediu esta operacao? Responda 1 para SIM ou 2 para NAO em ate 10 min.',
      options: [
        { option: 1, label: 'Sim' },
        { option: 2, label: 'Não' },
      ],
      sms: { encoding: 'gsm-7', units: 88, segments: 1 },
      priceMicros: 60_000,
    },
  })
export type MessageWording = z.output<typeof MessageWording>
