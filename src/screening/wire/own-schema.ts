import { z } from 'zod'
import { type Values, ValueSchema } from '#src/journey/values/schema.ts'

/** The result of a service that a vendor's definition adds: values by the schema in that definition. */
export type OwnResult = { readonly values: Values }

/** The schema of each service's result, by the service's name. */
export type OwnServices = ReadonlyMap<string, ValueSchema>

/** Values for sandbox transactions by the magic digits of their document; `else` for all others. */
export type Samples = Readonly<Record<string, Values>>

/** An own service as its account offers it. */
export type OwnService = { readonly result: ValueSchema; readonly sandbox?: Samples | undefined }

/** An own service as a definition file declares it; conditions read `steps.check.services.OpeningProtection`. */
export const OwnServiceForm = z.strictObject({
  name: z
    .string()
    .regex(/^[A-Z][A-Za-z0-9]{0,39}$/, 'begins with a capital, then letters and digits alone'),
  /** The schema of the result, which must have no personal field. */
  result: ValueSchema,
  /** The results for sandbox transactions. */
  sandbox: z
    .record(z.string().regex(/^(?:\d{4}|else)$/, 'four digits, or else'), z.unknown())
    .exactOptional(),
})
export type OwnServiceForm = z.output<typeof OwnServiceForm>
