// A background check over HTTP: each documented answer, and that nothing is bought twice.
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { commitOn } from '#src/journey/commit/commit.ts'
import { findById } from '#src/journey/transaction/store.ts'
import { readChecks } from '#src/screening/background-check/record.ts'
import { findCheck } from '#src/screening/orders/store.ts'
import { eraseTransaction } from '#test/support/erase.ts'
import { startStandIn } from '#test/contract/stand-in-worker.ts'
import { testOn } from '#test/support/app-fixture.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { sandboxChecking } from '#test/support/checking.ts'
import { until } from '#test/workflow/client.ts'

const test = testOn(
  (db) =>
    createTestApp(db, undefined, {
      checking: sandboxChecking({ costMicros: 100, capMicros: 10_000 }),
    }),
  { works: true },
)

/** A CPF or CNPJ with the digits that say what happens. */
const cpf = (digits: string) => `52998${digits}25`
const cnpj = (digits: string) => `11222333${digits}81`

async function create(app: TestApp, body: object, claims = {}): Promise<string> {
  const answer = await app.call('POST', '/v1/transaction', { body, claims })
  expect(answer.status).toBe(201)
  return (await answer.json()).id
}

const person = (digits: string) => ({
  documentType: 'CPF',
  document: cpf(digits),
  name: 'Maria Souza',
})
const company = (digits: string) => ({
  documentType: 'CNPJ',
  document: cnpj(digits),
  name: 'Acme Ltda',
})

async function read(app: TestApp, id: string, checkId: string) {
  const answer = await app.call('GET', `/v1/transaction/${id}/backgroundcheck/${checkId}`)
  expect(answer.status).toBe(200)
  return answer.json()
}

const ended = (app: TestApp, id: string, checkId: string) =>
  until(async () => {
    const check = await read(app, id, checkId)
    return check.status === 'processing' ? undefined : check
  })

const ask = (app: TestApp, id: string, body: object, path = '') =>
  app.call('POST', `/v1/transaction/${id}/backgroundcheck${path}`, { body })

async function check(app: TestApp, id: string, body: object, path = '') {
  const answer = await ask(app, id, body, path)
  expect(answer.status).toBe(200)
  const { transactionId, backgroundCheckId } = await answer.json()
  expect(transactionId).toBe(id)
  return ended(app, id, backgroundCheckId)
}

const timeline = async (app: TestApp, id: string): Promise<Record<string, unknown>[]> =>
  (await app.call('GET', `/v1/transaction/${id}/timeline`)).json()

const countClaims = async (app: TestApp, id: string) =>
  (await timeline(app, id)).filter(({ kind }) => kind === 'check-attempt-claimed').length

test('a check that ends between the read of its row and that of its orders has a time at which it ended', async ({
  app,
}) => {
  const id = await create(app, person('0002'))
  const { backgroundCheckId, completedAt } = await check(app, id, { services: ['BasicInfos'] })
  const [transaction, row] = [
    await findById(app.db, id),
    await findCheck(app.db, backgroundCheckId),
  ]
  if (!transaction || !row) throw new Error('the check is gone')
  const stale = { ...row, endedAt: null }
  const [shown] = await readChecks(app.db, app.sealer, transaction, [stale])
  expect(shown).toMatchObject({ status: 'completed', completedAt })
})

test('200: a person is checked, each service has its result and its source', async ({ app }) => {
  const id = await create(app, person('0002'))
  const found = await check(app, id, { services: ['BasicInfos', 'Sanctions', 'Pep'] })
  expect(found).toMatchObject({
    type: 'person',
    status: 'completed',
    services: [
      { name: 'BasicInfos', status: 'completed', result: { status: 'regular' } },
      { name: 'Sanctions', result: { matches: [{ match: true, topics: ['sanction'] }] } },
      { name: 'Pep', source: 'sandbox-checks', result: { matches: [] } },
    ],
  })
  expect(found.completedAt).toBeDefined()
})

test('200: a company is checked', async ({ app }) => {
  const id = await create(app, company('0017'))
  const services = ['CompanyRegistry']
  expect(await check(app, id, { services }, '/company')).toMatchObject({
    type: 'company',
    services: [{ result: { found: true, status: 'closed', name: 'Acme Ltda' } }],
  })
})

