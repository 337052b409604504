// An account of a vendor that a definition file describes.
import { createSecureContext, type SecureContextOptions } from 'node:tls'
import type { CheckAccount, CheckContext, CheckOutcome } from '#src/screening/orders/port.ts'
import { isKnownService } from '#src/screening/wire/own-services.ts'
import type { CheckRequest, OfficialSubject } from '#src/screening/wire/request.ts'
import { reachOf } from '#src/journey/calls/connector.ts'
import type { HttpLimits } from '#src/journey/calls/http.ts'
import {
  type CheckAdapter,
  type CheckDefaults,
  defineCheckVendor,
} from '#src/vendors/parts/check-vendor.ts'
import type { Received } from './answer.ts'
import { openCallback, readCallback } from './callback.ts'
import { Url } from './definition/auth.ts'
import type { ReadSecret } from './credentials.ts'
import type { Definition } from './definition/definition.ts'
import { awaitedMs, type Poll } from './definition/later.ts'
import { listPerCalls } from './definition/expressions.ts'
import { loadDefinition, secretReader } from './definition/load.ts'
import type { RequestDefinition } from './definition/request.ts'
import { evaluate } from './evaluate.ts'
import { readFirst, readPolled, type ReadAll } from './later.ts'
import { readLookUp } from './look-up.ts'
import { readWhole } from './pages.ts'
import { openFill } from './pictures.ts'
import type { Call, Seen } from './request.ts'
import { openSender } from './send.ts'
import { z } from 'zod'

const accountFields = {
  /** Relative to the folder of the configuration. */
  file: z.string().min(1),
  /** Replaces the URL in the file. */
  baseUrl: Url.exactOptional(),
  /** The secrets that the file refers to: each the secret itself, or a file that contains it. */
  secrets: z
    .record(z.string(), z.union([z.string().min(1), z.strictObject({ file: z.string().min(1) })]))
    .default({}),
  /** The effect of repeating a purchase with an unknown outcome. */
  repeat: z.enum(['safe', 'key', 'lookup', 'never']).default('never'),
}
type Options = z.output<z.ZodObject<typeof accountFields>> &
  CheckDefaults & { readonly timeoutMs: number }

/** Throws an Error for a definition file or options with which the account cannot work. */
function openAccount(options: Options): CheckAdapter {
  const { id, repeat, folder } = options
  const read = loadDefinition(options.file, folder)
  const definition = options.baseUrl === undefined ? read : { ...read, baseUrl: options.baseUrl }
  if (repeat === 'key' && !definition.idempotencyKey)
    throw new Error(`${options.file}: repeat: key needs an idempotencyKey`)
  if (repeat === 'lookup' && !definition.lookUp)
    throw new Error(`${options.file}: repeat: lookup needs a lookUp`)
  const readSecret = secretReader(options.secrets, folder)
  const send = openSender(evaluate, definition, readSecret, toLimits(options, definition, readSecret)) // prettier-ignore
  const { async: later, lookUp, covers } = definition
  const callback = later?.callback
  const reading = { evaluate, definition }

  /** `read` gets the answer, and a function that reads it to its last page. */
  async function perform(
    request: RequestDefinition,
    call: Call,
    read: (received: Received, readAll: ReadAll) => Promise<CheckOutcome>,
  ): Promise<CheckOutcome> {
    const sent = await send(request, call)
    if ('outcome' in sent) return sent.outcome
    const { received } = sent
    return read(received, readAllOf(request, call)(received))
  }

  const readAllOf =
    (request: RequestDefinition, call: Call) =>
    (received: Received): ReadAll =>
    () =>
      readWhole(evaluate, definition, { received, seen: call.seen }, (page) =>
        send(request, { ...call, seen: { ...call.seen, page } }),
      )

  return {
    ...(callback && openCallback(evaluate, definition, callback, { id, readSecret })),
    repeat,
    ...(definition.limits.perSecond !== undefined && { perSecond: definition.limits.perSecond }),
    resultMs: later ? awaitedMs(later) : 0,
    own: definition.own,
    offers: (port, service) =>
      definition.ports.some((one) => one === port) &&
      (definition.services?.includes(service) ?? isKnownService(service)),
    covers: (service) => (Object.hasOwn(covers, service) ? covers[service] : undefined),
    async buy(request, ctx) {
      const missing = findMissing(definition, request)
      if (missing !== undefined)
        return { kind: 'rejected', class: 'input', code: `${definition.name}-needs-${missing}` }
      const seen = toSeen(request, ctx)
      return perform(definition.request, toCall(seen, ctx), (received, readAll) =>
        later ? readFirst(reading, later, { received, seen }, readAll) : readAll(),
      )
    },
    ...(lookUp && {
      async lookUp(request: CheckRequest, ctx: CheckContext) {
        const seen = toSeen(request, ctx)
        const call = toCall(seen, ctx)
        const sent = await send(lookUp.request, call)
        if ('outcome' in sent) throw new Error('the vendor could not be asked')
        const { received } = sent
        const readAll = readAllOf(lookUp.request, call)(received)
        return readLookUp(evaluate, { ...definition, lookUp }, { received, seen }, readAll)
      },
    }),
    ...(later?.poll && { poll: openPoll(later.poll) }),
    ...(callback && {
      readReport: (request, ctx, report) =>
        readCallback(evaluate, definition, callback, { report, seen: toSeen(request, ctx) }),
    }),
  }

  function openPoll(poll: Poll): NonNullable<CheckAccount['poll']> {
    return {
      everyMs: poll.everySeconds * 1_000,
      async ask(request, ctx) {
        const seen = { ...toSeen(request, ctx), id: ctx.vendorId }
        const outcome = await perform(poll.request, toCall(seen, ctx), (received, readAll) =>
          readPolled(reading, poll, { received, seen }, readAll),
        )
        return outcome.kind === 'accepted' ? undefined : outcome
      },
    }
  }
}

