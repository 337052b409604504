// What a client's page is told of a link that it has opened, and in whose frames the page may stand.
import { expect } from 'vitest'
import { emailToken } from '#src/messaging/tokens/module.ts'
import { phoneConfirmation } from '#src/messaging/questions/module.ts'
import { testOn } from '#test/support/app-fixture.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { createLinks } from '#test/support/messaging/links.ts'
import { definePack, module, parallel } from '#test/support/packs/build.ts'
import { publishPacks } from '#test/support/packs/publish.ts'
import { createTransaction, moveClock } from '#test/support/transactions.ts'
import { createWalker } from '#test/support/walker.ts'

const origin = 'https://client.example'
const shop = 'https://shop.example'
const contacts = definePack('contacts', 1, parallel(module(emailToken), module(phoneConfirmation)))
const phone = { countryCode: 55, areaCode: 11, number: 987_655_678 }

const test = testOn(async (db) => {
  await publishPacks(db, [contacts])
  const more = { redirectOrigins: [origin], frameOrigins: [shop] }
  const links = createLinks({ name: 'Acme', packName: contacts.name, ...more })
  return createTestApp(db, undefined, { links })
})

async function makeLink(app: TestApp) {
  const id = await createTransaction(app, { phone })
  const body = { redirectUrl: `${origin}/done?state=xyz` }
  const made = await app.call('POST', `/v1/transaction/${id}/lvs`, { body })
  return { id, path: new URL((await made.json()).link).pathname }
}

const askFor = (app: TestApp, path: string, headers: Record<string, string> = { origin }) =>
  app.call('POST', '/c/step/follow', {
    body: new URLSearchParams({ token: path.slice('/c/'.length) }).toString(),
    headers: {
      authorization: '',
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'cross-site',
      ...headers,
    },
  })
const follow = async (app: TestApp, path: string) => (await askFor(app, path)).json()

test('a page of the tenant follows a link through its steps, a second device and a refusal', async ({
  app,
}) => {
  const { path } = await makeLink(app)
  expect(await follow(app, path)).toEqual({ status: 'OPEN', devices: 0 })
  const walker = createWalker(app.call)
  await walker.open(path)
  await walker.press('')
  expect(await follow(app, path)).toEqual({ status: 'STARTED', devices: 1 })
  await walker.press('refuse')
  expect(await follow(app, path)).toEqual({ status: 'REFUSED', devices: 1 })
  expect(walker.seen.text).toContain(`${origin}/done?state=xyz&amp;status=REFUSED`)
  await walker.press('return')
  await walker.press('consent')
  const progress = { step: 1, steps: 2 }
  const first = { status: 'STARTED', step: 'emailToken', progress }
  expect(await follow(app, path)).toEqual({ ...first, devices: 1 })
  await walker.post('/c/step/handover', { key: walker.key })
  const code = await walker.open('/c/step/handover-code')
  const secret = /\/c#k=([\w-]{43})/.exec(code.text)?.[1] ?? ''
  const mobile = createWalker(app.call)
  const { to } = (await (await mobile.post('/c/step/exchange', { k: secret })).json()) as {
    to: string
  }
  expect(await follow(app, path)).toEqual({ ...first, devices: 2 })
  await mobile.open(to)
  await mobile.press('email-skip')
  await mobile.press('phone-skip')
  expect(await follow(app, path)).toEqual({ status: 'COMPLETED', devices: 2 })
  expect(mobile.seen.text).toContain(`${origin}/done?state=xyz&amp;status=COMPLETED`)
})

test('who says that it is not theirs is done like everybody, and a dead link leads back', async ({
  app,
  db,
}) => {
  const disowned = await makeLink(app)
  const walker = createWalker(app.call)
  await walker.open(disowned.path)
  await walker.press('')
  await walker.press('disown')
  expect(await follow(app, disowned.path)).toEqual({ status: 'COMPLETED', devices: 1 })
  const expired = await makeLink(app)
  await moveClock(db, expired.id, 24 * 3_600_000)
  expect(await follow(app, expired.path)).toEqual({ status: 'EXPIRED', devices: 0 })
  const dead = await walker.open(expired.path)
  expect(dead.text).toContain(`${origin}/done?state=xyz&amp;status=EXPIRED`)
})

test('pages of other origins, and tokens that lead nowhere, learn nothing', async ({ app }) => {
  const { path } = await makeLink(app)
  const told = await askFor(app, path)
  expect(told.headers.get('access-control-allow-origin')).toBe(origin)
  expect([told.headers.get('vary'), told.headers.get('cache-control')]).toEqual([
    'Origin',
    'no-store',
  ])
  expect((await askFor(app, path, { origin: shop })).status).toBe(200)
  for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }, {}]) {
    const answer = await askFor(app, path, headers)
    expect([answer.status, await answer.text()]).toEqual([403, ''])
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  }
  expect((await askFor(app, `/c/${'x'.repeat(43)}`)).status).toBe(410)
})

test('on this machine alone a page that frames it hears of its end, whatever its port', async ({
  db,
}) => {
  await publishPacks(db, [contacts])
  for (const takesLoopback of [true, false]) {
    const settings = { name: 'Acme', packName: contacts.name, redirectOrigins: [origin] }
    const links = createLinks({ ...settings, takesLoopback })
    const app = await createTestApp(db, undefined, { links })
    const { path } = await makeLink(app)
    const walker = createWalker(app.call)
    await walker.open(path)
    await walker.press('')
    await walker.press('refuse')
    expect(walker.seen.text.includes('"takesLoopback":true')).toBe(takesLoopback)
    const { headers } = await walker.open('/c')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy.includes('http://localhost:*')).toBe(takesLoopback)
  }
})

test('who guesses tokens is stopped, and so is who asks too often', async ({ db }) => {
  const links = createLinks({ name: 'Acme', redirectOrigins: [origin] })
  const app = await createTestApp(db, undefined, { links: { ...links, proxyHops: 1 } })
  const statuses = new Set<number>()
  for (let tries = 0; tries < 22; tries++) {
    const headers = { origin, 'x-forwarded-for': '203.0.113.9' }
    statuses.add((await askFor(app, `/c/${tries}`, headers)).status)
  }
  expect([...statuses]).toEqual([410, 429])
})

test('the page stands in frames of the named origins alone, with a cookie for frames', async ({
  app,
}) => {
  const { path } = await makeLink(app)
  const framed = { 'sec-fetch-dest': 'iframe' }
  const walker = createWalker(app.call, framed)
  const nonce = /name="nonce" value="([^"]+)"/.exec((await walker.open(path)).text)?.[1] ?? ''
  const entered = await walker.post(path, { nonce })
  expect(entered.headers.get('set-cookie')).toMatch(/SameSite=None; Secure; Partitioned$/)
  const home = entered.headers.get('location') ?? ''
  // Where a browser keeps no cookie there, the frame can say so.
  const lost = await createWalker(app.call, framed).open(home)
  for (const { headers } of [await walker.open(home), await walker.open(path), lost]) {
    expect(headers.get('content-security-policy')).toContain(`frame-ancestors ${shop}`)
    expect(headers.get('x-frame-options')).toBeNull()
  }
  expect(lost.text).toContain(`"origins":["${shop}"]`)
  const chosen = await walker.open(`${home}?lang=en`)
  expect(chosen.headers.get('set-cookie')).toMatch(/SameSite=None; Secure; Partitioned/)
})
