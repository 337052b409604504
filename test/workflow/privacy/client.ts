// Who drives a person's data through everything, and remembers what must not be found again.
import { setTimeout as sleep } from 'node:timers/promises'
import type { OwnStack } from '#test/support/servers/own-stack.ts'
import { createBody } from '#test/support/person.ts'
import { type Claims, mintToken } from '#test/support/token.ts'

export type PersonalValues = {
  /** Codes and link tokens of all messages, and what else only the person was told. */
  readonly codes: string[]
  readonly pageTokens: string[]
  readonly secrets: string[]
  /** Every answer with headers that is a refusal, or went to others. */
  readonly refusals: string[]
  readonly statuses: Set<number>
}

type Options = {
  /** An object goes as JSON; bytes have a type of their own. */
  readonly body?: object | string | Uint8Array<ArrayBuffer>
  readonly headers?: Record<string, string>
  readonly claims?: Claims
}
type Answer = { readonly status: number; readonly text: string }

export type PrivacyClient = ReturnType<typeof createPrivacyClient>

export function createPrivacyClient(stack: OwnStack) {
  const told: PersonalValues = {
    codes: [],
    pageTokens: [],
    secrets: [],
    refusals: [],
    statuses: new Set(),
  }

  async function call(method: string, path: string, options: Options = {}): Promise<Answer> {
    const { body, headers = {}, claims = {} } = options
    const response = await fetch(stack.apiUrl + path, {
      method,
      headers: {
        authorization: `Bearer ${await mintToken(claims)}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isText(body) ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const isOthers = claims.tenant !== undefined
    if (response.status >= 400 || isOthers)
      told.refusals.push(withoutPointers(text) + JSON.stringify([...response.headers]))
    told.statuses.add(response.status)
    return { status: response.status, text }
  }

  const create = async (fields: object, options: Options = {}): Promise<string> => {
    const body = { ...createBody(), ...fields }
    const { status, text } = await call('POST', '/v1/transaction', { body, ...options })
    if (status !== 201) throw new Error(`creation answered ${status}`)
    return JSON.parse(text).id
  }
  const until = async (what: string, isThere: () => Promise<boolean>) => {
    for (const deadline = Date.now() + 90_000; !(await isThere()); await sleep(100))
      if (Date.now() > deadline) throw new Error(`${what} did not happen`)
  }
  const hasHappened = (id: string, kind: string, claims: Claims = {}) =>
    until(`${kind} of ${id}`, async () =>
      (await call('GET', `/v1/transaction/${id}/timeline`, { claims })).text.includes(`"${kind}"`),
    )
  /** The newest message of a transaction; its code and link are remembered. */
  const readMessage = async (id: string) => {
    const { text } = await call('GET', `/v1/sandbox/messages?transactionId=${id}`)
    const [{ id: messageId, code, link }] = JSON.parse(text)
    if (code !== undefined) told.codes.push(code)
    if (link !== undefined) told.pageTokens.push(link.split('/t/')[1])
    return { id: messageId, code, path: link === undefined ? '' : new URL(link).pathname }
  }

  return { told, call, create, until, hasHappened, readMessage }
}

const isText = (body: object | string): body is string | Uint8Array<ArrayBuffer> =>
  typeof body === 'string' || body instanceof Uint8Array

/** A pointer names a field of the caller's own request, whose free maps have keys of its own. */
const withoutPointers = (text: string) => text.replaceAll(/"pointer":"#[^"]*"/g, '')
