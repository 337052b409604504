import { z } from 'zod'

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

const dayMs = 24 * 60 * 60_000
const advanceMaxMs = 400 * dayMs

const duration =
  /^P(?=.)(?:(\d{1,4})W)?(?:(\d{1,4})D)?(?:T(?=.)(?:(\d{1,6})H)?(?:(\d{1,8})M)?(?:(\d{1,10}(?:\.\d{1,3})?)S)?)?$/

/** Milliseconds of an ISO 8601 duration in weeks, days, hours, minutes and seconds; undefined if it is none. */
export function parseDuration(text: string): number | undefined {
  const parts = duration.exec(text)?.slice(1)
  if (!parts) return undefined
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts.map((part) =>
    Number(part ?? 0),
  )
  return Math.round(
    (weeks * 7 + days) * dayMs + hours * 3_600_000 + minutes * 60_000 + seconds * 1_000,
  )
}

export const AdvanceClock = z
  .object({
    advance: z
      .string()
      .max(64)
      .refine((text) => parseDuration(text) !== undefined, {
        error: 'must be an ISO 8601 duration such as PT10M',
        params: { code: 'format' },
      })
      .refine((text) => (parseDuration(text) ?? 0) <= advanceMaxMs, {
        error: 'must be at most P400D',
        params: { code: 'too-big' },
      })
      .meta({
        pattern: duration.source,
        description: 'ISO 8601 duration in weeks, days, hours, minutes, seconds; at most P400D.',
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
