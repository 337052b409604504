import { z } from 'zod'
import { howWhole, ScoreReason } from '#src/risk/scorecards/schema.ts'
import { Insight } from '#src/journey/facts/schema.ts'

export const CardCheck = z
  .object({
    insights: z.array(Insight),
    score: z.int().min(0).max(100).meta({ description: 'Higher is better.' }),
    ...howWhole,
    reasons: z.array(ScoreReason).exactOptional().meta({ description: 'What made the score.' }),
  })
  .meta({
    id: 'CardCheck',
    description: 'What speaks for and against the use of the card, and the score that it makes.',
    example: {
      insights: [
        {
          code: 'CD002',
          description: 'Titular do cartão com o mesmo documento da transação',
          type: 'rule',
          category: 'Card',
          relevance: 'Positivo',
          relatedTo: ['Card', 'Document'],
        },
      ],
      score: 75,
      partly: false,
      reasons: [
        {
          code: 'CD002',
          points: 15,
          description: 'Titular do cartão com o mesmo documento da transação',
        },
      ],
    },
  })
