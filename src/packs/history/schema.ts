import { z } from 'zod'

const ListedRun = z
  .object({
    runId: z.uuid(),
    transactionId: z.uuid(),
    packVersion: z.int().positive(),
    status: z.enum(['processing', 'partial', 'completed']),
    outcome: z.string().exactOptional(),
    stopReason: z.string().exactOptional(),
    unansweredStep: z.string().exactOptional(),
    waitingFor: z.array(z.string()).meta({ description: 'Modules that have begun and not ended.' }),
    startedAt: z.iso.datetime(),
    endedAt: z.iso.datetime().exactOptional(),
  })
  .meta({ id: 'ListedRun', description: 'A run of a pack: ids, codes and times.' })
export type ListedRun = z.output<typeof ListedRun>

export const RunList = z
  .object({
    runs: z.array(ListedRun).meta({ description: 'The newest first.' }),
    next: z.string().exactOptional().meta({ description: 'The cursor of the next page.' }),
  })
  .meta({ id: 'RunList', description: 'A page of runs.' })
export type RunList = z.output<typeof RunList>
