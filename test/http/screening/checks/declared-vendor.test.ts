// A vendor that a file describes, whose results come later: by a callback, early, twice or forged, or when it is asked.
import { createHmac } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { rematch } from '#src/journey/inbox/retry.ts'
import { createKeyring, openKeyring } from '#src/platform/seal/keys.ts'
import { createSealer } from '#src/platform/seal/sealer.ts'
import { startStandIn } from '#test/contract/stand-in-worker.ts'
import { test } from '#test/db/fixture.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { sandboxChecking } from '#test/support/checking.ts'
import { performDue } from '#test/support/due.ts'
import { bureauDialect, knownDocument, knownName } from '#test/support/vendors/check-dialects.ts'
import { bureauSecrets, openBureau } from '#test/support/vendors/check-harness.ts'
import type { CheckVendorRequest } from '#test/support/vendors/check-server.ts'
import { until } from '#test/workflow/client.ts'

// What waits to be matched lies in one inbox, under one key.
const sealer = createSealer(openKeyring(createKeyring()))
const claims = { mode: 'live' } as const
const services = ['BasicInfos']
/** A busy machine is no reason to buy again. */
const patient = { timeoutMs: 10_000 }
const within = 60_000
const result = { TaxId: knownDocument, Name: knownName, TaxIdStatus: 'REGULAR' }
const found = (QueryId: string) => ({ QueryId, Status: 0, Result: [result] })

/** Takes the purchase, and has the result at the second time that it is asked. */
function takesItsTime(id: string) {
  let asked = 0
  return (one: CheckVendorRequest) => {
    if (one.url.pathname === '/oauth/token') return bureauDialect(one)
    if (one.url.pathname === '/people') return { status: 202, body: { ...found(id), Result: [{}] } }
    asked += 1
    return { status: 200, body: { ...found(id), State: asked > 1 ? 'ready' : 'working' } }
  }
}

async function ask(app: TestApp): Promise<string> {
  const body = { documentType: 'CPF', document: knownDocument, name: knownName }
  const { id } = await (await app.call('POST', '/v1/transaction', { body, claims })).json()
  const path = `/v1/transaction/${id}/backgroundcheck`
  expect((await app.call('POST', path, { body: { services }, claims })).status).toBe(200)
  return id
}

async function read(app: TestApp, id: string) {
  const get = async (path: string) =>
    (await app.call('GET', `/v1/transaction/${id}/${path}`, { claims })).json()
  const [[check], timeline] = await Promise.all([get('backgroundcheck'), get('timeline')])
  const kinds = timeline.map(({ kind }: { kind: string }) => kind)
  const count = (kind: string) => kinds.filter((one: string) => one === kind).length
  return { service: check.services[0], count }
}

function report(app: TestApp, path: string, purchase: string, key = bureauSecrets.hook) {
  const body = JSON.stringify(found(purchase))
  const signature = `sha256=${createHmac('sha256', key).update(body).digest('hex')}`
  const headers = { 'x-signature': signature, 'content-type': 'application/json' }
  return app.call('POST', path, { body, headers })
}

/** What is to be done later is due now. */
const makeDue = (db: TestApp['deps']['db'], id: string) =>
  db.execute(sql`
    update transaction set agenda = (
      select jsonb_agg(jsonb_set(task, '{dueAt}', to_jsonb(least((task ->> 'dueAt')::float8, ${Date.now()}))))
      from jsonb_array_elements(agenda) task)
    where id = ${id} and agenda <> '[]'`)

const signature = 'signature: { header: X-Signature, secret: { secret: hook }, prefix: "sha256=" }'

test.for([
  ['our own id of the attempt', 'attempt: query.rid', 'q-1'],
  ['the id that the vendor is about to tell', 'vendorId: body.QueryId', 'q-2'],
] as const)(
  'a callback before the answer, twice, and a forged one: one result, found by %s',
  { timeout: within },
  async ([, named, purchase], { db }) => {
    await using bureau = await openBureau(
      (text) => {
        // What it says is read for what was asked: a callback has neither service nor subject.
        const asked = "body.Status = 0 and service = 'BasicInfos' and params.document = body.Result.TaxId" // prettier-ignore
        return `${text.replace('body.Status = 0', asked)}\nasync:\n  callback:\n    id: body.QueryId\n    ${named}\n    ${signature}\n` // prettier-ignore
      },
      takesItsTime(purchase),
      patient,
    )
    const checking = sandboxChecking({ accounts: [bureau.account] })
    const app = await createTestApp(db, sealer, { checking })
    await using _worker = startStandIn(app)
    const statuses: number[] = []
    bureau.server.atRequest = async ({ url, headers }) => {
      if (url.pathname !== '/people') return
      const path = `/hooks/checks/tried?rid=${headers['idempotency-key']}`
      const answers = [await report(app, path, purchase, 'a guess')]
      for (const _ of [1, 2]) answers.push(await report(app, path, purchase))
      statuses.push(...answers.map(({ status }) => status))
    }
    const id = await ask(app)
    const { service, count } = await until(async () => {
      await rematch(app.deps)
      const shown = await read(app, id)
      return statuses.length > 2 && shown.service.status === 'completed' ? shown : undefined
    }, 30_000)
    expect(statuses).toEqual([401, 200, 200])
    expect(service).toMatchObject({ source: 'tried', result: { status: 'regular' } })
    expect([count('check-attempt-claimed'), count('check-answered')]).toEqual([1, 1])
    const bought = bureau.server.requests.filter(({ url }) => url.pathname === '/people')
    expect(bought).toHaveLength(1)
    // What comes again afterwards changes nothing either.
    expect((await report(app, '/hooks/checks/tried?rid=x', purchase)).status).toBe(200)
    expect((await read(app, id)).count('check-answered')).toBe(1)
  },
)

