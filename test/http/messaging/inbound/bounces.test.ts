// takeBounce: POST /hooks/email/bounces, where a mail server hands delivery reports over.
import { expect } from 'vitest'
import { createMacs } from '#src/journey/inbox/macs.ts'
import { bounceLabel, returnPath, writeReport } from '#src/vendors/smtp/bounce.ts'
import { type Answer, type TestApp } from '#test/support/app.ts'
import {
  countRows,
  createToken,
  createTransaction,
  readProblem,
  unknownId,
} from '#test/support/transactions.ts'
import { test } from '#test/support/app-fixture.ts'

const path = '/hooks/email/bounces'

const addressOf = ({ sealer }: TestApp, ref: string) =>
  returnPath(createMacs(sealer)(bounceLabel)[0], ref, 'bounce.test')

/** Hands a report about a record over; `to` is the address that it came to. */
function handOver(
  app: TestApp,
  ref: string,
  { action = 'failed', status = '5.1.1', to = addressOf(app, ref) }: Partial<Sent> = {},
): Promise<Answer> {
  const report = writeReport({ to, recordId: ref, action, status })
  const headers = {
    authorization: '',
    'content-type': 'message/rfc822',
    'delivered-to-address': to,
  }
  return app.call('POST', path, { body: report, headers })
}

type Sent = { action: 'failed' | 'delayed' | 'delivered'; status: string; to: string }

const readRecord = async (app: TestApp, id: string) =>
  (await app.call('GET', `/v1/transaction/${id}/emails/tokens`)).json()

test('202: a final failure becomes the failure of its record, which still takes its code', async ({
  app,
  id,
}) => {
  const { ref, code } = await createToken(app, id)
  const answer = await handOver(app, ref)
  expect([answer.status, await answer.text()]).toEqual([202, ''])
  expect(await readRecord(app, id)).toMatchObject({
    status: 'Waiting',
    failure: { code: 'bounced', at: expect.any(String) },
  })
  const validation = `/v1/transaction/${id}/emails/tokens/validation`
  expect((await app.call('POST', validation, { body: { code } })).status).toBe(200)
  expect(await readRecord(app, id)).not.toHaveProperty('failure')
})

test('202: the same report again changes nothing', async ({ app, id }) => {
  const { ref } = await createToken(app, id)
  await handOver(app, ref)
  const first = await readRecord(app, id)
  const before = await countRows(app.db)
  expect((await handOver(app, ref)).status).toBe(202)
  expect(await readRecord(app, id)).toEqual(first)
  expect(await countRows(app.db)).toEqual(before)
})

test.for([
  ['a delay', { action: 'delayed', status: '4.2.0' }],
  ['a delivery', { action: 'delivered', status: '2.0.0' }],
  ['a failure for now', { action: 'failed', status: '4.4.7' }],
] as const)('202: %s is no failure', async ([, report], { app, id }) => {
  const { ref } = await createToken(app, id)
  expect((await handOver(app, ref, report)).status).toBe(202)
  expect(await readRecord(app, id)).not.toHaveProperty('failure')
})

test('202: a report about a record that was confirmed is late, and changes nothing', async ({
  app,
  id,
}) => {
  const { ref, code } = await createToken(app, id)
  const validation = `/v1/transaction/${id}/emails/tokens/validation`
  await app.call('POST', validation, { body: { code } })
  const before = await countRows(app.db)
  expect((await handOver(app, ref)).status).toBe(202)
  expect(await readRecord(app, id)).toMatchObject({ status: 'Valid' })
  expect(await countRows(app.db)).toEqual(before)
})

test('202: a signed address of a record that is not there, and mail that is no report', async ({
  app,
}) => {
  const before = await countRows(app.db)
  expect((await handOver(app, unknownId)).status).toBe(202)
  const headers = {
    authorization: '',
    'content-type': 'message/rfc822',
    'delivered-to-address': addressOf(app, unknownId),
  }
  const answer = await app.call('POST', `${path}/`, { body: 'out of office', headers })
  expect(answer.status).toBe(202)
  expect(await countRows(app.db)).toEqual(before)
})

test('401: an address that we did not sign is nobody’s, whatever the report says', async ({
  app,
  id,
}) => {
  const { ref } = await createToken(app, id)
  const other = (await createToken(app, await createTransaction(app))).ref
  const signed = addressOf(app, ref)
  const forged = [
    `bounce+${ref}.0000000000000000@bounce.test`,
    signed.replace(ref, other),
    'postmaster@bounce.test',
    '',
  ]
  for (const to of forged) {
    const answer = await handOver(app, ref, { to })
    expect(answer.status).toBe(401)
    expect(await readProblem(answer)).toMatchObject({ code: 'unauthorized' })
  }
  expect(await readRecord(app, id)).not.toHaveProperty('failure')
})

test('202: the record that counts is the address’s own, not the one that the report names', async ({
  app,
  id,
}) => {
  const otherId = await createTransaction(app)
  const { ref } = await createToken(app, id)
  const other = await createToken(app, otherId)
  await handOver(app, other.ref, { to: addressOf(app, ref) })
  expect(await readRecord(app, id)).toHaveProperty('failure')
  expect(await readRecord(app, otherId)).not.toHaveProperty('failure')
})

test('400: without the address that it came to', async ({ app }) => {
  const headers = { authorization: '', 'content-type': 'message/rfc822' }
  const answer = await app.call('POST', path, { body: 'x', headers })
  expect(answer.status).toBe(400)
  expect(await readProblem(answer)).toMatchObject({
    errors: [{ pointer: 'header#/delivered-to-address', code: 'required' }],
  })
})

test('413: a report of more than 1 MiB', async ({ app }) => {
  const headers = {
    authorization: '',
    'content-type': 'message/rfc822',
    'delivered-to-address': addressOf(app, unknownId),
  }
  const answer = await app.call('POST', path, { body: 'x'.repeat(1_048_577), headers })
  expect(answer.status).toBe(413)
})
