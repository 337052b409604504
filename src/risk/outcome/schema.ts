import { z } from 'zod'

const outcome = z.enum(['fraud', 'good'])
const kind = z
  .enum(['identity-theft', 'account-takeover', 'synthetic', 'first-party', 'mule', 'other'])
  .meta({
    description:
      'Of a fraud. With `identity-theft` and `account-takeover` the person of the document is the victim, and only the phones and devices are the fraud’s.',
  })

export const OutcomeRequest = z
  .discriminatedUnion('outcome', [
    z.object({ outcome: z.literal('fraud'), kind: kind.exactOptional() }),
    z.object({ outcome: z.literal('good') }),
  ])
  .meta({
    id: 'OutcomeRequest',
    description: 'What became of the transaction.',
    example: { outcome: 'fraud', kind: 'identity-theft' },
  })

export const Outcome = z
  .object({
    transactionId: z.uuid(),
    outcome,
    kind: kind.exactOptional(),
    toldAt: z.iso.datetime(),
  })
  .meta({
    // The id differs from the name of its field `outcome`, which becomes a type in Rust.
    id: 'TransactionOutcome',
    description: 'What became of the transaction, as the client told it last.',
    example: {
      transactionId: '019a9f3c-7c1e-7b6a-9d0e-2f4b8c6d1e35',
      outcome: 'fraud',
      kind: 'identity-theft',
      toldAt: '2026-11-21T12:00:00.000Z',
    },
  })
export type Outcome = z.output<typeof Outcome>
