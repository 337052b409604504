// What a stranger, a clumsy client and twenty requests at once get of SMS tokens and 2FA.
import { describe, expect } from 'vitest'
import { listChallenges } from '#src/messaging/challenges/store.ts'
import { hashPhone } from '#src/messaging/phones/store.ts'
import { suppress } from '#src/messaging/phones/suppressions.ts'
import { type Answer, createTestApp, type TestApp } from '#test/support/app.ts'
import {
  ask,
  createReachable,
  openSmsToken,
  pathOf,
  randomMobile,
  readLatest,
} from '#test/support/messaging/challenges.ts'
import {
  countRows,
  createTransaction,
  moveClock,
  readProblem,
  unknownId,
  untilServed,
  wrongCode,
} from '#test/support/transactions.ts'
import { test } from '#test/support/app-fixture.ts'

const capabilities = ['sms-token', 'sms-2fa', 'whatsapp-2fa'] as const
type PhoneChallengeKind = (typeof capabilities)[number]
const channels = { 'sms-token': 'sms', 'sms-2fa': 'sms', 'whatsapp-2fa': 'whatsapp' } as const
const acme = { tenant: 'acme', mode: 'sandbox' } as const

const statusesOf = (answers: readonly Answer[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b)

const times = <T>(count: number, make: (n: number) => T) =>
  Array.from({ length: count }, (_, n) => make(n))

const validate = ({ call }: TestApp, id: string, code: string) =>
  call('POST', `${pathOf['sms-token'](id)}/validation`, { body: { code } })

describe.for(capabilities)('%s', (challengeKind: PhoneChallengeKind) => {
  test('twenty at once, twice: one record each time, and one of the two is open', async ({
    app,
  }) => {
    const twin = await createTestApp(app.db, app.sealer)
    const id = await createReachable(app)
    for (const records of [1, 2]) {
      const answers = await Promise.all(
        times(20, (n) => untilServed(() => ask(n % 2 ? app : twin, challengeKind, id))),
      )
      expect(statusesOf(answers)).toEqual(times(20, () => 201))
      const bodies = await Promise.all(answers.map((answer) => answer.text()))
      expect(new Set(bodies).size).toBe(1)
      const found = await listChallenges(app.db, id, challengeKind)
      expect(found).toHaveLength(records)
      expect(found.filter(({ supersededAt }) => supersededAt === null)).toHaveLength(1)
      await moveClock(app.db, id, 31_000)
    }
  })

  test('twenty at once with one key: each has the first answer or 409, and one record is there', async ({
    app,
    reachable: id,
  }) => {
    const headers = { 'idempotency-key': `"burst-${id}"` }
    const answers = await Promise.all(
      times(20, () => untilServed(() => ask(app, challengeKind, id, { headers }))),
    )
    expect(statusesOf(answers).filter((status) => status !== 409)).toContain(201)
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true)
    expect(await listChallenges(app.db, id, challengeKind)).toHaveLength(1)
  })

  test('204 is kept for its key as any answer is; another transaction may not use it', async ({
    app,
    id,
  }) => {
    const headers = { 'idempotency-key': `"none-${id}"` }
    const first = await ask(app, challengeKind, id, { headers })
    expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([204, null])
    const again = await ask(app, challengeKind, id, { headers })
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([204, 'true'])
    expect([await again.text(), again.headers.get('content-type')]).toEqual(['', null])
    const other = await ask(app, challengeKind, await createReachable(app), { headers })
    expect(await readProblem(other)).toMatchObject({ status: 422, code: 'idempotency-key-reused' })
  })

  test('a key of one tenant or mode says nothing to another', async ({ app }) => {
    const headers = { 'idempotency-key': '"shared"' }
    for (const claims of [
      { tenant: `a-${challengeKind}` },
      { tenant: `b-${challengeKind}` },
    ] as const) {
      const id = await createReachable(app, {}, claims)
      const answer = await ask(app, challengeKind, id, { headers, claims })
      expect([answer.status, answer.headers.get('idempotent-replayed')]).toEqual([201, null])
    }
  })

  test('404, and nothing written: what is no id, with every method', async ({ app }) => {
    const before = await countRows(app.db)
    const ids = ['1', 'null', `${unknownId}0`, '%00', '%F0', "'--", 'x'.repeat(500), '%2e%2e']
    for (const id of ids)
      for (const method of ['GET', 'HEAD', 'POST']) {
        const answer = await app.call(method, pathOf[challengeKind](id))
        expect([id, method, answer.status]).toEqual([id, method, 404])
      }
    expect(await countRows(app.db)).toEqual(before)
  })

  test('an id in capitals and a slash at the end are the same address', async ({
    app,
    reachable: id,
  }) => {
    const first = await app.call('POST', `${pathOf[challengeKind](id.toUpperCase())}/`)
    expect(first.status).toBe(201)
    const again = await ask(app, challengeKind, id)
    expect(await again.json()).toEqual(await first.json())
    expect(await listChallenges(app.db, id, challengeKind)).toHaveLength(1)
  })

  test('HEAD answers as GET does, without a body, and sends nothing', async ({
    app,
    reachable: id,
  }) => {
    await ask(app, challengeKind, id)
    const before = await countRows(app.db)
    const head = await app.call('HEAD', pathOf[challengeKind](id))
    expect([head.status, await head.text()]).toEqual([200, ''])
    const get = await app.call('GET', pathOf[challengeKind](id))
    expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'))
    expect(await countRows(app.db)).toEqual(before)
  })

  test('405 for other methods, 401 without a credential', async ({ app, reachable: id }) => {
    for (const method of ['PUT', 'DELETE', 'PATCH']) {
      const answer = await app.call(method, pathOf[challengeKind](id))
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST'])
    }
    const nobody = await ask(app, challengeKind, id, { headers: { authorization: '' } })
    expect(nobody.status).toBe(401)
    expect(await listChallenges(app.db, id, challengeKind)).toEqual([])
  })

  test('a body that cannot be read is refused, because a purpose may be lost; nothing is one too', async ({
    app,
    reachable: id,
  }) => {
    for (const body of ['{', '\0', 'x'.repeat(10_000)])
      expect((await ask(app, challengeKind, id, { body })).status).toBe(400)
    for (const body of [
      '[]',
      '{"purpose":7}',
      '{"purpose":" "}',
      `{"purpose":"${'x'.repeat(61)}"}`,
    ])
      expect((await ask(app, challengeKind, id, { body })).status).toBe(400)
    expect(await listChallenges(app.db, id, challengeKind)).toEqual([])
    expect((await ask(app, challengeKind, id, { body: '{}' })).status).toBe(201)
  })

  test.for([
    ['a number alone', { number: 0 }, 204],
    ['no number', { countryCode: 55, areaCode: 11 }, 204],
    ['nothing', {}, 204],
    ['a claim alone', { verified: true }, 204],
    ['no country, which is Brazil', { areaCode: 11, number: 987_654_321 }, 201],
    ['no area', { countryCode: 55, number: 987_654_321 }, 204],
    ['the area in the number', { countryCode: 55, number: 11_987_654_321 }, 201],
    ['zeros', { countryCode: 0, areaCode: 0, number: 0 }, 204],
    ['the greatest', { countryCode: 999, areaCode: 9_999, number: 999_999_999_999_999 }, 204],
  ] as const)('a phone with %s', async ([, phone, status], { app }) => {
    for (const fields of [{ phone }, { phones: [phone] }, { Phones: [phone] }]) {
      // Of a tenant of its own: these numbers are the same ones each time.
      const claims = { tenant: `parts-${challengeKind}` }
      const id = await createTransaction(app, fields, claims)
      expect((await ask(app, challengeKind, id, { claims })).status).toBe(status)
    }
  })

  test('of a hundred phones the first twenty count, `Phones` before `phones`', async ({ app }) => {
    const many = times(100, (n) => ({ ...randomMobile(), number: 981_000_000 + n }))
    const claims = { tenant: `hundred-${challengeKind}` }
    const owner = { ...acme, ...claims }
    const id = await createTransaction(app, { Phones: many, phones: [randomMobile()] }, claims)
    for (const { number } of many.slice(0, 19))
      await suppress(
        app.db,
        owner,
        { channel: channels[challengeKind], hash: hashPhone(app.sealer, owner, `+5511${number}`) },
        { reason: 'opt-out', until: null },
      )
    expect((await ask(app, challengeKind, id, { claims })).status).toBe(201)
    const { challenge } = await readLatest(app, id, challengeKind)
    expect(challenge.heat?.source).toBe('phones[19]')
    const later = await createTransaction(app, { Phones: many }, claims)
    const last = hashPhone(app.sealer, owner, `+5511${many[19]?.number}`)
    await suppress(
      app.db,
      owner,
      { channel: channels[challengeKind], hash: last },
      { reason: 'opt-out', until: null },
    )
    expect((await ask(app, challengeKind, later, { claims })).status).toBe(204)
    const read = await app.call('GET', pathOf[challengeKind](later), { claims })
    expect(read.status).toBe(challengeKind === 'sms-token' ? 404 : 204)
  })

  test('a verified number goes before one that stands first', async ({ app }) => {
    const phones = [{ ...randomMobile(), verified: true }, randomMobile()]
    const id = await createReachable(app, { phones })
    await ask(app, challengeKind, id)
    const { challenge } = await readLatest(app, id, challengeKind)
    expect(challenge.heat?.source).toBe('phones[0]')
  })

  test('a number that failed for good in the sandbox is tried again by the next request', async ({
    app,
  }) => {
    const phone = randomMobile()
    const hash = hashPhone(app.sealer, acme, `+5511${phone.number}`)
    const until = new Date(Date.now() + 86_400_000)
    await suppress(
      app.db,
      acme,
      { channel: channels[challengeKind], hash },
      { reason: 'recipient', until },
    )
    for (let n = 0; n < 2; n += 1)
      expect((await ask(app, challengeKind, await createReachable(app, { phone }))).status).toBe(
        201,
      )
    const live = { tenant: 'acme', mode: 'live' } as const
    const there = hashPhone(app.sealer, live, `+5511${phone.number}`)
    await suppress(
      app.db,
      live,
      { channel: channels[challengeKind], hash: there },
      { reason: 'recipient', until },
    )
    const id = await createReachable(app, { phone }, live)
    expect((await ask(app, challengeKind, id, { claims: live })).status).toBe(204)
  })
})

