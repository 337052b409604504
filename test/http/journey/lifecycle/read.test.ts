// getTransaction, getTimeline and getAgenda: what they answer, one test for each status.
import { expect } from 'vitest'
import { workflowsUrl } from '#test/support/app.ts'
import { createBody } from '#test/support/person.ts'
import {
  createToken,
  createTransaction,
  readProblem,
  unknownId,
  wrongCode,
} from '#test/support/transactions.ts'
import { test } from '#test/support/app-fixture.ts'

test('getTransaction 200: the creation’s answer again, with and without a slash', async ({
  app,
}) => {
  const created = await (await app.call('POST', '/v1/transaction', { body: createBody() })).json()
  for (const path of [`/v1/transaction/${created.id}`, `/v1/transaction/${created.id}/`]) {
    const answer = await app.call('GET', path)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual(created)
  }
})

test('getTransaction 200: letter case of the id does not matter', async ({ app, id }) => {
  const answer = await app.call('GET', `/v1/transaction/${id.toUpperCase()}`)
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({ id })
})

test('getTransaction 200: HEAD has the same head and no body', async ({ app, id }) => {
  const answer = await app.call('HEAD', `/v1/transaction/${id}`)
  expect([answer.status, await answer.text()]).toEqual([200, ''])
})

test('getTransaction 404: an id that nothing has', async ({ app }) => {
  const answer = await app.call('GET', `/v1/transaction/${unknownId}`)
  expect(answer.status).toBe(404)
  expect(await readProblem(answer)).toMatchObject({ code: 'not-found', status: 404 })
})

test('getTimeline 200: what happened in order, without codes, addresses or fields', async ({
  app,
}) => {
  const email = 'somebody@timeline.test'
  const id = await createTransaction(app, { email, name: 'Somebody Timeline' })
  const { code, ref, pageToken } = await createToken(app, id)
  const validation = `/v1/transaction/${id}/emails/tokens/validation`
  await app.call('POST', validation, { body: { code: wrongCode(code) } })
  await app.call('POST', validation, { body: { code } })
  const answer = await app.call('GET', `/v1/transaction/${id}/timeline/`)
  expect(answer.status).toBe(200)
  const text = await answer.text()
  expect(JSON.parse(text)).toEqual([
    {
      seq: 1,
      kind: 'transaction-created',
      outcome: 'sandbox',
      time: expect.any(String),
      requestId: expect.any(String),
    },
    expect.objectContaining({ seq: 2, kind: 'challenge-opened', ref, module: 'email-token' }),
    expect.objectContaining({ seq: 3, kind: 'challenge-check-failed', ref, attempt: 1 }),
    expect.objectContaining({ seq: 4, kind: 'challenge-valid', ref }),
  ])
  for (const secret of [email, 'Somebody', pageToken]) expect(text).not.toContain(secret)
  expect(text).not.toMatch(new RegExp(`\\b(${code}|${wrongCode(code)})\\b`))
})

test('getTimeline 404: an id that nothing has', async ({ app }) => {
  expect((await app.call('GET', `/v1/transaction/${unknownId}/timeline`)).status).toBe(404)
})

test('getAgenda 200: what is open, by when, and where its workflow is looked at', async ({
  app,
}) => {
  const email = 'somebody@agenda.test'
  const id = await createTransaction(app, { email })
  const read = async () => {
    const answer = await app.call('GET', `/v1/transaction/${id}/agenda`)
    expect(answer.status).toBe(200)
    return answer.text()
  }
  expect(JSON.parse(await read())).toEqual({
    now: expect.any(String),
    tasks: [],
    workflow: {
      id: `transaction/${id}`,
      url: `${workflowsUrl}?query=WorkflowId%20%3D%20'transaction%2F${id}'`,
    },
  })
  const { code, ref } = await createToken(app, id)
  const text = await read()
  expect(JSON.parse(text)).toMatchObject({
    waiting: { for: 'client', what: 'e-mail token', until: expect.any(String) },
    tasks: expect.arrayContaining([
      expect.objectContaining({ ref, module: 'email-token', does: 'expire e-mail token' }),
    ]),
  })
  expect(text).not.toMatch(new RegExp(`${email}|\\b${code}\\b`))
})

test('getAgenda 404: an id that nothing has', async ({ app }) => {
  expect((await app.call('GET', `/v1/transaction/${unknownId}/agenda`)).status).toBe(404)
})
