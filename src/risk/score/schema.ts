import { z } from 'zod'
import { scoreFields } from '#src/risk/scorecards/schema.ts'

export const ScoreResult = z.object(scoreFields).meta({
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
    band: 'baixo risco',
    scorecard: 'identity@1',
  },
})
