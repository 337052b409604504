// Live WhatsApp accounts whose vendor is a small Graph API of the test: due tasks are run as by a worker, and the
// vendor’s reports arrive by its signed webhooks.
import { expect } from 'vitest'
import type { MessagingAccount } from '#src/messaging/challenges/port.ts'
import { listChallenges } from '#src/messaging/challenges/store.ts'
import type { Db } from '#src/platform/db/client.ts'
import { createMeta } from '#src/vendors/meta/adapter.ts'
import type { TestApp } from '#test/support/app.ts'
import { performDue } from '#test/support/due.ts'
import { createWithPhone, openHooks, read, type SentRecord } from '#test/support/hooks.ts'
import {
  type MetaCallback,
  type MetaMessage,
  type MetaServer,
  startMeta,
  writeStatus,
} from '#test/support/vendors/meta.ts'

const claims = { mode: 'live' } as const

export const template = { name: 'confirm_transaction_v1', language: 'pt_BR' } as const

export type Graph = {
  readonly app: TestApp
  readonly servers: readonly [MetaServer, ...MetaServer[]]
  readonly accounts: readonly MessagingAccount[]
  /** Sends a question in a new transaction, and runs the due tasks. */
  ask(phone: string): Promise<SentRecord>
  /** Runs due tasks until an account has received `count` messages for the number. */
  perform(sent: SentRecord, count: number, server?: MetaServer): Promise<readonly MetaMessage[]>
  post(callback: MetaCallback): Promise<void>
  report(server: MetaServer, message: MetaMessage, status: string, more?: object): Promise<void>
  text(sent: SentRecord, body: string, more?: object): Promise<void>
}

/** Creates one account for each name, used in this order. */
export async function openGraph(
  db: Db,
  names: readonly [string, ...string[]],
  { freeForm = false } = {},
): Promise<Graph & AsyncDisposable> {
  const [first, ...more] = names
  const start = (name: string) => startMeta({ phoneNumberId: toDigits(name) })
  const servers = [await start(first), ...(await Promise.all(more.map(start)))] as const
  const accounts = servers.map((server, index): MessagingAccount => {
    const account = createMeta({
      id: names[index] ?? '',
      phoneNumberId: server.phoneNumberId,
      businessAccountId: server.businessAccountId,
      accessToken: server.accessToken,
      appSecret: server.appSecret,
      verifyToken: 'ours',
      senderNumber: '+5511912340000',
      graphUrl: server.url,
      templates: { 'whatsapp-2fa': { 'pt-BR': template } },
      shared: false,
    })
    return freeForm ? { ...account, freeForm } : account
  })
  const app = await openHooks(db, accounts)
  const [server] = servers

  const graph: Graph = {
    app,
    servers,
    accounts,
    async ask(phone) {
      const id = await createWithPhone(app, phone, claims)
      const path = `/v1/transaction/${id}/whatsapps/2fa`
      expect((await app.call('POST', path, { claims })).status).toBe(201)
      const [record] = await listChallenges(db, id, 'whatsapp-2fa', 1)
      const [account] = accounts
      if (!record || !account) throw new Error('a record was opened')
      const { id: ref } = record
      await performDue(app.deps, id)
      return { id, ref, phone, account, claims, challengeKind: 'whatsapp-2fa', messageId: '' }
    },
    async perform({ id, phone }, count, at = server) {
      const taken = () => at.messages.filter(({ to }) => `+${to}` === phone)
      await expect
        .poll(
          async () => {
            await performDue(app.deps, id)
            return taken().length
          },
          { timeout: 10_000, interval: 20 },
        )
        .toBe(count)
      return taken()
    },
    async post({ headers, body }) {
      const answered = await app.call('POST', '/hooks/meta', {
        body,
        headers: { ...headers, authorization: '' },
      })
      expect(answered.status).toBe(200)
    },
    report: (at, message, status, given = {}) =>
      graph.post(at.callback('', [{ statuses: [{ ...writeStatus(message, status), ...given }] }])),
    text: ({ phone }, body, given = {}) => {
      const message = {
        from: phone.slice(1),
        id: `wamid.${crypto.randomUUID()}`,
        timestamp: String(Math.floor(Date.now() / 1_000)),
        type: 'text',
        text: { body },
        ...given,
      }
      return graph.post(server.callback('', [{ messages: [message] }]))
    },
  }
  return {
    ...graph,
    async [Symbol.asyncDispose]() {
      await app.deps.calls.drain()
      await Promise.all(servers.map((one) => one.close()))
    },
  }
}

const toDigits = (name: string) =>
  BigInt(`0x${Buffer.from(name).toString('hex')}`)
    .toString()
    .slice(-15)
    .padStart(15, '1')

export const readStatus = async ({ app }: Graph, sent: SentRecord) => read(app, sent)
