// The schema of a scorecard: a base, rules in CEL over named facts with their points, and bands of values.
import { z } from 'zod'
import { subjectNames } from '#src/risk/insights/catalogue/entry.ts'

const points = z.number().min(-1_000).max(1_000)
const words = (max: number) => z.string().trim().min(1).max(max)

const Rule = z
  .strictObject({
    code: z
      .string()
      .regex(/^[A-Za-z][A-Za-z0-9-]{0,63}$/)
      .meta({ description: 'Names the rule in answers.', example: 'email-verified' }),
    when: z.string().min(1).max(4_000).meta({
      description:
        'CEL over facts, and over `insight.<code>`, which is true where that insight is there, and not known where nobody has asked for what would make it. A rule that asks for what is not known does not apply; the score says `partly` then, and what is missing.',
      example: 'email.verifiedByToken',
    }),
    points: points.meta({ description: 'Added where it applies; taken away where negative.' }),
    description: words(200).meta({ description: 'The reason that answers show.' }),
    relatedTo: z
      .array(z.enum(subjectNames))
      .min(1)
      .max(11)
      .exactOptional()
      .meta({ description: 'Whose rating it counts in; without it in none.' }),
  })
  .meta({ id: 'ScorecardRule', description: 'Points for what is so.' })

const Band = z
  .strictObject({
    from: z.number().min(0).max(100).meta({ description: 'The least value of the band.' }),
    name: words(60),
  })
  .meta({ id: 'ScorecardBand', description: 'A name for values from one on.' })

export const Scorecard = z
  .strictObject({
    $schema: z.string().max(500).exactOptional(),
    base: points.meta({
      description:
        'What there is when no rule applies. Above 50 a rule that takes points away reads only what `needs` names or what it asks for by `has()`: silence would make a good score.',
    }),
    rules: z.array(Rule).min(1).max(200),
    bands: z.array(Band).max(20).exactOptional(),
    needs: z
      .array(
        z
          .string()
          .regex(/^[A-Za-z]+\.[A-Za-z0-9]+$/, 'must be the name of a fact: checks.listsAsked'),
      )
      .min(1)
      .max(100)
      .exactOptional()
      .meta({
        description:
          'Facts and insights without which there is no score: a condition of a pack that reads it has no answer then.',
        example: ['checks.sanctioned', 'insight.BM002'],
      }),
  })
  .meta({
    id: 'Scorecard',
    description: 'The value is the base and the points of the rules that apply, cut to 0 to 100.',
    example: {
      base: 50,
      rules: [
        {
          code: 'email-verified',
          when: 'email.verifiedByToken',
          points: 25,
          description: 'E-mail confirmado por token',
        },
        {
          code: 'card-prepaid',
          when: 'insight.CD007',
          points: -10,
          description: 'Cartão pré-pago',
        },
      ],
      bands: [
        { from: 0, name: 'alto risco' },
        { from: 60, name: 'baixo risco' },
      ],
    },
  })
export type Scorecard = z.output<typeof Scorecard>
export type ScorecardRule = Scorecard['rules'][number]
