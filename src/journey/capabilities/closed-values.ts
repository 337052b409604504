// Finds in the schema of a module's result which fields have a closed set of values, because conditions and cases
// accept only those.
import { z } from 'zod'
import type { CelFields, CelType } from '#src/platform/cel/variables.ts'

/** The most whole numbers that count as a closed set; a wider range is an open number. */
const widestRange = 20

/** Returns `seen` with the values of each text or number that its schema closes. */
export function closeValues(seen: CelFields, result: z.ZodType): CelFields {
  const shape: Readonly<Record<string, unknown>> = result instanceof z.ZodObject ? result.shape : {}
  return Object.fromEntries(
    Object.entries(seen).map(([name, type]) => [name, closeType(type, shape[name])]),
  )
}

function closeType(type: CelType, schema: unknown): CelType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodExactOptional)
    return closeType(type, schema.unwrap())
  if (typeof type === 'object')
    return 'list' in type && schema instanceof z.ZodArray
      ? { list: closeType(type.list, schema.element) }
      : type
  const values = valuesOf(schema)
  const isOfType = values.every((one) => typeof one === { string: 'string', double: 'number', bool: '' }[type]) // prettier-ignore
  return values.length > 0 && isOfType ? { oneOf: values } : type
}

function valuesOf(schema: unknown): (string | number)[] {
  if (schema instanceof z.ZodEnum) return schema.options
  if (schema instanceof z.ZodLiteral)
    return [...schema.values].filter((one) => typeof one === 'string' || typeof one === 'number')
  if (schema instanceof z.ZodNumberFormat) {
    const { minValue, maxValue } = schema
    if (minValue === null || maxValue === null || maxValue - minValue > widestRange) return []
    return Array.from({ length: maxValue - minValue + 1 }, (_, at) => minValue + at)
  }
  return []
}