test('what is sent goes before what the transaction has', async ({ app }) => {
  const id = await create(app, person('0001'))
  const checkParams = { cpf: '529.980.003-25', fullName: 'Outra Pessoa' }
  const found = await check(app, id, { services: ['Pep'], checkParams })
  expect(found.services[0].result).toMatchObject({
    document: cpf('0003'),
    matches: [{ name: 'Outra Pessoa' }],
  })
})

test('what is about somebody else makes no fact of the person, and is found all the same', async ({
  app,
}) => {
  const id = await create(app, person('0001'))
  const checkParams = { cpf: cpf('0002'), fullName: 'Outra Pessoa' }
  await check(app, id, { services: ['Sanctions'], checkParams })
  const codes = async () => {
    const found = await app.call('GET', `/v1/transaction/${id}/insights`)
    return (await found.json()).map(({ code }: { code: string }) => code)
  }
  expect(await codes()).toContain('PC017')
  expect(await codes()).not.toContain('PC001')
  await check(app, id, { services: ['Sanctions'] })
  expect(await codes()).toEqual(expect.arrayContaining(['PC004', 'PC017']))
  const dead = await create(app, { ...person('0016'), services: { bcheck: ['BasicInfos'] } })
  const [own] = await (await app.call('GET', `/v1/transaction/${dead}/backgroundcheck`)).json()
  await ended(app, dead, own.backgroundCheckId)
  const found = await app.call('GET', `/v1/transaction/${dead}/insights`)
  expect((await found.json()).map(({ code }: { code: string }) => code)).toContain('PC008')
})

test('two equal checks asked at once are one, and one is bought', async ({ app }) => {
  const id = await create(app, person('0001'))
  const body = { services: ['Sanctions', 'BasicInfos'] }
  const again = { services: ['BasicInfos', 'Sanctions'] }
  const answers = await Promise.all([ask(app, id, body), ask(app, id, again), ask(app, id, body)])
  const ids = await Promise.all(answers.map(async (one) => (await one.json()).backgroundCheckId))
  expect(new Set(ids).size).toBe(1)
  await ended(app, id, ids[0])
  expect(await (await ask(app, id, again)).json()).toMatchObject({ backgroundCheckId: ids[0] })
  expect(await countClaims(app, id)).toBe(2)
  const other = await check(app, id, { services: ['Sanctions'] })
  expect(other.backgroundCheckId).not.toBe(ids[0])
})

test('a check at creation starts by itself', async ({ app }) => {
  const services = { bcheck: ['BasicInfos', 'ArrestWarrant'] }
  const id = await create(app, { ...person('0015'), services })
  const [first] = await (await app.call('GET', `/v1/transaction/${id}/backgroundcheck`)).json()
  const found = await ended(app, id, first.backgroundCheckId)
  expect(found.services).toMatchObject([
    { name: 'BasicInfos', status: 'completed' },
    { name: 'ArrestWarrant', result: { records: [{ kind: 'warrant' }] } },
  ])
})

test('400: an unknown service is refused with the list of those that are known', async ({
  app,
}) => {
  const id = await create(app, person('0001'))
  for (const [path, body] of [
    [`/v1/transaction/${id}/backgroundcheck`, { services: ['Horoscope'] }],
    [`/v1/transaction/${id}/backgroundcheck/company`, { services: ['ArrestWarrant'] }],
    ['/v1/transaction', { ...person('0001'), services: { bcheck: ['Horoscope'] } }],
    ['/v1/transaction', { ...company('0001'), services: { bcheck: ['ArrestWarrant'] } }],
  ] as const) {
    const answer = await app.call('POST', path, { body })
    expect(answer.status).toBe(400)
    const { errors } = await answer.json()
    expect(errors).toMatchObject([
      { code: 'not-allowed', detail: expect.stringMatching(/Sanctions/) },
    ])
  }
  expect((await ask(app, id, { services: [] })).status).toBe(400)
})

