import { z } from 'zod'

const line = z.string().exactOptional()

export const difference = {
  rows: z.array(z.object({ left: line, right: line, same: z.boolean() })).meta({
    description: 'Of the older one left, of the other right; one that stands alone is gone or new.',
  }),
  newlyRequired: z
    .array(z.string())
    .exactOptional()
    .meta({
      description:
        'Fields of the input that the other one needs and the older one does not: clients bring them before it is rolled out.',
      example: ['input.amount'],
    }),
}

export const PackDifference = z
  .object({ from: z.int().positive(), to: z.int().positive(), ...difference })
  .meta({ id: 'PackDifference', description: 'Two documents as YAML, side by side.' })
export type PackDifference = z.output<typeof PackDifference>
