// By which law a check is bought: without one nothing real is, and each purchase is audited with its own.
import { and, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { audit } from '#src/platform/audit/table.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { CheckAccount } from '#src/screening/orders/port.ts'
import { startStandIn } from '#test/contract/stand-in-worker.ts'
import { test } from '#test/db/fixture.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { sandboxChecking } from '#test/support/checking.ts'
import { until } from '#test/workflow/client.ts'

const claims = { mode: 'live' } as const
const own = { purpose: 'fraud-prevention', article: 'LGPD 11, II, g' }
const usual = { purpose: 'usual', article: 'LGPD 7, V' }

const account: CheckAccount = {
  id: 'scripted',
  vendor: 'scripted',
  repeat: 'never',
  costMicros: 100,
  prices: { Pep: 7 },
  timeoutMs: 1_000,
  resultMs: 0,
  offers: () => true,
  buy: async ({ service }) =>
    service === 'CreditScore'
      ? { kind: 'answered', answer: { scores: [{ name: 's', value: '1' }] } }
      : { kind: 'answered', answer: { matches: [] } },
  verifyWebhook: () => false,
  parseWebhook: async () => [],
}

async function open(db: Db, legalBasis: typeof own | null, asked = account) {
  const checking = sandboxChecking({ accounts: [asked], legalBasis, capMicros: 1_000 })
  const app = await createTestApp(db, undefined, { checking })
  const worker = startStandIn(app)
  return { app, [Symbol.asyncDispose]: () => worker[Symbol.asyncDispose]() }
}

async function create(app: TestApp, more: object = {}, who: object = claims) {
  const body = { documentType: 'CPF', document: '52998224725', name: 'Maria Souza', ...more }
  const answer = await app.call('POST', '/v1/transaction', { body, claims: who })
  expect(answer.status).toBe(201)
  return (await answer.json()).id as string
}

const ended = (app: TestApp, id: string, who: object = claims) =>
  until(async () => {
    const path = `/v1/transaction/${id}/backgroundcheck`
    const [check] = await (await app.call('GET', path, { claims: who })).json()
    return check && check.status !== 'processing' ? check : undefined
  })

const ask = (app: TestApp, id: string, more: object = {}, who: object = claims) =>
  app.call('POST', `/v1/transaction/${id}/backgroundcheck`, {
    body: { services: ['Sanctions', 'Pep'], ...more },
    claims: who,
  })

const bought = async (db: Db, id: string) => {
  const rows = await db
    .select()
    .from(audit)
    .where(and(eq(audit.transactionId, id), eq(audit.action, 'data.bought')))
  return rows.map(({ actorKind, details }) => ({ actorKind, ...details }))
}

test('live without any: 200, its services have failed, nothing is bought or audited; with one they are asked', async ({
  db,
}) => {
  await using opened = await open(db, null)
  const { app } = opened
  const id = await create(app)
  expect((await ask(app, id)).status).toBe(200)
  const failed = { status: 'failed', failure: 'no-legal-basis' }
  expect(await ended(app, id)).toMatchObject({ status: 'partial', services: [failed, failed] })
  expect(await bought(db, id)).toEqual([])
  expect((await ask(app, id, { legalBasis: own })).status).toBe(200)
  expect(await ended(app, id)).toMatchObject({ status: 'completed' })
  expect(await bought(db, id)).toEqual([
    { actorKind: 'subject', ...own, port: 'person-check', services: 'Sanctions Pep' },
  ])
})

test('that of the request goes before that of the tenant, at creation too', async ({ db }) => {
  await using opened = await open(db, usual)
  const { app } = opened
  const id = await create(app)
  await ask(app, id)
  expect(await bought(db, id)).toMatchObject([usual])
  const services = { bcheck: ['Sanctions'], legalBasis: own }
  const other = await create(app, { services })
  expect(await bought(db, other)).toMatchObject([{ actorKind: 'service', ...own }])
})

test('the sandbox buys nothing, and needs none; what the client says there is audited', async ({
  db,
}) => {
  await using opened = await open(db, null)
  const { app } = opened
  const sandbox = { mode: 'sandbox' }
  const id = await create(app, {}, sandbox)
  await ask(app, id, {}, sandbox)
  expect(await ended(app, id, sandbox)).toMatchObject({ status: 'completed' })
  expect(await bought(db, id)).toEqual([])
  const other = await create(app, {}, sandbox)
  await ask(app, other, { legalBasis: own }, sandbox)
  expect(await bought(db, other)).toMatchObject([own])
})

test('a credit score says its own', async ({ db }) => {
  await using opened = await open(db, usual)
  const { app } = opened
  const id = await create(app)
  const answer = await app.call('POST', `/v1/transaction/${id}/creditpro`, {
    body: { legalBasis: own },
    claims: { ...claims, scope: 'credit:read' },
  })
  expect(answer.status).toBe(200)
  expect(await bought(db, id)).toMatchObject([{ ...own, port: 'credit', services: 'CreditScore' }])
})

test.for([
  { ...own, purpose: 'Maria Souza' },
  { ...own, purpose: '52998224725' },
  { ...own, article: '52998224725' },
  { ...own, article: 'see 52998224725' },
  { purpose: own.purpose },
])('400: it holds codes alone: %o', async (legalBasis, { db }) => {
  await using opened = await open(db, usual)
  const { app } = opened
  expect((await ask(app, await create(app), { legalBasis })).status).toBe(400)
})

test('200: what checks have cost, by account and service, with a price of its own', async ({
  db,
}) => {
  await using opened = await open(db, usual)
  const { app } = opened
  const tenant = { ...claims, tenant: 'spender', scope: 'reports:read transactions:write' }
  const id = await create(app, {}, tenant)
  await ask(app, id, {}, tenant)
  await ended(app, id, { ...tenant, scope: 'transactions:read' })
  const answer = await app.call('GET', '/v1/checks/spending?days=1', { claims: tenant })
  expect(answer.status).toBe(200)
  const of = { account: 'scripted', attempts: 1, uncertain: 0, repeated: 0 }
  expect(await answer.json()).toMatchObject({
    spent: [
      { ...of, service: 'Pep', costMicros: 7 },
      { ...of, service: 'Sanctions', costMicros: 100 },
    ],
    today: { spentMicros: 107, capMicros: 1_000 },
  })
  const others = await app.call('GET', '/v1/checks/spending', {
    claims: { ...tenant, tenant: 'another' },
  })
  expect((await others.json()).spent).toEqual([])
  const { metrics } = app.deps
  expect(
    await metrics.registry.getSingleMetricAsString('atesta_check_spending_micros_total'),
  ).toMatch(/tenant="spender",account="scripted",service="Sanctions"\} 100/)
})

