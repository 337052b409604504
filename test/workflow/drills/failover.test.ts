// PostgreSQL replaced by a copy that lacks the last commits, as the processes meet it: what the copy knows goes
// on, what it does not know is gone, and what is asked for from then on happens.
import { expect, inject, test, vi } from 'vitest'
import { openWorkflows } from '#test/load/afterwards.ts'
import { type Caller, createCaller, personWith } from '#test/support/caller.ts'
import { startOwnPostgres } from '#test/support/servers/own-postgres.ts'
import { built, createFleet } from '#test/support/process.ts'

const addressOf = () => `${crypto.randomUUID()}@example.com`

const readCode = async (caller: Caller, id: string): Promise<string> =>
  vi.waitFor(
    async () => {
      const [newest] = await caller.messages(id)
      if (!newest) throw new Error('no message has arrived')
      return newest.code
    },
    { timeout: 30_000, interval: 100 },
  )

async function askForCode(caller: Caller): Promise<{ id: string; code: string }> {
  const id = await caller.create(addressOf())
  expect((await caller.askToken(id)).status).toBe(201)
  return { id, code: await readCode(caller, id) }
}

/** What a follower of events has got, from a cursor on. */
async function follow(url: string, after?: string) {
  const query = after === undefined ? '' : `&after=${after}`
  const caller = createCaller(url, { scope: 'reports:read' })
  const { status, body } = await caller.send<{
    events: { id: string; transactionId: string; type: string }[]
    next: string
    code?: string
  }>('GET', `/v1/events?limit=1000${query}`)
  return { status, ...body }
}

test('after a failover that has lost commits, what is known and what is new goes on, and what is gone ends', async () => {
  await using parts = new AsyncDisposableStack()
  const database = await startOwnPostgres()
  parts.defer(() => database.close())
  const temporalAddress = inject('temporalAddress')
  const fleet = createFleet({
    ...built,
    databaseUrl: database.url,
    temporalAddress,
    bundlePath: inject('bundlePath'),
  })
  parts.defer(() => fleet.close())
  const [api] = await Promise.all([fleet.startApi(), fleet.startWorker()])
  const caller = createCaller(api.url)
  const workflows = parts.use(await openWorkflows(temporalAddress))

  const known = await askForCode(caller)
  await database.copy()
  expect((await caller.validate(known.id, known.code)).status).toBe(200)
  const gone = await askForCode(caller)
  const before = await vi.waitFor(async () => {
    const page = await follow(api.url)
    if (!page.events.some(({ transactionId }) => transactionId === gone.id))
      throw new Error('the event of the last creation has not come')
    return page
  })
  await database.kill()
  await database.replaceByCopy({ promoted: true })
  await vi.waitFor(async () => expect((await caller.send('GET', '/readyz')).status).toBe(200), {
    timeout: 30_000,
    interval: 100,
  })

  expect(await follow(api.url, before.next)).toMatchObject({ status: 410, code: 'cursor-lost' })
  expect((await caller.readToken(gone.id)).status).toBe(404)
  expect((await caller.readToken(known.id)).body).toMatchObject({ status: 'Waiting' })
  expect((await caller.validate(known.id, known.code)).status).toBe(200)
  expect((await caller.queryPack(known.id, 20)).body).toMatchObject({ status: 'completed' })
  const later = await askForCode(caller)
  expect((await caller.validate(later.id, later.code)).status).toBe(200)
  expect((await caller.send('POST', '/v1/transaction', personWith(addressOf()))).status).toBe(201)

  // Who begins anew and leaves out what it knows by its id misses nothing that is true now.
  const again = await follow(api.url)
  const isKnown = new Set(before.events.map(({ id }) => id))
  const [kept, fresh] = [true, false].map((was) =>
    again.events.filter(({ id }) => isKnown.has(id) === was),
  )
  expect(kept?.map(({ transactionId, type }) => [transactionId, type])).toEqual([
    [known.id, 'transaction.created'],
  ])
  expect(fresh?.map(({ transactionId, type }) => [transactionId, type])).toEqual(
    expect.arrayContaining([
      [known.id, 'token.confirmed'],
      [known.id, 'pack.completed'],
      [later.id, 'token.confirmed'],
    ]),
  )
  expect(again.events.some(({ transactionId }) => transactionId === gone.id)).toBe(false)
  expect((await follow(api.url, again.next)).events).toEqual([])

  // An hour before its token would expire: the worker has seen the failover.
  await vi.waitFor(async () => expect(await workflows.countOpen([gone.id])).toBe(0), {
    timeout: 90_000,
    interval: 200,
  })
  await workflows.checkProblems()
  await workflows.checkLengths([known.id, gone.id, later.id])
})
