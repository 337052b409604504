// validateEmailToken: one test for each status, and what counts as a check.
import { expect } from 'vitest'
import { type TestApp } from '#test/support/app.ts'
import {
  countRows,
  createToken,
  moveClock,
  readProblem,
  unknownId,
  wrongCode,
} from '#test/support/transactions.ts'
import { test } from '#test/support/app-fixture.ts'

const path = (id: string) => `/v1/transaction/${id}/emails/tokens/validation`
const validate = ({ call }: TestApp, id: string, code: string) =>
  call('POST', path(id), { body: { code } })

test('200: the right code makes the record valid, once and for all', async ({ app, id }) => {
  const { code } = await createToken(app, id)
  const answer = await validate(app, id, code)
  expect(answer.status).toBe(200)
  const record = await answer.json()
  expect(record).toEqual({
    status: 'Valid',
    type: 'Email',
    createdAt: expect.any(String),
    expirationTime: expect.any(String),
    repliedAt: expect.stringMatching(/Z$/),
  })
  expect(await (await app.call('GET', `/v1/transaction/${id}/emails/tokens`)).json()).toEqual(
    record,
  )
})

test('200: as people type it, with spaces and hyphens, and with a slash at the end', async ({
  app,
  id,
}) => {
  const { code } = await createToken(app, id)
  const typed = ` ${code.slice(0, 3)}-${code.slice(3)} `
  expect((await app.call('POST', `${path(id)}/`, { body: { code: typed } })).status).toBe(200)
})

test('200 again, and 422 for another code, once the record is valid; nothing more is written', async ({
  app,
  id,
}) => {
  const { code } = await createToken(app, id)
  const first = await (await validate(app, id, code)).json()
  const before = await countRows(app.db)
  for (let n = 0; n < 7; n += 1) {
    const wrong = await validate(app, id, wrongCode(code, n + 1))
    expect(await readProblem(wrong)).toMatchObject({ status: 422, code: 'code-mismatch' })
    const right = await validate(app, id, code)
    expect([right.status, await right.json()]).toEqual([200, first])
  }
  await moveClock(app.db, id, 3_600_000)
  expect((await validate(app, id, code)).status).toBe(200)
  expect(await countRows(app.db)).toEqual(before)
})

test('422 five times with the checks left, then 429, for the right code too', async ({
  app,
  id,
}) => {
  const { code } = await createToken(app, id)
  for (const checksLeft of [4, 3, 2, 1, 0]) {
    const answer = await validate(app, id, wrongCode(code))
    expect(answer.status).toBe(422)
    expect(await readProblem(answer)).toMatchObject({ code: 'code-mismatch', checksLeft })
  }
  for (const tried of [wrongCode(code), code]) {
    const answer = await validate(app, id, tried)
    expect(answer.status).toBe(429)
    expect(await readProblem(answer)).toMatchObject({ code: 'limit-reached' })
  }
})

test('six wrong codes at once count as six: five 422 with 4 to 0 left, one 429', async ({
  app,
  id,
}) => {
  const { code } = await createToken(app, id)
  const answers = await Promise.all(
    [1, 2, 3, 4, 5, 6].map((step) => validate(app, id, wrongCode(code, step))),
  )
  const problems = await Promise.all(answers.map(readProblem))
  const left = problems
    .filter(({ status }) => status === 422)
    .map((one) => Number(one['checksLeft']))
  expect(left.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4])
  expect(problems.filter(({ status }) => status === 429)).toHaveLength(1)
  expect((await validate(app, id, code)).status).toBe(429)
})

test('the right code and five wrong ones at once: what it answers is what the record shows', async ({
  app,
  id,
}) => {
  const { code } = await createToken(app, id)
  const tried = [1, 2, 3, 4, 5, 0].map((step) => wrongCode(code, step))
  const answers = await Promise.all(tried.map((one) => validate(app, id, one)))
  const right = answers.at(-1)?.status
  const record = await (await app.call('GET', `/v1/transaction/${id}/emails/tokens`)).json()
  expect(right === 200 ? 'Valid' : 'Waiting').toBe(record.status)
  expect([200, 429]).toContain(right)
  expect(answers.slice(0, 5).map(({ status }) => status)).toEqual([422, 422, 422, 422, 422])
})