/** The field that the service requires and the subject lacks, in small letters. */
function findMissing({ requires }: Definition, { service, subject }: CheckRequest) {
  const needed = Object.hasOwn(requires, service) ? requires[service] : undefined
  const has = (name: string) =>
    Object.entries(subject).some(([key, value]) => key === name && isFilled(value))
  return needed?.find((name) => !has(name))?.toLowerCase()
}

const isFilled = (value: unknown): boolean =>
  value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)

const toSeen = (
  { service, subject }: CheckRequest,
  {
    transactionId,
    attemptId,
    orderId,
  }: Pick<CheckContext, 'transactionId' | 'attemptId' | 'orderId'>,
): Seen => ({
  params: 'shown' in subject ? withoutIds(subject) : subject,
  transaction: { id: transactionId },
  service,
  ids: { attempt: attemptId, order: orderId },
})

/** Our own ids are sent to no vendor. */
const withoutIds = ({ shown: _shown, ...subject }: OfficialSubject): object => subject

const toCall = (seen: Seen, { signal, openSelfie }: CheckContext): Call => ({
  seen,
  signal,
  fill: openFill(openSelfie),
})

/** The URLs of its requests, its token server, and the values fetched for single requests. */
function listUrls(definition: Definition): string[] {
  const fetched = listPerCalls(definition).map(([, one]) => one)
  return [definition, ...fetched].flatMap(({ baseUrl, auth }) => {
    const { oauth2, login } = typeof auth === 'string' ? {} : auth
    return [baseUrl, oauth2?.tokenUrl, login?.tokenUrl].filter((url) => url !== undefined)
  })
}

function toLimits(
  { file, timeoutMs, privateHosts }: Options,
  definition: Definition,
  readSecret: ReadSecret,
): HttpLimits {
  const { tls, limits } = definition
  const pem = (reference: NonNullable<typeof tls>['cert']) => reference && readSecret(reference)
  const own = tls && { cert: pem(tls.cert), key: pem(tls.key), ca: pem(tls.ca) }
  if (own) checkTls(file, own)
  return {
    totalMs: timeoutMs,
    bodyBytesMax: limits.maxBytes,
    reach: reachOf(
      listUrls(definition).map((one) => new URL(one)),
      privateHosts,
      own,
    ),
  }
}

/** Throws an Error that shows nothing of the certificate or key. */
function checkTls(file: string, own: SecureContextOptions): void {
  try {
    createSecureContext(own)
  } catch {
    throw new Error(`${file}: tls: a certificate or a key is none, or they are not a pair`)
  }
}

/** A vendor with a JSON or XML API that a file describes, so that it needs no code. */
export const http = defineCheckVendor({ name: 'http', fields: accountFields, open: openAccount })
