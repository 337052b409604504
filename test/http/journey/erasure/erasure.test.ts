// eraseTransaction, readErasure, readErasureKeys: what goes, who is answered what, and how a receipt is proved.
import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { compactVerify, createLocalJWKSet } from 'jose'
import { expect } from 'vitest'
import { commitOn } from '#src/journey/commit/commit.ts'
import { finishErasures } from '#src/journey/erasure/finish.ts'
import { erasures } from '#src/journey/erasure/table.ts'
import { transactions } from '#src/journey/transaction/table.ts'
import type { SendOutcome } from '#src/messaging/challenges/port.ts'
import { startStandIn } from '#test/contract/stand-in-worker.ts'
import { test as base } from '#test/db/fixture.ts'
import { accounts, sendRecord } from '#test/support/hooks.ts'
import { createTestApp, type TestApp, testIssuer } from '#test/support/app.ts'
import { memoryStore, type MemoryStore } from '#test/support/biometrics/images.ts'
import { silentMessaging } from '#test/support/messaging/messaging.ts'
import { everyScope } from '#test/support/token.ts'
import { createTransaction, readProblem, unknownId } from '#test/support/transactions.ts'

/** Keeps customers for five years, with what vendors have answered. */
const bound = `bound-${randomUUID()}`
const duties = { customer: { days: 1_825, covers: ['answers' as const] } }

type Suite = { readonly app: TestApp; readonly store: MemoryStore }

const test = base.extend('suite', { scope: 'file' }, async ({ db }): Promise<Suite> => {
  const store = memoryStore()
  const app = await createTestApp(db, undefined, {
    store,
    issuers: [testIssuer({ people: true })],
    messaging: silentMessaging({ settings: { [bound]: { data: { duties } } } }),
  })
  return { app, store }
})

/** Everything but what reads the restricted. */
const scope = everyScope.replace('legal:read ', '')
const someone = (tenant = `t-${randomUUID()}`) => ({ tenant, scope, sub: 'ana' })
type Who = ReturnType<typeof someone> & { readonly mode?: 'live' }

const erase = ({ app }: Suite, id: string, claims: Who) =>
  app.call('DELETE', `/v1/transaction/${id}`, { claims })

/** As a worker does it; resolves to what the receipt says then. */
async function finished({ app, store }: Suite, receiptId: string, claims: Who) {
  await finishErasures({ deps: app.deps, objects: store })
  const answer = await app.call('GET', `/v1/erasures/${receiptId}`, { claims })
  expect(answer.status).toBe(200)
  return answer.json()
}

const reads = (id: string) =>
  [
    ['GET', `/v1/transaction/${id}`],
    ['GET', `/v1/transaction/${id}/timeline`],
    ['GET', `/v1/packs/basic/${id}`],
    ['GET', `/v1/packs/basic/${id}/runs`],
    ['GET', `/v1/transaction/${id}/insights`],
    ['GET', `/v1/transaction/${id}/backgroundcheck`],
    ['GET', `/v1/transaction/${id}/emails/tokens`],
    ['GET', `/v1/transaction/${id}/biometrics/selfie`],
    ['GET', `/v1/sandbox/messages?transactionId=${id}`],
  ] as const
const writes = (id: string) =>
  [
    ['POST', `/v1/transaction/${id}/emails/tokens`],
    ['POST', `/v1/packs/basic/${id}`, {}],
    ['POST', `/v1/transaction/${id}/outcome`, { outcome: 'good' }],
  ] as const

test('202: from then on it is unknown to everybody, and asked again it has the same receipt', async ({
  suite,
}) => {
  const { app } = suite
  const claims = someone()
  const id = await createTransaction(app, {}, claims)
  await app.call('POST', `/v1/transaction/${id}/emails/tokens`, { claims })
  await app.call('GET', `/v1/packs/basic/${id}`, { claims })
  const answers = await Promise.all([1, 2, 3].map(() => erase(suite, id, claims)))
  const receipts = await Promise.all(answers.map((one) => one.json()))
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202])
  expect(new Set(receipts.map(({ receiptId }) => receiptId)).size).toBe(1)
  for (const [method, path, body] of [...reads(id), ...writes(id)]) {
    const answer = await app.call(method, path, { claims, ...(body && { body }) })
    if (answer.status === 200) expect(await answer.json()).toEqual([])
    else expect([path, answer.status]).toEqual([path, 404])
  }
  for (const path of ['relationship', 'hold'])
    expect(
      (
        await app.call('PUT', `/v1/transaction/${id}/${path}`, {
          claims,
          body: { class: 'customer', reason: 'late' },
        })
      ).status,
    ).toBe(404)
})

