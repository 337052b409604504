// getSmsToken, validateSmsToken and the page behind the link of an SMS token.
import { describe, expect } from 'vitest'
import { makeNonce } from '#src/messaging/tokens/page/nonce.ts'
import { type Answer, type TestApp } from '#test/support/app.ts'
import {
  ask,
  createReachable,
  openSmsToken,
  pathOf,
  readLatest,
  setFacts,
} from '#test/support/messaging/challenges.ts'
import {
  countRows,
  createToken,
  createTransaction,
  moveClock,
  readProblem,
  unknownId,
  wrongCode,
} from '#test/support/transactions.ts'
import { test } from '#test/support/app-fixture.ts'

const path = (id: string) => `${pathOf['sms-token'](id)}/validation`
const validate = ({ call }: TestApp, id: string, code: string) =>
  call('POST', path(id), { body: { code } })
const read = async ({ call }: TestApp, id: string) =>
  (await call('GET', pathOf['sms-token'](id))).json()

describe('getSmsToken', () => {
  test('200: the latest record, as the creation answered it', async ({ app, reachable: id }) => {
    const created = await (await ask(app, 'sms-token', id)).json()
    expect(created).toEqual({
      status: 'Waiting',
      type: 'Sms',
      createdAt: expect.stringMatching(/Z$/),
      expirationTime: expect.stringMatching(/Z$/),
    })
    expect(await read(app, id)).toEqual(created)
    await moveClock(app.db, id, 600_000)
    expect(await read(app, id)).toEqual({ ...created, expired: true })
  })

  test('404: no-token before the first, with and without a phone; not-found for an unknown id', async ({
    app,
  }) => {
    for (const id of [await createReachable(app), await createTransaction(app)]) {
      const none = await app.call('GET', pathOf['sms-token'](id))
      expect(await readProblem(none)).toMatchObject({ status: 404, code: 'no-token' })
    }
    const unknown = await app.call('GET', pathOf['sms-token'](unknownId))
    expect(await readProblem(unknown)).toMatchObject({ status: 404, code: 'not-found' })
  })

  test('a message that was not delivered says so beside its state', async ({
    app,
    reachable: id,
  }) => {
    const { ref, code } = await openSmsToken(app, id)
    await setFacts(app.db, ref, { failedAt: new Date(), failureCode: 'undelivered' })
    expect(await read(app, id)).toMatchObject({
      status: 'Waiting',
      failure: { code: 'undelivered', at: expect.stringMatching(/Z$/) },
    })
    expect((await validate(app, id, code)).status).toBe(200)
    expect(await read(app, id)).not.toHaveProperty('failure')
  })
})

describe('validateSmsToken', () => {
  test('200: the right code makes the record valid, once and for all', async ({
    app,
    reachable: id,
  }) => {
    const { code } = await openSmsToken(app, id)
    const nudges = app.nudged.length
    const answer = await validate(app, id, ` ${code.slice(0, 3)}-${code.slice(3)}`)
    expect(answer.status).toBe(200)
    const record = await answer.json()
    expect(record).toMatchObject({ status: 'Valid', repliedAt: expect.stringMatching(/Z$/) })
    expect(await read(app, id)).toEqual(record)
    // It only closes what was to be done: the workflow need not know before it looks.
    expect(app.nudged.length).toBe(nudges)
    const before = await countRows(app.db)
    await moveClock(app.db, id, 700_000)
    expect(await (await validate(app, id, code)).json()).toEqual(record)
    const other = await validate(app, id, wrongCode(code))
    expect(await readProblem(other)).toMatchObject({ status: 422, code: 'code-mismatch' })
    expect(await countRows(app.db)).toEqual(before)
    const insights = await (await app.call('GET', `/v1/transaction/${id}/insights`)).json()
    expect(insights).toContainEqual(expect.objectContaining({ code: 'PH007' }))
  })

  test('fifteen wrong codes of one transaction are the end; those of its e-mail count for themselves', async ({
    app,
    reachable: id,
  }) => {
    const mailed = await createToken(app, id)
    const mailPath = `/v1/transaction/${id}/emails/tokens/validation`
    const wrongMail = { code: wrongCode(mailed.code) }
    await app.call('POST', mailPath, { body: wrongMail })
    for (let record = 0; record < 3; record += 1) {
      const { code } = await openSmsToken(app, id)
      for (let n = 0; n < 5; n += 1)
        expect((await validate(app, id, wrongCode(code))).status).toBe(422)
      await moveClock(app.db, id, 130_000)
    }
    await moveClock(app.db, id, 3_600_000)
    const before = await countRows(app.db)
    const refused = await ask(app, 'sms-token', id)
    expect(await readProblem(refused)).toMatchObject({ status: 429, code: 'limit-reached' })
    expect(await countRows(app.db)).toEqual(before)
    await createToken(app, id)
    expect((await app.call('POST', mailPath, { body: wrongMail })).status).toBe(422)
    const retryAfter = Number(refused.headers.get('retry-after'))
    // The oldest of them was given three records before, an hour and six and a half minutes ago.
    expect(retryAfter).toBeGreaterThan(24 * 3_600 - 3_600 - 390 - 60)
    expect(retryAfter).toBeLessThanOrEqual(24 * 3_600 - 3_600 - 390)
    await moveClock(app.db, id, (retryAfter - 15) * 1_000)
    expect((await ask(app, 'sms-token', id)).status).toBe(429)
    await moveClock(app.db, id, 15_000)
    const next = await openSmsToken(app, id)
    expect((await validate(app, id, next.code)).status).toBe(200)
  })

  test('the code of the e-mail token is another one', async ({ app, reachable: id }) => {
    const mailed = await createToken(app, id)
    const { code } = await openSmsToken(app, id)
    expect((await validate(app, id, mailed.code)).status).toBe(mailed.code === code ? 200 : 422)
  })
})

