// BINs by servers that speak as binlist does.
import { z } from 'zod'
import type { BinFound, BinLookUp } from '#src/insights/look-ups/port.ts'
import { exchange } from '#src/outbound/http.ts'

/** Any field or object may be absent or null; what is absent is not known. */
const Answer = z.object({
  type: z.string().nullish(),
  prepaid: z.boolean().nullish(),
  country: z.object({ alpha2: z.string().nullish() }).nullish(),
})

export function createBinLookUp(url: string): BinLookUp {
  return async (bin, signal) => {
    const outcome = await exchange({
      method: 'GET',
      url: new URL(`${url.replace(/\/$/, '')}/${bin}`),
      headers: { 'accept-version': '3', 'user-agent': 'atesta' },
      signal,
    })
    if (outcome.kind !== 'answer') return 'failed'
    if (outcome.status === 404) return 'absent'
    const read = outcome.status === 200 ? readAnswer(outcome.body) : undefined
    return read ? { found: read } : 'failed'
  }
}

function readAnswer(body: string | undefined): BinFound | undefined {
  const read = Answer.safeParse(parse(body))
  if (!read.success) return undefined
  const { type, prepaid, country } = read.data
  const funding = type === 'credit' || type === 'debit' ? type : undefined
  const code = country?.alpha2
  return {
    ...(funding && { funding }),
    ...(typeof prepaid === 'boolean' && { prepaid }),
    ...(code && /^[A-Za-z]{2}$/.test(code) && { country: code.toUpperCase() }),
  }
}

function parse(body: string | undefined): unknown {
  try {
    return JSON.parse(body ?? '')
  } catch {
    return undefined
  }
}