test('a new record kills the old code, and has five checks of its own', async ({ app, id }) => {
  const first = await createToken(app, id)
  for (let n = 0; n < 4; n += 1) await validate(app, id, wrongCode(first.code))
  await moveClock(app.db, id, 31_000)
  const second = await createToken(app, id)
  expect(second.ref).not.toBe(first.ref)
  const old = await validate(app, id, first.code)
  expect(await readProblem(old)).toMatchObject({ status: 422, checksLeft: 4 })
  expect((await validate(app, id, second.code)).status).toBe(200)
})

test('410: from the moment of its expiry on, whatever the code, and no check is counted', async ({
  app,
  id,
}) => {
  const { code } = await createToken(app, id)
  await moveClock(app.db, id, 3_600_000)
  const before = await countRows(app.db)
  for (const tried of [code, wrongCode(code)]) {
    const answer = await validate(app, id, tried)
    expect(answer.status).toBe(410)
    expect(await readProblem(answer)).toMatchObject({ code: 'expired' })
  }
  expect(await countRows(app.db)).toEqual(before)
})

test('a moment before its expiry the code is taken', async ({ app, id }) => {
  const { code } = await createToken(app, id)
  await moveClock(app.db, id, 3_570_000)
  expect((await validate(app, id, code)).status).toBe(200)
})

test('404: no-token before the first, not-found for an unknown id', async ({ app, id }) => {
  const none = await validate(app, id, '123456')
  expect(await readProblem(none)).toMatchObject({ status: 404, code: 'no-token' })
  const unknown = await validate(app, unknownId, '123456')
  expect(await readProblem(unknown)).toMatchObject({ status: 404, code: 'not-found' })
})

test.for([
  ['{}', '#/code', 'required'],
  ['{"code":123456}', '#/code', 'type'],
  ['{"code":""}', '#/code', 'too-short'],
  [JSON.stringify({ code: '1'.repeat(65) }), '#/code', 'too-long'],
] as const)('400: %s is no check', async ([body, pointer, code], { app, id }) => {
  await createToken(app, id)
  const before = await countRows(app.db)
  const answer = await app.call('POST', path(id), { body })
  expect(answer.status).toBe(400)
  expect(await readProblem(answer)).toMatchObject({ errors: [{ pointer, code }] })
  expect(await countRows(app.db)).toEqual(before)
})

test('a token without checks left is no longer open: within the cool-down another is sent', async ({
  app,
  id,
}) => {
  const dead = await createToken(app, id)
  for (let n = 0; n < 5; n += 1) await validate(app, id, wrongCode(dead.code))
  const next = await createToken(app, id)
  expect(next.ref).not.toBe(dead.ref)
  expect((await validate(app, id, next.code)).status).toBe(200)
})

test('429: fifteen wrong codes of one transaction in 24 hours are the end, whatever the record', async ({
  app,
  id,
}) => {
  const statuses: number[] = []
  for (let record = 0; record < 3; record += 1) {
    const { code } = await createToken(app, id)
    for (let n = 0; n < 5; n += 1) statuses.push((await validate(app, id, wrongCode(code))).status)
    await moveClock(app.db, id, 61 * 60_000)
  }
  expect(new Set(statuses)).toEqual(new Set([422]))
  const refused = await app.call('POST', `/v1/transaction/${id}/emails/tokens`)
  expect(await readProblem(refused)).toMatchObject({ status: 429, code: 'limit-reached' })
  const retryAfter = Number(refused.headers.get('retry-after'))
  expect(Math.abs(retryAfter - (24 * 60 - 3 * 61) * 60)).toBeLessThan(60)
  await moveClock(app.db, id, retryAfter * 1_000)
  const fifth = await createToken(app, id)
  expect((await validate(app, id, fifth.code)).status).toBe(200)
})
