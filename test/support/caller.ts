// A client of the service over HTTP, with the steps of a journey as methods.
import type { TimelineEntry } from '#src/journey/journal/schema.ts'
import { type Claims, mintToken } from './token.ts'

type Json = Record<string, unknown>
export type Answer<Body = Json> = {
  readonly status: number
  readonly headers: Headers
  readonly body: Body
  readonly ms: number
}
export type CallHeaders = Readonly<Record<string, string>>

export type Caller = {
  send<Body = Json>(
    method: string,
    path: string,
    body?: object,
    headers?: CallHeaders,
  ): Promise<Answer<Body>>
  /** Resolves to the new transaction’s id. */
  create(email: string): Promise<string>
  askToken(id: string, headers?: CallHeaders): Promise<Answer>
  readToken(id: string): Promise<Answer>
  validate(id: string, code: string): Promise<Answer>
  queryPack(id: string, waitSeconds?: number): Promise<Answer>
  messages(id: string): Promise<readonly { readonly code: string; readonly createdAt: string }[]>
  timeline(id: string): Promise<readonly TimelineEntry[]>
}

export const personWith = (email: string) => ({
  documentType: 'CPF',
  document: '52998224725',
  name: 'Ana Exemplo',
  birthdate: '1990-05-17',
  email,
})

export function createCaller(url: string, claims: Claims = {}): Caller {
  const token = mintToken(claims)

  async function send<Body = Json>(
    method: string,
    path: string,
    body?: object,
    headers: CallHeaders = {},
  ): Promise<Answer<Body>> {
    const begun = performance.now()
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${await token}`,
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(90_000),
    })
    const text = await response.text()
    // Safe as far as the answers follow the contract, which the route tests check.
    const parsed = (text === '' ? {} : JSON.parse(text)) as Body
    const ms = performance.now() - begun
    return { status: response.status, headers: response.headers, body: parsed, ms }
  }

  async function expectStatus<Body>(status: number, answer: Promise<Answer<Body>>): Promise<Body> {
    const { status: given, body } = await answer
    if (given !== status) throw new Error(`${given} instead of ${status}: ${JSON.stringify(body)}`)
    return body
  }

  const tokens = (id: string) => `/v1/transaction/${id}/emails/tokens`
  return {
    send,
    create: async (email) =>
      String((await expectStatus(201, send('POST', '/v1/transaction', personWith(email))))['id']),
    askToken: (id, headers) => send('POST', tokens(id), undefined, headers),
    readToken: (id) => send('GET', tokens(id)),
    validate: (id, code) => send('POST', `${tokens(id)}/validation`, { code }),
    queryPack: (id, waitSeconds) =>
      send(
        'GET',
        `/v1/packs/basic/${id}`,
        undefined,
        waitSeconds === undefined ? {} : { prefer: `wait=${waitSeconds}` },
      ),
    messages: (id) => expectStatus(200, send('GET', `/v1/sandbox/messages?transactionId=${id}`)),
    timeline: (id) => expectStatus(200, send('GET', `/v1/transaction/${id}/timeline`)),
  }
}

/** The entries of one kind in a timeline. */
export const ofKind = (timeline: readonly TimelineEntry[], kind: string) =>
  timeline.filter((entry) => entry.kind === kind)
