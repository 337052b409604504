// The closed values of a module's results, as the schema of a result says them: conditions and cases take no others.
import { z } from 'zod'
import type { CelFields, CelType } from '#src/platform/cel/variables.ts'

/** Whole numbers between bounds further apart than this are no words. */
const widestRange = 20

/** `seen` with each open text or number closed where its field in the schema is. */
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
