// The definition file of a vendor with a JSON API: its requests, and what its answers mean. Expressions are JSONata.
import { z } from 'zod'
import { listKinds } from '#src/screening/wire/schema.ts'
import { Auth, header, Sign, Tls, Url } from './auth.ts'
import { Async, LookUp } from './later.ts'
import { namesOf, ownServicesOf, service, Services } from './own-services.ts'
import { Condition, ErrorRule, Expression, Pages, Request } from './request.ts'

const port = z.enum(['person-check', 'company-check', 'card-risk', 'credit', 'official-match'])

/** All pages of an answer are in memory at once. */
const bytesMax = 50_000_000

export const Definition = z
  .strictObject({
    /** Begins the codes of its failures. */
    name: z.string().regex(/^[a-z][a-z0-9-]{0,39}$/),
    /** Own services may be of persons and of companies alike. */
    port: z.union([port, z.array(z.enum(['person-check', 'company-check'])).min(1)]),
    /** Names of known services, and own ones with their results. */
    services: Services.exactOptional(),
    /** By service, the fields that the subject must have: without them nothing is asked or bought. */
    requires: z.record(service, z.array(z.string().min(1).max(60)).min(1)).default({}),
    /** By service, the kinds of its lists; by default only the kind of the service. */
    covers: z.record(service, z.array(z.enum(listKinds)).min(1)).default({}),
    /** How answers are written. */
    answers: z.enum(['json', 'xml']).default('json'),
    baseUrl: Url,
    auth: Auth.default('none'),
    tls: Tls.exactOptional(),
    sign: Sign.exactOptional(),
    request: Request,
    pages: Pages.exactOptional(),
    /** Where our idempotency key goes, so that a repeat buys nothing. */
    idempotencyKey: z
      .union([
        z.strictObject({ header }),
        z.strictObject({ field: z.string().regex(/^[A-Za-z0-9_]{1,60}$/) }),
      ])
      .exactOptional(),
    /** How a purchase with an unknown outcome is found out; its answer is read as that of a purchase. */
    lookUp: LookUp.exactOptional(),
    errors: z.array(ErrorRule).default([]),
    /** What costs something, where the vendor says so: an answer with another status has surely bought nothing. */
    billed: z.strictObject({ statuses: z.array(z.int().min(100).max(599)).min(1) }).exactOptional(),
    noData: Condition.exactOptional(),
    success: Condition.default({ statuses: [200] }),
    /** To the result of the port. */
    map: Expression,
    async: Async.exactOptional(),
    limits: z
      .strictObject({
        /** The size of one answer, or of one page. */
        maxBytes: z.int().min(1_000).max(10_000_000).default(1_000_000),
        /** Calls a second of one process. */
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
    /** The first of several, which only own services have. */
    port: typeof port === 'string' ? port : firstOf(port),
    ports: [port].flat(),
    ...(services && { services: namesOf(services), declared: services }),
    own: ownServicesOf(services),
  }))
export type Definition = z.output<typeof Definition>

const firstOf = <Of>([first]: readonly Of[]): Of | 'person-check' => first ?? 'person-check'