test('200: a receipt says what went, is done when nothing is left, and anybody can prove it', async ({
  suite,
  db,
}) => {
  const { app, store } = suite
  const claims = someone()
  const id = await createTransaction(app, {}, claims)
  await app.call('GET', `/v1/packs/basic/${id}`, { claims })
  const { receiptId } = await (await erase(suite, id, claims)).json()
  const running = await (await app.call('GET', `/v1/erasures/${receiptId}`, { claims })).json()
  expect(running).toMatchObject({ receiptId, transactionId: id, status: 'running' })
  // While the store is away it is not done.
  store.isAway = true
  expect((await finished(suite, receiptId, claims)).status).toBe('running')
  store.isAway = false
  await db.update(erasures).set({ nextTryAt: new Date() })
  const { signature, ...receipt } = await finished(suite, receiptId, claims)
  expect(receipt).toMatchObject({
    status: 'done',
    what: [
      { kind: 'evidence', count: 1 },
      { kind: 'hashes', count: 2 },
      { kind: 'record', count: 1 },
    ],
  })
  const keys = await app.call('GET', '/v1/erasures/keys', { headers: { authorization: '' } })
  expect(keys.status).toBe(200)
  const { payload } = await compactVerify(signature, createLocalJWKSet(await keys.json()))
  expect(JSON.parse(Buffer.from(payload).toString())).toEqual(receipt)
  const [line] = [...store.objects].filter(([name]) => name.endsWith(receiptId))
  expect(line?.[0]).toBe(`erasures/${receiptId}`)
  expect(Buffer.from(line?.[1] ?? []).toString()).toContain(`"transactionId":"${id}"`)
})

test('running until what finds a number is gone, two days after it was sent', async ({
  suite,
  db,
}) => {
  const { app } = suite
  const claims = someone()
  const id = await createTransaction(app, {}, claims)
  await app.call('POST', `/v1/transaction/${id}/emails/tokens`, { claims })
  const { receiptId } = await (await erase(suite, id, claims)).json()
  expect((await finished(suite, receiptId, claims)).status).toBe('running')
  await db.execute(sql`
    update challenge set wall_created_at = wall_created_at - interval '3 days'
    where transaction_id = ${id}`)
  await db.update(erasures).set({ nextTryAt: new Date() }).where(eq(erasures.receiptId, receiptId))
  const done = await finished(suite, receiptId, claims)
  expect(done.status).toBe('done')
  expect(done.what).toContainEqual({ kind: 'messages', count: 1 })
})

test('404: an unknown one, another tenant’s, the other mode’s, and a receipt of none of these', async ({
  suite,
}) => {
  const { app } = suite
  const claims = someone()
  const id = await createTransaction(app, {}, claims)
  for (const [who, which] of [
    [claims, unknownId],
    [someone(), id],
    [{ ...claims, mode: 'live' as const }, id],
  ] as const)
    expect((await erase(suite, which, who)).status).toBe(404)
  expect((await app.call('GET', `/v1/transaction/${id}`, { claims })).status).toBe(200)
  const { receiptId } = await (await erase(suite, id, claims)).json()
  for (const [who, which] of [
    [claims, unknownId],
    [someone(), receiptId],
    [{ ...claims, mode: 'live' as const }, receiptId],
  ] as const)
    expect((await app.call('GET', `/v1/erasures/${which}`, { claims: who })).status).toBe(404)
  expect((await erase(suite, id, someone())).status).toBe(404)
})

test('403: without data:erase nothing is erased', async ({ suite }) => {
  const claims = { ...someone(), scope: 'transactions:write' }
  const refused = await erase(suite, unknownId, claims)
  expect(await readProblem(refused)).toMatchObject({ status: 403, scope: 'data:erase' })
})

test('restricted: what a duty keeps is read with legal:read alone, each time audited, and found by nobody', async ({
  suite,
}) => {
  const { app } = suite
  const claims = someone(bound)
  const legal = { ...claims, scope: 'legal:read transactions:read' }
  const document = '15350946056'
  const id = await createTransaction(app, { document }, claims)
  await app.call('GET', `/v1/packs/basic/${id}`, { claims })
  const put = (body: object) =>
    app.call('PUT', `/v1/transaction/${id}/relationship`, { claims, body })
  const said = await put({ class: 'customer' })
  expect([said.status, await said.json()]).toEqual([200, { class: 'customer' }])
  const first = await erase(suite, id, claims)
  const { receiptId } = await first.json()
  expect(first.status).toBe(202)
  for (const [method, path, body] of [...reads(id), ...writes(id)]) {
    const answer = await app.call(method, path, { claims, ...(body && { body }) })
    if (answer.status === 200) expect(await answer.json()).toEqual([])
    else expect([path, answer.status]).toEqual([path, 404])
  }
  for (const [method, path, body] of writes(id)) {
    const asked = { claims: { ...legal, scope: everyScope }, ...(body && { body }) }
    expect((await app.call(method, path, asked)).status).toBe(404)
  }
  const read = await app.call('GET', `/v1/transaction/${id}`, { claims: legal })
  expect(await read.json()).toMatchObject({ id, document })
  expect((await app.call('GET', `/v1/packs/basic/${id}`, { claims: legal })).status).toBe(200)
  const rows = async () => {
    const asked = { claims: { ...claims, scope: 'audit:read' } }
    const audit = await app.call('GET', `/v1/audit?transactionId=${id}`, asked)
    return (await audit.json()).entries.map(({ action }: { action: string }) => action)
  }
  await expect
    .poll(rows)
    .toEqual(['data.classified', 'data.restricted', 'restricted.read', 'restricted.read'])
  const found = await app.call('POST', '/v1/transactions/search', { claims, body: { document } })
  expect(await found.json()).toEqual({ transactions: [] })
  const listed = await app.call('GET', '/v1/transactions', { claims })
  expect(JSON.stringify(await listed.json())).not.toContain(id)
  expect(await finished(suite, receiptId, claims)).toMatchObject({ status: 'restricted' })
  // The duty is over: what was asked for then happens, under the same receipt.
  const ended = await put({ class: 'customer', endedAt: '2020-01-01T00:00:00Z' })
  expect(await ended.json()).toMatchObject({ keptUntil: '2024-12-30T00:00:00.000Z' })
  expect(await (await erase(suite, id, claims)).json()).toEqual({ receiptId })
  expect((await app.call('GET', `/v1/transaction/${id}`, { claims: legal })).status).toBe(404)
  expect(await finished(suite, receiptId, claims)).toMatchObject({ status: 'done' })
})

