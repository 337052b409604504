// A worker killed around a purchase, counted on the vendor's side: what it had charged it charges once.
import { sql } from 'drizzle-orm'
import { expect, inject, vi } from 'vitest'
import type { Db } from '#src/db/client.ts'
import { test as base } from '#test/db/fixture.ts'
import { type Caller, createCaller, ofKind } from '#test/support/caller.ts'
import { createFleet } from '#test/support/process.ts'
import { bureauDialect, knownDocument, knownName } from '#test/support/vendors/check-dialects.ts'
import { writeBureau } from '#test/support/vendors/check-harness.ts'
import { type CheckServer, startCheckServer } from '#test/support/vendors/check-server.ts'

/** One transaction for each moment at which the same worker was killed. */
type Scene = {
  readonly server: CheckServer
  readonly keyed: Caller
  readonly never: Caller
  readonly ids: Readonly<Record<'recorded' | 'unanswered' | 'answered' | 'unrepeatable', string>>
}

const test = base.extend<{ scene: Scene }>({
  scene: [
    async ({ url, db }, use) => {
      await using parts = new AsyncDisposableStack()
      const server = await startCheckServer(bureauDialect)
      parts.defer(() => server.close())
      const fleet = createFleet({
        databaseUrl: url,
        temporalAddress: inject('temporalAddress'),
        bundlePath: inject('bundlePath'),
        environment: { CHECKS: describeAccounts(server) },
      })
      parts.defer(() => fleet.close())
      const [api, worker] = await Promise.all([fleet.startApi(), fleet.startWorker()])
      const keyed = createCaller(api.url, { mode: 'live' })
      const never = createCaller(api.url, { mode: 'live', tenant: 'careful' })

      const recorded = await check(keyed)
      await untilJournaled(keyed, recorded, 'check-answered')
      const answered = await create(keyed)
      const hold = holdRow(db, answered)
      // What it charges it does not tell, but to one whose row somebody holds.
      server.atRequest = async ({ headers }) => {
        if (headers['x-transaction'] === answered) await hold.taken()
        else if (headers['x-transaction'] !== undefined) await new Promise(() => undefined)
      }
      const unanswered = await check(keyed)
      const unrepeatable = await check(never)
      await ask(keyed, answered)
      await vi.waitFor(() => expect(purchases(server)).toHaveLength(4), { timeout: 30_000 })
      await vi.waitFor(async () => expect(await countBlockedWorkers(db)).toBe(1), 30_000)

      await worker.kill()
      await hold.release()
      server.atRequest = undefined
      await fleet.startWorker()
      await use({ server, keyed, never, ids: { recorded, unanswered, answered, unrepeatable } })
    },
    { scope: 'file' },
  ],
})

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
  })
  return JSON.stringify({
    accounts: { keyed: account('key'), once: account('never') },
    ports: { 'person-check': ['keyed'] },
    tenants: { careful: { ports: { 'person-check': ['once'] } } },
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

async function check(caller: Caller): Promise<string> {
  const id = await create(caller)
  await ask(caller, id)
  return id
}

const purchases = ({ requests }: CheckServer, id?: string) =>
  requests.filter(
    ({ url, headers }) =>
      url.pathname === '/people' && (id === undefined || headers['x-transaction'] === id),
  )

/** As the vendor charges: once for each key. */
const charges = (server: CheckServer, id: string) =>
  new Set(purchases(server, id).map(({ headers }) => headers['idempotency-key'])).size

const untilJournaled = (client: Caller, id: string, kind: string) =>
  vi.waitFor(async () => expect(ofKind(await client.timeline(id), kind)).toHaveLength(1), {
    timeout: 40_000,
    interval: 100,
  })

async function read(caller: Caller, id: string) {
  const path = `/v1/transaction/${id}/backgroundcheck`
  const { body } = await caller.send<{ services: object[] }[]>('GET', path)
  return body[0]?.services[0]
}

/** A lock on the transaction's row keeps the worker from recording what it has been told. */
function holdRow(db: Db, id: string) {
  const locked = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  let held: Promise<void> | undefined
  return {
    async taken() {
      held = db.transaction(async (tx) => {
        await tx.execute(sql`select 1 from transaction where id = ${id} for update`)
        locked.resolve()
        await released.promise
      })
      await Promise.race([locked.promise, held])
    },
    async release() {
      released.resolve()
      await held
    },
  }
}

async function countBlockedWorkers(db: Db): Promise<number> {
  const [row] = await db.execute(
    sql`select count(*)::int as count from pg_stat_activity where datname = current_database()
        and application_name = 'atesta-worker' and wait_event_type = 'Lock'`,
  )
  return Number(row?.['count'])
}

test.for(['unanswered', 'answered'] as const)(
  'a purchase that the vendor charged and the killed worker did not record is sent again under its key, and charged once: %s',
  async (moment, { scene: { server, keyed, ids } }) => {
    const id = ids[moment]
    await untilJournaled(keyed, id, 'check-answered')
    expect(await read(keyed, id)).toMatchObject({
      status: 'completed',
      source: 'keyed',
      result: { name: knownName, status: 'regular' },
    })
    expect(purchases(server, id)).toHaveLength(2)
    expect(charges(server, id)).toBe(1)
    const timeline = await keyed.timeline(id)
    expect(ofKind(timeline, 'check-attempt-claimed')).toHaveLength(1)
    expect(ofKind(timeline, 'check-answered')).toMatchObject([{ attempt: 1, costMicros: 70_000 }])
  },
)

test('where a repeat could buy twice nothing is repeated: the service is called uncertain', async ({
  scene: { server, never, ids },
}) => {
  await untilJournaled(never, ids.unrepeatable, 'check-failed')
  expect(await read(never, ids.unrepeatable)).toMatchObject({ failure: 'check-uncertain' })
  expect(purchases(server, ids.unrepeatable)).toHaveLength(1)
})

test('a purchase that was recorded before the kill is not repeated after it', async ({
  scene: { server, ids },
}) => {
  expect(purchases(server, ids.recorded)).toHaveLength(1)
})
