// createSmsToken, createSms2fa and createWhatsapp2fa: what the three have in common, status by status.
import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import { hashPhone } from '#src/messaging/phones/store.ts'
import { suppress } from '#src/messaging/phones/suppressions.ts'
import { createTestApp } from '#test/support/app.ts'
import {
  ageSends,
  ask,
  createReachable,
  pathOf,
  randomMobile,
  readLatest,
  setFacts,
} from '#test/support/messaging/challenges.ts'
import { silentMessaging } from '#test/support/messaging/messaging.ts'
import {
  countRows,
  lookAtAgenda,
  createTransaction,
  moveClock,
  readProblem,
  unknownId,
  untilServed,
} from '#test/support/transactions.ts'
import { test } from '#test/support/app-fixture.ts'

const capabilities = ['sms-token', 'sms-2fa', 'whatsapp-2fa'] as const
type PhoneChallengeKind = (typeof capabilities)[number]
const channels = { 'sms-token': 'sms', 'sms-2fa': 'sms', 'whatsapp-2fa': 'whatsapp' } as const
const landline = { countryCode: 55, areaCode: 11, number: 33_334_444 }
const e164Of = ({ countryCode, areaCode, number }: ReturnType<typeof randomMobile>) =>
  `+${countryCode}${areaCode}${number}`

