// getTrustcard: the insights of a card with the score of the live scorecard.
import { expect } from 'vitest'
import { digestOf } from '#src/journey/registry/digest.ts'
import { registryVersions } from '#src/journey/registry/table.ts'
import { performDue } from '#test/support/due.ts'
import { createTransaction, readProblem, unknownId } from '#test/support/transactions.ts'
import { testOn } from '#test/support/app-fixture.ts'

const test = testOn()
const pathOf = (id: string) => `/v1/transaction/${id}/trustcard`
const good = {
  name: 'Maria Silva',
  email: 'maria.silva@example.test',
  card: { bin: '401178', last4: '1234', ownerDocument: '52998224725', ownerName: 'MARIA SILVA' },
}

test('GET 200: the insights and a whole score, better for a card of the holder', async ({
  app,
}) => {
  const id = await createTransaction(app, { ...good, vehicle: { vehicleLicensePlate: 'ABC1234' } })
  await app.call('GET', pathOf(id))
  await performDue(app.deps, id, 2)
  const answer = await app.call('GET', pathOf(id))
  expect(answer.status).toBe(200)
  const { insights, score, reasons, ...rest } = await answer.json()
  // Nobody has asked the lists, a selfie or a document.
  const missing = expect.arrayContaining(['checks.sanctioned', 'liveness.status'])
  expect(rest).toEqual({ partly: true, missing })
  expect(reasons).toContainEqual(expect.objectContaining({ code: 'CD002', points: 15 }))
  const codes = insights.map(({ code }: { code: string }) => code)
  expect(codes).toEqual(expect.arrayContaining(['DO001', 'CD002', 'CD004', 'CD012']))
  expect(codes).not.toContain('VE001')
  expect(score).toBe(93)

  const card = {
    bin: '999999',
    last4: '1234',
    ownerDocument: '39053344705',
    ownerName: 'PEDRO ROCHA',
  }
  const other = await createTransaction(app, { ...good, card })
  const bad = await (await app.call('GET', pathOf(other))).json()
  expect(bad.score).toBe(0)
  expect(bad.reasons).toContainEqual(expect.objectContaining({ code: 'CD001', points: -30 }))
})

test('GET 200: another scorecard that goes live counts at once', async ({ app, db }) => {
  const id = await createTransaction(app, good, { tenant: 'scorers' })
  const claims = { tenant: 'scorers', scope: 'packs:write packs:live reports:read' }
  await app.call('GET', pathOf(id), { claims })
  const rules = [{ code: 'owner', when: 'card.ownerIsHolder', points: 7, description: 'Titular' }]
  const body = { base: 10, rules }
  // The API reserves that name for the service, so the table is written.
  await db.insert(registryVersions).values({
    kind: 'scorecard',
    tenant: 'scorers',
    name: 'card',
    version: 1,
    sha256: digestOf(body),
    document: body,
    publishedAt: new Date(),
    publishedBy: 'team',
  })
  const live = await app.call('PUT', '/v1/scorecards/card/live', { body: { version: 1 }, claims })
  expect(live.status).toBe(200)
  const answer = await app.call('GET', pathOf(id), { claims })
  expect(await answer.json()).toMatchObject({ score: 17 })
  const timeline = await app.call('GET', `/v1/transaction/${id}/timeline`, { claims })
  const derived = (await timeline.json()).filter(
    ({ kind }: { kind: string }) => kind === 'insights-derived',
  )
  // The score of before is gone: its entry says only of what it was made.
  expect(derived.map(({ rules }: { rules?: string[] }) => rules)).toEqual([undefined, ['owner']])
})

test('GET 422: a transaction without a card, or with an empty one', async ({ app }) => {
  const ids = [await createTransaction(app), await createTransaction(app, { card: { bin: ' ' } })]
  for (const id of ids) {
    const answer = await app.call('GET', pathOf(id))
    expect(await readProblem(answer)).toMatchObject({ status: 422, code: 'no-card' })
  }
})

test('GET 422: a card that was taken away after its score was answered', async ({ app }) => {
  const id = await createTransaction(app, good)
  expect((await app.call('GET', pathOf(id))).status).toBe(200)
  const type = { 'content-type': 'application/merge-patch+json' }
  const path = `/v1/transaction/${id}`
  const patched = await app.call('PATCH', path, { body: { card: null }, headers: type })
  expect(patched.status).toBe(200)
  const answer = await app.call('GET', pathOf(id))
  expect(await readProblem(answer)).toMatchObject({ status: 422, code: 'no-card' })
})

test('GET 404: unknown; HEAD 200 writes nothing', async ({ app }) => {
  const unknown = await app.call('GET', pathOf(unknownId))
  expect(await readProblem(unknown)).toMatchObject({ status: 404, code: 'not-found' })
  const id = await createTransaction(app, good)
  const head = await app.call('HEAD', pathOf(id))
  expect([head.status, head.headers.get('pending-lookups')]).toEqual([200, 'mx, bin'])
})
