// Webhook endpoints of a test’s own tenant, and a deliverer that sends to them.
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Resolve } from '#src/journey/calls/connector.ts'
import { createDeliverer, type Deliverer } from '#src/journey/webhooks/deliver.ts'
import type { Disabled } from '#src/journey/webhooks/record.ts'
import type { Db } from '#src/platform/db/client.ts'
import { newId } from '#src/platform/ids.ts'
import { type Answer, createTestApp, type TestApp } from './app.ts'
import { type Receiver, startReceiver } from './servers/receiver.ts'
import type { Claims } from './token.ts'

export type Hooked = AsyncDisposable & {
  readonly app: TestApp
  readonly tenant: string
  readonly receiver: Receiver
  /** The deliverer’s settings, which a test may change while it runs. */
  readonly settings: { privateHosts: string[]; timeoutMs: number; resolve?: Resolve }
  readonly deliverer: Deliverer
  readonly disabled: Disabled[]
  readonly ask: (method: string, path: string, body?: unknown, claims?: Claims) => Promise<Answer>
  /** Creates an endpoint at a path of the receiver. */
  readonly listen: (path: string, more?: object) => Promise<{ id: string; secret: string }>
  /** Makes all waiting deliveries due now, and ends the endpoints’ rests. */
  readonly hurry: () => Promise<void>
}

export async function openWebhooks(db: Db): Promise<Hooked> {
  const receiver = await startReceiver()
  const settings: Hooked['settings'] = { privateHosts: [receiver.host], timeoutMs: 1_000 }
  const app = await createTestApp(db, undefined, { webhooks: settings })
  const tenant = `t-${randomUUID()}`
  const disabled: Disabled[] = []
  const deliverer = createDeliverer({
    db,
    sealer: app.sealer,
    webhooks: settings,
    log: app.deps.log,
    onSent() {},
    onDisabled: (one) => void disabled.push(one),
  })
  const ending = new AbortController()
  const running = deliverer.run(ending.signal)
  const ask: Hooked['ask'] = (method, path, body, claims = {}) =>
    app.call(method, `/v1/webhooks${path}`, {
      ...(body !== undefined && { body }),
      claims: { tenant, scope: 'webhooks:write', ...claims },
    })
  return {
    app,
    tenant,
    receiver,
    settings,
    deliverer,
    disabled,
    ask,
    async listen(path, more = {}) {
      const answer = await ask('POST', '', { url: receiver.url(path), ...more })
      expect(answer.status).toBe(201)
      return answer.json()
    },
    async hurry() {
      await db.execute(sql`update webhook_endpoint set rests_until = null where tenant = ${tenant}`)
      await db.execute(sql`
        update webhook_delivery set due_at = now() where status = 'pending'
          and endpoint_id in (select id from webhook_endpoint where tenant = ${tenant})`)
    },
    async [Symbol.asyncDispose]() {
      ending.abort()
      await running
      await receiver[Symbol.asyncDispose]()
    },
  }
}

/** Inserts an endpoint whose cursor is before all events, and whose URL is never called. */
export async function insertEndpoint(db: Db, tenant: string): Promise<string> {
  const id = newId()
  await db.execute(sql`
    insert into webhook_endpoint (id, tenant, mode, url, created_at, key_id, wrapped_key, secrets,
      shown_secrets, cursor_tx, cursor_id)
    values (${id}, ${tenant}, 'live', 'https://example.com/', now(), 'k', '', '', '[]',
      0, '00000000-0000-0000-0000-000000000000')`)
  return id
}