test(
  'a result that nobody calls back is asked for until it is there, and bought once',
  async ({ db }) => {
    await using bureau = await openBureau(
      (text) => `${text}
async:
  callback:
    vendorId: body.QueryId
    done: body.State = 'ready'
    ${signature}
  poll:
    id: body.QueryId
    request: { method: GET, path: '/results/{id}', parameters: { id: id } }
    done: body.State = 'ready'
    everySeconds: 1
`,
      takesItsTime('q-3'),
      patient,
    )
    const checking = sandboxChecking({ accounts: [bureau.account] })
    const app = await createTestApp(db, sealer, { checking })
    await using _worker = startStandIn(app)
    const id = await ask(app)
    let progress: number | undefined
    const { service, count } = await until(async () => {
      await performDue(app.deps, id)
      // How far it is, is no result.
      progress ??= (await report(app, '/hooks/checks/tried', 'q-3')).status
      const shown = await read(app, id)
      return shown.service.status === 'completed' ? shown : undefined
    }, 30_000)
    expect(progress).toBe(200)
    expect(service).toMatchObject({ source: 'tried', result: { status: 'regular' } })
    expect([count('check-attempt-claimed'), count('check-answered')]).toEqual([1, 1])
    const asked = bureau.server.requests.map(({ url }) => url.pathname)
    expect(asked.filter((one) => one === '/people')).toHaveLength(1)
    expect(asked.filter((one) => one === '/results/q-3')).toHaveLength(2)
  },
  within,
)

test(
  'a purchase that hung and was told to come later is asked for again under the same key',
  async ({ db }) => {
    await using bureau = await openBureau(undefined, bureauDialect, { repeat: 'key' })
    const { server } = bureau
    const checking = sandboxChecking({ accounts: [bureau.account] })
    const app = await createTestApp(db, sealer, { checking })
    server.atRequest = async ({ url }) => {
      if (url.pathname !== '/people') return
      const times = server.requests.filter((one) => one.url.pathname === '/people').length
      server.behaviour = times === 1 ? 'hang' : times === 2 ? 'rate' : 'answer'
    }
    const id = await ask(app)
    await performDue(app.deps, id)
    await until(async () => (await read(app, id)).count('check-uncertain') > 0 || undefined, 30_000)
    const { service, count } = await until(async () => {
      await makeDue(db, id)
      await performDue(app.deps, id)
      const shown = await read(app, id)
      return shown.service.status === 'processing' ? undefined : shown
    }, 30_000)
    expect(service).toMatchObject({ status: 'completed', result: { status: 'regular' } })
    const bought = server.requests.filter(({ url }) => url.pathname === '/people')
    expect(bought).toHaveLength(3)
    expect(new Set(bought.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
    expect(count('check-attempt-claimed')).toBe(1)
  },
  within,
)

test('an answer that does not fit is uncertain, and the timeline says where', async ({ db }) => {
  await using bureau = await openBureau(undefined, (one) => {
    if (one.url.pathname === '/oauth/token') return bureauDialect(one)
    return { status: 200, body: { Status: 0, Result: [{ ...result, Name: ['Maria', 'Souza'] }] } }
  })
  const checking = sandboxChecking({ accounts: [bureau.account] })
  const app = await createTestApp(db, sealer, { checking })
  const id = await ask(app)
  await performDue(app.deps, id)
  const { service } = await read(app, id)
  expect(service).toMatchObject({ status: 'failed', failure: 'check-uncertain' })
  const timeline = await app.call('GET', `/v1/transaction/${id}/timeline`, { claims })
  const text = await timeline.text()
  expect(JSON.parse(text)).toContainEqual(
    expect.objectContaining({ kind: 'check-failed', reason: 'unreadable: name' }),
  )
  expect(text).not.toContain('Souza')
})
