// The link of a transaction: made once, shown again, renewed, expired; other tenants see nothing of it.
import { expect } from 'vitest'
import { closeStep } from '#src/links/lvs/steps.ts'
import { findLatestLink } from '#src/links/lvs/store.ts'
import { links } from '#src/links/lvs/table.ts'
import { linksMax } from '#src/links/lvs/rules.ts'
import { publishPacks } from '#test/support/packs/publish.ts'
import { testOn } from '#test/support/app-fixture.ts'
import { createTestApp, publicBaseUrl } from '#test/support/app.ts'
import { createLinks } from '#test/support/messaging/links.ts'
import { createTransaction, moveClock, readProblem, unknownId } from '#test/support/transactions.ts'
import { createWalker } from '#test/support/walker.ts'
import { definePack, module } from '#test/support/packs/build.ts'

const test = testOn()
const pathOf = (id: string) => `/v1/transaction/${id}/lvs`

test('the first call makes the link, and every later one shows the same, on both paths', async ({
  app,
}) => {
  const id = await createTransaction(app)
  const first = await app.call('GET', pathOf(id))
  expect(first.status).toBe(201)
  const shown = await first.json()
  expect(shown).toEqual({
    link: expect.stringMatching(new RegExp(`^${publicBaseUrl}/c/[\\w-]{43}$`)),
    expirationDate: expect.any(String),
    score: null,
    status: 'PENDING',
    steps: [],
    reviewPending: false,
  })
  const again = await app.call('GET', `/v1/${id}/lvs`)
  expect([again.status, await again.json()]).toEqual([201, shown])
  expect(Date.parse(shown.expirationDate) - Date.now()).toBeGreaterThan(23.9 * 3_600_000)
})

test('two first calls at once make one link', async ({ app }) => {
  const id = await createTransaction(app)
  const answers = await Promise.all([app.call('GET', pathOf(id)), app.call('GET', pathOf(id))])
  const [one, other] = await Promise.all(answers.map((each) => each.json()))
  expect(one.link).toBe(other.link)
})

test('HEAD makes no link', async ({ app }) => {
  const id = await createTransaction(app)
  expect((await app.call('HEAD', pathOf(id))).status).toBe(404)
  expect((await app.call('GET', pathOf(id))).status).toBe(201)
  expect((await app.call('HEAD', pathOf(id))).status).toBe(201)
})

test('POST makes a new link and ends the old one', async ({ app, db }) => {
  const id = await createTransaction(app)
  const old = await (await app.call('GET', pathOf(id))).json()
  const answer = await app.call('POST', `/v1/${id}/lvs`)
  const renewed = await answer.json()
  expect([answer.status, renewed.status]).toEqual([201, 'PENDING'])
  expect(renewed.link).not.toBe(old.link)
  expect(await (await app.call('GET', pathOf(id))).json()).toEqual(renewed)
  const timeline = await (await app.call('GET', `/v1/transaction/${id}/timeline`)).json()
  const kinds = timeline.map(({ kind }: { kind: string }) => kind)
  expect(kinds).toEqual(['transaction-created', 'link-made', 'link-superseded', 'link-made'])
  // What finds a link is a hash: the address itself stands nowhere.
  const rows = JSON.stringify(await db.select().from(links))
  expect(rows).not.toContain(renewed.link.split('/').at(-1))
})

test('from the second of its expiry on the link is EXPIRED, and a new one can be made', async ({
  app,
  db,
}) => {
  const id = await createTransaction(app)
  await app.call('GET', pathOf(id))
  await moveClock(db, id, 24 * 3_600_000 + 1)
  expect(await (await app.call('GET', pathOf(id))).json()).toMatchObject({ status: 'EXPIRED' })
  expect(await (await app.call('POST', pathOf(id))).json()).toMatchObject({ status: 'PENDING' })
})

test(`more than ${linksMax} links in an hour are 429, and the hour passes`, async ({ app, db }) => {
  const id = await createTransaction(app)
  for (let made = 0; made < linksMax; made += 1)
    expect((await app.call('POST', pathOf(id))).status).toBe(201)
  const refused = await app.call('POST', pathOf(id))
  expect((await readProblem(refused)).code).toBe('limit-reached')
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_500)
  await moveClock(db, id, 3_600_000)
  expect((await app.call('POST', pathOf(id))).status).toBe(201)
})

