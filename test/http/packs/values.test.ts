// Values in and out of a run: the input with which it is started, and what it says at its end.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { test as base } from '#test/db/fixture.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { createTransaction, readProblem } from '#test/support/transactions.ts'
import { createWalker } from '#test/support/walker.ts'

const scope = 'packs:write packs:live reports:read transactions:write transactions:read'
const claims = { scope, sub: 'team-risk' }
const input = {
  type: 'object',
  required: ['amount'],
  properties: {
    amount: { type: 'number', minimum: 0 },
    channel: { type: 'string', enum: ['app', 'branch'] },
    cpf: { type: 'string', 'x-personal': true },
  },
}
const output = {
  limit: 'input.amount * 2.0',
  isOwn: { value: 'sameDocument(input.cpf, transaction.document)', event: true },
  channel: { value: 'input.channel', event: true },
}
const document = {
  input,
  output,
  root: {
    kind: 'decide',
    id: 'verdict',
    rows: [
      { if: 'input.amount > 100.0', outcome: 'review', reason: 'amount-high' },
      { outcome: 'approved', reason: 'fine' },
    ],
  },
}

const test = base.extend('suite', async ({ db }) => ({
  app: await createTestApp(db),
  name: `values-${randomUUID()}`,
}))

const publish = ({ app }: { readonly app: TestApp }, name: string, body: object) =>
  app.call('POST', `/v1/packs/${name}/versions`, { body, claims })

test('a run of rules alone is started with an input, decides by it and says its outputs, nothing of it personal', async ({
  suite,
}) => {
  const { app, name } = suite
  expect((await publish(suite, name, document)).status).toBe(201)
  const id = await createTransaction(app)
  const path = `/v1/packs/${name}/${id}`
  const body = { input: { amount: 50, channel: 'app', cpf: '529.982.247-25', extra: 1 } }
  const begun = await app.call('POST', path, { body })
  expect(begun.status).toBe(202)
  const shown = {
    status: 'completed',
    outcome: 'approved',
    input: { amount: 50, channel: 'app' },
    output: { limit: 100, isOwn: true, channel: 'app' },
  }
  const first = await begun.json()
  expect(first).toMatchObject(shown)
  expect(first.input).toEqual(shown.input)
  expect(first.output).toEqual(shown.output)
  expect(await (await app.call('GET', path)).json()).toMatchObject(shown)
  const findEvent = async () => {
    const answer = await app.call('GET', '/v1/events?types=pack.completed', { claims })
    const { events } = await answer.json()
    return events.find((one: { transactionId: string }) => one.transactionId === id)
  }
  // What another commit of the database is under way with comes first.
  await expect.poll(findEvent, { timeout: 10_000 }).toBeDefined()
  const told = await findEvent()
  expect(told.data).toMatchObject({ outcome: 'approved', outputs: { isOwn: true, channel: 'app' } })
  expect(told.data.outputs).not.toHaveProperty('limit')
  const timeline = await (await app.call('GET', `/v1/transaction/${id}/timeline`)).text()
  expect(timeline + JSON.stringify(told)).not.toMatch(/529\.?982/)
})

test('409 input-needed: a query starts no pack that needs values, and shows the run that was started', async ({
  suite,
}) => {
  const { app, name } = suite
  await publish(suite, name, document)
  const id = await createTransaction(app)
  const path = `/v1/packs/${name}/${id}`
  expect(await readProblem(await app.call('GET', path))).toMatchObject({
    status: 409,
    code: 'input-needed',
  })
  const cases = [
    [undefined, '#/input/amount'],
    [{}, '#/input/amount'],
    [{ input: { amount: '50' } }, '#/input/amount'],
    [{ input: { amount: -1 } }, '#/input/amount'],
    [{ input: { amount: 1, channel: 'App' } }, '#/input/channel'],
  ] as const
  for (const [body, pointer] of cases) {
    const problem = await readProblem(await app.call('POST', path, body && { body }))
    const place = problem.errors?.[0]?.pointer
    expect([body, problem.status, problem.code, place]).toEqual([body, 422, 'value-unfit', pointer])
  }
  expect((await app.call('POST', path, { body: { input: { amount: 500 } } })).status).toBe(202)
  const shown = await (await app.call('GET', path)).json()
  expect(shown).toMatchObject({ outcome: 'review', output: { limit: 1_000 } })
  // What has no answer is absent.
  expect(shown.output).toEqual({ limit: 1_000 })
  const link = await app.call('POST', `/v1/transaction/${id}/lvs`, { body: { pack: name } })
  expect([link.status, (await readProblem(link)).code]).toEqual([422, 'pack-unfit'])
  const unfit = { pack: name, input: { amount: 'x' } }
  const refused = await app.call('POST', `/v1/transaction/${id}/lvs`, { body: unfit })
  expect(await readProblem(refused)).toMatchObject({ status: 422, code: 'value-unfit' })
})

