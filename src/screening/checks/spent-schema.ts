import { z } from 'zod'

export const CheckSpending = z
  .object({
    since: z.iso.datetime(),
    spent: z.array(
      z.object({
        day: z.iso.date().meta({ description: 'In UTC.' }),
        account: z.string(),
        service: z.string(),
        attempts: z.int(),
        uncertain: z.int().meta({ description: 'Of them, those that may have been bought.' }),
        repeated: z.int().meta({ description: 'How often one was sent more than once.' }),
        costMicros: z.int().meta({ description: 'In millionths of the currency unit.' }),
      }),
    ),
    today: z
      .object({
        spentMicros: z.int().meta({ description: 'With what is set aside for what is under way.' }),
        capMicros: z.int().exactOptional(),
      })
      .meta({ description: 'As the cap counts it.' }),
  })
  .meta({
    id: 'CheckSpending',
    description: 'What checks have cost a tenant, by day, account and service.',
    example: {
      since: '2026-11-15T00:00:00.000Z',
      spent: [
        {
          day: '2026-11-22',
          account: 'bureau',
          service: 'BasicInfos',
          attempts: 412,
          uncertain: 1,
          repeated: 0,
          costMicros: 28_840_000,
        },
      ],
      today: { spentMicros: 28_840_000, capMicros: 500_000_000 },
    },
  })
export type CheckSpending = z.output<typeof CheckSpending>
