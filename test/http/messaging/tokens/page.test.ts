// The page behind the link: showTokenPage (GET, HEAD) and confirmToken (POST).
import { expect } from 'vitest'
import { type Db, openDatabase } from '#src/platform/db/client.ts'
import { makeNonce } from '#src/messaging/tokens/page/nonce.ts'
import { type Answer, createTestApp, type TestApp } from '#test/support/app.ts'
import {
  countRows,
  createToken,
  createTransaction,
  moveClock,
  wrongCode,
} from '#test/support/transactions.ts'
import { silentMessaging } from '#test/support/messaging/messaging.ts'
import { createLinks } from '#test/support/messaging/links.ts'
import { test } from '#test/support/app-fixture.ts'

const nobody = { authorization: '' }

/** What a browser does: no credential. */
const open = ({ call }: TestApp, link: string, method = 'GET') =>
  call(method, `/t/${link}`, { headers: nobody })

function press({ call }: TestApp, link: string, form: string): Promise<Answer> {
  const headers = { ...nobody, 'content-type': 'application/x-www-form-urlencoded' }
  return call('POST', `/t/${link}`, { body: form, headers })
}

async function readNonce(page: Response): Promise<string> {
  const nonce = /name="nonce" value="([^"]+)"/.exec(await page.text())?.[1]
  if (nonce === undefined) throw new Error('the page has a form with a nonce')
  return nonce
}

/** Opens the page and presses its button. */
async function confirm(app: TestApp, link: string): Promise<Answer> {
  return press(app, link, `nonce=${await readNonce(await open(app, link))}`)
}

const readStatus = async (app: TestApp, id: string) =>
  (await (await app.call('GET', `/v1/transaction/${id}/emails/tokens`)).json()).status

/** Everything of an answer that a caller can see, but for its own request id. */
async function see(answer: Response) {
  const headers = [...answer.headers].filter(([name]) => name !== 'request-id')
  return { status: answer.status, headers, text: await answer.text() }
}

test('GET 200: a page with one button and no script, for everybody who has the link', async ({
  app,
}) => {
  const { pageToken } = await createToken(app, await createTransaction(app))
  const page = await open(app, pageToken)
  expect(page.status).toBe(200)
  expect(page.headers.get('content-type')).toMatch(/^text\/html/)
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(page.headers.get('referrer-policy')).toBe('no-referrer')
  expect(page.headers.get('cache-control')).toBe('no-store')
  const text = await page.text()
  expect(text.match(/<button/g)).toHaveLength(1)
  expect(text).not.toContain('<script')
  expect(text).not.toContain(pageToken)
})

test('GET and HEAD never consume: nothing is written, and the code is still taken', async ({
  app,
  id,
}) => {
  const { pageToken, code } = await createToken(app, id)
  const before = await countRows(app.db)
  for (const method of ['GET', 'HEAD', 'GET', 'HEAD', 'GET', 'GET', 'GET'])
    expect((await open(app, pageToken, method)).status).toBe(200)
  expect(await readStatus(app, id)).toBe('Waiting')
  expect(await countRows(app.db)).toEqual(before)
  const body = { code }
  const path = `/v1/transaction/${id}/emails/tokens/validation`
  expect((await app.call('POST', path, { body })).status).toBe(200)
})

test('GET: a page says nothing of whether its link is one', async ({ app, id }) => {
  const { pageToken } = await createToken(app, id)
  const known = await see(await open(app, pageToken))
  const unknown = await see(await open(app, 'x'.repeat(43)))
  await moveClock(app.db, id, 3_600_000)
  const expired = await see(await open(app, pageToken))
  const blank = ({ text, ...rest }: typeof known) => ({
    ...rest,
    text: text.replace(/value="[^"]+"/, ''),
  })
  expect(blank(unknown)).toEqual(blank(known))
  expect(blank(expired)).toEqual(blank(known))
})

test('GET: in Portuguese, and in English or Spanish for who prefers it', async ({ app }) => {
  const read = async (language?: string) => {
    const headers = { ...nobody, ...(language && { 'accept-language': language }) }
    return (await app.call('GET', '/t/any', { headers })).text()
  }
  expect(await read()).toContain('<html lang="pt-BR">')
  expect(await read('en-GB,en;q=0.9,pt;q=0.5')).toContain('<html lang="en">')
  expect(await read('es-AR,es;q=0.9,en;q=0.5')).toContain('<html lang="es">')
})