test('a query starts a pack whose input is optional, and one body serves a version without any', async ({
  suite,
}) => {
  const { app, name } = suite
  const { required: _, ...optional } = input
  const rows = [{ unless: 'has(input.amount)', outcome: 'review', reason: 'amount-absent' }]
  await publish(suite, name, { ...document, input: optional, output: {}, root: { ...document.root, rows: [...rows, { outcome: 'a', reason: 'a' }] } }) // prettier-ignore
  const id = await createTransaction(app)
  const shown = await (await app.call('GET', `/v1/packs/${name}/${id}`)).json()
  expect(shown).toMatchObject({ outcome: 'review', stopReason: 'amount-absent' })
  await publish(suite, name, document)
  const asked = await app.call('GET', `/v1/packs/${name}/versions/2/difference?from=1`, { claims })
  expect((await asked.json()).newlyRequired).toEqual(['input.amount'])
  const roll = async (version: number) => {
    const body = { version, message: 'x' }
    return (await app.call('PUT', `/v1/packs/${name}/live`, { body, claims })).json()
  }
  expect((await roll(2)).newlyRequired).toEqual(['input.amount'])
  // Who goes back, or rolls out the same again, breaks no client.
  expect(await roll(2)).not.toHaveProperty('newlyRequired')
  expect(await roll(1)).not.toHaveProperty('newlyRequired')
  const begun = await app.call('POST', `/v1/packs/basic/${id}`, { body: { input: { amount: 1 } } })
  expect([begun.status, (await begun.json()).input]).toEqual([202, undefined])
})

test('422 at the place of whatever would say something personal, or what no run has', async ({
  suite,
}) => {
  const { app, name } = suite
  const told = (value: string) => ({ output: { told: { value, event: true } } })
  const cases: readonly (readonly [object, string])[] = [
    [{ output: { who: 'input.cpf' } }, '#/output/who'],
    [{ output: { who: '"CPF " + transaction.document' } }, '#/output/who'],
    [told('transaction.document'), '#/output/told/value'],
    [told('input.amount'), '#/output/told/value'],
    [told('transaction.channelId'), '#/output/told/value'],
    [told('input.channel + "x"'), '#/output/told/value'],
    [{ output: { some: 'input.other' } }, '#/output/some'],
    [{ output: { some: '1 + 1' } }, '#/output/some'],
    [{ output: { in: 'true' } }, '#/output/in'],
    [{ input: { ...input, type: 'array' } }, '#/input'],
    [{ input: { type: 'object', properties: { 'a-b': { type: 'string' } } } }, '#/input/properties/a-b'],
    [{ root: { ...document.root, rows: [{ if: 'input.cpf.startsWith("5")', outcome: 'a', reason: 'a' }] } }, '#/root/rows/0/if'],
    [{ root: { ...document.root, rows: [{ if: 'input.amount > 1.0 && string(input.cpf) == "x"', outcome: 'a', reason: 'a' }] } }, '#/root/rows/0/if'],
  ] // prettier-ignore
  for (const [change, pointer] of cases) {
    const problem = await readProblem(await publish(suite, name, { ...document, ...change }))
    const place = problem.errors?.[0]?.pointer
    expect([change, problem.status, String(place).startsWith(pointer)]).toEqual([change, 422, true])
  }
  expect((await publish(suite, name, document)).status).toBe(201)
  // Nobody would bring an input to a pack inside another.
  const within = { root: { kind: 'pack', pack: name, version: 1 } }
  const problem = await readProblem(await publish(suite, `${name}-outer`, within))
  expect([problem.status, problem.errors?.[0]?.pointer]).toEqual([422, '#/root/pack'])
  expect(app.log.join('')).not.toMatch(/529\.982/)
})

test('cases are started with an input and expect outputs', async ({ suite }) => {
  const { name } = suite
  const one = { name: 'low', results: {}, input: { amount: 5, channel: 'app' } }
  const good = { ...one, expect: { outcome: 'approved', output: { limit: 10, isOwn: null } } }
  const cases: readonly (readonly [object, number])[] = [
    [good, 201],
    [{ ...good, name: 'low', expect: { output: { limit: 11 } } }, 422],
    [{ ...good, input: { amount: 'x' } }, 422],
    [{ ...good, expect: { output: { other: 1 } } }, 422],
  ]
  for (const [given, status] of cases) {
    const answer = await publish(suite, `${name}-${status}`, { ...document, cases: [given] })
    expect([given, answer.status]).toEqual([given, status])
  }
})

test('a link brings the input of its pack, sealed until the person consents', async ({ suite }) => {
  const { app, name } = suite
  const ask = { kind: 'module', module: 'emailToken', optional: true }
  const root = { kind: 'sequence', steps: [ask, document.root] }
  expect((await publish(suite, name, { ...document, root })).status).toBe(201)
  const id = await createTransaction(app)
  const body = { pack: name, input: { amount: 7, cpf: '529.982.247-25', extra: 1 } }
  const made = await app.call('POST', `/v1/transaction/${id}/lvs`, { body })
  expect(made.status).toBe(201)
  const { link } = await made.json()
  const walker = createWalker(app.call)
  await walker.open(new URL(link).pathname)
  await walker.press('')
  await walker.press('consent')
  const shown = await (await app.call('GET', `/v1/packs/${name}/${id}`)).json()
  expect(shown).toMatchObject({ status: 'processing' })
  expect(shown.input).toEqual({ amount: 7 })
})
