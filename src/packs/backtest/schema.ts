import { z } from 'zod'
import { moment } from '#src/platform/moment-schema.ts'
import { draftText } from '#src/packs/runs/schema.ts'

const version = z.int().positive().max(2_147_483_647)
const runs = z.int().nonnegative()

const limitMax = 1_000_000

export const StartBacktest = z
  .object({
    version: version.optional().meta({ description: 'The version that is tried.' }),
    text: draftText.optional().meta({
      description:
        'In place of a version: the text of a draft, as it would be published. It is checked, and stays with the report.',
    }),
    against: version.optional().meta({ description: 'Only runs of this version; without it all.' }),
    since: moment.optional().meta({
      description: 'Only runs that began from then on; 90 days ago without it.',
    }),
    limit: z.int().min(1).max(limitMax).optional().meta({
      description: 'At most so many runs, the newest first; 10 000 without it.',
    }),
  })
  .refine((asked) => (asked.version === undefined) !== (asked.text === undefined), {
    path: ['version'],
    error: 'must be there, or `text` in its place',
  })
  .meta({
    id: 'StartBacktest',
    description: 'What is tried, a version or a text, and over which runs.',
    example: { version: 3, against: 2, limit: 10_000 },
  })

export const StartedBacktest = z
  .object({ id: z.uuid() })
  .meta({ id: 'StartedBacktest', description: 'Where its report will be.' })

/** The comparison of another version’s decisions on recorded results with the actual ones. */
const comparison = {
  compared: runs,
  same: runs,
  changed: runs,
  undecidable: runs.meta({
    description:
      'Something that the version asks for was never recorded, as `missing` says; not among those compared.',
  }),
  outcomes: z
    .array(z.object({ from: z.string(), to: z.string(), count: z.int().positive() }))
    .meta({
      description:
        'What was decided and what would be: the outcome of a stop, else `completed` or `partial`.',
    }),
  conditions: z.array(z.object({ path: z.string(), differed: z.int().positive() })).meta({
    description:
      'Conditions and rows of both that were answered otherwise, by their name or place (of a row `<table>.<row>`): of all runs, those whose end is unknown among them.',
  }),
  missing: z
    .array(
      z.object({
        step: z.string().exactOptional().meta({ description: 'By its name or place.' }),
        why: z
          .enum([
            'never-ran',
            'nobody-decided',
            'not-kept',
            'too-large',
            'no-evidence',
            'too-many-turns',
          ])
          .meta({
            description:
              'A module never ran, nobody decided a review, a condition reads what was not kept; of whole runs: they saw more than may be kept, nothing is kept, or the version comes to no end.',
          }),
        read: z.string().exactOptional().meta({ description: 'What of it was not kept.' }),
        count: z.int().positive(),
      }),
    )
    .meta({ description: 'What was missing where the end is unknown, and in how many runs.' }),
  examples: z.array(z.uuid()).max(100).meta({ description: 'Transactions decided otherwise.' }),
}

const head = {
  id: z.uuid(),
  version: version.exactOptional().meta({ description: 'Absent where a draft was tried.' }),
  status: z.enum(['running', 'completed', 'failed']),
  progress: z.number().min(0).max(1),
}

export const ListedBacktests = z
  .object({
    backtests: z.array(
      z.object({
        ...head,
        against: version.exactOptional(),
        createdAt: z.iso.datetime(),
        compared: runs,
        changed: runs,
        undecidable: runs,
      }),
    ),
  })
  .meta({ id: 'PackBacktests', description: 'The newest backtests of a pack, newest first.' })
export type ListedBacktests = z.output<typeof ListedBacktests>

export const PackBacktest = z.object({ ...head, ...comparison }).meta({
  id: 'PackBacktest',
  description: 'A version or a draft tried over past runs, as far as it has come.',
})

export type PackBacktest = z.output<typeof PackBacktest>

export const PackShadow = z
  .object({ version, ...comparison })
  .meta({ id: 'PackShadow', description: 'A version evaluated beside what is live.' })
export type PackShadow = z.output<typeof PackShadow>
