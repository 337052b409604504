// The requests of a definition file, and what its answers mean. Expressions are JSONata.
import { z } from 'zod'
import { Auth, Url } from './auth.ts'

export const Expression = z.string().min(1).max(10_000)
const Expressions = z.record(z.string().regex(/^[A-Za-z0-9_.-]{1,60}$/), Expression)

/** `when` is asked over `{status, body, params, service}`; without it the statuses alone count. */
export const Condition = z.strictObject({
  statuses: z.array(z.int().min(100).max(599)).min(1).exactOptional(),
  when: Expression.exactOptional(),
})
export type Condition = z.output<typeof Condition>

const parts = {
  method: z.enum(['GET', 'POST', 'PUT']),
  /** How the body is written: an object of fields, of elements, or of parts. A picture stands in `json` or `multipart`. */
  as: z.enum(['json', 'form', 'xml', 'multipart']).default('json'),
  /** `/v1/people/{document}`: each name is a parameter, and its value is encoded. */
  path: z.string().regex(/^\/[^?#\s]*$/, 'begins with a slash, without a query'),
  parameters: Expressions.default({}),
  query: Expressions.default({}),
  headers: Expressions.default({}),
  body: Expression.exactOptional(),
}

type Parts = { readonly method: string; readonly body?: string | undefined }
const isWhole = ({ method, body }: Parts) => method !== 'GET' || body === undefined
const bodiless = { path: ['body'], error: 'a GET has no body' }

/** A value that is fetched for one request and goes with it alone: a token of consent, the key of a picture. */
const PerCall = z
  .strictObject({
    ...parts,
    /** Unsaid: that of the vendor. */
    baseUrl: Url.exactOptional(),
    /** Its own; `account`: as the vendor's requests. */
    auth: z.union([z.literal('account'), Auth]).default('none'),
    success: Condition.default({ statuses: [200, 201] }),
    /** Over its answer. */
    value: Expression,
  })
  .refine(isWhole, bodiless)
export type PerCall = z.output<typeof PerCall>

export const Request = z
  .strictObject({
    ...parts,
    /** Expressions of the request see each as `perCall.name`. */
    perCall: z.record(z.string().regex(/^[a-zA-Z][A-Za-z0-9]{0,39}$/), PerCall).default({}),
  })
  .refine(isWhole, bodiless)
export type RequestDefinition = z.output<typeof Request>
/** What a request is written from. */
export type RequestParts = Omit<RequestDefinition, 'perCall'>

export const ErrorRule = z.strictObject({
  status: z.int().min(100).max(599).exactOptional(),
  when: Expression.exactOptional(),
  class: z.enum([
    'invalidInput',
    'badImage',
    'auth',
    'quota',
    'rateLimited',
    'transient',
    'permanent',
    'notInBase',
    'noPortrait',
  ]),
  /** Unsaid: as `billed` of the vendor says of the status. */
  billed: z.boolean().exactOptional(),
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
  /** The most pages that are read; what more pages would say stays unknown. */
  max: z.int().min(2).max(50).default(10),
})
export type Pages = z.output<typeof Pages>
