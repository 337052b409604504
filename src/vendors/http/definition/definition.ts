// The definition file of a vendor with a JSON or XML API: its requests, and what its answers mean. Expressions are
// JSONata.
import { z } from 'zod'
import { listKinds } from '#src/screening/wire/schema.ts'
import { Auth, header, Sign, Tls, Url } from './auth.ts'
import { Async, LookUp } from './later.ts'
import { namesOf, ownServicesOf, service, Services } from './own-services.ts'
import { Condition, ErrorRule, Expression, Pages, Request } from './request.ts'

const port = z.enum(['person-check', 'company-check', 'card-risk', 'credit', 'official-match'])

/** The most bytes of all pages of an answer, which are in memory at once. */
const bytesMax = 50_000_000

export const Definition = z
  .strictObject({
    /** The prefix of its failure codes. */
    name: z.string().regex(/^[a-z][a-z0-9-]{0,39}$/),
    /** Services that the definition adds may apply to persons and to companies. */
    port: z.union([port, z.array(z.enum(['person-check', 'company-check'])).min(1)]),
    /** The names of known services, and added services with their results. */
    services: Services.exactOptional(),
    /** By service, the fields that the subject must have; without them nothing is bought. */
    requires: z.record(service, z.array(z.string().min(1).max(60)).min(1)).default({}),
    /** By service, the kinds of its lists; by default only the service's own kind. */
    covers: z.record(service, z.array(z.enum(listKinds)).min(1)).default({}),
    /** The format of answers. */
    answers: z.enum(['json', 'xml']).default('json'),
    baseUrl: Url,
    auth: Auth.default('none'),
    tls: Tls.exactOptional(),
    sign: Sign.exactOptional(),
    request: Request,
    pages: Pages.exactOptional(),
    /** Where requests carry our idempotency key, so that a repeat buys nothing. */
    idempotencyKey: z
      .union([
        z.strictObject({ header }),
        z.strictObject({ field: z.string().regex(/^[A-Za-z0-9_]{1,60}$/) }),
      ])
      .exactOptional(),
    /** How a purchase with an unknown outcome is looked up; the answer is read like that of a purchase. */
    lookUp: LookUp.exactOptional(),
    errors: z.array(ErrorRule).default([]),
    /** The statuses that cost something, if the vendor says so: an answer with another status surely bought nothing. */
    billed: z.strictObject({ statuses: z.array(z.int().min(100).max(599)).min(1) }).exactOptional(),
    noData: Condition.exactOptional(),
    success: Condition.default({ statuses: [200] }),
    /** Maps an answer to the result of the port. */
    map: Expression,
    async: Async.exactOptional(),
    limits: z
      .strictObject({
        /** The size of one answer, or of one page. */
        maxBytes: z.int().min(1_000).max(10_000_000).default(1_000_000),
        /** The most calls per second of one process. */
        perSecond: z.number().positive().max(1_000).exactOptional(),
      })
      .default({ maxBytes: 1_000_000 }),
  })
  .refine((one) => (one.pages?.max ?? 1) * one.limits.maxBytes <= bytesMax, {
    path: ['pages', 'max'],
    error: `so many pages of limits.maxBytes are more than ${bytesMax} bytes`,
  })
  .refine(
    ({ port, services = [] }) =>
      typeof port === 'string' || services.every((one) => typeof one !== 'string'),
    { path: ['port'], error: 'several are for own services alone, which have a result' },
  )
  .transform(({ port, services, ...rest }) => ({
    ...rest,
    /** The first of several ports; only added services have several. */
    port: typeof port === 'string' ? port : firstOf(port),
    ports: [port].flat(),
    ...(services && { services: namesOf(services), declared: services }),
    own: ownServicesOf(services),
  }))
export type Definition = z.output<typeof Definition>

const firstOf = <Of>([first]: readonly Of[]): Of | 'person-check' => first ?? 'person-check'
