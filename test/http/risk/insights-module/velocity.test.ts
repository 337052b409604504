// What velocity makes of people over HTTP, in live and in the sandbox: the alerts of who comes last.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Db } from '#src/platform/db/client.ts'
import { findById } from '#src/journey/transaction/store.ts'
import { recordSightings } from '#src/journey/velocity/store.ts'
import { gatherFacts } from '#src/risk/insights/take.ts'
import { testOn } from '#test/support/app-fixture.ts'
import type { TestApp } from '#test/support/app.ts'
import { createTransaction } from '#test/support/transactions.ts'

const test = testOn()

type Mode = 'live' | 'sandbox'
type Come = { readonly device?: string; readonly [field: string]: unknown }
const scope = 'transactions:read transactions:write'

const cpfs = [
  '52998224725', '39053344705', '11144477735', '12345678909', '98765432100', '15350946056',
  '71428793860', '86288366757',
] // prettier-ignore
const phone = (last: number) => ({ areaCode: 11, number: 987_650_000 + last })
const ana = { document: cpfs[0], phone: phone(1), email: 'ana@example.com', name: 'Ana Souza', birthdate: '1985-05-05' } // prettier-ignore
/** People of documents, phones and addresses of their own, but for what is given. */
const people = (many: number, shared: Come): Come[] =>
  Array.from({ length: many }, (_, at) => ({
    document: cpfs[at],
    phone: phone(10 + at),
    email: `p${at}@example.com`,
    name: 'Rui Lima',
    ...shared,
  }))

/** The alerts of the last one, as the fact names them and as the insights show them. */
async function alertsOf(app: TestApp, db: Db, mode: Mode, all: readonly Come[]) {
  const claims = { tenant: `t-${randomUUID().slice(0, 8)}`, scope, mode }
  let last = { alerts: [] as readonly string[], codes: [] as string[] }
  for (const { device, ...fields } of all) {
    const id = await createTransaction(app, fields, claims)
    const found = await findById(db, id)
    if (!found) throw new Error('it was created')
    const now = new Date()
    const transaction = { ...found, now, wallNow: now }
    const seen = device === undefined ? [] : [{ kind: 'device', value: device } as const]
    await recordSightings({ tx: db, sealer: app.sealer, locked: transaction }, seen)
    const known = await gatherFacts(app.deps.packs.facts, { db, sealer: app.sealer, transaction })
    const answer = await app.call('GET', `/v1/transaction/${id}/insights`, { claims })
    const insights: { code: string; category: string; relevance: string }[] = await answer.json()
    const codes = insights
      .filter(({ category, relevance }) => category === 'Velocity' && relevance === 'Alerta')
      .map(({ code }) => code)
    last = { alerts: known.velocity?.alerts ?? ['unknown'], codes }
  }
  expect(last.codes).toEqual(last.alerts)
  return last.alerts
}

test.for<[string, Come[]]>([
  ['somebody who comes once', [ana]],
  ['the third payment of a day', [ana, ana, ana]],
  ['a creation repeated after time-outs', [ana, ana, ana, ana, ana, ana]],
  ['two who gave up, from one device', people(3, { document: cpfs[0], device: 'd' })],
  ['a couple with one e-mail address', people(2, { email: 'casal@example.com' })],
  ['a family of four with one phone and one tablet', people(4, { phone: phone(1), device: 'd' })],
  ['a couple with one card', people(2, { card: { bin: '401178', last4: '1234' } })],
  ['a birth date typed wrong, and mended', [{ ...ana, birthdate: '1958-05-05' }, ana]],
  ['a first name that is corrected', [{ ...ana, name: 'Bia Souza' }, ana]],
  ['a document typed wrong, and mended', [{ ...ana, document: cpfs[1] }, ana]],
])('in live %s is no alert', async ([, all], { app, db }) => {
  expect(await alertsOf(app, db, 'live', all)).toEqual([])
})

test.for<[string, Come[], string[]]>([
  ['a document of three origins in a day', people(3, { document: cpfs[0] }), ['VL001']],
  ['eight documents on one phone', people(8, { phone: phone(1) }), ['VL003', 'VL009']],
  ['eight documents on one device', people(8, { device: 'd' }), ['VL005', 'VL011']],
  ['four documents with one address', people(4, { email: 'um@example.com' }), ['VL002']],
  ['three documents with one card', people(3, { card: { bin: '401178', last4: '1234' } }), ['VL004']],
  ['three birth dates of one document', [{ ...ana, birthdate: '1958-05-05' }, { ...ana, birthdate: '1959-05-05' }, ana], ['VL006']],
])('in live %s: an alert', async ([, all, alerts], { app, db }) => {
  expect(await alertsOf(app, db, 'live', all)).toEqual(alerts)
}) // prettier-ignore

test('in the sandbox nothing is counted unless the magic ending of the document asks for it', async ({
  app,
  db,
}) => {
  const many = people(8, { phone: phone(1), device: 'd', email: 'um@example.com' })
  expect(await alertsOf(app, db, 'sandbox', many)).toEqual([])
  // Its sixth to ninth digits are 0027.
  const asking = { ...many[0], document: '10000002700' }
  expect(await alertsOf(app, db, 'sandbox', [...many, asking])).toEqual([
    'VL002',
    'VL003',
    'VL005',
    'VL008',
    'VL009',
    'VL011',
  ])
})