test('400: parameters are taken as strictly as a transaction', async ({ app }) => {
  const id = await create(app, person('0001'))
  const services = ['Sanctions']
  for (const [path, checkParams, field] of [
    ['', { birthDate: '1990-02-30' }, 'birthDate'],
    ['', { birthDate: '31/04/1990' }, 'birthDate'],
    ['', { birthDate: '1990-05-17T25:00' }, 'birthDate'],
    ['', { issuanceDateRg: 'yesterday' }, 'issuanceDateRg'],
    ['', { cpf: '5299822472' }, 'cpf'],
    ['', { cpf: '5299822472A' }, 'cpf'],
    ['/company', { document: '1122233300018' }, 'document'],
    ['/company', { openingDate: '2020-13-01' }, 'openingDate'],
  ] as const) {
    const answer = await ask(app, id, { services, checkParams }, path)
    expect(answer.status).toBe(400)
    const pointer = `#/checkParams/${field}`
    expect(await answer.json()).toMatchObject({ errors: [{ pointer, code: 'format' }] })
  }
  const good = { cpf: '529.980.001-25', birthDate: '17/05/1990', issuanceDateRg: '' }
  expect((await ask(app, id, { services, checkParams: good })).status).toBe(200)
})

test('422 no-subject: the company of a person has neither a name nor a document', async ({
  app,
}) => {
  const id = await create(app, person('0001'))
  const answer = await ask(app, id, { services: ['CompanyRegistry'] }, '/company')
  expect(answer.status).toBe(422)
  expect(await answer.json()).toMatchObject({ code: 'no-subject' })
})

test('404: what belongs to another tenant is as unknown as what nobody has', async ({ app }) => {
  const id = await create(app, person('0001'))
  const { backgroundCheckId } = await check(app, id, { services: ['Pep'] })
  const own = await create(app, person('0001'))
  const path = `/v1/transaction/${id}/backgroundcheck`
  for (const [method, url, claims] of [
    ['GET', path, { tenant: 'other' }],
    ['GET', `${path}/${backgroundCheckId}`, { tenant: 'other' }],
    ['GET', `/v1/transaction/${own}/backgroundcheck/${backgroundCheckId}`, {}],
    ['DELETE', `/v1/transaction/${own}/backgroundcheck/${backgroundCheckId}/monitoring`, {}],
  ] as const)
    expect((await app.call(method, url, { claims })).status).toBe(404)
  for (const [url, service] of [
    [path, 'Pep'],
    [`${path}/company`, 'Sanctions'],
  ] as const) {
    const body = { services: [service] }
    expect((await app.call('POST', url, { body, claims: { tenant: 'other' } })).status).toBe(404)
  }
})

test('a source that has nothing is a completed service without a result, and a list says that it has none', async ({
  app,
}) => {
  const id = await create(app, person('0004'))
  const { status, services } = await check(app, id, { services: ['BasicInfos', 'Sanctions'] })
  expect(status).toBe('completed')
  expect(services[0]).toMatchObject({ status: 'completed', source: 'sandbox-checks' })
  expect(services[0]).not.toHaveProperty('result')
  expect(services[1]).toMatchObject({ status: 'completed', result: { matches: [] } })
})

test('a technical failure is a failed service, and only it is tried anew when it is asked again', async ({
  app,
}) => {
  const id = await create(app, person('0011'))
  const body = { services: ['Sanctions'] }
  const first = await check(app, id, body)
  expect(first).toMatchObject({ status: 'partial', services: [{ failure: 'provider-failed' }] })
  const again = await check(app, id, body)
  expect(again.backgroundCheckId).toBe(first.backgroundCheckId)
  expect(await countClaims(app, id)).toBe(2)
})

test('a live service without an account has failed as no-provider', async ({ app }) => {
  const claims = { mode: 'live' } as const
  const id = await create(app, person('0001'), claims)
  const path = `/v1/transaction/${id}/backgroundcheck`
  const asked = await app.call('POST', path, { claims, body: { services: ['Pep'] } })
  const { backgroundCheckId } = await asked.json()
  const answer = await app.call('GET', `${path}/${backgroundCheckId}`, { claims })
  expect(await answer.json()).toMatchObject({
    status: 'partial',
    services: [{ status: 'failed', failure: 'no-provider' }],
  })
})

