// validateEmailToken: what it answers, and what is no check.
import { expect } from 'vitest'
import { type TestApp } from '#test/support/app.ts'
import {
  countRows,
  createToken,
  moveClock,
  readProblem,
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

test('a moment before its expiry the code is taken', async ({ app, id }) => {
  const { code } = await createToken(app, id)
  await moveClock(app.db, id, 3_570_000)
  expect((await validate(app, id, code)).status).toBe(200)
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
