// A tenant whose pack calls a system of its own, and the server that is that system.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Resolve } from '#src/journey/calls/connector.ts'
import { type Secret, openSigner, signHeaders } from '#src/journey/receivers/signing.ts'
import { test as base } from '#test/db/fixture.ts'
import { type Answer, createTestApp, type TestApp } from '#test/support/app.ts'
import { performDue } from '#test/support/due.ts'
import { type Receiver, startReceiver } from '#test/support/servers/receiver.ts'
import type { Claims } from '#test/support/token.ts'
import { createTransaction, moveClock } from '#test/support/transactions.ts'
import type { Db } from '#src/platform/db/client.ts'

const scope =
  'endpoints:write packs:write packs:live transactions:read transactions:write reports:read data:erase audit:read'

export type Calling = AsyncDisposable & {
  readonly app: TestApp
  readonly db: Db
  readonly tenant: string
  readonly receiver: Receiver
  readonly settings: { takesLoopback: boolean; resolve?: Resolve }
  /** The secret of the endpoint `core`. */
  secret: string
  readonly ask: (method: string, path: string, body?: unknown, claims?: Claims) => Promise<Answer>
  readonly publish: (root: object) => Promise<string>
  /** Starts a pack on a new transaction, and makes what is due. */
  readonly begin: (name: string, fields?: object) => Promise<string>
  /** Makes what is due after that time. */
  readonly pass: (id: string, seconds: number) => Promise<void>
  readonly read: (name: string, id: string) => Promise<Record<string, unknown>>
  /** Brings a result to a `replyTo`; signed by `secret` unless it is null. */
  readonly replyTo: (url: string, sent: Replying) => Promise<Answer>
}

type Replying = {
  readonly result: unknown
  readonly callId: string
  readonly secret?: string | null
  readonly at?: number
}

export type CallBody = {
  readonly type: string
  readonly data: {
    readonly callId: string
    readonly attempt: number
    readonly input: Record<string, unknown>
    readonly replyTo: string
  }
}

/** What has reached the endpoint, oldest first. */
export const sent = ({ receiver }: Calling): CallBody[] =>
  // Safe because the service writes calls so.
  receiver.received.map(({ body }) => JSON.parse(body) as CallBody)
export function lastSent(calling: Calling): CallBody['data'] {
  const last = sent(calling).at(-1)
  if (!last) throw new Error('nothing was sent')
  return last.data
}

export const sequence = (...steps: object[]) => ({ kind: 'sequence', steps })
export const stop = (outcome: string, reason: string) => ({ kind: 'stop', outcome, reason })

/** Asks `core` for a limit, and approves on its yes alone. */
export const limitPack = (more: object = {}) =>
  sequence(
    {
      kind: 'call',
      id: 'limit',
      to: 'core',
      input: { name: 'transaction.name', faces: 'facts.faces.verdict', two: '1.0 + 1.0' },
      result: {
        type: 'object',
        properties: {
          approved: { type: 'boolean' },
          amount: { type: 'number', minimum: 0 },
          until: { type: 'string', format: 'date-time' },
        },
        required: ['approved'],
      },
      ...more,
    },
    {
      kind: 'when',
      id: 'granted',
      condition: 'steps.limit.result.approved',
      run: stop('approved', 'granted'),
      otherwise: stop('rejected', 'refused'),
    },
  )

/** Each test with a tenant of its own, whose system answers so first. */
export const testCalling = (answer?: Receiver['answer']) =>
  base.extend<{ calling: Calling }>({
    calling: async ({ db }, use) => {
      await using calling = await openCalling(db)
      if (answer) calling.receiver.answer = answer
      await use(calling)
    },
  })

export async function openCalling(db: Db): Promise<Calling> {
  const receiver = await startReceiver()
  const tenant = `t-${randomUUID()}`
  const settings: Calling['settings'] = { takesLoopback: true }
  const app = await createTestApp(db, undefined, { endpoints: settings })
  const ask: Calling['ask'] = (method, path, body, claims = {}) =>
    app.call(method, path, {
      ...(body !== undefined && { body }),
      headers: { prefer: 'wait=0' },
      claims: { tenant, scope, ...claims },
    })
  const made = await ask('POST', '/v1/endpoints', { name: 'core', url: receiver.url('/core') })
  expect(made.status).toBe(201)
  const calling: Calling = {
    app,
    db,
    tenant,
    receiver,
    settings,
    secret: (await made.json()).secret,
    ask,
    async publish(root) {
      const name = `calls-${randomUUID()}`
      const answer = await ask('POST', `/v1/packs/${name}/versions`, { root })
      expect(await answer.clone().json()).not.toHaveProperty('errors')
      expect(answer.status).toBe(201)
      return name
    },
    async begin(name, fields = {}) {
      const id = await createTransaction(app, { name: 'Ana Souza', ...fields }, { tenant, scope })
      expect((await ask('GET', `/v1/packs/${name}/${id}`)).status).toBe(200)
      await performDue(app.deps, id)
      return id
    },
    async pass(id, seconds) {
      await moveClock(db, id, seconds * 1_000)
      await performDue(app.deps, id)
    },
    read: async (name, id) => (await ask('GET', `/v1/packs/${name}/${id}`)).json(),
    async replyTo(url, { result, callId, secret = calling.secret, at = Date.now() }) {
      const body = JSON.stringify({ result })
      const path = new URL(url).pathname
      const signed = secret === null ? {} : sign(secret, { id: callId, body, sentAt: at })
      return app.call('POST', path, {
        body: Buffer.from(body),
        headers: { 'content-type': 'application/json', ...signed },
      })
    },
    async [Symbol.asyncDispose]() {
      await receiver[Symbol.asyncDispose]()
    },
  }
  return calling
}

function sign(secret: string, message: Parameters<typeof signHeaders>[1]): Record<string, string> {
  const bare = { secret: secret.replace('whsec_', ''), createdAt: '', id: '' }
  // Safe because `v1` needs no private key; another key signs `v1a`, which nobody reads here.
  const own = { ...openSigner(anyKey), secret: Buffer.from(bare.secret, 'base64') }
  return signHeaders([own], message)
}

const anyKey: Secret = {
  id: '',
  createdAt: '',
  secret: '',
  privateKey: 'MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g',
}
