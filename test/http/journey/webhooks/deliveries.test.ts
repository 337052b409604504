// testWebhook, listWebhookDeliveries, resendWebhookDelivery; and what really arrives, on good days and bad ones.
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { sql } from 'drizzle-orm'
import { Webhook } from 'standardwebhooks'
import { expect, onTestFinished } from 'vitest'
import type { Delivery } from '#src/journey/webhooks/schema.ts'
import { test as base } from '#test/db/fixture.ts'
import { createTransaction } from '#test/support/transactions.ts'
import { type Hooked, openWebhooks } from '#test/support/webhooks.ts'

const test = base.extend<{ hooked: Hooked }>({
  hooked: async ({ db }, use) => {
    await using hooked = await openWebhooks(db)
    await use(hooked)
  },
})

async function deliveries({ ask }: Hooked, id: string, query = ''): Promise<Delivery[]> {
  const answer = await ask('GET', `/${id}/deliveries${query}`)
  expect(answer.status).toBe(200)
  return (await answer.json()).deliveries
}

const create = ({ app, tenant }: Hooked) => createTransaction(app, {}, { tenant })

/** Waits for the only delivery of an endpoint to be like that. */
const become = (hooked: Hooked, id: string, shape: object) =>
  expect.poll(() => deliveries(hooked, id)).toMatchObject([shape])

test('an event arrives at every endpoint that wants it, thin, signed, once, and its log says so', async ({
  hooked,
}) => {
  const { receiver, listen, app, tenant } = hooked
  const all = await listen('/all')
  const some = await listen('/some', { types: ['transaction.created'] })
  const none = await listen('/none', { types: ['pack.failed'] })
  const id = await create(hooked)
  await app.call('GET', `/v1/packs/basic/${id}`, {
    claims: { tenant },
    headers: { prefer: 'wait=0' },
  })
  await expect.poll(() => receiver.received.length).toBe(3)
  const events = await app.call('GET', '/v1/events', { claims: { tenant, scope: 'reports:read' } })
  const told = (await events.json()).events.map(
    ({ id: event, type, time, transactionId, seq, data }: Record<string, object>) => ({
      type,
      timestamp: time,
      data: { id: event, transactionId, seq, ...data },
    }),
  )
  const bySeq = (one: { data: Record<string, unknown> }, other: typeof one) =>
    Number(one.data['seq']) - Number(other.data['seq'])
  expect(receiver.bodies('/all').toSorted(bySeq)).toEqual(told)
  expect(receiver.bodies('/some')).toEqual([told[0]])
  for (const { path, headers, body } of receiver.received) {
    const { secret } = path === '/all' ? all : some
    // Safe because a webhook's headers come once each.
    new Webhook(secret).verify(body, headers as Record<string, string>)
    expect(headers['webhook-id']).toBe(JSON.parse(body).data.id)
    expect(headers['webhook-signature']).toMatch(/^v1,\S+ v1a,\S+$/)
  }
  await expect
    .poll(() => deliveries(hooked, all.id, '?status=delivered'))
    .toMatchObject([{ tries: [{ status: 204 }] }, { tries: [{ status: 204 }] }])
  const logged = (await deliveries(hooked, all.id)).map(({ body }) => body)
  expect(logged).toEqual(expect.arrayContaining(receiver.bodies('/all')))
  const page = await (await hooked.ask('GET', `/${all.id}/deliveries?limit=1`)).json()
  expect(await deliveries(hooked, all.id, `?limit=1&cursor=${page.next}`)).toHaveLength(1)
  expect(await deliveries(hooked, none.id)).toEqual([])
})

test('202: a test is sent to an endpoint whatever it wants, and 400 for a query that does not hold', async ({
  hooked,
}) => {
  const { ask, receiver, listen } = hooked
  const { id } = await listen('/one', { types: ['pack.failed'] })
  const answer = await ask('POST', `/${id}/test`)
  expect(answer.status).toBe(202)
  const { eventId } = await answer.json()
  await become(hooked, id, { type: 'webhook.tested', status: 'delivered' })
  expect(receiver.bodies('/one')).toMatchObject([{ type: 'webhook.tested', data: { id: eventId } }])
  expect((await ask('GET', `/${id}/deliveries?limit=0`)).status).toBe(400)
})

