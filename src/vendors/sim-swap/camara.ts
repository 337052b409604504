// Asks for SIM changes by CAMARA's SIM Swap, which operators and aggregators of Open Gateway offer.
import { OAuth2 } from '#src/vendors/http/definition/auth.ts'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { SimAnswer, SimSwapSource } from '#src/messaging/challenges/messaging.ts'
import { exchange, type HttpLimits, type HttpOutcome, readJson } from '#src/journey/calls/http.ts'
import { createCredentials, isUnauthorized, listOf } from '#src/vendors/parts/credentials.ts'
import { openCredentials } from '#src/vendors/http/auth.ts'
import type { Credentials } from '#src/vendors/http/credentials.ts'
import type { CamaraAccount } from './config.ts'

const Checked = z.object({ swapped: z.boolean() })
/** Null when the operator may not say, or when the number was never changed in its records. */
const Dated = z.object({ latestSimChange: z.iso.datetime({ offset: true }).nullish() })

/** In hours, as the interface limits them. */
const maxAge = 2_400

export function createCamara(
  { baseUrl, operation, ...account }: CamaraAccount,
  limits: HttpLimits = {},
): SimSwapSource {
  const url = new URL(`${baseUrl.replace(/\/+$/, '')}/${operation}`)
  const [first, ...others] = listOf(account.clientSecret)
  const open = (clientSecret: string) => openClient(account, clientSecret, limits)
  const clients = createCredentials([open(first), ...others.map(open)])
  return {
    id: 'camara',
    async ask(phoneNumber, hours, signal) {
      const asked = operation === 'check' ? { maxAge: Math.min(hours, maxAge) } : {}
      const body = JSON.stringify({ phoneNumber, ...asked })
      const outcome = await clients.exchange((client) =>
        post(client, { url, body, signal }, limits),
      )
      if (outcome.kind !== 'answer' || outcome.status !== 200) return 'unknown'
      const read = readJson(outcome.body)
      return operation === 'check' ? readChecked(read) : readDated(read, hours)
    },
  }
}

function readChecked(body: unknown): SimAnswer {
  const { data } = Checked.safeParse(body)
  return data ? (data.swapped ? 'swapped' : 'same') : 'unknown'
}

function readDated(body: unknown, hours: number): SimAnswer {
  const at = Dated.safeParse(body).data?.latestSimChange
  return at ? answerOf(Date.parse(at), hours) : 'unknown'
}

/** The answer that follows from the time of the last SIM change. */
export const answerOf = (changedAt: number, hours: number): SimAnswer =>
  changedAt > Date.now() - hours * 3_600_000 ? 'swapped' : 'same'

type Client = Credentials

function openClient(
  { tokenUrl, clientId, clientAuth, scope }: Omit<CamaraAccount, 'baseUrl' | 'operation'>,
  clientSecret: string,
  limits: HttpLimits,
): Client {
  const oauth2 = OAuth2.parse({
    tokenUrl,
    clientAuth,
    grant: 'client_credentials' as const,
    clientId: { secret: clientId },
    clientSecret: { secret: clientSecret },
    ...(scope !== undefined && { scope }),
  })
  return openCredentials({ oauth2 }, ({ secret }) => secret, limits)
}

type Call = { readonly url: URL; readonly body: string; readonly signal: AbortSignal }

const unauthorized: HttpOutcome = { kind: 'answer', status: 401, body: undefined }

/** Sends once more with a new token, because a token can end before its time. */
async function post(client: Client, call: Call, limits: HttpLimits): Promise<HttpOutcome> {
  const first = await tryPost(client, call, limits)
  if (!isUnauthorized(first.outcome) || first.issued?.renew() !== true) return first.outcome
  return (await tryPost(client, call, limits)).outcome
}

async function tryPost(client: Client, call: Call, limits: HttpLimits) {
  const issued = await client.issue(call.signal)
  if (!issued) return { issued, outcome: unauthorized }
  const headers = {
    ...issued.headers,
    'content-type': 'application/json',
    'x-correlator': randomUUID(),
  }
  return { issued, outcome: await exchange({ method: 'POST', ...call, headers }, limits) }
}