test('429 limit-reached: over the cap of the day nothing is bought, and a creation stands with failed services', async ({
  db,
}) => {
  const capped = await createTestApp(db, undefined, {
    checking: sandboxChecking({ costMicros: 100, capMicros: 250 }),
  })
  await using _worker = startStandIn(capped)
  const claims = { tenant: 'thrifty' }
  const id = await create(capped, person('0001'), claims)
  const path = `/v1/transaction/${id}/backgroundcheck`
  const ask = (services: string[]) => capped.call('POST', path, { body: { services }, claims })
  expect((await ask(['Pep', 'Sanctions'])).status).toBe(200)
  const checkParams = { document: cnpj('0001') }
  const company = { services: ['CompanyRegistry'], checkParams }
  const ofCompany = await capped.call('POST', `${path}/company`, { body: company, claims })
  expect(ofCompany.status).toBe(429)
  const refused = await ask(['BasicInfos'])
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refused.json()).toMatchObject({ code: 'limit-reached' })
  const services = { bcheck: ['Pep'] }
  const born = await create(capped, { ...person('0001'), services }, claims)
  const list = await capped.call('GET', `/v1/transaction/${born}/backgroundcheck`, { claims })
  expect(await list.json()).toMatchObject([
    { status: 'partial', services: [{ failure: 'limit-reached' }] },
  ])
  // What is asked for at creation is in the metric of the day too.
  await create(capped, { ...person('0001'), services }, { tenant: 'born-thrifty' })
  const { values } = await capped.deps.metrics.checkSpentShare.get()
  const share = values.find(({ labels }) => labels.tenant === 'born-thrifty')
  expect(share?.value).toBe(0.4)
})

test('what failed costs nothing: what was set aside for it is free again', async ({ db }) => {
  const capped = await createTestApp(db, undefined, {
    checking: sandboxChecking({ costMicros: 100, capMicros: 100 }),
  })
  await using _worker = startStandIn(capped)
  const claims = { tenant: 'unlucky' }
  const body = { services: ['Pep'] }
  for (const digits of ['0011', '0001']) {
    const id = await create(capped, person(digits), claims)
    const path = `/v1/transaction/${id}/backgroundcheck`
    const asked = await capped.call('POST', path, { body, claims })
    expect(asked.status).toBe(200)
    await until(async () => {
      const [one] = await (await capped.call('GET', path, { claims })).json()
      return one.status === 'processing' ? undefined : one
    })
  }
})

test('an erasure takes along what a check, or a phone, could be found by', async ({ app, db }) => {
  const id = await create(app, person('0002'))
  await check(app, id, { services: ['Sanctions'] })
  await db.execute(sql`
    insert into phone_use (transaction_id, phone_hash, document_hash, used_at)
    values (${id}, '\\x01'::bytea, '\\x02'::bytea, now())`)
  await db.execute(sql`update check_attempt set vendor_hash = '\\x03'::bytea`)
  const count = async () => {
    const [row] = await db.execute(sql`
      select (select count(*)::int from phone_use where transaction_id = ${id}) as phones,
        count(nullif(c.request_hash, ''))::int as checks, count(a.vendor_hash)::int as attempts
      from check_request c join check_order o on o.check_id = c.id
        join check_attempt a on a.order_id = o.id
      where c.transaction_id = ${id}`)
    return row
  }
  expect(await count()).toEqual({ phones: 1, checks: 1, attempts: 1 })
  await commitOn(app.deps, id, eraseTransaction)
  expect(await count()).toEqual({ phones: 0, checks: 0, attempts: 0 })
})

test('results stand nowhere but sealed: no entry of the timeline holds what was found', async ({
  app,
}) => {
  const id = await create(app, person('0002'))
  await check(app, id, { services: ['Sanctions', 'BasicInfos'] })
  const text = JSON.stringify(await timeline(app, id))
  expect(text).toMatch(/check-answered/)
  expect(text).not.toMatch(/Maria|Souza|52998|sandbox-sanction|match/)
})