test('202: what was delivered is sent again with its webhook-id, once for one Idempotency-Key', async ({
  hooked,
}) => {
  const { app, tenant, receiver, listen } = hooked
  const { id } = await listen('/one')
  await create(hooked)
  await become(hooked, id, { status: 'delivered' })
  const [one] = await deliveries(hooked, id)
  const resend = (body?: object) =>
    app.call('POST', `/v1/webhooks/${id}/deliveries/${one?.id}/resend`, {
      claims: { tenant, scope: 'webhooks:write' },
      headers: { 'idempotency-key': 'k1' },
      ...(body && { body }),
    })
  expect((await resend()).status).toBe(202)
  await become(hooked, id, { status: 'delivered', tries: [{}, {}] })
  const repeated = await resend()
  expect([repeated.status, repeated.headers.get('idempotent-replayed')]).toEqual([202, 'true'])
  await create(hooked)
  await expect.poll(() => receiver.received.length).toBe(3)
  const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
  expect(new Set(ids).size).toBe(2)
  expect(ids[1]).toBe(ids[0])
})

test('a server that answers too late delays nobody else, holds few places, and is tried again', async ({
  hooked,
}) => {
  const { receiver, listen, settings, ask } = hooked
  receiver.paths.set('/late', { status: 200, waitMs: 29_000 })
  const late = await listen('/late')
  const well = await listen('/well')
  settings.timeoutMs = 600
  for (let count = 0; count < 12; count++) await create(hooked)
  const begun = Date.now()
  await expect.poll(() => receiver.bodies('/well').length).toBe(12)
  expect(Date.now() - begun).toBeLessThan(5_000)
  expect(receiver.bodies('/late').length).toBeLessThanOrEqual(9)
  await expect
    .poll(async () => (await deliveries(hooked, late.id)).flatMap(({ tries }) => tries))
    .toContainEqual(expect.objectContaining({ error: 'timeout' }))
  const states = () =>
    Promise.all(
      [late, well].map(async ({ id }) => (await (await ask('GET', `/${id}`)).json()).status),
    )
  await expect.poll(states).toEqual(['failing', 'enabled'])
})

