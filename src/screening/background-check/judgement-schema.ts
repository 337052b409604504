import { z } from 'zod'
import { text } from '#src/journey/transaction/fields-schema.ts'

const judgement = z.enum(['false-positive', 'true-positive']).meta({
  description:
    '`false-positive`: it is about somebody else, and counts no more for this subject while the entry says the same, for 365 days. `true-positive` takes that back.',
})

export const JudgeHit = z
  .object({
    judgement,
    note: text()
      .min(1)
      .meta({ description: 'Why: what was compared. It is stored sealed, and not shown.' }),
  })
  .meta({
    id: 'JudgeHit',
    description: 'Whether a hit is about the subject.',
    example: { judgement: 'false-positive', note: 'Another father; born in another state.' },
  })

export const JudgedHit = z
  .object({
    hitId: z.string(),
    judgement,
    at: z.iso.datetime(),
    until: z.iso.datetime().meta({ description: 'It counts so long.' }),
  })
  .meta({
    id: 'JudgedHit',
    description: 'A hit that a person has judged.',
    example: {
      hitId: 'r5UuS4iAC1b0m0o6gq8u2g',
      judgement: 'false-positive',
      at: '2026-11-22T14:05:00.000Z',
      until: '2027-11-22T14:05:00.000Z',
    },
  })
