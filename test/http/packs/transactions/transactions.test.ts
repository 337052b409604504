// listTransactions and searchTransactions: GET /v1/transactions, POST /v1/transactions/search.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { forgetOldSightings } from '#src/journey/velocity/store.ts'
import { commitOn } from '#src/journey/commit/commit.ts'
import { TenantsConfig } from '#src/platform/tenants/settings.ts'
import { createTenants } from '#src/platform/tenants/tenants.ts'
import { createKeyring, createSecret, openKeyring } from '#src/platform/seal/keys.ts'
import { createSealer } from '#src/platform/seal/sealer.ts'
import { sql } from 'drizzle-orm'
import { testOn } from '#test/support/app-fixture.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { eraseTransaction } from '#test/support/erase.ts'
import { createTransaction, readProblem } from '#test/support/transactions.ts'

const test = testOn()

const someone = () => ({ tenant: `t-${randomUUID()}`, scope: 'reports:read' })
type Who = ReturnType<typeof someone> & { readonly mode?: 'live' }

const list = async ({ call }: TestApp, claims: Who, query = '') => {
  const answer = await call('GET', `/v1/transactions${query}`, { claims })
  expect(answer.status).toBe(200)
  return answer.json()
}
const find = async ({ call }: TestApp, claims: Who, body: object) => {
  const answer = await call('POST', '/v1/transactions/search', { body, claims })
  expect(answer.status).toBe(200)
  return answer.json()
}
const idsOf = ({ transactions }: { transactions: { id: string }[] }) =>
  transactions.map(({ id }) => id)

const ana = {
  document: '39053344705',
  name: 'Ana Procurada',
  email: 'ana.procurada@gmail.com',
  phone: { countryCode: 55, areaCode: 11, number: 987650001 },
}

test('200: the newest first, page by page, with the outcomes of packs and no personal data', async ({
  app,
}) => {
  const claims = someone()
  const ids: string[] = []
  for (let made = 0; made < 5; made += 1) ids.unshift(await createTransaction(app, ana, claims))
  await app.call('GET', `/v1/packs/basic/${ids[0]}`, { claims })
  const seen: string[] = []
  let next: string | undefined = ''
  for (let pages = 0; next !== undefined; pages += 1) {
    const page = await list(app, claims, `?limit=2${next && `&cursor=${next}`}`)
    expect(page.transactions.length).toBeLessThanOrEqual(2)
    seen.push(...idsOf(page))
    next = page.next
    expect(pages).toBeLessThan(4)
  }
  expect(seen).toEqual(ids)
  const all = await list(app, claims)
  const [first, second] = all.transactions
  expect(first).toMatchObject({
    status: 'completed',
    packs: [{ pack: 'basic', version: 1, status: 'completed', runId: expect.any(String) }],
  })
  expect(second).toMatchObject({ status: 'none', packs: [] })
  expect(JSON.stringify(all)).not.toMatch(/ana|3905|98765/i)
  expect(idsOf(await list(app, { ...claims, mode: 'live' }))).toEqual([])
  expect(idsOf(await list(app, someone()))).toEqual([])
  expect(idsOf(await list(app, claims, '?status=completed'))).toEqual([ids[0]])
  expect(idsOf(await list(app, claims, '?status=none&limit=2'))).toEqual(ids.slice(1, 3))
  expect(idsOf(await list(app, claims, '?review=open'))).toEqual([])
  expect(idsOf(await list(app, claims, '?outcome=approved'))).toEqual([])
  const since = encodeURIComponent(first.createdAt)
  expect(idsOf(await list(app, claims, `?createdAfter=${since}`))).toEqual([ids[0]])
  expect(idsOf(await list(app, claims, `?createdBefore=${since}`))).toEqual(ids.slice(1))
})

