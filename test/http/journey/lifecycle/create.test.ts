// createTransaction: POST /v1/transaction, one test for each status and each thing it promises.
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { transactions } from '#src/journey/transaction/table.ts'
import { createBody, person } from '#test/support/person.ts'
import { countRows, readProblem } from '#test/support/transactions.ts'
import { test } from '#test/support/app-fixture.ts'

const path = '/v1/transaction'
const small = {
  documentType: 'CPF',
  document: '529.982.247-25',
  genericFields: { campaign: 'spring' },
}

test('201: three fields are enough, and the answer has exactly what the contract shows', async ({
  app,
}) => {
  const answer = await app.call('POST', path, { body: small })
  expect(answer.status).toBe(201)
  expect(answer.headers.get('content-type')).toBe('application/json')
  const body = await answer.json()
  expect(body).toEqual({
    id: expect.stringMatching(
      /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    ),
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    documentType: 'cpf',
    document: '52998224725',
    verifiedEmail: false,
    type: 1,
    genericFields: { campaign: 'spring' },
    referenceDate: body.createdAt,
  })
})

test('201: every field comes back, with the spellings and roundings of the contract', async ({
  app,
}) => {
  const sent = createBody()
  const { Phones, ...rest } = sent
  const answer = await app.call('POST', path, { body: sent })
  expect(answer.status).toBe(201)
  expect(await answer.json()).toEqual({
    ...rest,
    id: expect.any(String),
    createdAt: expect.any(String),
    documentType: 'cpf',
    document: person.document,
    phones: Phones,
    vehicle: { ...sent.vehicle, marketValue: 45999.12 },
    legalRepresentatives: [{ ...sent.legalRepresentatives[0] }],
    referenceDate: '2026-11-20T13:03:27.1234567Z',
  })
})

test('201: what may be null comes back as it was sent', async ({ app }) => {
  const body = { ...small, genericFields: null, channelId: null }
  const answer = await app.call('POST', path, { body })
  expect(await answer.json()).toMatchObject({ genericFields: null, channelId: null })
})

test('201: a slash at the end changes nothing', async ({ app }) => {
  expect((await app.call('POST', `${path}/`, { body: small })).status).toBe(201)
})

test('201: the creation is journaled, and nothing is swept for before there is a task', async ({
  app,
  id,
}) => {
  expect(app.nudged).toEqual([])
  const [row] = await app.db.select().from(transactions).where(eq(transactions.id, id))
  expect(row).toMatchObject({ sweepAt: Infinity, armedAt: null, agenda: [] })
  const timeline = await app.call('GET', `${path}/${id}/timeline`)
  expect(await timeline.json()).toMatchObject([
    { seq: 1, kind: 'transaction-created', outcome: 'sandbox' },
  ])
})

test('201: nothing that was sent stands in the log', async ({ app }) => {
  await app.call('POST', path, { body: createBody() })
  const log = app.log.join('')
  expect(log).toContain('"route":"/v1/transaction"')
  for (const value of Object.values(person)) expect(log).not.toContain(value)
})

test.for([
  ['documentType is missing', { document: '52998224725' }, '#/documentType', 'required'],
  ['document is missing', { documentType: 'cpf' }, '#/document', 'required'],
  ['another type of document', { ...small, documentType: 'RG' }, '#/documentType', 'format'],
  ['a CPF of ten digits', { ...small, document: '5299822472' }, '#/document', 'format'],
  ['a CNPJ as CPF', { ...small, document: '11222333000181' }, '#/document', 'format'],
  ['no day of the calendar', { ...small, birthdate: '2026-02-30' }, '#/birthdate', 'format'],
] as const)('400: %s is named, and nothing is stored', async ([, body, pointer, code], { app }) => {
  const before = await countRows(app.db)
  const answer = await app.call('POST', path, { body })
  expect(answer.status).toBe(400)
  expect(await readProblem(answer)).toMatchObject({
    code: 'invalid-request',
    errors: [{ pointer, code }],
  })
  expect(await countRows(app.db)).toEqual(before)
  expect(app.nudged).toEqual([])
})
