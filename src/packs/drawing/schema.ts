import { z } from 'zod'

const StepState = z.enum(['pending', 'processing', 'completed', 'failed', 'skipped', 'stopped'])

/** A step in words, with the steps inside it. */
export const PackStepInWords = z
  .object({
    pointer: z.string().meta({ description: 'JSON pointer from the root step of the document.' }),
    words: z.string(),
    note: z
      .string()
      .exactOptional()
      .meta({ description: 'What is asked of it, how it did, or what was answered.' }),
    state: StepState.exactOptional().meta({ description: 'Of a run.' }),
    reach: z.enum(['untouched', 'begun', 'passed']).exactOptional().meta({
      description: 'How far a run has come at it.',
    }),
    get steps() {
      return z.array(PackStepInWords)
    },
  })
  .meta({ id: 'PackStepInWords', description: 'The composition of a pack as a nested list.' })

export type PackStepInWords = z.output<typeof PackStepInWords>

/** A run in words, without results of modules. */
export const PackRunInWords = z
  .object({
    id: z.uuid(),
    version: z.int().positive(),
    status: z.enum(['processing', 'partial', 'completed']),
    outcome: z.string().exactOptional(),
    stopReason: z.string().exactOptional(),
    startedAt: z.iso.datetime(),
    endedAt: z.iso.datetime().exactOptional(),
    steps: PackStepInWords,
  })
  .meta({ id: 'PackRunInWords', description: 'How far the latest run of a pack has come.' })
export type PackRunInWords = z.output<typeof PackRunInWords>
