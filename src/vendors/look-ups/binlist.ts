// Looks up a BIN at a server with the API of binlist.net.
import { z } from 'zod'
import type { CheckOutcome } from '#src/screening/orders/port.ts'
import { reachOf } from '#src/journey/calls/connector.ts'
import type { HttpResponse } from '#src/vendors/parts/outcome.ts'
import { ask, readBody, toRefusal, unreadable } from '#src/vendors/parts/check-answer.ts'
import { defineCheckVendor } from '#src/vendors/parts/check-vendor.ts'

/** Each field can be missing or null, so only `prepaid: false` says that a card is not prepaid. */
const Bin = z.object({
  scheme: z.string().nullish(),
  type: z.string().nullish(),
  brand: z.string().nullish(),
  prepaid: z.boolean().nullish(),
  country: z.object({ alpha2: z.string().nullish() }).nullish(),
  bank: z.object({ name: z.string().nullish() }).nullish(),
})

function readAnswer(answer: HttpResponse): CheckOutcome {
  if (answer.status === 404) return { kind: 'no-data' }
  if (answer.status !== 200) return toRefusal('binlist', answer)
  const found = readBody(Bin, answer.body)
  if (!found) return unreadable
  const { scheme, type, brand, prepaid, country, bank } = found
  const alpha2 = country?.alpha2?.toUpperCase()
  return {
    kind: 'answered',
    answer: {
      ...(scheme && { scheme: scheme.toLowerCase() }),
      ...((type === 'credit' || type === 'debit') && { funding: type }),
      ...(typeof prepaid === 'boolean' && { prepaid }),
      ...(brand && { brand }),
      ...(alpha2 && /^[A-Z]{2}$/.test(alpha2) && { country: alpha2 }),
      ...(bank?.name && { bank: bank.name }),
    },
  }
}

/** A server with the API of binlist.net. */
export const binlist = defineCheckVendor({
  name: 'binlist',
  fields: { baseUrl: z.url({ protocol: /^https?$/ }).default('https://lookup.binlist.net') },
  open({ baseUrl, timeoutMs, privateHosts }) {
    const base = baseUrl.replace(/\/+$/, '')
    const limits = { totalMs: timeoutMs, reach: reachOf([new URL(base)], privateHosts) }
    return {
      offers: (port) => port === 'card-risk',
      async buy(request, { signal }) {
        const bin = request.port === 'card-risk' ? request.subject.bin : ''
        if (!/^\d{6,8}$/.test(bin))
          return { kind: 'rejected', class: 'input', code: 'binlist-no-bin' }
        const url = new URL(`${base}/${bin}`)
        const headers = { 'accept-version': '3' }
        return ask({ method: 'GET', url, headers, signal }, limits, readAnswer)
      },
    }
  },
})