describe.for(capabilities)('%s', (challengeKind: PhoneChallengeKind) => {
  test('201: a record that waits for ten minutes, and a nudge', async ({ app, reachable: id }) => {
    const nudges = app.nudged.length
    const answer = await ask(app, challengeKind, id)
    expect(answer.status).toBe(201)
    const record = await answer.json()
    expect(record).toMatchObject({ status: 'Waiting', expirationTime: expect.stringMatching(/Z$/) })
    expect(record).not.toHaveProperty('expired')
    expect(record).not.toHaveProperty('failure')
    const { challenge } = await readLatest(app, id, challengeKind)
    expect(challenge.expiresAt - challenge.createdAt).toBe(600_000)
    expect(app.nudged.length).toBe(nudges + 1)
  })

  test('the timeline says which number was the hottest and why, and never the number', async ({
    app,
  }) => {
    const phone = randomMobile()
    const id = await createReachable(app, { phone: { ...phone, verified: true } })
    await ask(app, challengeKind, id)
    const text = await (await app.call('GET', `/v1/transaction/${id}/timeline`)).text()
    const { challenge } = await readLatest(app, id, challengeKind)
    expect(challenge.heat?.source).toBe('phone')
    expect(text).toMatch(/heat [\d.]+: verified 1, position 1, type 1/)
    expect(text).not.toContain(String(phone.number))
    expect(text).not.toContain(String(phone.number).slice(-4))
  })

  test.for([
    ['no phone', { phone: undefined }],
    ['a landline alone', { phone: landline, phones: [landline] }],
    [
      'a number of another country',
      { phone: { countryCode: 1, areaCode: 212, number: 5_551_234 } },
    ],
  ] as const)('204 and nothing written: %s', async ([, fields], { app }) => {
    const id = await createTransaction(app, fields)
    const before = await countRows(app.db)
    const answer = await ask(app, challengeKind, id)
    expect(answer.status).toBe(204)
    expect(await answer.text()).toBe('')
    expect(await countRows(app.db)).toEqual(before)
  })

  test('204 once the only number opted out on the channel, though a record is there', async ({
    app,
  }) => {
    const phone = randomMobile()
    const id = await createReachable(app, { phone })
    await ask(app, challengeKind, id)
    const owner = { tenant: 'acme', mode: 'sandbox' } as const
    const hash = hashPhone(app.sealer, owner, e164Of(phone))
    await suppress(
      app.db,
      owner,
      { channel: channels[challengeKind], hash },
      { reason: 'opt-out', until: null },
    )
    expect((await ask(app, challengeKind, id)).status).toBe(204)
    expect((await app.call('GET', pathOf[challengeKind](id))).status).toBe(200)
  })

  test('a number that opted out is passed over for the next', async ({ app }) => {
    const [phone, other] = [randomMobile(), randomMobile()]
    const owner = { tenant: 'acme', mode: 'sandbox' } as const
    const hash = hashPhone(app.sealer, owner, e164Of(phone))
    await suppress(
      app.db,
      owner,
      { channel: channels[challengeKind], hash },
      { reason: 'opt-out', until: null },
    )
    const id = await createReachable(app, { phone, phones: [other] })
    expect((await ask(app, challengeKind, id)).status).toBe(201)
    const { challenge } = await readLatest(app, id, challengeKind)
    expect(challenge.heat?.source).toBe('phones[0]')
  })

  test('404: an id that nothing has, and one of another tenant or mode', async ({
    app,
    reachable: id,
  }) => {
    const answers = await Promise.all([
      ask(app, challengeKind, unknownId),
      ask(app, challengeKind, id, { claims: { tenant: 'other' } }),
      ask(app, challengeKind, id, { claims: { mode: 'live' } }),
    ])
    for (const answer of answers)
      expect(await readProblem(answer)).toMatchObject({ status: 404, code: 'not-found' })
  })

  test('inside 30, 60 and 120 s the open record again, and nothing is written', async ({
    app,
    reachable: id,
  }) => {
    for (const coolDownSeconds of [30, 60, 120]) {
      const first = await (await ask(app, challengeKind, id)).json()
      const { ref } = await readLatest(app, id, challengeKind)
      await lookAtAgenda(app.db, id)
      const before = await countRows(app.db)
      const nudges = app.nudged.length
      await moveClock(app.db, id, (coolDownSeconds - 15) * 1_000)
      const again = await ask(app, challengeKind, id)
      expect([again.status, await again.json()]).toEqual([201, first])
      expect(await readLatest(app, id, challengeKind)).toMatchObject({ ref })
      expect(await countRows(app.db)).toEqual(before)
      expect(app.nudged).toHaveLength(nudges)
      await moveClock(app.db, id, 15_000)
    }
  })

  test('429: a fourth within 60 minutes, and Retry-After says when it works', async ({
    app,
    reachable: id,
  }) => {
    for (let n = 0; n < 3; n += 1) {
      expect((await ask(app, challengeKind, id)).status).toBe(201)
      await moveClock(app.db, id, 130_000)
    }
    const before = await countRows(app.db)
    const refused = await ask(app, challengeKind, id)
    expect(await readProblem(refused)).toMatchObject({ status: 429, code: 'limit-reached' })
    const retryAfter = Number(refused.headers.get('retry-after'))
    expect(retryAfter).toBeGreaterThan(3_150)
    expect(retryAfter).toBeLessThanOrEqual(3_210)
    expect(await countRows(app.db)).toEqual(before)
    await moveClock(app.db, id, retryAfter * 1_000)
    expect((await ask(app, challengeKind, id)).status).toBe(201)
  })

  test('six at once open one record, and all answer with it', async ({ app, reachable: id }) => {
    const before = await countRows(app.db)
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => untilServed(() => ask(app, challengeKind, id))),
    )
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 201])
    const bodies = await Promise.all(answers.map((answer) => answer.text()))
    expect(new Set(bodies).size).toBe(1)
    const after = await countRows(app.db)
    expect(after['challenge']).toBe((before['challenge'] ?? 0) + 1)
    expect(after['journal']).toBe((before['journal'] ?? 0) + 1)
  })

  test('a new record replaces the open one, whose state stays as it was', async ({
    app,
    reachable: id,
  }) => {
    await ask(app, challengeKind, id)
    const first = await readLatest(app, id, challengeKind)
    await setFacts(app.db, first.ref, { sentAt: new Date(first.challenge.createdAt) })
    await moveClock(app.db, id, 31_000)
    await ask(app, challengeKind, id)
    const second = await readLatest(app, id, challengeKind)
    expect(second.ref).not.toBe(first.ref)
    expect(second.code).not.toBe(first.code)
    const timeline = await (await app.call('GET', `/v1/transaction/${id}/timeline`)).json()
    const told = timeline.map(({ kind }: { kind: string }) => kind)
    expect(told.slice(-2)).toEqual(['challenge-superseded', 'challenge-opened'])
  })

  test('a record that failed does not cool: the next one is sent at once', async ({
    app,
    reachable: id,
  }) => {
    await ask(app, challengeKind, id)
    const { ref } = await readLatest(app, id, challengeKind)
    await setFacts(app.db, ref, { failedAt: new Date(), failureCode: 'no-provider' })
    expect((await ask(app, challengeKind, id)).status).toBe(201)
    expect((await readLatest(app, id, challengeKind)).ref).not.toBe(ref)
  })

  test('the same key gets the same answer, and no second record', async ({
    app,
    reachable: id,
  }) => {
    const headers = { 'idempotency-key': `"${id}"` }
    const first = await ask(app, challengeKind, id, { headers })
    await moveClock(app.db, id, 31_000)
    const again = await ask(app, challengeKind, id, { headers })
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(await again.json()).toEqual(await first.json())
  })
})

