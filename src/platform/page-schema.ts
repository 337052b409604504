// The query fields of a list that is read in pages.
import { z } from 'zod'

/** Where the cursor is the id of the last row. */
export const idCursor = z.uuid().optional().meta({ description: '`next` of an earlier answer.' })

/** `max`: the most rows of one page; `usual`: without the field. */
export const pageLimit = (max: number, usual: number) =>
  z.coerce
    .number()
    .int()
    .min(1)
    .max(max)
    .optional()
    .meta({ description: `At most so many; ${usual} without it.`, example: usual })
