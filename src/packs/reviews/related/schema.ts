// The transactions that share a value with another one, as the API shows them: ids, codes and counts.
import { z } from 'zod'

export const relatedKinds = ['document', 'phone', 'email', 'device', 'card', 'picture'] as const

const kind = z.enum(relatedKinds).meta({
  description:
    'What is shared; a `picture` to the byte, a `device` as liveness names it, the rest as the transaction was created with it.',
})

const transactionId = z.uuid()

export const Related = z
  .object({
    counts: z
      .array(z.object({ kind, transactions: z.int().positive() }))
      .meta({ description: 'How many other transactions show a value of this one, by its kind.' }),
    related: z
      .array(
        z.object({
          transactionId,
          createdAt: z.iso.datetime(),
          steps: z.union([z.literal(1), z.literal(2)]).meta({
            description:
              '1: it shows a value of the transaction; 2: a value of one that does, and none of the transaction’s.',
          }),
          by: z.array(kind),
          via: transactionId.exactOptional().meta({ description: 'Of two steps: one between.' }),
          outcome: z.string().exactOptional().meta({ description: 'Of its latest run of a pack.' }),
          review: z.enum(['open', 'decided']).exactOptional(),
        }),
      )
      .meta({ description: 'The nearest first, then the newest; at most 100 of each step.' }),
    isCut: z.boolean().meta({ description: 'There are more than are shown or counted.' }),
  })
  .meta({
    id: 'RelatedTransactions',
    description: 'What hangs together with a transaction, without the values.',
    example: {
      counts: [{ kind: 'phone' as const, transactions: 1 }],
      related: [
        {
          transactionId: '019a9f3c-7c1e-7b6a-9d0e-2f4b8c6d1e35',
          createdAt: '2026-11-20T14:03:27.123Z',
          steps: 1 as const,
          by: ['phone' as const],
          outcome: 'rejected',
        },
      ],
      isCut: false,
    },
  })
export type Related = z.output<typeof Related>
