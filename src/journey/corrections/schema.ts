import { z } from 'zod'
import { storedFields } from '#src/journey/transaction/schema.ts'

/** The document identifies the person, so another document needs another transaction. */
const fixed: readonly string[] = ['documentType', 'document', 'documentCountry']

/**
 * The fields that a correction may name. A null removes a field, also within an object; the merged whole is then
 * checked.
 */
const correctable = Object.fromEntries(
  Object.entries({ ...storedFields, Phones: storedFields.phones })
    .filter(([name]) => !fixed.includes(name))
    .map(([name, schema]) => [name, namedBy(schema)]),
)

/** The schema of a merge patch, which takes any value: values are checked after they are merged. */
function namedBy(schema: z.ZodType): z.ZodType {
  const { description, example } = schema.meta() ?? {}
  return z
    .unknown()
    .optional()
    .meta({
      ...(description !== undefined && { description }),
      ...(example !== undefined && { example }),
    })
}

export const CorrectTransaction = z
  .looseObject({ ...correctable, ...Object.fromEntries(fixed.map((name) => [name, notAllowed()])) })
  .meta({
    id: 'CorrectTransaction',
    description:
      'A merge patch (RFC 7396) of the fields of a creation: what is named replaces, null removes, objects are merged. The document itself cannot be corrected. Unknown fields are ignored.',
    example: { name: 'Maria Souza Lima', address: { complement: null } },
  })

function notAllowed() {
  return z
    .unknown()
    .optional()
    .refine((value) => value === undefined, {
      error: 'another document is another transaction',
      params: { code: 'not-allowed' },
    })
    .meta({ description: 'Cannot be corrected: another document is another transaction.' })
}
