// Validates query, headers and path with @hono/zod-validator, and reports faults in our own form.
import { zValidator } from '@hono/zod-validator'
import type { Context } from 'hono'
import type { z } from 'zod'
import type { Fault } from '#src/platform/errors.ts'
import { parse, toAllFaults } from './faults.ts'
import { pointer } from './pointer.ts'

export type Checked = { data: unknown } | { faults: Fault[] }

/**
 * Checks one part of a request against its schema: gives its values or all faults, with pointers that start at `root`.
 */
export async function checkPart(
  part: 'query' | 'header',
  schema: z.ZodObject,
  c: Context,
): Promise<Checked> {
  const root = `${part}#`
  const unsound = part === 'query' ? findNuls(schema, c.req.queries(), root) : []
  if (unsound.length > 0) return { faults: unsound }
  let checked: Checked = { faults: [] }
  const validator = zValidator(
    part,
    schema,
    (result) => {
      checked = result.success
        ? { data: result.data }
        : { faults: toAllFaults(result.error.issues, root, schema) }
      return result.success ? undefined : new Response()
    },
    { validationFunction: (given, value) => parse(given, value) },
  )
  await validator(c, async () => {})
  return checked
}

/** Decoded text of a path or query can contain NUL, which PostgreSQL refuses. */
export function findNuls(
  schema: z.ZodObject,
  values: Readonly<Record<string, unknown>>,
  root: string,
): Fault[] {
  return Object.keys(values)
    .filter((name) => holdsNul(values[name]))
    .map((name) => ({
      pointer: pointer(root, [name], schema),
      code: 'unicode',
      detail: 'has a NUL',
    }))
}

const holdsNul = (value: unknown): boolean =>
  Array.isArray(value) ? value.some(holdsNul) : hasNul(value)
const hasNul = (text: unknown) => typeof text === 'string' && text.includes('\0')
