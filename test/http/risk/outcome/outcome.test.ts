// tellOutcome: what became of a transaction, and what later ones know of it.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { recordSightings } from '#src/journey/velocity/store.ts'
import { lockById } from '#src/journey/transaction/lock.ts'
import { findById } from '#src/journey/transaction/store.ts'
import type { Db } from '#src/platform/db/client.ts'
import { gatherFacts } from '#src/risk/insights/take.ts'
import { eraseTransaction } from '#test/support/erase.ts'
import { testOn } from '#test/support/app-fixture.ts'
import type { TestApp } from '#test/support/app.ts'
import { createTransaction, readProblem, unknownId } from '#test/support/transactions.ts'

const test = testOn()

const scope = 'transactions:read transactions:write audit:read'
const someone = () => ({ tenant: `t-${randomUUID().slice(0, 8)}`, scope })
type Who = ReturnType<typeof someone>
const phone = { areaCode: 11, number: 987650001 }
const [ana, bia] = [{ document: '52998224725' }, { document: '39053344705' }]

async function show(
  app: TestApp,
  db: Db,
  claims: Who,
  { device, ...fields }: { readonly device?: string; readonly [field: string]: unknown },
) {
  const id = await createTransaction(app, { ...fields }, claims)
  const found = await findById(db, id)
  if (!found) throw new Error('it was created')
  const now = new Date()
  const transaction = { ...found, now, wallNow: now }
  const { sealer } = app
  if (device !== undefined)
    await recordSightings({ tx: db, sealer, locked: transaction }, [
      { kind: 'device', value: device },
    ])
  const read = async () => {
    const asked = { db, sealer, transaction: { ...transaction } }
    return (await gatherFacts(app.deps.packs.facts, asked)).lists
  }
  const readOthers = async () => {
    const asked = { db, sealer, transaction: { ...transaction } }
    return (await gatherFacts(app.deps.packs.facts, asked)).others
  }
  return { id, read, readOthers }
}

const tell = ({ call }: TestApp, claims: Who, id: string, body: object) =>
  call('POST', `/v1/transaction/${id}/outcome`, { body, claims })

test('200: a fraud is a fact of who comes with its document, phone or device', async ({
  app,
  db,
}) => {
  const claims = someone()
  const fraud = await show(app, db, claims, { ...ana, phone, device: 'a-device' })
  const answer = await tell(app, claims, fraud.id, { outcome: 'fraud', kind: 'mule' })
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({ transactionId: fraud.id, outcome: 'fraud' })
  const cases = [
    ['document', ana],
    ['phone', { ...bia, phone }],
    ['device', { ...bia, device: 'a-device' }],
  ] as const
  for (const [shared, fields] of cases) {
    const later = await show(app, db, claims, fields)
    const known = { confirmedFraud: true, confirmedFraudBy: [shared], confirmedVictim: false }
    expect(await later.read()).toMatchObject(known)
  }
  const later = await show(app, db, claims, ana)
  const insights = await app.call('GET', `/v1/transaction/${later.id}/insights`, { claims })
  const codes = (await insights.json()).map(({ code }: { code: string }) => code)
  expect(codes).toContain('LS007')
  expect(await (await show(app, db, claims, bia)).read()).toMatchObject({ confirmedFraud: false })
  expect(await fraud.read()).toMatchObject({ confirmedFraud: false })
  expect(await (await show(app, db, someone(), ana)).read()).toMatchObject({
    confirmedFraud: false,
  })
  const live = { ...claims, mode: 'live' } as const
  expect(await (await show(app, db, live, ana)).read()).toMatchObject({ confirmedFraud: false })
  const timeline = await (
    await app.call('GET', `/v1/transaction/${fraud.id}/timeline`, { claims })
  ).json()
  expect(timeline.at(-1)).toMatchObject({ kind: 'outcome-told', outcome: 'fraud', reason: 'mule' })
  // Shown once nothing older can still commit, in other tests' databases too.
  const audited = async () => (await app.call('GET', '/v1/audit', { claims })).text()
  await expect.poll(audited, { timeout: 10_000 }).toContain('outcome.told')
})

test.for(['identity-theft', 'account-takeover'])(
  'of %s the person of the document is the victim, and only phone and device are the fraud’s',
  async (kind, { app, db }) => {
    const claims = someone()
    const fraud = await show(app, db, claims, { ...ana, phone })
    await tell(app, claims, fraud.id, { outcome: 'fraud', kind })
    const victim = await (await show(app, db, claims, ana)).read()
    expect(victim).toMatchObject({ confirmedFraud: false, confirmedVictim: true })
    const other = await (await show(app, db, claims, { ...bia, phone })).read()
    expect(other).toMatchObject({ confirmedFraud: true, confirmedFraudBy: ['phone'] })
  },
)

test('a fraud of whoever stands behind a company is known of it, and a victim’s company is nobody’s', async ({
  app,
  db,
}) => {
  const claims = someone()
  const company = (document: string) => ({
    documentType: 'cnpj',
    document: '11222333000181',
    legalRepresentatives: [{ document, documentType: 'cpf', name: 'Ana Lima' }],
  })
  await tell(app, claims, (await show(app, db, claims, ana)).id, { outcome: 'fraud', kind: 'mule' })
  const stolen = await show(app, db, claims, bia)
  await tell(app, claims, stolen.id, { outcome: 'fraud', kind: 'identity-theft' })
  for (const [{ document }, confirmedFraud] of [
    [ana, true],
    [bia, false],
  ] as const) {
    const later = await show(app, db, claims, company(document))
    expect(await later.readOthers()).toMatchObject({ confirmedFraud })
    expect(await later.read()).toMatchObject({ confirmedFraud: false })
  }
  const told = await show(app, db, claims, company(bia.document))
  await tell(app, claims, told.id, { outcome: 'fraud' })
  const again = await show(app, db, claims, company(bia.document))
  expect(await again.read()).toMatchObject({ confirmedFraud: true, confirmedFraudBy: ['document'] })
})

test('the last word counts, and of an erased transaction none is left', async ({ app, db }) => {
  const claims = someone()
  const fraud = await show(app, db, claims, ana)
  await tell(app, claims, fraud.id, { outcome: 'fraud' })
  const later = await show(app, db, claims, ana)
  expect(await later.read()).toMatchObject({ confirmedFraud: true })
  await tell(app, claims, fraud.id, { outcome: 'good' })
  expect(await later.read()).toMatchObject({ confirmedFraud: false, confirmedGood: true })
  await tell(app, claims, fraud.id, { outcome: 'fraud' })
  await db.transaction(async (tx) => {
    const locked = await lockById(tx, fraud.id)
    if (locked) await eraseTransaction(tx, locked)
  })
  expect(await later.read()).toMatchObject({ confirmedFraud: false })
})

test('400, 403, 404: unknown words, no scope, another’s transaction', async ({ app, db }) => {
  const claims = someone()
  const { id } = await show(app, db, claims, ana)
  for (const body of [{ outcome: 'maybe' }, { outcome: 'fraud', kind: 'bad luck' }, {}])
    expect((await tell(app, claims, id, body)).status).toBe(400)
  expect((await tell(app, { ...claims, scope: 'transactions:read' }, id, { outcome: 'good' })).status).toBe(403) // prettier-ignore
  for (const [who, what] of [
    [someone(), id],
    [claims, unknownId],
  ] as const)
    // prettier-ignore
    expect(await readProblem(await tell(app, who, what, { outcome: 'good' }))).toMatchObject({
      status: 404,
    })
})
