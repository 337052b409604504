// createEmailToken and getEmailToken: one test for each status, and the cool-down.
import { expect } from 'vitest'
import {
  countRows,
  lookAtAgenda,
  createToken,
  createTransaction,
  moveClock,
  readProblem,
  readSecrets,
  unknownId,
} from '#test/support/transactions.ts'
import { test } from '#test/support/app-fixture.ts'

const tokens = (id: string) => `/v1/transaction/${id}/emails/tokens`

test('createEmailToken 201: a record that waits for an hour, and a nudge', async ({ app, id }) => {
  const answer = await app.call('POST', tokens(id))
  expect(answer.status).toBe(201)
  const record = await answer.json()
  expect(record).toEqual({
    status: 'Waiting',
    type: 'Email',
    createdAt: expect.stringMatching(/Z$/),
    expirationTime: expect.stringMatching(/Z$/),
  })
  expect(Date.parse(record.expirationTime) - Date.parse(record.createdAt)).toBe(3_600_000)
  expect(app.nudged).toHaveLength(1)
})

test('createEmailToken 201: a slash at the end, and a body that says nothing', async ({
  app,
  id,
}) => {
  expect((await app.call('POST', `${tokens(id)}/`, { body: {} })).status).toBe(201)
})

test('createEmailToken 404: an id that nothing has', async ({ app }) => {
  expect((await app.call('POST', tokens(unknownId))).status).toBe(404)
})

test.for([
  ['no address', { email: undefined }],
  ['an empty one', { email: '' }],
] as const)('createEmailToken 422 no-email: a transaction with %s', async ([, fields], { app }) => {
  const id = await createTransaction(app, fields)
  const before = await countRows(app.db)
  const answer = await app.call('POST', tokens(id))
  expect(answer.status).toBe(422)
  expect(await readProblem(answer)).toMatchObject({ code: 'no-email' })
  expect(await countRows(app.db)).toEqual(before)
})

test('createEmailToken: inside 30, 60 and 120 s the open record again, and nothing is written', async ({
  app,
  id,
}) => {
  for (const coolDownSeconds of [30, 60, 120]) {
    const first = await (await app.call('POST', tokens(id))).json()
    const { ref } = await readSecrets(app, id)
    await lookAtAgenda(app.db, id)
    const before = await countRows(app.db)
    const nudges = app.nudged.length
    await moveClock(app.db, id, (coolDownSeconds - 15) * 1_000)
    const again = await app.call('POST', tokens(id))
    expect(again.status).toBe(201)
    expect(await again.json()).toEqual(first)
    expect(await readSecrets(app, id)).toMatchObject({ ref })
    expect(await countRows(app.db)).toEqual(before)
    expect(app.nudged).toHaveLength(nudges)
    await moveClock(app.db, id, 15_000)
  }
})

test('createEmailToken 429: a fourth within 60 minutes, and Retry-After says when it works', async ({
  app,
  id,
}) => {
  for (let n = 0; n < 3; n += 1) {
    await createToken(app, id)
    await moveClock(app.db, id, 130_000)
  }
  const before = await countRows(app.db)
  const refused = await app.call('POST', tokens(id))
  expect(refused.status).toBe(429)
  expect(await readProblem(refused)).toMatchObject({ code: 'limit-reached' })
  const retryAfter = Number(refused.headers.get('retry-after'))
  // The first of the three leaves the window after an hour, 390 s of which have passed.
  expect(retryAfter).toBeGreaterThan(3_150)
  expect(retryAfter).toBeLessThanOrEqual(3_210)
  expect(await countRows(app.db)).toEqual(before)
  await moveClock(app.db, id, (retryAfter - 60) * 1_000)
  expect((await app.call('POST', tokens(id))).status).toBe(429)
  await moveClock(app.db, id, 60_000)
  expect((await app.call('POST', tokens(id))).status).toBe(201)
})

test('createEmailToken: six at once open one record, and all answer with it', async ({
  app,
  id,
}) => {
  const before = await countRows(app.db)
  const answers = await Promise.all(Array.from({ length: 6 }, () => app.call('POST', tokens(id))))
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 201])
  const bodies = await Promise.all(answers.map((answer) => answer.text()))
  expect(new Set(bodies).size).toBe(1)
  const after = await countRows(app.db)
  expect(after['challenge']).toBe((before['challenge'] ?? 0) + 1)
  expect(after['journal']).toBe((before['journal'] ?? 0) + 1)
})

test('createEmailToken: a valid record has no cool-down, and the next one is another', async ({
  app,
  id,
}) => {
  const { code, ref } = await createToken(app, id)
  await app.call('POST', `${tokens(id)}/validation`, { body: { code } })
  const next = await createToken(app, id)
  expect(next.ref).not.toBe(ref)
})

test('getEmailToken 200: the latest record, as the creation answered it', async ({ app, id }) => {
  const created = await (await app.call('POST', tokens(id))).json()
  for (const path of [tokens(id), `${tokens(id)}/`]) {
    const answer = await app.call('GET', path)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual(created)
  }
})

test('getEmailToken 200: a record whose hour is over says so, and still waits', async ({
  app,
  id,
}) => {
  await createToken(app, id)
  await moveClock(app.db, id, 3_600_000)
  const record = await (await app.call('GET', tokens(id))).json()
  expect(record).toMatchObject({ status: 'Waiting', expired: true })
})

test('getEmailToken 404: no-token before the first, not-found for an unknown id', async ({
  app,
  id,
}) => {
  const none = await app.call('GET', tokens(id))
  expect(none.status).toBe(404)
  expect(await readProblem(none)).toMatchObject({ code: 'no-token' })
  const unknown = await app.call('GET', tokens(unknownId))
  expect(await readProblem(unknown)).toMatchObject({ code: 'not-found' })
})
