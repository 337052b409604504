// The schemas of a definition file's requests and of the meaning of answers. Expressions are JSONata.
import { z } from 'zod'
import { Auth, Url } from './auth.ts'

export const Expression = z.string().min(1).max(10_000)
const Expressions = z.record(z.string().regex(/^[A-Za-z0-9_.-]{1,60}$/), Expression)

/** `when` is evaluated over `{status, body, params, service}`; without it only the statuses count. */
export const Condition = z.strictObject({
  statuses: z.array(z.int().min(100).max(599)).min(1).exactOptional(),
  when: Expression.exactOptional(),
})
export type Condition = z.output<typeof Condition>

const parts = {
  method: z.enum(['GET', 'POST', 'PUT']),
  /**
   * The format of the body: an object becomes JSON, fields, elements or parts. Pictures are allowed in `json` and
   * `multipart`.
   */
  as: z.enum(['json', 'form', 'xml', 'multipart']).default('json'),
  /** For example `/v1/people/{document}`: each name is a parameter, whose value is encoded. */
  path: z.string().regex(/^\/[^?#\s]*$/, 'begins with a slash, without a query'),
  parameters: Expressions.default({}),
  query: Expressions.default({}),
  headers: Expressions.default({}),
  body: Expression.exactOptional(),
}

type Parts = { readonly method: string; readonly body?: string | undefined }
const isWhole = ({ method, body }: Parts) => method !== 'GET' || body === undefined
const bodiless = { path: ['body'], error: 'a GET has no body' }

/** A value that is fetched for one request and used for it alone, such as a consent token or the key of a picture. */
const PerCall = z
  .strictObject({
    ...parts,
    /** By default the vendor's base URL. */
    baseUrl: Url.exactOptional(),
    /** Its own credentials, or `account` for those of the vendor's requests. */
    auth: z.union([z.literal('account'), Auth]).default('none'),
    success: Condition.default({ statuses: [200, 201] }),
    /** Reads the value from the answer. */
    value: Expression,
  })
  .refine(isWhole, bodiless)
export type PerCall = z.output<typeof PerCall>

export const Request = z
  .strictObject({
    ...parts,
    /** Expressions of the request see each value as `perCall.name`. */
    perCall: z.record(z.string().regex(/^[a-zA-Z][A-Za-z0-9]{0,39}$/), PerCall).default({}),
  })
  .refine(isWhole, bodiless)
export type RequestDefinition = z.output<typeof Request>
/** The members from which a request is written. */
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
  /** By default follows the vendor's `billed` for the status. */
  billed: z.boolean().exactOptional(),
  /** Shown in the timeline, so it is one of our own words and never the vendor's text. */
  code: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/)
    .exactOptional(),
})
export type ErrorRule = z.output<typeof ErrorRule>

/** An answer in several pages; `map` sees the bodies of all pages as `pages`. */
export const Pages = z.strictObject({
  /**
   * Evaluated over an answer: the value that the next request sees as `page`. Absent, null or empty after the last
   * page.
   */
  next: Expression,
  /** The most pages that are read; the contents of further ones stay unknown. */
  max: z.int().min(2).max(50).default(10),
})
export type Pages = z.output<typeof Pages>
