import { z } from 'zod'
import { DecideReview } from '#src/packs/reviews/schema.ts'

/** Nobody decides for a person that a message has reached them. */
export const ReviewedStep = z
  .enum(['aiDocs', 'facialBiometrics'])
  .meta({ description: 'By its module: the document, or the face.' })

const transactionId = z.uuid()
const linkId = z.uuid()
const example = {
  transactionId: '019a9f3c-7c1e-7b6a-9d0e-2f4b8c6d1e35',
  linkId: '019a9f3c-8d2f-7c7b-8e1f-3a5c9d7e2f46',
  step: 'facialBiometrics',
}

export const LinkReview = z
  .object({
    transactionId,
    linkId,
    step: ReviewedStep,
    result: z.literal('Inconclusivo'),
    because: z.string().meta({
      description:
        'A reason of the step: `asked-for` where the person asked for another way, `inconclusive` where the engines did not decide after the last try, `faces-unsure`, `device-denied`; `appeal`.',
    }),
    since: z.iso.datetime(),
  })
  .meta({
    id: 'LinkReview',
    description: 'A step of a verification link that a person is to decide.',
    example: {
      ...example,
      result: 'Inconclusivo',
      because: 'asked-for',
      since: '2026-11-20T14:03:27.123Z',
    },
  })
export type LinkReview = z.output<typeof LinkReview>

const decision = z.enum(['approved', 'rejected'])

export const ReviewDecision = z
  .object({
    decision,
    reasons: DecideReview.shape.reasons.exactOptional(),
    note: DecideReview.shape.note,
  })
  .meta({
    id: 'ReviewDecision',
    description: 'What a person has decided.',
    example: { decision: 'approved' },
  })

export const DecidedReview = z
  .object({
    transactionId,
    linkId,
    step: ReviewedStep,
    decision,
    reviewedAt: z.iso.datetime(),
    score: z
      .int()
      .min(0)
      .max(100)
      .nullable()
      .meta({ description: 'Of the link from now on; null until it is completed.' }),
  })
  .meta({
    id: 'DecidedReview',
    description: 'A review that was decided.',
    example: {
      ...example,
      decision: 'approved',
      reviewedAt: '2026-11-20T15:10:02.000Z',
      score: 90,
    },
  })
