// The account for checks of sandbox transactions, which calls nobody. The result follows the document, and a later
// answer is a signed callback to our own endpoint, as in live mode.
import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { CheckAccount, CheckContext, CheckOutcome } from '#src/screening/orders/port.ts'
import type { Samples } from '#src/screening/wire/own-schema.ts'
import { isKnownService, isOwnResult } from '#src/screening/wire/own-services.ts'
import type { CheckRequest } from '#src/screening/wire/request.ts'
import type { RawRequest } from '#src/journey/inbox/callback.ts'
import { isSame } from '#src/vendors/parts/secrets.ts'
import { answerCheck, answerOwn, endingOf } from './check-answers.ts'
import type { DocumentEnding } from './check-endings.ts'
import type { SignedCallback, Courier } from './courier.ts'

export type SandboxChecksOptions = {
  readonly courier: Pick<Courier, 'follow' | 'deliver'>
  /** The secrets that sign callbacks, the current one first. */
  readonly secrets: readonly [string, ...string[]]
  readonly costMicros?: number
  /** The sandbox results of services that vendors' definitions add, by name. */
  readonly samples?: ReadonlyMap<string, Samples>
  /** The factor by which its waits are longer; 0 means no waits. */
  readonly pace?: number
}

const sandboxChecksId = 'sandbox-checks'
const path = `/hooks/checks/${sandboxChecksId}`
const signatureHeader = 'x-sandbox-signature'
const timeoutMs = 3_000

const Report = z.object({
  attemptId: z.uuid(),
  /** Safe because the sandbox itself has built and signed the outcome. */
  outcome: z.custom<CheckOutcome>((value) => typeof value === 'object' && value !== null),
})

export function createSandboxChecks(options: SandboxChecksOptions): CheckAccount {
  const { courier, secrets, costMicros = 0, pace = 1, samples = new Map() } = options
  const later = (ms: number) => ms * pace

  function report(request: CheckRequest, ctx: CheckContext): SignedCallback {
    const outcome = answer(request, ctx)
    const body = JSON.stringify({ attemptId: ctx.attemptId, outcome })
    const headers = {
      'content-type': 'application/json',
      [signatureHeader]: sign(secrets[0], body),
    }
    return { path, headers, body }
  }

  /** Runs in the background; if its callback is lost, the result is asked for when it is due. */
  function reportLater(request: CheckRequest, ctx: CheckContext, times = 1): void {
    const callbacks = Array.from({ length: times }, (_, index) => ({
      afterMs: 2_000 + index * 100,
      write: () => report(request, ctx),
    }))
    void courier.follow(callbacks, performance.now(), pace).catch(() => undefined)
  }

  return {
    id: sandboxChecksId,
    vendor: 'sandbox',
    isAuthoritative: true,
    repeat: 'lookup',
    costMicros,
    timeoutMs,
    resultMs: 60_000,
    offers: () => true,

    async buy(request, ctx) {
      const ending = endingOf(request)
      if (ending === '0005') reportLater(request, ctx)
      if (ending === '0006') await courier.deliver(report(request, ctx))
      if (ending === '0007') reportLater(request, ctx, 2)
      return isLater(ending) ? accepted : buyAtOnce(ending, request, ctx)
    },

    async lookUp(request, ctx) {
      const ending = endingOf(request)
      return ending !== undefined && unknownEndings.includes(ending)
        ? 'unknown'
        : answer(request, ctx)
    },

    poll: { everyMs: 3_000, ask: async (request, ctx) => answer(request, ctx) },

    verifyWebhook: ({ url, headers, rawBody }) =>
      new URL(url).pathname === path && isSigned(secrets, headers, rawBody),
    async parseWebhook({ rawBody }) {
      const { attemptId, outcome } = Report.parse(JSON.parse(Buffer.from(rawBody).toString()))
      return [{ kind: 'check', dedupeKey: attemptId, attemptId, outcome }]
    },
  }

  function answer(request: CheckRequest, { round }: CheckContext): CheckOutcome {
    if (!isKnownService(request.service)) return answerOwn(request, samples.get(request.service))
    return answerCheck(request, { ending: endingOf(request), round, now: new Date() })
  }

  async function buyAtOnce(
    ending: DocumentEnding | undefined,
    request: CheckRequest,
    ctx: CheckContext,
  ): Promise<CheckOutcome> {
    if (ending === '0009' && ctx.attempt === 1)
      return { kind: 'deferred', class: 'rate', code: 'sandbox-429', retryAfterMs: 1_000 }
    if (ending === '0033' && request.port === 'official-match')
      return { kind: 'deferred', class: 'transient', code: 'sandbox-down' }
    if (ending === '0011') return { kind: 'rejected', class: 'account', code: 'sandbox-403' }
    if (ending === '0013') return toOther(answer(request, ctx))
    if (ending !== '0010' && ending !== '0012') return answer(request, ctx)
    await sleep(later(timeoutMs), undefined, { signal: ctx.signal }).catch(() => undefined)
    return { kind: 'uncertain', cause: 'timeout' }
  }
}

const isLater = (ending: DocumentEnding | undefined) =>
  ending !== undefined && ['0005', '0006', '0007', '0008'].includes(ending)

/** Documents for which the source cannot tell the outcome of a purchase. */
const unknownEndings: readonly DocumentEnding[] = ['0012', '0013', '0018']

const accepted: CheckOutcome = { kind: 'accepted' }

function toOther(found: CheckOutcome): CheckOutcome {
  if (found.kind === 'answered' && isOwnResult(found.answer))
    return { kind: 'uncertain', cause: 'other-document' }
  if (found.kind !== 'answered' || !('document' in found.answer)) return found
  const other = '9'.repeat(found.answer.document?.length ?? 11)
  return { ...found, answer: { ...found.answer, document: other } }
}

const sign = (secret: string, body: string | Uint8Array) =>
  createHmac('sha256', secret).update(body).digest('hex')

function isSigned(
  secrets: readonly string[],
  headers: RawRequest['headers'],
  rawBody: Uint8Array,
): boolean {
  const given = headers[signatureHeader] ?? ''
  return secrets.some((secret) => isSame(given, sign(secret, rawBody)))
}
