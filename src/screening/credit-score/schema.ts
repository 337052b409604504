import { z } from 'zod'
import { again } from '#src/journey/idempotency/again-schema.ts'
import { LegalBasis } from '#src/journey/transaction/parts-schema.ts'

/** Seeing a credit score needs a scope of its own. */
export const creditScope = 'credit:read'

export const BuyCredit = z.object({ again, legalBasis: LegalBasis.exactOptional() }).meta({
  id: 'BuyCredit',
  description: 'Why a credit score may be bought, and how a failed purchase is tried again.',
  example: { legalBasis: { purpose: 'credit-protection', article: 'LGPD 7, X' } },
})

export const CreditScore = z
  .object({
    id: z.uuid(),
    document: z.string(),
    criterion: z.int(),
    creationDateUtc: z.iso.datetime(),
    scores: z.array(z.object({ name: z.string(), value: z.string() })),
  })
  .meta({
    id: 'CreditScore',
    description: 'The credit scores of a source for the document of the transaction.',
    example: {
      id: '019a9f3d-11aa-7c3d-8a52-0b6f7f3f1c90',
      document: '52998224725',
      criterion: 1,
      creationDateUtc: '2026-11-21T14:05:00.412Z',
      scores: [{ name: 'SCORE', value: '712' }],
    },
  })
export type CreditScore = z.output<typeof CreditScore>