describe('limits across capabilities and transactions', () => {
  test('each capability has its own count and cool-down', async ({ app, reachable: id }) => {
    for (const challengeKind of capabilities)
      expect((await ask(app, challengeKind, id)).status).toBe(201)
    const records = await countRows(app.db)
    for (const challengeKind of capabilities)
      expect((await ask(app, challengeKind, id)).status).toBe(201)
    expect(await countRows(app.db)).toEqual(records)
  })

  test('429: a number gets five in ten minutes and ten a day over all transactions, and no other number is tried', async ({
    app,
  }) => {
    const phone = randomMobile()
    const open = async (challengeKind: PhoneChallengeKind) =>
      ask(app, challengeKind, await createReachable(app, { phone, phones: [randomMobile()] }))
    const five = ['sms-token', 'sms-2fa', 'whatsapp-2fa', 'sms-2fa', 'sms-token'] as const
    for (const challengeKind of five) expect((await open(challengeKind)).status).toBe(201)
    const refused = await open('sms-2fa')
    expect(await readProblem(refused)).toMatchObject({ status: 429, code: 'limit-reached' })
    const retryAfter = Number(refused.headers.get('retry-after'))
    expect(retryAfter).toBeGreaterThan(580)
    expect(retryAfter).toBeLessThanOrEqual(600)
    await ageSends(app.db, 601_000)
    for (const challengeKind of five) expect((await open(challengeKind)).status).toBe(201)
    await ageSends(app.db, 601_000)
    const tooMany = await open('whatsapp-2fa')
    expect(tooMany.status).toBe(429)
    expect(Number(tooMany.headers.get('retry-after'))).toBeGreaterThan(80_000)
  })

  test('ten transactions of one number at once, over two processes: five get a message', async ({
    app,
  }) => {
    const twin = await createTestApp(app.db, app.sealer)
    const phone = randomMobile()
    const ids = await Promise.all(Array.from({ length: 10 }, () => createReachable(app, { phone })))
    const answers = await Promise.all(
      ids.map((id, index) => untilServed(() => ask(index % 2 ? app : twin, 'sms-2fa', id))),
    )
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429, 429, 429, 429, 429])
  })

  test('a number of another tenant or mode has a count of its own', async ({ app }) => {
    const phone = randomMobile()
    for (const claims of [{}, { tenant: 'other' }, { mode: 'live' }] as const)
      for (let n = 0; n < 5; n += 1) {
        const id = await createReachable(app, { phone }, claims)
        expect((await ask(app, 'sms-2fa', id, { claims })).status).toBe(201)
      }
  })

  test('429: a tenant that has used up its rate waits for it, and no other one does', async ({
    db,
  }) => {
    const sendRate = { perSecond: 0.01, burst: 2 }
    const app = await createTestApp(db, undefined, { messaging: silentMessaging({ sendRate }) })
    const claims = { tenant: 'busy' }
    const open = async (given: typeof claims) =>
      ask(app, 'sms-2fa', await createReachable(app, {}, given), { claims: given })
    expect([(await open(claims)).status, (await open(claims)).status]).toEqual([201, 201])
    const refused = await open(claims)
    expect(await readProblem(refused)).toMatchObject({ status: 429, code: 'limit-reached' })
    const retryAfter = Number(refused.headers.get('retry-after'))
    expect(retryAfter).toBeGreaterThan(80)
    expect(retryAfter).toBeLessThanOrEqual(100)
    expect((await open({ tenant: 'quiet' })).status).toBe(201)
  })

  test('a key that was refused by that rate gets its message when there is a place again', async ({
    db,
  }) => {
    const sendRate = { perSecond: 2, burst: 1 }
    const app = await createTestApp(db, undefined, { messaging: silentMessaging({ sendRate }) })
    const claims = { tenant: 'keyed' }
    const [first, second] = [
      await createReachable(app, {}, claims),
      await createReachable(app, {}, claims),
    ]
    expect((await ask(app, 'sms-2fa', first, { claims })).status).toBe(201)
    const headers = { 'idempotency-key': `"${randomUUID()}"` }
    const again = async () => (await ask(app, 'sms-2fa', second, { claims, headers })).status
    expect(await again()).toBe(429)
    await expect.poll(again).toBe(201)
  })
})
