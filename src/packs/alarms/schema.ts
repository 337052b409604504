import { z } from 'zod'

export const alarmNames = [
  'TransactionsOverdue',
  'TasksSetApart',
  'PumpingStopped',
  'ReviewsOverdue',
  'WebhookDisabled',
  'WebhooksLate',
  'EndpointTrouble',
] as const
export type AlarmName = (typeof alarmNames)[number]

export const Alarm = z
  .object({
    name: z.enum(alarmNames).meta({
      description: 'As the alarm of Prometheus and its section of the run-book are called.',
    }),
    count: z.int().min(1).meta({
      description:
        'How many transactions, tasks, prefixes, reviews, webhooks, deliveries or endpoints.',
    }),
    since: z.iso.datetime().meta({ description: 'Since when the first of them is so.' }),
  })
  .meta({ id: 'Alarm', description: 'Something that somebody has to look at.' })
export type Alarm = z.output<typeof Alarm>

export const Alarms = z
  .object({
    alarms: z.array(Alarm).meta({ description: 'What holds now; none where all is well.' }),
    workflowsUrl: z
      .url()
      .exactOptional()
      .meta({ description: 'The list of workflows in the Temporal UI, where there is one.' }),
  })
  .meta({
    id: 'Alarms',
    description: 'What is wrong for the tenant in this mode, as far as its rows say it.',
    example: { alarms: [{ name: 'WebhooksLate', count: 12, since: '2026-11-20T14:02:11.000Z' }] },
  })
export type Alarms = z.output<typeof Alarms>
