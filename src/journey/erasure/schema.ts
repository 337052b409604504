import { z } from 'zod'
import { sealedReason } from '#src/journey/transaction/fields-schema.ts'
import { moment } from '#src/platform/moment-schema.ts'

const relationshipClass = z.enum(['applicant', 'customer', 'fraud']).meta({
  description: 'Which of the tenant’s duties applies; an applicant where nothing was said.',
})

export const ErasureReference = z.object({ receiptId: z.uuid() }).meta({
  id: 'ErasureReference',
  description: 'Under which id the receipt is read.',
  example: { receiptId: '019a9f3c-a1b2-7c11-b3a5-6d1f0a9e7b42' },
})

const example = {
  receiptId: '019a9f3c-a1b2-7c11-b3a5-6d1f0a9e7b42',
  transactionId: '019a9f3c-7c1e-7b6a-9d0e-2f4b8c6d1e35',
  status: 'done' as const,
  at: '2026-11-20T14:03:27.123Z',
  what: [
    { kind: 'record', count: 1 },
    { kind: 'pictures', count: 3 },
  ],
  signature: 'eyJhbGciOiJFZERTQSJ9.eyJzdGF0dXMiOiJkb25lIn0.c2lnbmF0dXJl',
}

export const ErasureReceipt = z
  .object({
    receiptId: z.uuid(),
    transactionId: z.uuid(),
    status: z.enum(['running', 'restricted', 'done']).meta({
      description:
        '`running`: the key is destroyed, and stored objects or vendors remain; `restricted`: a duty keeps the record, which `legal:read` alone reads.',
    }),
    at: z.iso.datetime().meta({ description: 'Of its last change.' }),
    what: z
      .array(z.object({ kind: z.string(), count: z.int().nonnegative() }))
      .meta({ description: 'What went so far, by its kind: an open list.' }),
    signature: z.string().meta({
      description:
        'A compact JWS (EdDSA) whose payload is this receipt without it, by a key of `/v1/erasures/keys`.',
    }),
  })
  .meta({ id: 'ErasureReceipt', description: 'What became of an erasure, signed.', example })

export const ReceiptKeys = z
  .object({
    keys: z.array(
      z.object({
        kty: z.string(),
        crv: z.string(),
        x: z.string(),
        kid: z.string(),
        alg: z.string(),
        use: z.string(),
      }),
    ),
  })
  .meta({ id: 'ReceiptKeys', description: 'Public keys of receipts, as a JWK set.' })

export const RelationshipRequest = z
  .object({
    class: relationshipClass,
    endedAt: moment
      .exactOptional()
      .meta({ description: 'From then on the days of its duty are counted.' }),
  })
  .meta({
    id: 'RelationshipRequest',
    description: 'How the client stands to the person.',
    example: { class: 'customer', endedAt: '2026-11-20T00:00:00Z' },
  })

export const Relationship = z
  .object({
    class: relationshipClass,
    endedAt: z.iso.datetime().exactOptional(),
    keptUntil: z.iso.datetime().exactOptional().meta({
      description:
        'Until then a duty keeps it, whoever asks for erasure. Absent without a duty, and while a customer’s relationship goes on.',
    }),
  })
  .meta({
    id: 'Relationship',
    description: 'How the client stands to the person, and what follows.',
    example: {
      class: 'customer',
      endedAt: '2026-11-20T00:00:00.000Z',
      keptUntil: '2031-11-19T00:00:00.000Z',
    },
  })

export const HoldRequest = z
  .object({
    reason: sealedReason,
    until: moment
      .exactOptional()
      .meta({ description: 'In the future; without it until it is lifted.' }),
  })
  .meta({
    id: 'HoldRequest',
    description: 'Why nothing of a transaction may be erased.',
    example: { reason: 'Court order 1234/2026' },
  })

export const Hold = z
  .object({ reason: z.string(), setAt: z.iso.datetime(), until: z.iso.datetime().exactOptional() })
  .meta({
    id: 'Hold',
    description: 'A legal hold.',
    example: { reason: 'Court order 1234/2026', setAt: '2026-11-20T14:03:27.123Z' },
  })