test('a name whose answer turns private the second time: each try asks once, and nobody inside is reached', async ({
  hooked,
}) => {
  const { listen, settings, hurry } = hooked
  let reached = 0
  const inside = createServer((socket) => {
    reached += 1
    socket.destroy()
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void inside.close())
  await once(inside, 'listening')
  // Safe because a server on a port has an address with one.
  const { port } = inside.address() as AddressInfo
  const addresses = ['93.184.215.14', '127.0.0.1']
  const asked: string[] = []
  settings.timeoutMs = 300
  settings.resolve = (name, _options, done) => {
    asked.push(name)
    done(null, [{ address: addresses[asked.length - 1] ?? '127.0.0.1', family: 4 }])
  }
  const { id } = await listen('', { url: `https://rebinding.example:${port}/` })
  await create(hooked)
  await become(hooked, id, { tries: [{ error: expect.stringMatching(/^(?!blocked)/) }] })
  await hurry()
  await become(hooked, id, { status: 'pending', tries: [{}, { error: 'name' }] })
  expect(asked).toEqual(['rebinding.example', 'rebinding.example'])
  expect(reached).toBe(0)
})

test('a connection that has served is used again, and an event that its server has closed it on comes by a new one at once', async ({
  hooked,
}) => {
  const { listen, settings } = hooked
  const served = new Map<Socket, number>()
  // The second request of each connection finds it closed.
  const server = createHttpServer(({ socket }, response) => {
    const count = (served.get(socket) ?? 0) + 1
    served.set(socket, count)
    if (count > 1) socket.destroy()
    else response.writeHead(204).end()
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  // Safe because a server on a port has an address with one.
  const { port } = server.address() as AddressInfo
  settings.privateHosts.push(`localhost:${port}`)
  const { id } = await listen('', { url: `http://localhost:${port}/` })
  for (const count of [1, 2]) {
    await create(hooked)
    const delivered = async () => (await deliveries(hooked, id, '?status=delivered')).length
    await expect.poll(delivered).toBe(count)
  }
  expect((await deliveries(hooked, id)).map(({ tries }) => tries.length)).toEqual([1, 1])
  expect([...served.values()]).toEqual([2, 1])
})

test('a redirect is not followed', async ({ hooked }) => {
  const { receiver, listen } = hooked
  const location = receiver.url('/elsewhere')
  receiver.paths.set('/one', { status: 307, headers: { location } })
  const { id } = await listen('/one')
  await create(hooked)
  await become(hooked, id, { status: 'pending', tries: [{ status: 307, error: 'redirect' }] })
  expect(receiver.received.map(({ path }) => path)).toEqual(['/one'])
})

test('a server that answers 500 for a day and is back gets everything, each event once', async ({
  db,
  hooked,
}) => {
  const { receiver, listen, hurry, ask } = hooked
  const { id } = await listen('/one')
  receiver.answer = { status: 500 }
  const made = [await create(hooked), await create(hooked), await create(hooked)]
  const passHours = async (hours: number) => {
    await db.execute(sql`
      update webhook_delivery set since = since - make_interval(hours => ${hours})
      where endpoint_id = ${id}`)
    await db.execute(sql`
      update webhook_endpoint set failing_since = failing_since - make_interval(hours => ${hours})
      where id = ${id}`)
  }
  for (let count = 1; count <= 3; count++) {
    await expect.poll(() => receiver.received.length).toBeGreaterThanOrEqual(count)
    await passHours(8)
    await hurry()
  }
  await expect.poll(async () => (await (await ask('GET', `/${id}`)).json()).status).toBe('failing')
  receiver.answer = { status: 200 }
  const before = receiver.received.length
  await hurry()
  // What waits for hours is brought forward by the first that arrives: within a minute.
  await expect
    .poll(async () => {
      await db.execute(sql`
        update webhook_delivery set due_at = now() where endpoint_id = ${id}
          and status = 'pending' and due_at < now() + interval '61 seconds'`)
      return (await deliveries(hooked, id, '?status=delivered')).length
    })
    .toBe(3)
  const got = receiver.bodies('/one').slice(before)
  expect(got.map(({ data }) => String(data['transactionId'])).toSorted()).toEqual(made.toSorted())
  expect(await (await ask('GET', `/${id}`)).json()).toMatchObject({ status: 'enabled' })
})

test('410 disables at once, three days of failures too; begun again it gets what it has missed', async ({
  db,
  hooked,
}) => {
  const { receiver, listen, hurry, ask, disabled, app, tenant } = hooked
  receiver.paths.set('/gone', { status: 410 })
  receiver.paths.set('/failing', { status: 503 })
  const gone = await listen('/gone')
  const failing = await listen('/failing')
  const missed = [await create(hooked)]
  await become(hooked, gone.id, { status: 'failed', tries: [{ status: 410 }] })
  await become(hooked, failing.id, { tries: [{ status: 503 }] })
  await db.execute(sql`
    update webhook_endpoint set failing_since = now() - interval '73 hours' where id = ${failing.id}`)
  await hurry()
  await expect
    .poll(() => disabled.map(({ reason }) => reason).toSorted())
    .toEqual(['failing', 'gone'])
  for (const { id } of [gone, failing])
    expect(await (await ask('GET', `/${id}`)).json()).toMatchObject({ status: 'disabled' })
  missed.push(await create(hooked))
  receiver.paths.set('/gone', { status: 200 })
  await ask('PATCH', `/${gone.id}`, { enabled: true })
  await expect
    .poll(() => receiver.bodies('/gone').map(({ data }) => data['transactionId']))
    .toEqual(missed)
  const claims = { tenant, scope: 'audit:read' }
  const audit = await app.call('GET', '/v1/audit?action=webhook.disabled', { claims })
  expect((await audit.json()).entries).toMatchObject([
    { object: gone.id, actor: { kind: 'service' }, details: { reason: 'gone' } },
    { object: failing.id, details: { reason: 'failing' } },
  ])
})

test('what waits for a server that is away has an end, and the rest stays with the events', async ({
  db,
  hooked,
}) => {
  const { receiver, listen, tenant, deliverer } = hooked
  receiver.answer = { status: 500 }
  const { id } = await listen('/one')
  await db.execute(sql`
    insert into event (id, tx, tenant, mode, type, transaction_id, seq, at, data)
    select ('019b' || substr(gen_random_uuid()::text, 5))::uuid, pg_current_xact_id()::text::bigint,
      ${tenant}, 'sandbox', 'pack.completed', gen_random_uuid(), 1, now(), '{}'
    from generate_series(1, 3000)`)
  const count = async () => {
    await deliverer.round()
    const [row] = await db.execute<{ count: number }>(sql`
      select count(*)::integer as count from webhook_delivery where endpoint_id = ${id}`)
    return row?.count ?? 0
  }
  await expect.poll(count).toBeGreaterThanOrEqual(1_000)
  expect(await count()).toBeLessThan(1_500)
  receiver.answer = { status: 200 }
  await db.execute(sql`update webhook_delivery set status = 'delivered' where endpoint_id = ${id}`)
  await expect.poll(count).toBeGreaterThanOrEqual(2_000)
})

test('the process that dies with a delivery leaves it to another', async ({ db, hooked }) => {
  const { receiver, listen, hurry } = hooked
  const { id } = await listen('/one')
  receiver.answer = { status: 500 }
  await create(hooked)
  await become(hooked, id, { tries: [{ status: 500 }] })
  // As a claim leaves it whose process is gone: its lease has ended.
  await db.execute(sql`
    update webhook_delivery set attempts = attempts + 1 where endpoint_id = ${id}`)
  receiver.answer = { status: 200 }
  await hurry()
  await become(hooked, id, { status: 'delivered' })
})