describe('sms-token validation', () => {
  test('404 to another tenant and mode, with the right code too, and no check is counted', async ({
    app,
    reachable: id,
  }) => {
    const { code } = await openSmsToken(app, id)
    const before = await countRows(app.db)
    for (const claims of [{ tenant: 'other' }, { mode: 'live' }] as const) {
      const path = `${pathOf['sms-token'](id)}/validation`
      const answer = await app.call('POST', path, { body: { code }, claims })
      expect(await readProblem(answer)).toMatchObject({ status: 404, code: 'not-found' })
    }
    expect(await countRows(app.db)).toEqual(before)
    expect((await validate(app, id, code)).status).toBe(200)
  })

  test('twenty requests at once for a token that is spent: one new one', async ({
    app,
    reachable: id,
  }) => {
    const { code } = await openSmsToken(app, id)
    for (let n = 0; n < 5; n += 1) await validate(app, id, wrongCode(code))
    const answers = await Promise.all(times(20, () => untilServed(() => ask(app, 'sms-token', id))))
    expect(statusesOf(answers)).toEqual(times(20, () => 201))
    const found = await listChallenges(app.db, id, 'sms-token')
    expect(found).toHaveLength(2)
    expect(found.filter(({ supersededAt }) => supersededAt === null)).toHaveLength(1)
  })

  test('guessing and asking by turns ends at three records and fifteen guesses', async ({
    app,
    reachable: id,
  }) => {
    const seen: number[] = []
    for (let n = 0; n < 5; n += 1) {
      seen.push((await ask(app, 'sms-token', id)).status)
      const { code } = await readLatest(app, id, 'sms-token')
      const guesses = times(7, (step) => validate(app, id, wrongCode(code, step + 1)))
      seen.push((await Promise.all(guesses)).filter(({ status }) => status === 422).length)
    }
    expect(seen).toEqual([201, 5, 201, 5, 201, 5, 429, 0, 429, 0])
  })
})