test('POST 200: the button validates, and the record shows it', async ({ app, id }) => {
  const { pageToken } = await createToken(app, id)
  const nudges = app.nudged.length
  const done = await confirm(app, pageToken)
  expect(done.status).toBe(200)
  expect(await readStatus(app, id)).toBe('Valid')
  // It only closes what was to be done: the workflow need not know before it looks.
  expect(app.nudged.length).toBe(nudges)
})

test('POST 200 twice: a button pressed again has the same answer and writes nothing', async ({
  app,
  id,
}) => {
  const { pageToken } = await createToken(app, id)
  const form = `nonce=${await readNonce(await open(app, pageToken))}`
  const first = await see(await press(app, pageToken, form))
  const before = await countRows(app.db)
  const second = await see(await press(app, pageToken, form))
  expect(second).toEqual(first)
  expect(second.status).toBe(200)
  expect(await countRows(app.db)).toEqual(before)
})

test('POST 200 for all of four at once, and one entry in the journal', async ({ app, id }) => {
  const { pageToken } = await createToken(app, id)
  const form = `nonce=${await readNonce(await open(app, pageToken))}`
  const answers = await Promise.all([1, 2, 3, 4].map(() => press(app, pageToken, form)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const timeline = await (await app.call('GET', `/v1/transaction/${id}/timeline`)).json()
  const valid = timeline.filter((one: { kind: string }) => one.kind === 'challenge-valid')
  expect(valid).toHaveLength(1)
})

test.for([
  ['no form at all', async () => ''],
  ['an empty nonce', async () => 'nonce='],
  ['an invented nonce', async () => `nonce=${Date.now().toString(36)}.AAAA`],
  [
    'the nonce of another link',
    async (app: TestApp) => `nonce=${await readNonce(await open(app, 'other'))}`,
  ],
  [
    'a nonce of two hours ago',
    async (app: TestApp, link: string) =>
      `nonce=${makeNonce(app.sealer, link, Date.now() - 7_200_000)}`,
  ],
] as const)('POST 410: %s does not validate', async ([, makeForm], { app, id }) => {
  const { pageToken } = await createToken(app, id)
  const before = await countRows(app.db)
  const answer = await press(app, pageToken, await makeForm(app, pageToken))
  expect(answer.status).toBe(410)
  expect(await readStatus(app, id)).toBe('Waiting')
  expect(await countRows(app.db)).toEqual(before)
})

const gone: Record<string, (app: TestApp) => Promise<string>> = {
  unknown: async () => 'A'.repeat(43),
  'cut short': async (app) =>
    (await createToken(app, await createTransaction(app))).pageToken.slice(0, -1),
  expired: async (app) => {
    const id = await createTransaction(app)
    const { pageToken } = await createToken(app, id)
    await moveClock(app.db, id, 3_600_000)
    return pageToken
  },
  replaced: async (app) => {
    const id = await createTransaction(app)
    const { pageToken } = await createToken(app, id)
    await moveClock(app.db, id, 31_000)
    await createToken(app, id)
    return pageToken
  },
  'out of checks': async (app) => {
    const id = await createTransaction(app)
    const { pageToken, code } = await createToken(app, id)
    const path = `/v1/transaction/${id}/emails/tokens/validation`
    for (let n = 0; n < 5; n += 1) await app.call('POST', path, { body: { code: wrongCode(code) } })
    return pageToken
  },
}

test('POST 410: unknown, wrong, expired, replaced and used-up links answer byte for byte alike', async ({
  app,
}) => {
  const without = await see(await press(app, 'A'.repeat(43), ''))
  expect(without.status).toBe(410)
  for (const makeLink of Object.values(gone)) {
    const answer = await see(await confirm(app, await makeLink(app)))
    expect(answer).toEqual(without)
  }
})

test.for([
  ['thousands of characters', 'x'.repeat(4_000)],
  ['a NUL', '%00'],
  ['a NUL within', `${'x'.repeat(21)}%00`],
  ['bytes that are no text', '%ff%fe'],
  ['a half escape', 'abc%2'],
  ['a slash that is escaped', 'a%2Fb'],
  ['marks of markup', '%3Cscript%3E'],
] as const)('a link of %s looks as any that is unknown', async ([, link], { app }) => {
  const blank = async (answer: Response) => {
    const { text, ...rest } = await see(answer)
    return { ...rest, text: text.replace(/value="[^"]+"/, '') }
  }
  const subject = link.endsWith('x%00') ? 'A'.repeat(22) : 'A'.repeat(43)
  for (const method of ['GET', 'HEAD'])
    expect(await blank(await open(app, link, method))).toEqual(
      await blank(await open(app, subject, method)),
    )
  const gone = await see(await confirm(app, link))
  expect(gone).toEqual(await see(await press(app, subject, '')))
  expect(gone.status).toBe(410)
})

test('POST 503: with Postgres away a page says so, and the button works afterwards', async ({
  db,
  url,
}) => {
  const { pageToken, app } = await openLink(db)
  const database = openDatabase(url, 'leaving')
  const leaving = await createTestApp(database.db, app.sealer)
  await database.close()
  const form = `nonce=${await readNonce(await open(leaving, pageToken))}`
  const later = await press(leaving, pageToken, form)
  expect([later.status, later.headers.get('retry-after')]).toEqual([503, '1'])
  expect(later.headers.get('content-type')).toMatch(/^text\/html/)
  expect(await later.text()).toContain('Não deu para confirmar agora')
  expect((await press(app, pageToken, form)).status).toBe(200)
})

async function openLink(db: Db) {
  const app = await createTestApp(db)
  return { app, ...(await createToken(app, await createTransaction(app))) }
}

test('no log line holds the link or its nonce', async ({ app }) => {
  const { pageToken } = await createToken(app, await createTransaction(app))
  const nonce = await readNonce(await open(app, pageToken))
  await press(app, pageToken, `nonce=${nonce}`)
  const log = app.log.join('')
  expect(log).toContain('"route":"/t/{opaque}"')
  expect(log).not.toContain(pageToken)
  expect(log).not.toContain(nonce)
})

test('200 and 410 speak in the name of the tenant that sent the link', async ({ db }) => {
  const settings = { acme: { brand: 'Banco Sul' } }
  const app = await createTestApp(db, undefined, { messaging: silentMessaging({ settings }) })
  const id = await createTransaction(app, {}, { tenant: 'acme' })
  const { pageToken } = await createToken(app, id)
  expect(await (await open(app, pageToken)).text()).toContain('Banco Sul')
  expect(await (await confirm(app, pageToken)).text()).toContain('Banco Sul')
  const unknown = await (await open(app, 'x'.repeat(43))).text()
  expect(unknown).toContain('Acme')
  expect(unknown).not.toContain('Banco Sul')
})

test('429: a link that is opened more than 30 times in a minute, known or not, and others are', async ({
  app,
}) => {
  const { pageToken } = await createToken(app, await createTransaction(app))
  for (const link of [pageToken, 'x'.repeat(pageToken.length)]) {
    for (let n = 0; n < 30; n += 1) expect((await open(app, link)).status).toBe(200)
    const page = await open(app, link)
    expect(page.status).toBe(429)
    expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await page.text()).toContain('Muitas tentativas')
    expect((await press(app, link, 'nonce=x')).status).toBe(429)
  }
  const other = await createToken(app, await createTransaction(app))
  expect((await confirm(app, other.pageToken)).status).toBe(200)
})

test('429: an address that opens links of everybody', async ({ db }) => {
  const app = await createTestApp(db, undefined, {
    links: { ...createLinks({ name: 'Acme' }), proxyHops: 1 },
  })
  const from = (address: string, link: string) =>
    app.call('GET', `/t/${link}`, { headers: { ...nobody, 'x-forwarded-for': address } })
  const statuses: number[] = []
  // Two more are allowed with each second that this takes.
  while (statuses.length < 400 && statuses.at(-1) !== 429)
    statuses.push((await from('203.0.113.1', `link-${statuses.length}`)).status)
  expect(statuses.slice(0, 120).every((status) => status === 200)).toBe(true)
  expect(statuses.at(-1)).toBe(429)
  expect((await from('203.0.113.2', 'another')).status).toBe(200)
})

for (const [written, other] of [
  ['203.0.113.10:%', '203.0.113.10'],
  ['[2001:db8::1]:%', '2001:db8::1'],
  ['2001:db8::%', '2001:db8::ffff:1'],
] as const)
  test(`429: forty wrong presses from ${written}, whatever the proxy writes`, async ({ db }) => {
    const app = await createTestApp(db, undefined, {
      links: { ...createLinks({ name: 'Acme' }), proxyHops: 1 },
    })
    const pressFrom = async (address: string, at: number) => {
      const headers = { ...nobody, 'x-forwarded-for': address }
      return (await app.call('POST', `/t/link-${at}`, { body: 'nonce=x', headers })).status
    }
    const statuses: number[] = []
    for (let at = 0; at < 40; at += 1)
      statuses.push(await pressFrom(written.replace('%', String(4_001 + at)), at))
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(10)
    expect(await pressFrom(other, 41)).toBe(429)
    expect(await pressFrom('198.51.100.7', 42)).toBe(410)
  })