test('200: a refusal that its source bills costs what a purchase costs, and is no result', async ({
  db,
}) => {
  const refusing: CheckAccount = {
    ...account,
    buy: async ({ service }) => ({
      kind: 'rejected',
      class: 'input',
      code: 'scripted-refused',
      ...(service === 'Pep' && { isBilled: true }),
    }),
  }
  await using opened = await open(db, usual, refusing)
  const { app } = opened
  const tenant = { ...claims, tenant: 'refused', scope: 'reports:read transactions:write' }
  const id = await create(app, {}, tenant)
  await ask(app, id, {}, tenant)
  const check = await ended(app, id, { ...tenant, scope: 'transactions:read' })
  const refused = { status: 'failed', failure: 'input-refused' }
  expect(check).toMatchObject({ status: 'partial', services: [refused, refused] })
  const answer = await app.call('GET', '/v1/checks/spending?days=1', { claims: tenant })
  const { spent, today } = await answer.json()
  expect(spent).toContainEqual(expect.objectContaining({ service: 'Pep', costMicros: 7 }))
  expect(spent).not.toContainEqual(expect.objectContaining({ service: 'Sanctions', costMicros: 100 })) // prettier-ignore
  // What was set aside for the other is free again.
  expect(today).toMatchObject({ spentMicros: 7 })
})
