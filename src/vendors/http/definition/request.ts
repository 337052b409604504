// The requests of a definition file, and what its answers mean. Expressions are JSONata.
import { z } from 'zod'

export const Expression = z.string().min(1).max(10_000)
const Expressions = z.record(z.string().regex(/^[A-Za-z0-9_.-]{1,60}$/), Expression)

export const Request = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT']),
  /** How the body is written: an object of fields, or of elements. */
  as: z.enum(['json', 'form', 'xml']).default('json'),
  /** `/v1/people/{document}`: each name is a parameter, and its value is encoded. */
  path: z.string().regex(/^\/[^?#\s]*$/, 'begins with a slash, without a query'),
  parameters: Expressions.default({}),
  query: Expressions.default({}),
  headers: Expressions.default({}),
  body: Expression.exactOptional(),
})
export type RequestDefinition = z.output<typeof Request>

/** `when` is asked over `{status, body, params, service}`; without it the statuses alone count. */
export const Condition = z.strictObject({
  statuses: z.array(z.int().min(100).max(599)).min(1).exactOptional(),
  when: Expression.exactOptional(),
})
export type Condition = z.output<typeof Condition>

export const ErrorRule = z.strictObject({
  status: z.int().min(100).max(599).exactOptional(),
  when: Expression.exactOptional(),
  class: z.enum(['invalidInput', 'auth', 'quota', 'rateLimited', 'transient', 'permanent']),
  /** Stands in the timeline: a word of ours, never of the vendor. */
  code: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/)
    .exactOptional(),
})
export type ErrorRule = z.output<typeof ErrorRule>

/** An answer in several pages; `map` sees the bodies of all of them as `pages`. */
export const Pages = z.strictObject({
  /** Over an answer: what the next request sees as `page`. Absent, null or empty: it was the last one. */
  next: Expression,
  /** Of more than these nothing is known. */
  max: z.int().min(2).max(50).default(10),
})
export type Pages = z.output<typeof Pages>
