import { z } from 'zod'

const RunCount = z
  .object({
    day: z.iso.date().meta({ description: 'In UTC, by the clock of the transaction.' }),
    version: z.int().positive(),
    status: z.enum(['processing', 'partial', 'completed']),
    outcome: z.string().exactOptional().meta({ description: 'Of the stop that ended the runs.' }),
    count: z.int().positive(),
  })
  .meta({ id: 'PackRunCount', description: 'Runs that began on one day and came to the same.' })

const seconds = z.number().nonnegative()
const ModuleCount = z
  .object({
    module: z.string().meta({ description: 'The name of its step: its id, else its key.' }),
    count: z.int().nonnegative().meta({ description: 'Runs in which it began.' }),
    failures: z.int().nonnegative().meta({ description: 'Technical ones.' }),
    p50Seconds: seconds.exactOptional().meta({ description: 'Half of them ended sooner.' }),
    p95Seconds: seconds
      .exactOptional()
      .meta({ description: 'All but one in twenty ended sooner.' }),
  })
  .meta({
    id: 'PackModuleCount',
    description:
      'How long a module took from its begin to its end; what a client or a person let it wait is in it.',
  })

export const PackStatistics = z
  .object({
    name: z.string(),
    since: z.iso.datetime().meta({
      description:
        'Runs that began from then on are counted: the newest ones where there are many.',
    }),
    runs: z.array(RunCount).meta({ description: 'By day, newest first.' }),
    modules: z.array(ModuleCount).meta({ description: 'Slowest first.' }),
  })
  .meta({ id: 'PackStatistics', description: 'What became of the runs of a pack.' })
export type PackStatistics = z.output<typeof PackStatistics>

export const PackOutcomes = z
  .object({
    since: z.iso.datetime().meta({ description: 'Runs that began from then on are counted.' }),
    packs: z.array(
      z.object({
        name: z.string(),
        runs: z
          .int()
          .nonnegative()
          .meta({ description: 'The newest 10 000 where there are more.' }),
        open: z.int().nonnegative().meta({ description: 'Those of them that have not ended.' }),
        failed: z
          .int()
          .nonnegative()
          .meta({ description: 'Ended without an outcome by a technical failure.' }),
        outcomes: z
          .array(z.object({ outcome: z.string(), count: z.int().positive() }))
          .meta({ description: 'What the others ended with, the most frequent first.' }),
      }),
    ),
  })
  .meta({ id: 'PackOutcomes', description: 'What became of the runs of all packs.' })
export type PackOutcomes = z.output<typeof PackOutcomes>
