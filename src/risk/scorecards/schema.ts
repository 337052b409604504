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

/** Whether all facts that the rules read were known. */
export const howWhole = {
  partly: z.boolean().meta({
    description:
      'Some rule made no point because nobody has asked for what it reads, or nobody has answered.',
  }),
  missing: z
    .array(z.string())
    .exactOptional()
    .meta({
      description: 'Where it is so, the facts that are not known.',
      example: ['checks.sanctioned'],
    }),
} as const

/** The fields of every score beside its value. */
export const scoreFields = {
  value: z.number().min(0).max(100).meta({ description: 'Higher is better.' }),
  reason: z.string().meta({ description: 'The reasons in one line, the weightiest first.' }),
  createdAt: z.iso.datetime(),
  reasons: z.array(ScoreReason),
  band: z.string().exactOptional().meta({ description: 'As the scorecard names it.' }),
  scorecard: z.string().meta({ description: 'Name and version.', example: 'identity@1' }),
  ...howWhole,
} as const
