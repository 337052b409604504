// What becomes of checks in the sandbox, by the document: through the workflow, the agenda and signed callbacks.
import { createHmac } from 'node:crypto'
import { expect } from 'vitest'
import { publishPacks } from '#test/support/packs/publish.ts'
import { definePack, module, sequence } from '#test/support/packs/build.ts'
import { type TestClient, until } from '#test/workflow/client.ts'
import { withService } from '#test/workflow/fixture.ts'

const test = withService({ SANDBOX_CHECK_COST_MICROS: '40000' })

type Shown = {
  readonly status: string
  readonly services: readonly {
    readonly status: string
    readonly failure?: string
    readonly result?: { readonly matches?: object[] }
  }[]
}

async function create(client: TestClient, digits: string, more: object = {}): Promise<string> {
  const body = { documentType: 'cpf', document: `52998${digits}25`, name: 'Maria Souza', ...more }
  return (await client.ask<{ id: string }>('POST', '/v1/transaction', 201, { body })).id
}

const path = (id: string) => `/v1/transaction/${id}/backgroundcheck`

const endings = ['0005', '0006', '0007', '0008', '0009', '0010', '0012', '0013'] as const
const asked = new Map<string, Promise<string>>()

/** All of them are asked with the first, so that nobody waits for them one after the other. */
async function check(client: TestClient, digits: (typeof endings)[number]): Promise<string> {
  if (asked.size === 0) for (const one of endings) asked.set(one, ask(client, one))
  return asked.get(digits) ?? ask(client, digits)
}

async function ask(client: TestClient, digits: string): Promise<string> {
  const id = await create(client, digits)
  await client.ask('POST', path(id), 200, { body: { services: ['Sanctions'] } })
  return id
}

const ended = (client: TestClient, id: string): Promise<Shown> =>
  until(async () => {
    const [shown] = await client.ask<Shown[]>('GET', path(id), 200)
    return shown && shown.status !== 'processing' ? shown : undefined
  }, 120_000)

const count = async (client: TestClient, id: string, kind: string) =>
  (await client.journal(id)).filter((entry) => entry.kind === kind).length

test.for([
  ['0005', 'by a callback two seconds later'],
  ['0006', 'by a callback before the answer to the request'],
  ['0007', 'by a callback that comes twice'],
  ['0008', 'when it is asked for'],
] as const)('an answer that comes %s is one answer: %s', async ([digits], { client }) => {
  const id = await check(client, digits)
  expect(await ended(client, id)).toMatchObject({
    status: 'completed',
    services: [{ status: 'completed', result: { matches: [] } }],
  })
  expect(await count(client, id, 'check-answered')).toBe(1)
  expect(await count(client, id, 'check-attempt-claimed')).toBe(1)
  expect(await client.tasks(id)).toEqual([])
})

test('too many requests: the next attempt is made later', async ({ client }) => {
  const id = await check(client, '0009')
  expect(await ended(client, id)).toMatchObject({ status: 'completed' })
  expect(await count(client, id, 'check-attempt-claimed')).toBe(2)
})

test('a source that hangs has taken the request: the look-up finds its answer, and nothing is bought twice', async ({
  client,
}) => {
  const id = await check(client, '0010')
  expect(await ended(client, id)).toMatchObject({ status: 'completed' })
  expect(await count(client, id, 'check-attempt-claimed')).toBe(1)
  expect(await count(client, id, 'check-uncertain')).toBeGreaterThan(0)
})

test.for([['0012'], ['0013']] as const)(
  'what nobody can find out is uncertain, and no verdict: %s',
  async ([digits], { client }) => {
    const id = await check(client, digits)
    expect(await ended(client, id)).toMatchObject({
      status: 'partial',
      services: [{ status: 'failed', failure: 'check-uncertain' }],
    })
    expect(await count(client, id, 'check-attempt-claimed')).toBe(1)
  },
)

test('a forged callback changes nothing, and neither does one for another account', async ({
  client,
  service,
}) => {
  const id = await ask(client, '0008')
  await client.journalWith(id, 'check-awaited')
  const body = JSON.stringify({
    attemptId: '019a9f3d-2222-7c3d-8a52-0b6f7f3f1c90',
    outcome: { kind: 'no-data' },
  })
  const signature = createHmac('sha256', 'a guess').update(body).digest('hex')
  for (const [account, status] of [
    ['sandbox-checks', 401],
    ['unknown', 404],
  ] as const) {
    const answer = await service.call('POST', `/hooks/checks/${account}`, {
      body,
      headers: { 'x-sandbox-signature': signature, authorization: '' },
    })
    expect(answer.status).toBe(status)
  }
  expect(await ended(client, id)).toMatchObject({ services: [{ result: { matches: [] } }] })
})

test('a check that is made again every so many days says what is new, until its monitoring is ended', async ({
  client,
}) => {
  const services = { bcheck: ['Sanctions'], everyDays: 2 }
  const id = await create(client, '0014', { services })
  expect((await ended(client, id)).services[0]?.result?.matches).toEqual([])
  await client.advance(id, 'P2D')
  const journal = await client.journalWith(id, 'check-news')
  expect(journal.find(({ kind }) => kind === 'check-news')).toMatchObject({
    code: 'Sanctions',
    reason: '1',
    attempt: 2,
  })
  expect((await ended(client, id)).services[0]?.result?.matches).toHaveLength(1)
  await client.advance(id, 'P2D')
  await client.journalWith(id, 'check-ended', 3)
  // What was found before is not counted as new.
  expect(await count(client, id, 'check-news')).toBe(1)
  const [shown] = await client.ask<{ backgroundCheckId: string }[]>('GET', path(id), 200)
  const monitoring = `${path(id)}/${shown?.backgroundCheckId}/monitoring`
  for (const _ of [1, 2]) await client.ask('DELETE', monitoring, 204)
  expect(await client.tasks(id)).toEqual([])
  await client.advance(id, 'P30D')
  expect(await count(client, id, 'check-repeated')).toBe(2)
})

test('a pack that holds a background check buys what there is not yet', async ({
  client,
  service,
}) => {
  const pack = definePack(
    'checked',
    1,
    sequence(module({ key: 'backgroundCheck' }, { deadlineSeconds: 60 })),
  )
  await publishPacks(service.services.db, [pack])
  const id = await create(client, '0003')
  const answer = await client.queryPack('checked', id)
  expect(answer).toMatchObject({
    status: 'completed',
    backgroundCheck: {
      moduleStatus: 'completed',
      results: [{ status: 'completed', services: [{ name: 'BasicInfos' }, {}, { name: 'Pep' }] }],
    },
  })
  expect(await count(client, id, 'check-attempt-claimed')).toBe(3)
})
