// The closed subset of JSON Schema 2020-12 for values that tenants bring in: results of steps and inputs of packs.
// https://json-schema.org/draft/2020-12/json-schema-validation
import { z } from 'zod'

/** The most fields, levels and characters that a schema may allow. */
export const fieldsMax = 64
export const levelsMax = 4
export const textMax = 1000
export const itemsMax = 100

const constant = z.union([z.string().max(textMax), z.number(), z.boolean()])
const count = z.int().min(0)

const head = {
  type: z.enum(['object', 'array', 'string', 'number', 'integer', 'boolean']),
  description: z.string().max(1000).exactOptional(),
  enum: z
    .array(constant)
    .min(1)
    .max(100)
    .exactOptional()
    .meta({ description: 'The words or numbers that it may be; conditions know no others.' }),
  const: constant.exactOptional(),
}
const required = z.array(z.string()).max(fieldsMax).exactOptional()
const limits = {
  minimum: z.number().exactOptional(),
  maximum: z.number().exactOptional(),
  minLength: count.max(8192).exactOptional(),
  maxLength: count
    .max(8192)
    .exactOptional()
    .meta({ description: `${textMax} characters without it.` }),
  maxItems: count
    .max(itemsMax)
    .exactOptional()
    .meta({ description: `${itemsMax} without it.` }),
  format: z
    .enum(['date', 'date-time', 'uuid'])
    .exactOptional()
    .meta({ description: 'A `date-time` is kept as UTC with milliseconds and `Z`.' }),
  'x-personal': z.literal(true).exactOptional().meta({
    description:
      'Personal: conditions compare it by ==, != and sameDocument() alone, and no answer, output or event shows it.',
  }),
}

type Level = z.output<z.ZodObject<typeof head & typeof limits & { required: typeof required }>>
/**
 * The type is written out, because what TypeScript infers of a recursive schema depends on the order in which files are
 * checked.
 */
export type ValueSchema = Level & {
  properties?: Record<string, ValueSchema>
  items?: ValueSchema
}

/** One level of a schema; `findSchemaFaults` checks what the shape alone does not say. */
export const ValueSchema: z.ZodType<ValueSchema> = z
  .strictObject({
    ...head,
    get properties(): z.ZodExactOptional<z.ZodRecord<z.ZodString, z.ZodType<ValueSchema>>> {
      return z.record(z.string(), ValueSchema).exactOptional().meta({
        description: 'Its fields; one that is not named here is dropped, and null is absent.',
      })
    },
    required,
    get items(): z.ZodExactOptional<z.ZodType<ValueSchema>> {
      return ValueSchema.exactOptional()
    },
    ...limits,
  })
  .meta({
    id: 'ValueSchema',
    description: 'A closed subset of JSON Schema 2020-12, whose root is an object.',
  })

/** A value that fits its schema. */
export type Values = { readonly [name: string]: Value }
export type Value = string | number | boolean | readonly Value[] | Values

/**
 * A part that does not fit in a value or schema; `pointer` is a JSON pointer (RFC 6901), and `detail` never holds a
 * value.
 */
export type ValueFault = { readonly pointer: string; readonly detail: string }