test.for(['restricted', 'erased'])(
  '404: nobody is shown one that is %s by the key of a request that was answered before',
  async (became, { suite }) => {
    const { app } = suite
    const claims = someone(bound)
    const headers = { 'idempotency-key': randomUUID() }
    const body = { documentType: 'CPF', document: '15350946056', email: 'maria@example.test' }
    const create = () => app.call('POST', '/v1/transaction', { claims, body, headers })
    const { id } = await (await create()).json()
    const path = `/v1/transaction/${id}`
    const token = () => app.call('POST', `${path}/emails/tokens`, { claims, headers })
    expect((await token()).status).toBe(201)
    const related = { claims, body: { class: 'customer' } }
    if (became === 'restricted') await app.call('PUT', `${path}/relationship`, related)
    expect((await erase(suite, id, claims)).status).toBe(202)
    for (const repeat of [create, token])
      expect(await readProblem(await repeat())).toMatchObject({ status: 404, code: 'not-found' })
  },
)

test('what comes of a run or a check afterwards is dropped: the late commit finds nobody', async ({
  suite,
  db,
}) => {
  const { app } = suite
  const claims = someone()
  const id = await createTransaction(app, { services: { bcheck: ['Pep'] } }, claims)
  await app.call('GET', `/v1/packs/onboarding/${id}`, { claims, headers: { prefer: 'wait=0' } })
  const agenda = async () => (await db.select().from(transactions).where(eq(transactions.id, id)))[0]?.agenda // prettier-ignore
  expect(await agenda()).not.toEqual([])
  await erase(suite, id, claims)
  expect(await agenda()).toEqual([])
  const late = await commitOn(app.deps, id, async () => 'written')
  expect(late).toBeUndefined()
  const runs = await db.execute(
    sql`select status, outcome from pack_run where transaction_id = ${id}`,
  )
  expect([...runs]).toEqual([{ status: 'completed', outcome: 'cancelled' }])
  const [modules] = await db.execute<{ open: number }>(sql`
    select count(*)::int as open from pack_module join pack_run on id = run_id
    where transaction_id = ${id} and pack_module.status in ('pending', 'processing')`)
  expect(modules?.open).toBe(0)
})

test('vendors that hang hold up no erasure, and what one of them takes meanwhile is erased there too', async ({
  db,
}) => {
  const taken = Promise.withResolvers<SendOutcome>()
  const asked = Promise.withResolvers<void>()
  const gone: string[] = []
  const hanging = {
    ...accounts.main,
    send() {
      asked.resolve()
      return taken.promise
    },
    erase: async (ref: string) => void gone.push(ref),
  }
  const deaf = { ...accounts.beside, erase: () => new Promise<void>(() => {}) }
  const store = memoryStore()
  const messaging = silentMessaging({ accounts: [hanging, deaf] })
  const app = await createTestApp(db, undefined, { store, messaging })
  const claims = { ...someone(), mode: 'live' as const }
  const { id, messageId } = await sendRecord({ ...app, db }, { claims, account: deaf })
  {
    await using _worker = startStandIn(app)
    await app.call('POST', `/v1/transaction/${id}/sms/tokens`, { claims })
    await asked.promise
    const begun = performance.now()
    const { receiptId } = await (await erase({ app, store }, id, claims)).json()
    expect(performance.now() - begun).toBeLessThan(8_000)
    taken.resolve({ kind: 'accepted', providerMsgId: 'SM-late' })
    const left = async () =>
      (await db.select().from(erasures).where(eq(erasures.receiptId, receiptId)))[0]?.vendors
    const refs = async () => (await left())?.map(({ ref }) => ref)
    await expect.poll(refs).toEqual([messageId, 'SM-late'])
    await finishErasures({ deps: app.deps, objects: store, vendorMs: 50 })
    expect([gone, await refs()]).toEqual([['SM-late'], [messageId]])
  }
  const [last] = await db.execute(
    sql`select kind from journal where transaction_id = ${id} order by seq desc limit 1`,
  )
  expect(last).toEqual({ kind: 'erased' })
})
