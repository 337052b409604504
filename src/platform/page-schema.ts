// The query fields of a list that is read in pages.
import { z } from 'zod'

/** The `next` of an answer: a position of digits, small letters, `-` and `~`, and a keyed mark of 12 letters. */
export const cursorField = z
  .string()
  .regex(/^[\da-z~-]{1,80}\.[\w-]{12}$/, 'must be `next` of an earlier answer, as it stands there')
  .optional()
  .meta({ description: '`next` of an earlier answer, as it stands there.' })

/** `max`: the most rows of one page; `usual`: the number without the field. */
export const pageLimit = (max: number, usual: number) =>
  z.coerce
    .number()
    .int()
    .min(1)
    .max(max)
    .optional()
    .meta({ description: `At most so many; ${usual} without it.`, example: usual })
