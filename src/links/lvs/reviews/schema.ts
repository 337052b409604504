import { z } from 'zod'

export const LinkReview = z
  .object({
    transactionId: z.uuid(),
    linkId: z.uuid(),
    step: z.string().meta({ description: 'By its name: of a document, or of a face.' }),
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
      transactionId: '019a9f3c-7c1e-7b6a-9d0e-2f4b8c6d1e35',
      linkId: '019a9f3c-8d2f-7c7b-8e1f-3a5c9d7e2f46',
      step: 'facialBiometrics',
      result: 'Inconclusivo',
      because: 'asked-for',
      since: '2026-11-20T14:03:27.123Z',
    },
  })
export type LinkReview = z.output<typeof LinkReview>