test('unknown, foreign and other-mode transactions are one and the same 404', async ({ app }) => {
  const id = await createTransaction(app)
  const answers = [
    await app.call('GET', pathOf(unknownId)),
    await app.call('POST', pathOf(unknownId)),
    await app.call('GET', pathOf(id), { claims: { tenant: 'other' } }),
    await app.call('POST', pathOf(id), { claims: { tenant: 'other' } }),
    await app.call('GET', pathOf(id), { claims: { mode: 'live' } }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
})

test('the person is sent back only to an address of the tenant', async ({ db }) => {
  const links = createLinks({ name: 'Acme', redirectOrigins: ['https://client.example'] })
  const app = await createTestApp(db, undefined, { links })
  const id = await createTransaction(app)
  const make = (redirectUrl: string) => app.call('POST', pathOf(id), { body: { redirectUrl } })
  expect((await make('https://client.example/done?x=1')).status).toBe(201)
  for (const foreign of [
    'https://client.example.evil.test/',
    'http://client.example/',
    'https://other.example/',
    'https://bank.example@client.example/',
    'javascript:alert(1)',
  ]) {
    const problem = await readProblem(await make(foreign))
    expect([problem.code, problem.errors?.[0]?.pointer]).toEqual([
      'invalid-request',
      '#/redirectUrl',
    ])
  }
})

test('a pack that is not there, or waits for the link itself, is 422 and makes nothing', async ({
  db,
}) => {
  await publishPacks(db, [definePack('circle', 1, module({ key: 'linkBiometrics' }))])
  for (const [packName, detail] of [
    ['circle', 'its step linkBiometrics (linkBiometrics) would wait for the link itself'],
    ['nowhere', 'no pack of that name is live here'],
  ] as const) {
    const app = await createTestApp(db, undefined, { links: createLinks({ name: 'A', packName }) })
    const id = await createTransaction(app)
    for (const method of ['GET', 'POST'] as const)
      expect(await readProblem(await app.call(method, pathOf(id)))).toMatchObject({
        code: 'pack-unfit',
        detail,
      })
  }
})

test('what the person is to confirm stands on each page, and nowhere in the clear', async ({
  app,
  db,
}) => {
  const id = await createTransaction(app)
  const purpose = 'Compra de uma geladeira'
  const made = await (await app.call('POST', pathOf(id), { body: { purpose } })).json()
  expect(made.purpose).toBe(purpose)
  const walker = createWalker(app.call)
  await walker.open(new URL(made.link).pathname)
  expect(walker.seen.text).toContain(purpose)
  await walker.press('')
  for (const action of ['consent', 'email-skip', 'document-skip']) {
    expect(walker.seen.text).toContain(purpose)
    await walker.press(action)
  }
  expect(walker.seen.text).toContain(purpose)
  const timeline = await (await app.call('GET', `/v1/transaction/${id}/timeline`)).text()
  const rows = JSON.stringify(await db.select().from(links))
  for (const text of [timeline, rows, app.log.join()]) expect(text).not.toContain('geladeira')
  for (const refused of ['', 'two\nlines', 'x'.repeat(61), '!!', 'Compra\u202E de']) {
    const answer = await app.call('POST', pathOf(id), { body: { purpose: refused } })
    expect((await readProblem(answer)).code).toBe('invalid-request')
  }
})

test('a new link takes the place of one in review, whose review nobody needs any more', async ({
  app,
  db,
}) => {
  const id = await createTransaction(app)
  await app.call('GET', pathOf(id))
  const old = await findLatestLink(db, id)
  await closeStep(db, old?.id ?? '', 'aiDocs', {
    outcome: 'review',
    reasons: ['asked-for'],
    closedAt: new Date(),
  })
  expect(await (await app.call('GET', pathOf(id))).json()).toMatchObject({ reviewPending: true })
  const made = await (await app.call('POST', pathOf(id))).json()
  expect(made).toMatchObject({ status: 'PENDING', reviewPending: false, steps: [] })
  const claims = { scope: 'reviews:write' }
  const reviews = await (await app.call('GET', '/v1/lvs/reviews', { claims })).json()
  expect(reviews.filter((one: { transactionId: string }) => one.transactionId === id)).toEqual([])
})

test('a pack can be named for one link, where there is one of that name', async ({ app, db }) => {
  await publishPacks(db, [definePack('mails', 1, module({ key: 'emailToken' }))])
  const id = await createTransaction(app)
  expect((await app.call('POST', pathOf(id), { body: { pack: 'mails' } })).status).toBe(201)
  const refused = await app.call('POST', pathOf(id), { body: { pack: 'nowhere' } })
  expect((await readProblem(refused)).code).toBe('pack-unfit')
})
