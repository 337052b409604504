// Searches moov-io/watchman: sanctions lists of the United States, the United Kingdom, the European Union and the
// United Nations.
import { z } from 'zod'
import type { CheckOutcome } from '#src/screening/orders/port.ts'
import type { CheckRequest } from '#src/screening/wire/request.ts'
import { exchange } from '#src/journey/calls/http.ts'
import { createListAge, toAge } from '#src/vendors/parts/list-age.ts'
import { reachOf } from '#src/journey/calls/connector.ts'
import type { HttpResponse } from '#src/vendors/parts/outcome.ts'
import { ask, readBody, toRefusal, unreadable, userAgent } from '#src/vendors/parts/check-answer.ts'
import { defineCheckVendor } from '#src/vendors/parts/check-vendor.ts'
import { Entity, toMatch } from './entity.ts'

/** When the server last read its lists. */
const Info = z.object({ endedAt: z.string() })
const Found = z.object({ entities: z.array(Entity) })

function toQuery(request: CheckRequest): Record<string, string> | undefined {
  if (request.port === 'company-check') {
    const { name, document } = request.subject
    return name ? { type: 'business', name, ...toTaxId(document) } : undefined
  }
  if (request.port !== 'person-check') return undefined
  const { name, document } = request.subject
  // The birth date is not sent: the server would compare it with a day that it has made up, and leave out entries that
  // score lower for it.
  return name ? { type: 'person', name, ...toTaxId(document) } : undefined
}

const toTaxId = (document: string | undefined) => document && { 'gov_tax-id': `BR:${document}` }

function readAnswer(answer: HttpResponse, minMatch: number): CheckOutcome {
  // Every error is a 400, even for an unknown parameter, so it says nothing about the subject.
  if (answer.status === 400)
    return { kind: 'rejected', class: 'account', code: 'watchman-http-400' }
  if (answer.status !== 200) return toRefusal('watchman', answer)
  const found = readBody(Found, answer.body)
  if (!found) return unreadable
  const matches = found.entities.map((entity) => toMatch(entity, minMatch))
  return { kind: 'answered', answer: { matches } }
}

/** A server of moov-io/watchman, version 2. */
export const watchman = defineCheckVendor({
  name: 'watchman',
  fields: {
    baseUrl: z.url({ protocol: /^https?$/ }),
    /** The least score with which an entry counts as a match. */
    minMatch: z.number().min(0.5).max(1).default(0.85),
  },
  open(options) {
    const { timeoutMs, minMatch } = options
    const base = new URL(`${options.baseUrl.replace(/\/+$/, '')}/v2/search`)
    const info = new URL(`${options.baseUrl.replace(/\/+$/, '')}/v2/listinfo`)
    const limits = { totalMs: timeoutMs, reach: reachOf([base], options.privateHosts) }
    const age = createListAge(async (signal) => {
      const headers = { 'user-agent': userAgent }
      const found = await exchange({ method: 'GET', url: info, headers, signal }, limits)
      const known =
        found.kind === 'answer' && found.status === 200 ? readBody(Info, found.body) : undefined
      return known && toAge(known.endedAt, known.endedAt)
    })
    return {
      offers: (port, service) =>
        (port === 'person-check' || port === 'company-check') && service === 'Sanctions',
      covers: () => ['sanction'],
      async buy(request, { signal }) {
        const query = toQuery(request)
        if (!query) return { kind: 'rejected', class: 'input', code: 'watchman-no-name' }
        const url = new URL(base)
        // The server leaves out entries below `minMatch`, and gives the others with their scores.
        url.search = new URLSearchParams({
          ...query,
          limit: '20',
          minMatch: String(minMatch),
        }).toString()
        const outcome = await ask({ method: 'GET', url, signal }, limits, (answer) =>
          readAnswer(answer, minMatch),
        )
        return age.add(outcome, signal)
      },
    }
  },
})
