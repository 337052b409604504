// Looks up postal codes at servers with the API of BrasilAPI or ViaCEP.
import { z } from 'zod'
import type { LookUpAnswer, ZipLookUp } from '#src/risk/insights/look-ups/port.ts'
import { exchange } from '#src/journey/calls/http.ts'

export type ZipServer = { readonly api: 'brasilapi' | 'viacep'; readonly url: string }

type Found = { state?: string; city?: string }

const BrasilApi = z
  .object({ state: z.string(), city: z.string() })
  .transform(({ state, city }): LookUpAnswer<Found> => ({ found: { state, city } }))

const ViaCep = z.union([
  z
    .object({ erro: z.union([z.literal('true'), z.literal(true)]) })
    .transform((): LookUpAnswer<Found> => 'absent'),
  z
    .object({ localidade: z.string(), uf: z.string() })
    .transform(({ localidade, uf }): LookUpAnswer<Found> => ({
      found: { state: uf, city: localidade },
    })),
])

const servers = {
  brasilapi: { path: (zip: string) => `/api/cep/v2/${zip}`, answer: BrasilApi },
  viacep: { path: (zip: string) => `/ws/${zip}/json/`, answer: ViaCep },
} as const

/**
 * Only ViaCEP can say that a code does not exist: BrasilAPI answers 404 for that and also when its own sources are
 * down.
 */
export function createZipLookUp({ api, url }: ZipServer): ZipLookUp {
  const { path, answer } = servers[api]
  return async (zip, signal) => {
    const outcome = await exchange({
      method: 'GET',
      url: new URL(url.replace(/\/$/, '') + path(zip)),
      headers: { 'user-agent': 'atesta' },
      signal,
    })
    if (outcome.kind !== 'answer' || outcome.status !== 200) return 'failed'
    const read = answer.safeParse(parse(outcome.body))
    return read.success ? read.data : 'failed'
  }
}

function parse(body: string | undefined): unknown {
  try {
    return JSON.parse(body ?? '')
  } catch {
    return undefined
  }
}
