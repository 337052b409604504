// validateEmailToken and validateSmsToken: what counts as a check of a code, and how long there is one.
import { describe, expect } from 'vitest'
import { test } from '#test/support/app-fixture.ts'
import type { TestApp } from '#test/support/app.ts'
import { createReachable, openSmsToken, pathOf } from '#test/support/messaging/challenges.ts'
import {
  countRows,
  createToken,
  createTransaction,
  moveClock,
  readProblem,
  unknownId,
  wrongCode,
} from '#test/support/transactions.ts'

describe.for([
  { kind: 'email-token', create: createTransaction, open: createToken, expiryMs: 3_600_000 },
  { kind: 'sms-token', create: createReachable, open: openSmsToken, expiryMs: 600_000 },
] as const)('$kind', ({ kind, create, open, expiryMs }) => {
  const validate = ({ call }: TestApp, id: string, code: string) =>
    call('POST', `${pathOf[kind](id)}/validation`, { body: { code } })

  test('422 five times with the checks left, then 429, for the right code too', async ({ app }) => {
    const id = await create(app)
    const { code } = await open(app, id)
    for (const checksLeft of [4, 3, 2, 1, 0]) {
      const answer = await validate(app, id, wrongCode(code))
      const refused = { status: 422, code: 'code-mismatch', checksLeft }
      expect(await readProblem(answer)).toMatchObject(refused)
    }
    const refused = { status: 429, code: 'limit-reached' }
    for (const tried of [wrongCode(code), code])
      expect(await readProblem(await validate(app, id, tried))).toMatchObject(refused)
  })

  test('six wrong codes at once count as six: five 422 with 4 to 0 left, one 429', async ({
    app,
  }) => {
    const id = await create(app)
    const { code } = await open(app, id)
    const tried = [1, 2, 3, 4, 5, 6].map((step) => validate(app, id, wrongCode(code, step)))
    const problems = await Promise.all((await Promise.all(tried)).map(readProblem))
    const left = problems
      .filter(({ status }) => status === 422)
      .map((one) => Number(one['checksLeft']))
    expect(left.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4])
    expect(problems.filter(({ status }) => status === 429)).toHaveLength(1)
    expect((await validate(app, id, code)).status).toBe(429)
  })

  test('a new record kills the old code, and has five checks of its own', async ({ app }) => {
    const id = await create(app)
    const first = await open(app, id)
    for (let n = 0; n < 4; n += 1) await validate(app, id, wrongCode(first.code))
    await moveClock(app.db, id, 31_000)
    const second = await open(app, id)
    expect(second.ref).not.toBe(first.ref)
    const old = await validate(app, id, first.code)
    expect(await readProblem(old)).toMatchObject({ status: 422, checksLeft: 4 })
    expect((await validate(app, id, second.code)).status).toBe(200)
  })

  test('410: from the moment of its expiry on, whatever the code, and no check is counted', async ({
    app,
  }) => {
    const id = await create(app)
    const { code } = await open(app, id)
    await moveClock(app.db, id, expiryMs)
    const before = await countRows(app.db)
    const refused = { status: 410, code: 'expired' }
    for (const tried of [code, wrongCode(code)])
      expect(await readProblem(await validate(app, id, tried))).toMatchObject(refused)
    expect(await countRows(app.db)).toEqual(before)
  })

  test('404: no-token before the first, not-found for an unknown id', async ({ app }) => {
    const none = await validate(app, await create(app), '123456')
    expect(await readProblem(none)).toMatchObject({ status: 404, code: 'no-token' })
    const unknown = await validate(app, unknownId, '123456')
    expect(await readProblem(unknown)).toMatchObject({ status: 404, code: 'not-found' })
  })

  test('a token without checks left is no longer open: within the cool-down another is sent', async ({
    app,
  }) => {
    const id = await create(app)
    const dead = await open(app, id)
    for (let n = 0; n < 5; n += 1) await validate(app, id, wrongCode(dead.code))
    const next = await open(app, id)
    expect(next.ref).not.toBe(dead.ref)
    expect((await validate(app, id, next.code)).status).toBe(200)
  })
})
