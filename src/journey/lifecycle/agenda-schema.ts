import { z } from 'zod'
import { actNames } from '#src/journey/transaction/rules.ts'
import { WaitingFor } from './waiting-schema.ts'

export const AgendaTask = z
  .object({
    key: z.string().meta({ description: 'Names it for ever: what comes again bears its round.' }),
    does: z.string().meta({ description: 'What will be done, in words.' }),
    module: z.string().exactOptional(),
    ref: z.string().meta({ description: 'The record or run that it is about.' }),
    attempt: z.int().exactOptional(),
    dueAt: z.iso.datetime().meta({ description: "By the transaction's clock, in UTC." }),
    held: z.enum(['pause', 'turn', 'apart']).exactOptional().meta({
      description:
        'It is not begun, though it may be due: by a pause, until it runs alone, or set apart after workers died.',
    }),
  })
  .meta({ id: 'AgendaTask', description: 'A unit of work that is open.' })
export type AgendaTask = z.output<typeof AgendaTask>

export const OpenAgenda = z
  .object({
    now: z.iso.datetime().meta({ description: "The transaction's time." }),
    waiting: WaitingFor.exactOptional(),
    paused: z
      .object({ since: z.iso.datetime() })
      .exactOptional()
      .meta({ description: 'An operator has paused it.' }),
    acts: z
      .array(z.object({ act: z.enum(actNames), at: z.iso.datetime(), reason: z.string() }))
      .exactOptional()
      .meta({ description: 'What operators did to it and why, the newest first.' }),
    tasks: z.array(AgendaTask).meta({ description: 'What is due first stands first.' }),
    workflow: z
      .object({
        id: z.string(),
        url: z.url().exactOptional().meta({
          description: 'Its runs in the Temporal UI, where the operator has said where that is.',
        }),
      })
      .meta({
        description:
          'Its workflow. There is a run from the first task on; one that has nothing left closes.',
      }),
  })
  .meta({
    id: 'OpenAgenda',
    description: 'What remains to be done of a transaction: ids, codes and times.',
    example: {
      now: '2026-11-20T14:03:28.410Z',
      waiting: { for: 'client', what: 'e-mail token', until: '2026-11-20T15:03:28.410Z' },
      tasks: [
        {
          key: 'expire:019a9f3c-8f2a-7c11-b3a5-6d1f0a9e7b42',
          does: 'expire e-mail token',
          module: 'email-token',
          ref: '019a9f3c-8f2a-7c11-b3a5-6d1f0a9e7b42',
          dueAt: '2026-11-20T15:03:28.410Z',
        },
      ],
      workflow: { id: 'transaction/019a9f3c-7c1e-7b6a-9d0e-2f4b8c6d1e35' },
    },
  })
export type OpenAgenda = z.output<typeof OpenAgenda>
