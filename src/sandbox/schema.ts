import { z } from 'zod'
import { durationPattern, parseDuration } from '#src/journey/dates/duration-rules.ts'

export const SandboxMessage = z
  .object({
    id: z.uuid(),
    transactionId: z.uuid(),
    channel: z.enum(['email', 'sms', 'whatsapp']),
    to: z.string(),
    subject: z.string().exactOptional(),
    text: z.string(),
    code: z.string().exactOptional(),
    link: z.string().exactOptional(),
    options: z.array(z.object({ option: z.int(), label: z.string() })).exactOptional(),
    createdAt: z.iso.datetime(),
  })
  .meta({
    id: 'SandboxMessage',
    description: 'A message that a live transaction would have sent.',
    example: {
      id: '019a9f3c-90aa-7d0c-8a61-5c0f3b1e2d47',
      transactionId: '019a9f3c-7c1e-7b6a-9d0e-2f4b8c6d1e35',
      channel: 'email',
      to: 'ana.exemplo@example.com',
      subject: 'Seu código de verificação',
      text: 'Seu código: 123456',
      code: '123456',
      link: 'https://id.example/t/8mJr2…',
      createdAt: '2026-11-20T14:03:28.410Z',
    },
  })
export type SandboxMessage = z.output<typeof SandboxMessage>

export const SandboxReply = z
  .union([
    z.object({ option: z.int().min(1).max(10) }),
    z.object({ text: z.string().min(1).max(1_000) }),
  ])
  .meta({
    id: 'SandboxReply',
    description: 'An option, or a text as its owner would type it.',
    example: { option: 1 },
  })
export type SandboxReply = z.output<typeof SandboxReply>

export const AdvanceClock = z
  .object({
    advance: z
      .string()
      .max(64)
      .refine((text) => parseDuration(text) !== undefined, {
        error: 'must be an ISO 8601 duration such as PT10M',
        params: { code: 'format' },
      })
      .meta({
        pattern: durationPattern.source,
        description:
          'ISO 8601 duration in years, months, weeks, days, hours, minutes, seconds; the last part may have a fraction. Years and months are those of the calendar in UTC, from the time of the transaction. At most 400 days.',
        example: 'PT10M',
      }),
  })
  .meta({
    id: 'AdvanceClock',
    description: "How far the transaction's clock moves on.",
    example: { advance: 'PT10M' },
  })

export const ClockNow = z.object({ now: z.iso.datetime() }).meta({
  id: 'ClockNow',
  description: "The time by the transaction's clock.",
  example: { now: '2026-11-20T14:13:28.000Z' },
})