test('200: what each waits for is said, and asked for by a filter', async ({ app }) => {
  const claims = someone()
  const done = await createTransaction(app, ana, claims)
  const waits = await createTransaction(app, ana, claims)
  await app.call('POST', `/v1/transaction/${waits}/emails/tokens`, { claims })
  const { transactions } = await list(app, claims)
  expect(transactions[0]).toMatchObject({
    waiting: { for: 'client', what: 'e-mail token', until: expect.any(String) },
  })
  expect(transactions[1]).not.toHaveProperty('waiting')
  expect(idsOf(await list(app, claims, '?waiting=client'))).toEqual([waits])
  expect(idsOf(await list(app, claims, '?waiting=vendor'))).toEqual([])
  expect(idsOf(await list(app, claims))).toContain(done)
  const odd = await app.call('GET', '/v1/transactions?waiting=reply', { claims })
  expect(odd.status).toBe(400)
})

test('200: a person is found by each value in any spelling, by all at once, and in no other tenant or mode', async ({
  app,
}) => {
  const claims = someone()
  const id = await createTransaction(app, ana, claims)
  await createTransaction(app, { document: '52998224725', phone: ana.phone }, claims)
  for (const body of [
    { document: '390.533.447-05' },
    { email: 'AnaProcurada+loja@googlemail.com' },
    { phone: { areaCode: 11, number: 87650001 }, document: ana.document },
  ]) {
    expect(idsOf(await find(app, claims, body))).toEqual([id])
    expect(idsOf(await find(app, someone(), body))).toEqual([])
    expect(idsOf(await find(app, { ...claims, mode: 'live' }, body))).toEqual([])
  }
  expect(idsOf(await find(app, claims, { phone: ana.phone }))).toHaveLength(2)
  const first = await find(app, claims, { phone: ana.phone, limit: 1 })
  const rest = await find(app, claims, { phone: ana.phone, cursor: first.next })
  expect([...idsOf(rest)]).toEqual([id])
  expect(idsOf(await find(app, claims, { email: 'who@example.test', phone: ana.phone }))).toEqual(
    [],
  )
  expect(idsOf(await find(app, claims, { document: '123' }))).toEqual([])
})

test('200: one text is looked for as all that it may be, however it was pasted', async ({
  app,
}) => {
  const claims = someone()
  const id = await createTransaction(app, { ...ana, identifierId: 'Pedido 00017' }, claims)
  const company = await createTransaction(app, { documentType: 'cnpj', document: '11222333000181' }, claims) // prettier-ignore
  for (const [text, found] of [
    ['390.533.447-05', id],
    ['39053344705', id],
    ['11.222.333/0001-81', company],
    ['(11) 98765-0001', id],
    ['+55 11 98765-0001', id],
    ['5511987650001', id],
    ['011 98765-0001', id],
    ['1187650001', id],
    ['  Ana.Procurada@gmail.com ', id],
    ['pedido 00017', id],
    [id.toUpperCase(), id],
  ] as const)
    expect([text, idsOf(await find(app, claims, { text }))]).toEqual([text, [found]])
  for (const text of ['98765-0001', '00017', 'ana', '39053344706', randomUUID(), "';--", '%'])
    expect([text, idsOf(await find(app, claims, { text }))]).toEqual([text, []])
  expect(idsOf(await find(app, someone(), { text: id }))).toEqual([])
  expect(idsOf(await find(app, { ...claims, mode: 'live' }, { text: 'Pedido 00017' }))).toEqual([])
})

