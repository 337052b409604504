import { z } from 'zod'
import type { WaitsFor } from '#src/journey/agenda/waiting-rules.ts'
import { waitings } from '#src/journey/transaction/rules.ts'

export const Waiting = z.enum(waitings).meta({
  id: 'Waiting',
  description:
    '`operator`: it was paused, or a task was set apart; `review`: a person is to decide; `vendor`: it works, or is in trouble where `trouble` stands beside; `undelivered`: nobody got the message; `engine`: pictures are looked at; `person`: whom a question or link is about; `client`: what you send next; `time`: a moment.',
})

export const WaitingFor = z
  .object({
    for: Waiting,
    what: z.string().meta({
      description: 'Which question, step, service or task, in words.',
      example: 'SMS question',
    }),
    trouble: z
      .object({
        code: z.string().exactOptional().meta({ description: 'Why, as the timeline says it.' }),
        account: z.string().exactOptional().meta({ description: "The vendor's account." }),
      })
      .exactOptional()
      .meta({ description: 'What went wrong with a vendor, or with a message.' }),
    until: z.iso.datetime().exactOptional().meta({
      description:
        "When it goes on by itself: a next try, a deadline, an expiry; by the transaction's clock. Left out of an operator, for whom it waits as long as it takes.",
    }),
  })
  .meta({
    id: 'WaitingFor',
    description: 'What a transaction waits for first, where something is left to be done.',
    example: { for: 'person', what: 'SMS question', until: '2026-11-20T14:15:00.000Z' },
  })
export type WaitingFor = z.output<typeof WaitingFor>

export const toWaiting = ({ trouble, until, ...rest }: WaitsFor): WaitingFor => ({
  ...rest,
  ...(trouble && {
    trouble: {
      ...(trouble.code !== null && { code: trouble.code }),
      ...(trouble.account !== undefined && { account: trouble.account }),
    },
  }),
  ...(until !== undefined && { until: new Date(until).toISOString() }),
})
