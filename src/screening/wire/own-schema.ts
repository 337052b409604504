import { z } from 'zod'
import { type Values, ValueSchema } from '#src/journey/values/schema.ts'

/** What a service of a deployment’s own vendor says: values by the schema of its definition. */
export type OwnResult = { readonly values: Values }

/** The schema of its result, by the name of the service. */
export type OwnServices = ReadonlyMap<string, ValueSchema>

/** Values for transactions of the sandbox by the magic digits of the document; `else` for all others. */
export type Samples = Readonly<Record<string, Values>>

/** A service as an account has it. */
export type OwnService = { readonly result: ValueSchema; readonly sandbox?: Samples | undefined }

/** A service as a definition names it; conditions read `steps.check.services.OpeningProtection`. */
export const OwnServiceForm = z.strictObject({
  name: z
    .string()
    .regex(/^[A-Z][A-Za-z0-9]{0,39}$/, 'begins with a capital, then letters and digits alone'),
  /** The schema of what it says; nothing in it is personal. */
  result: ValueSchema,
  /** What it says of transactions of the sandbox. */
  sandbox: z
    .record(z.string().regex(/^(?:\d{4}|else)$/, 'four digits, or else'), z.unknown())
    .exactOptional(),
})
export type OwnServiceForm = z.output<typeof OwnServiceForm>
