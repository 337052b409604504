import { z } from 'zod'

const count = z.int().nonnegative()
const seconds = z.number().nonnegative()

const StepCount = z
  .object({
    step: z.string().meta({ description: 'By its name in the pack.' }),
    begun: count.meta({ description: 'People who came to it.' }),
    done: count,
    skipped: count.meta({ description: 'Given up by a press of the person.' }),
    rejected: count,
    review: count.meta({ description: 'Not decided yet.' }),
    open: count.meta({ description: 'The person stands there, and the link can still be walked.' }),
    left: count.meta({ description: 'The link ended, and nothing came of it.' }),
    tries: count.meta({ description: 'How often something was sent for it, by all.' }),
    p50Seconds: seconds.exactOptional().meta({ description: 'Half were done with it sooner.' }),
    p95Seconds: seconds.exactOptional().meta({ description: 'All but one in twenty were.' }),
  })
  .meta({
    id: 'FunnelStep',
    description: 'What became of those who came to a step, and how long they stood before it.',
  })

const FunnelVersion = z
  .object({
    version: z.int().positive(),
    made: count.meta({ description: 'Links.' }),
    opened: count.meta({ description: 'Begun in a browser.' }),
    consented: count,
    refused: count.meta({ description: 'Did not agree, or took it back, and left it at that.' }),
    disowned: count.meta({ description: 'The person said that the request is not theirs.' }),
    completed: count,
    expired: count,
    replaced: count.meta({ description: 'By a newer link.' }),
    p50Seconds: seconds.exactOptional().meta({
      description: 'From the consent to the completion: half took less.',
    }),
    p95Seconds: seconds.exactOptional().meta({ description: 'All but one in twenty took less.' }),
    steps: z.array(StepCount).meta({ description: 'In the order in which most come to them.' }),
  })
  .meta({ id: 'FunnelVersion', description: 'The links that walk one version of a pack.' })

export const LinkFunnel = z
  .object({
    name: z.string(),
    since: z.iso.datetime().meta({
      description:
        'Links that were made from then on are counted: the newest where there are many.',
    }),
    versions: z.array(FunnelVersion).meta({ description: 'Newest first.' }),
  })
  .meta({ id: 'LinkFunnel', description: 'Where people leave the verification links of a pack.' })
export type LinkFunnel = z.output<typeof LinkFunnel>