test('200: a client’s own reference is found in the fields that its tenant names, and by their whole value alone', async ({
  db,
}) => {
  const [claims, other] = [someone(), someone()]
  const config = TenantsConfig.parse({
    tenants: { [claims.tenant]: { search: { genericFields: ['order'] } } },
  })
  const app = await createTestApp(db)
  const own = createTenants({ brand: 'Acme' }, config)
  // As a reload replaces them.
  Object.assign(app.deps.tenants, { of: (name: string) => own.of(name) })
  const fields = { ...ana, genericFields: { order: 'K-77', campaign: 'spring' } }
  const id = await createTransaction(app, fields, claims)
  await createTransaction(app, fields, other)
  const search = async (text: string, who = claims) => idsOf(await find(app, who, { text }))
  expect(await search(' k-77 ')).toEqual([id])
  expect(await search('K-7')).toEqual([])
  expect(await search('spring')).toEqual([])
  expect(await search('K-77', other)).toEqual([])
  const patch = { body: { genericFields: { order: 'K-78' } }, claims: { ...claims, scope: 'reports:read transactions:write' } } // prettier-ignore
  expect((await app.call('PATCH', `/v1/transaction/${id}`, patch)).status).toBe(200)
  expect([await search('K-77'), await search('K-78')]).toEqual([[], [id]])
  const kept = await db.execute<{ hash: string }>(
    sql`select encode(hash, 'escape') as hash from sighting where transaction_id = ${id} and kind = 'reference'`,
  )
  expect(kept).toHaveLength(1)
  expect(JSON.stringify(kept)).not.toContain('K-78')
  await commitOn(app.deps, id, eraseTransaction)
  expect(await search('K-78')).toEqual([])
  const left = sql`select from sighting where transaction_id = ${id}`
  expect(await db.execute(left)).toHaveLength(0)
})

test('200: what was hashed under an older key is found after a rotation, and long after any window of velocity', async ({
  db,
}) => {
  const claims = someone()
  const keyring = createKeyring()
  const before = await createTestApp(db, createSealer(openKeyring(keyring)))
  const id = await createTransaction(before, ana, claims)
  await db.execute(
    sql`update sighting set at = at - interval '900 days' where transaction_id = ${id}`,
  )
  const hash = { current: 2, keys: { ...keyring.hash.keys, 2: createSecret() } }
  const after = await createTestApp(db, createSealer(openKeyring({ ...keyring, hash })))
  const newer = await createTransaction(after, ana, claims)
  expect(await forgetOldSightings(db)).toBeGreaterThan(0)
  expect(idsOf(await find(after, claims, { document: ana.document }))).toEqual([newer, id])
  expect(idsOf(await find(after, claims, { phone: ana.phone, email: ana.email }))).toEqual([
    newer,
    id,
  ])
})

test('200: nobody finds or lists who was erased', async ({ app }) => {
  const claims = someone()
  const id = await createTransaction(app, ana, claims)
  await commitOn(app.deps, id, eraseTransaction)
  expect(idsOf(await find(app, claims, { document: ana.document }))).toEqual([])
  expect(idsOf(await list(app, claims))).toEqual([])
})

test('each answer leaves an audit row, which says nothing of whom was looked for', async ({
  app,
}) => {
  const claims = someone()
  await list(app, claims)
  await find(app, claims, { document: ana.document })
  const read = async () =>
    (await app.call('GET', '/v1/audit', { claims: { ...claims, scope: 'audit:read' } })).text()
  await expect.poll(read).toContain('transactions.searched')
  expect(await read()).toContain('transactions.listed')
  expect(await read()).not.toContain(ana.document)
})

test('400: what is no cursor, and a search for nothing', async ({ app }) => {
  const claims = someone()
  for (const asked of [
    await app.call('GET', `/v1/transactions?cursor=${'a'.repeat(40)}`, { claims }),
    await app.call('GET', '/v1/transactions?status=open', { claims }),
    await app.call('POST', '/v1/transactions/search', { body: {}, claims }),
    await app.call('POST', '/v1/transactions/search', { body: { document: 5 }, claims }),
    await app.call('POST', '/v1/transactions/search', { body: { text: ' ' }, claims }),
  ])
    expect(await readProblem(asked)).toMatchObject({ status: 400, code: 'invalid-request' })
})

test('403: without reports:read nobody lists or searches', async ({ app }) => {
  const claims = { scope: 'transactions:read transactions:write' }
  const body = { document: ana.document }
  for (const asked of [
    await app.call('GET', '/v1/transactions', { claims }),
    await app.call('POST', '/v1/transactions/search', { body, claims }),
  ])
    expect(await readProblem(asked)).toMatchObject({ status: 403, scope: 'reports:read' })
})
