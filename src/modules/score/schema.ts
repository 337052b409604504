import { z } from 'zod'

export const ScoreReason = z
  .object({
    code: z.string().meta({ description: 'A rule of the scorecard that applied.' }),
    points: z.number().meta({ description: 'What it added, or took away when negative.' }),
    description: z.string().meta({ description: 'The rule in words, in Portuguese.' }),
  })
  .meta({
    id: 'ScoreReason',
    description: 'One reason of a score.',
    example: {
      code: 'email-verified-by-token',
      points: 25,
      description: 'E-mail confirmado por token',
    },
  })
export type ScoreReason = z.output<typeof ScoreReason>

export const ScoreResult = z
  .object({
    value: z.number().min(0).max(100).meta({ description: 'Higher is better.' }),
    reason: z.string().meta({ description: 'The reasons in one line, the weightiest first.' }),
    createdAt: z.iso.datetime(),
    reasons: z.array(ScoreReason),
  })
  .meta({
    id: 'ScoreResult',
    description: 'A score of what is known of the transaction, with what it was made from.',
    example: {
      value: 80,
      reason: 'E-mail confirmado por token; Dígitos verificadores do documento corretos',
      createdAt: '2026-11-20T14:03:27.123Z',
      reasons: [
        {
          code: 'document-check-digits-hold',
          points: 10,
          description: 'Dígitos verificadores do documento corretos',
        },
        { code: 'email-verified-by-token', points: 25, description: 'E-mail confirmado por token' },
      ],
    },
  })
export type ScoreResult = z.output<typeof ScoreResult>