describe('the page behind the link', () => {
  const nobody = { authorization: '' }
  const form = { ...nobody, 'content-type': 'application/x-www-form-urlencoded' }
  const open = ({ call }: TestApp, link: string) => call('GET', `/t/${link}`, { headers: nobody })

  function press(app: TestApp, link: string): Promise<Answer> {
    const body = `nonce=${makeNonce(app.sealer, link, Date.now())}`
    return app.call('POST', `/t/${link}`, { headers: form, body })
  }

  test('speaks of the phone, also for a link that is none, and changes nothing', async ({
    app,
    reachable: id,
  }) => {
    const { pageToken } = await openSmsToken(app, id)
    const before = await countRows(app.db)
    const blank = async (link: string) =>
      (await (await open(app, link)).text()).replace(/value="[^"]+"/, '')
    expect(await blank(pageToken)).toContain('Confirme seu celular')
    expect(await blank('x'.repeat(22))).toBe(await blank(pageToken))
    expect(await blank('x'.repeat(43))).toContain('Confirme seu e-mail')
    expect(await read(app, id)).toMatchObject({ status: 'Waiting' })
    expect(await countRows(app.db)).toEqual(before)
  })

  test("POST 200: the button validates, again and again, and the e-mail's token is left alone", async ({
    app,
    reachable: id,
  }) => {
    await createToken(app, id)
    const { pageToken } = await openSmsToken(app, id)
    const done = await press(app, pageToken)
    expect(done.status).toBe(200)
    expect(await done.text()).toContain('Celular confirmado')
    expect(await read(app, id)).toMatchObject({ status: 'Valid' })
    const before = await countRows(app.db)
    expect((await press(app, pageToken)).status).toBe(200)
    expect(await countRows(app.db)).toEqual(before)
    const mail = await app.call('GET', `/v1/transaction/${id}/emails/tokens`)
    expect((await mail.json()).status).toBe('Waiting')
  })

  test('POST 410, byte for byte alike: unknown, expired, replaced', async ({ app }) => {
    const see = async (answer: Answer) => [answer.status, await answer.text()]
    const unknown = await see(await press(app, 'x'.repeat(22)))
    expect(unknown[0]).toBe(410)
    const id = await createReachable(app)
    const replaced = await openSmsToken(app, id)
    await moveClock(app.db, id, 31_000)
    const expired = await openSmsToken(app, id)
    expect(await see(await press(app, replaced.pageToken))).toEqual(unknown)
    await moveClock(app.db, id, 600_000)
    expect(await see(await press(app, expired.pageToken))).toEqual(unknown)
  })

  test('of 2FA there is no link', async ({ app, reachable: id }) => {
    await ask(app, 'sms-2fa', id)
    const { pageToken } = await readLatest(app, id, 'sms-2fa')
    expect((await press(app, pageToken)).status).toBe(410)
  })
})
