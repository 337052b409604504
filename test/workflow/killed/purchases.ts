// A worker killed around a purchase, counted on the vendor's side: what it had charged it charges once.
import { expect, vi } from 'vitest'
import type { Db } from '#src/platform/db/client.ts'
import { type Caller, createCaller, ofKind } from '#test/support/caller.ts'
import { type Hold, holdTransaction } from '#test/support/hold.ts'
import { bureauDialect, knownDocument, knownName } from '#test/support/vendors/check-dialects.ts'
import { writeBureau } from '#test/support/vendors/check-harness.ts'
import { type CheckServer, startCheckServer } from '#test/support/vendors/check-server.ts'
import type { KilledTest, PurchasesScene } from './stations.ts'
import { type Part, type Steps, untilJournaled } from './part.ts'

export async function startPurchases(): Promise<Part<PurchasesScene>> {
  const server = await startCheckServer(bureauDialect)
  return {
    environment: { CHECKS: describeAccounts(server) },
    prepare: (url, db) => prepare(server, url, db),
    close: () => server.close(),
  }
}

async function prepare(server: CheckServer, url: string, db: Db): Promise<Steps<PurchasesScene>> {
  const keyed = createCaller(url, { mode: 'live' })
  const never = createCaller(url, { mode: 'live', tenant: 'careful' })
  const ids = {
    recorded: await create(keyed),
    unanswered: await create(keyed),
    answered: await create(keyed),
    unrepeatable: await create(never),
  }
  await ask(keyed, ids.recorded)
  await untilJournaled(keyed, ids.recorded, 'check-answered')

  const held = Promise.withResolvers<Hold>()
  return {
    async hold() {
      // What it charges it does not tell, but to one whose row somebody holds.
      server.atRequest = async ({ headers }) => {
        if (headers['x-transaction'] === undefined) return
        if (headers['x-transaction'] !== ids.answered) return new Promise(() => undefined)
        held.resolve(holdTransaction(db, ids.answered))
        await held.promise
      }
      await ask(keyed, ids.answered)
      const hold = await held.promise
      await hold.untilWaitedFor('atesta-worker')
    },
    async hang() {
      await Promise.all([ask(keyed, ids.unanswered), ask(never, ids.unrepeatable)])
      await vi.waitFor(() => expect(purchasesAt(server)).toHaveLength(4), { timeout: 30_000 })
    },
    async release() {
      const hold = await held.promise
      await hold.release()
      server.atRequest = undefined
    },
    goOn: async () => ({ server, keyed, never, ids }),
  }
}

/** The same vendor twice: one account may repeat under its key, the other never. */
function describeAccounts(server: CheckServer): string {
  const file = `${writeBureau(server.url)}/bureau.yaml`
  const secrets = { id: 'client', secret: 'hush' }
  const account = (repeat: string) => ({
    vendor: 'http',
    file,
    secrets,
    repeat,
    costMicros: 70_000,
    timeoutMs: 10_000,
  })
  return JSON.stringify({
    accounts: { keyed: account('key'), once: account('never') },
    ports: { 'person-check': ['keyed'] },
    tenants: { careful: { ports: { 'person-check': ['once'] } } },
    legalBasis: { purpose: 'test', article: 'LGPD 7, V' },
    privateHosts: [server.host],
  })
}

async function create(caller: Caller): Promise<string> {
  const body = { documentType: 'CPF', document: knownDocument, name: knownName }
  const { status, body: created } = await caller.send<{ id: string }>(
    'POST',
    '/v1/transaction',
    body,
  )
  expect(status).toBe(201)
  return created.id
}

async function ask(caller: Caller, id: string): Promise<void> {
  const path = `/v1/transaction/${id}/backgroundcheck`
  expect((await caller.send('POST', path, { services: ['BasicInfos'] })).status).toBe(200)
}

const purchasesAt = ({ requests }: CheckServer, id?: string) =>
  requests.filter(
    ({ url, headers }) =>
      url.pathname === '/people' && (id === undefined || headers['x-transaction'] === id),
  )

/** As the vendor charges: once for each key. */
const charges = (server: CheckServer, id: string) =>
  new Set(purchasesAt(server, id).map(({ headers }) => headers['idempotency-key'])).size

async function read(caller: Caller, id: string) {
  const path = `/v1/transaction/${id}/backgroundcheck`
  const { body } = await caller.send<{ services: object[] }[]>('GET', path)
  return body[0]?.services[0]
}

export function purchases(test: KilledTest): void {
  test.for(['unanswered', 'answered'] as const)(
    'a purchase that the vendor charged and the killed worker did not record is sent again under its key, and charged once: %s',
    async (
      moment,
      {
        killed: {
          purchases: { server, keyed, ids },
        },
      },
    ) => {
      const id = ids[moment]
      await untilJournaled(keyed, id, 'check-answered')
      expect(await read(keyed, id)).toMatchObject({
        status: 'completed',
        source: 'keyed',
        result: { name: knownName, status: 'regular' },
      })
      expect(purchasesAt(server, id)).toHaveLength(2)
      expect(charges(server, id)).toBe(1)
      const timeline = await keyed.timeline(id)
      expect(ofKind(timeline, 'check-attempt-claimed')).toHaveLength(1)
      expect(ofKind(timeline, 'check-answered')).toMatchObject([{ attempt: 1, costMicros: 70_000 }])
    },
  )

  test('where a repeat could buy twice nothing is repeated: the service is called uncertain', async ({
    killed: {
      purchases: { server, never, ids },
    },
  }) => {
    await untilJournaled(never, ids.unrepeatable, 'check-failed')
    expect(await read(never, ids.unrepeatable)).toMatchObject({ failure: 'check-uncertain' })
    expect(purchasesAt(server, ids.unrepeatable)).toHaveLength(1)
  })

  test('a purchase that was recorded before the kill is not repeated after it', async ({
    killed: {
      purchases: { server, ids },
    },
  }) => {
    expect(purchasesAt(server, ids.recorded)).toHaveLength(1)
  })
}
