// A link walked by forms alone, as a browser without script does it; and what does not belong there.
import { expect } from 'vitest'
import { findLatest, updateChallenge } from '#src/messaging/challenges/store.ts'
import { commitOn } from '#src/journey/commit/commit.ts'
import { challengeReplied } from '#src/messaging/challenges/kinds.ts'
import { append } from '#src/journey/journal/append.ts'
import { consentVersion } from '#src/links/capture/texts/texts.ts'
import { emailToken } from '#src/messaging/tokens/module.ts'
import { findLatestLink } from '#src/links/lvs/store.ts'
import { links } from '#src/links/lvs/table.ts'
import { findById } from '#src/journey/transaction/store.ts'
import { phoneConfirmation } from '#src/messaging/questions/module.ts'
import { publishPacks } from '#test/support/packs/publish.ts'
import { testOn } from '#test/support/app-fixture.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { createTransaction, moveClock, readSecrets, wrongCode } from '#test/support/transactions.ts'
import { silentMessaging } from '#test/support/messaging/messaging.ts'
import { createLinks } from '#test/support/messaging/links.ts'
import { createWalker, type Walker } from '#test/support/walker.ts'
import { definePack, module, parallel } from '#test/support/packs/build.ts'
import { eq } from 'drizzle-orm'

const contacts = definePack('contacts', 1, parallel(module(emailToken), module(phoneConfirmation)))

const test = testOn(async (db) => {
  await publishPacks(db, [contacts])
  const links = createLinks({
    name: 'Acme',
    packName: contacts.name,
    colour: '#123456',
    contact: 'ouvidoria@acme.example',
    redirectOrigins: ['https://client.example'],
  })
  return createTestApp(db, undefined, { links })
})

const phone = { countryCode: 55, areaCode: 11, number: 987_655_678 }

async function makeLink(app: TestApp, fields: Record<string, unknown> = {}) {
  const id = await createTransaction(app, fields)
  const { link } = await (await app.call('GET', `/v1/transaction/${id}/lvs`)).json()
  return { id, path: new URL(link).pathname }
}

async function begin(app: TestApp, path: string): Promise<Walker> {
  const walker = createWalker(app.call)
  await walker.open(path)
  await walker.press('')
  return walker
}

const readLvs = async (app: TestApp, id: string) =>
  (await app.call('GET', `/v1/transaction/${id}/lvs`)).json()

const kindsOf = async (app: TestApp, id: string): Promise<string[]> =>
  (await (await app.call('GET', `/v1/transaction/${id}/timeline`)).json()).map(
    ({ kind }: { kind: string }) => kind,
  )

/** As a vendor's callback would bring it. */
async function reply({ deps }: TestApp, id: string, option: number): Promise<void> {
  await commitOn(deps, id, async (tx, locked) => {
    const record = await findLatest(tx, id, 'whatsapp-2fa')
    if (!record) throw new Error('there is a question')
    const replyMeaning = option === 1 ? 'yes' : 'no'
    const said = { repliedAt: locked.now, replyOption: option, replyMeaning } as const
    await updateChallenge(tx, record.id, said)
    append(locked, {
      kind: challengeReplied,
      module: 'whatsapp-2fa',
      ref: record.id,
      code: String(option),
    })
  })
}

test('a person walks consent, e-mail and phone, and the last answer completes the link', async ({
  app,
  db,
}) => {
  const { id, path } = await makeLink(app, { phone })
  const walker = await begin(app, path)
  const waiting = async () =>
    (await (await app.call('GET', `/v1/transaction/${id}/agenda`)).json()).waiting
  expect(walker.seen.title).toContain('O que vamos pedir')
  expect(await waiting()).toMatchObject({ for: 'person', what: 'consent' })
  expect(walker.seen.text).toContain('código enviado ao seu e-mail')
  await walker.press('consent')
  expect(walker.seen.text).toContain('Passo 1 de 2')
  expect(await waiting()).toMatchObject({ for: 'person', what: 'step emailToken' })
  await walker.press('email-send')
  // How long until there can be another one.
  expect(walker.seen.text).toMatch(/Você pode pedir outra mensagem em 0:(?:30|2\d)\./)
  const { code } = await readSecrets(app, id)
  await walker.press('email-code', { code: wrongCode(code) })
  expect(walker.seen.title).toMatch(/^Erro: /)
  expect(walker.seen.text).toContain('Tentativas restantes: 4')
  await walker.press('email-code', { code: `${code.slice(0, 3)} ${code.slice(3)}` })
  expect(walker.seen.text).toContain('Passo 2 de 2')
  expect(await waiting()).toMatchObject({ for: 'person', what: 'step phoneConfirmation' })
  await walker.press('phone-whatsapp')
  expect(walker.seen.text).toContain('•••• 5678')
  expect(await readLvs(app, id)).toMatchObject({ status: 'PENDING', score: null })

  await reply(app, id, 1)
  expect(await readLvs(app, id)).toMatchObject({
    status: 'COMPLETED',
    score: 39,
    steps: [
      { step: 'emailToken', outcome: 'done' },
      { step: 'phoneConfirmation', outcome: 'done' },
    ],
  })
  expect((await walker.open('/c')).title).toContain('Pronto')
  expect((await walker.open(path)).title).toContain('Pronto')
  const kinds = await kindsOf(app, id)
  expect(kinds.filter((kind) => kind.startsWith('link-'))).toEqual([
    'link-made',
    'link-opened',
    'link-consented',
    'link-awaits',
    'link-step-closed',
    'link-awaits',
    'link-step-closed',
    'link-completed',
  ])
  const [row] = await db.select().from(links).where(eq(links.transactionId, id))
  expect(row).toMatchObject({ consentVersion, consentLanguage: 'pt', score: 39 })
})

test('the pack answer shows linkBiometrics from the moment the person is done', async ({
  app,
  db,
}) => {
  const { id, path } = await makeLink(app, { identifierDate: '2026-10-01T10:00:00Z' })
  const walker = await begin(app, path)
  await walker.press('consent')
  await walker.press('email-send')
  const { code } = await readSecrets(app, id)
  await walker.press('email-code', { code })
  expect((await walker.open('/c')).title).toContain('Pronto')
  const module = app.deps.packs.offered.find(({ key }) => key === 'linkBiometrics')
  const transaction = await findById(db, id)
  if (!transaction) throw new Error('the transaction is there')
  const section = await module?.read(db, {
    transaction,
    runId: id,
    step: 'linkBiometrics',
    moduleStatus: 'completed',
    sealer: app.sealer,
  })
  expect(section?.results).toEqual([
    {
      transactionID: id,
      status: 'Done',
      score: 39,
      createdAt: expect.any(String),
      identifierDate: '2026-10-01',
      mfaStatus: { smsStatus: 'NotSent', emailStatus: 'Valid', whatsappStatus: 'NotSent' },
    },
  ])
})

test('a "no" on the phone completes the link with a low score', async ({ app }) => {
  const { id, path } = await makeLink(app, { phone, email: undefined })
  const walker = await begin(app, path)
  await walker.press('consent')
  await walker.press('phone-whatsapp')
  await reply(app, id, 2)
  expect(await readLvs(app, id)).toMatchObject({ status: 'COMPLETED', score: 0 })
})

test('who says that the request is not theirs ends it: no way back, a low score, and the fact of it', async ({
  app,
}) => {
  for (const consents of [false, true]) {
    const { id, path } = await makeLink(app, { phone })
    const walker = await begin(app, path)
    if (consents) await walker.press('consent')
    await walker.press('disown')
    expect(walker.seen.title).toContain('Obrigado por avisar')
    expect(walker.seen.text).not.toContain('<button')
    const skipped = (step: string) => ({ step, outcome: 'skipped', reasons: [expect.any(String)] })
    const shown = await readLvs(app, id)
    expect(shown).toMatchObject({
      status: 'COMPLETED',
      steps: [skipped('emailToken'), skipped('phoneConfirmation')],
      reviewPending: false,
    })
    expect(shown.score).toBeLessThanOrEqual(20)
    const insights = await (await app.call('GET', `/v1/transaction/${id}/insights`)).json()
    expect(insights.map(({ code }: { code: string }) => code)).toContain('PH011')
    expect(await kindsOf(app, id)).toContain('link-disowned')
    // Nothing takes it back.
    for (const action of ['return', 'consent', 'take-over'])
      await walker.post(`/c/step/${action}`, { key: walker.key })
    expect(await readLvs(app, id)).toEqual(shown)
  }
})

test('GET and HEAD of a link change nothing, however often scanners open it', async ({ app }) => {
  const { id, path } = await makeLink(app)
  const before = await kindsOf(app, id)
  for (const method of ['GET', 'HEAD', 'GET'])
    expect((await app.call(method, path, { headers: { authorization: '' } })).status).toBe(200)
  // One that posts without having read the page is led back to it.
  const scanner = createWalker(app.call)
  const answer = await scanner.post(path, {})
  expect([answer.status, answer.headers.get('location')]).toEqual([303, path])
  expect(await kindsOf(app, id)).toEqual(before)
})

test('a reload, a closed tab and a forged order lead to where the person stands', async ({
  app,
}) => {
  const { path } = await makeLink(app)
  const walker = await begin(app, path)
  const { key } = walker
  for (const action of ['email-send', 'email-code', 'email-skip', 'phone-sms', 'face-skip'])
    await walker.post(`/c/step/${action}`, { key, code: '123456' })
  expect((await walker.open('/c')).title).toContain('O que vamos pedir')
  await walker.press('consent')
  await walker.post('/c/step/phone-sms', { key })
  await walker.post('/c/step/consent', { key })
  expect((await walker.open('/c')).title).toContain('Confirme seu e-mail')
})

test('a form without the key of the device changes nothing', async ({ app, db }) => {
  const { id, path } = await makeLink(app)
  const walker = await begin(app, path)
  for (const key of ['', 'x', 'A'.repeat(43)])
    expect((await walker.post('/c/step/consent', { key })).status).toBe(303)
  expect((await walker.open('/c')).title).toContain('O que vamos pedir')
  expect(await findLatest(db, id, 'email-token')).toBeUndefined()
})

test('refusing leaves the link PENDING, is in the timeline, and can be taken back', async ({
  app,
}) => {
  const { id, path } = await makeLink(app)
  const walker = await begin(app, path)
  await walker.press('refuse')
  expect(walker.seen.title).toContain('Nada foi enviado')
  expect(await readLvs(app, id)).toMatchObject({ status: 'PENDING' })
  expect(await kindsOf(app, id)).toContain('link-refused')
  await walker.press('return')
  expect(walker.seen.title).toContain('O que vamos pedir')
})

test('consent from an older tab after a refusal changes nothing and leads to the current page', async ({
  app,
}) => {
  const { id, path } = await makeLink(app)
  const walker = await begin(app, path)
  const olderTab = { key: walker.key }
  await walker.press('refuse')
  const before = await kindsOf(app, id)
  const answer = await walker.post('/c/step/consent', olderTab)
  expect(answer.status).toBe(303)
  expect(await kindsOf(app, id)).toEqual(before)
  const shown = await walker.open(answer.headers.get('location') ?? '')
  expect(shown.title).toContain('Nada foi enviado')
  await walker.press('return')
  await walker.press('consent')
  expect(await kindsOf(app, id)).toContain('pack-started')
})

test('another browser comes in by a code to the contact alone, and the one before it is told', async ({
  app,
}) => {
  const { id, path } = await makeLink(app, { phone })
  const desktop = await begin(app, path)
  await desktop.press('consent')
  const mobile = await begin(app, path)
  expect(mobile.seen.title).toContain('já foi aberto em outro navegador')
  expect(mobile.cookies.size).toBe(0)
  await mobile.press('', { do: 'send' })
  const { code } = await readSecrets(app, id)
  await mobile.press('', { code: wrongCode(code) })
  expect(mobile.seen.title).toMatch(/^Erro: /)
  expect((await desktop.open('/c')).title).toContain('Confirme seu e-mail')
  await mobile.press('', { code })
  // The code has confirmed the address as well.
  expect(mobile.seen.title).toContain('Confirme seu celular')
  expect((await desktop.open('/c')).title).toContain('outro aparelho')
  // A code counts once: whoever finds it in the mailbox later stays outside, and so does who guesses at it.
  const late = await begin(app, path)
  for (const old of [code, wrongCode(code)]) {
    await late.press('', { code: old })
    expect(late.seen.title).toMatch(/^Erro: Este link já foi aberto/)
    expect(late.cookies.size).toBe(0)
  }
  await desktop.press('take-over')
  expect(desktop.seen.title).toContain('Confirme seu celular')
  expect((await mobile.open('/c')).title).toContain('outro aparelho')
})

test('one browser walks two links side by side, each by its own address and cookie', async ({
  app,
}) => {
  const [one, other] = [await makeLink(app), await makeLink(app)]
  const walker = await begin(app, one.path)
  const first = walker.path
  await walker.press('consent')
  await walker.open(other.path)
  await walker.press('')
  expect(walker.path).not.toBe(first)
  expect(walker.seen.title).toContain('O que vamos pedir')
  expect((await walker.open(first)).title).toContain('Confirme seu e-mail')
  expect([...walker.cookies.keys()]).toHaveLength(2)
  // The key of one opens nothing at the other.
  const { key } = walker
  const second = `/c/l/${(await findLatestLink(app.deps.db, other.id))?.id}`
  await walker.send('POST', `${second}/step/consent`, { body: `key=${key}` })
  expect((await walker.open(second)).title).toContain('O que vamos pedir')
})

test('a form of another site brings nobody to a link, and does nothing there', async ({ app }) => {
  const { id, path } = await makeLink(app)
  const victim = createWalker(app.call)
  await victim.open(path)
  const nonce = /name="nonce" value="([^"]+)"/.exec(victim.seen.text)?.[1] ?? ''
  const forged = (body: Record<string, string>) => ({
    body: new URLSearchParams(body).toString(),
    headers: { 'sec-fetch-site': 'cross-site' },
  })
  await victim.send('POST', path, forged({ nonce }))
  expect(victim.cookies.size).toBe(0)
  await victim.press('')
  await victim.send('POST', `${victim.path}/step/consent`, forged({ key: victim.key }))
  expect((await victim.open('/c')).title).toContain('O que vamos pedir')
  expect(await readLvs(app, id)).toMatchObject({ status: 'PENDING' })
})

test('a step that was given up can be taken up until the link is completed, later too', async ({
  app,
}) => {
  const { path } = await makeLink(app, { phone })
  const walker = await begin(app, path)
  await walker.press('consent')
  const { path: home } = walker
  const paused = await walker.open(`${home}?sure=later`)
  expect(paused.title).toContain('Você pode continuar depois')
  // The browser may be closed until then.
  expect(paused.headers.getSetCookie()).toEqual([expect.stringMatching(/capture-.*; Max-Age=\d{4,}$/)]) // prettier-ignore
  await walker.open(home)
  await walker.open(`${walker.path}?sure=email-skip`)
  expect(walker.seen.title).toContain('Pular este passo?')
  await walker.press('email-skip')
  expect(walker.seen.title).toContain('Confirme seu celular')
  await walker.press('take-up', { step: 'emailToken' })
  expect(walker.seen.title).toContain('Confirme seu e-mail')
  await walker.press('email-skip')
  await walker.press('phone-skip')
  expect(walker.seen.title).toContain('Pronto')
  expect(walker.seen.text).toContain('E-mail: não foi feito')
})

test('a wrong code costs tries, what cannot be a code costs none, and a new code can be had', async ({
  app,
  db,
}) => {
  const { id, path } = await makeLink(app)
  const walker = await begin(app, path)
  await walker.press('consent')
  await walker.press('email-send')
  const { code } = await readSecrets(app, id)
  await walker.press('email-code', { code: 'abc' })
  expect(walker.seen.text).toContain('Tentativas restantes: 5')
  for (let step = 1; step <= 5; step += 1)
    if (walker.seen.text.includes('name="code"'))
      await walker.press('email-code', { code: wrongCode(code, step) })
  expect(walker.seen.text).toContain('tentativas demais com este código')
  expect(walker.seen.text).not.toContain('name="code"')
  await moveClock(db, id, 3_600_001)
  expect((await walker.open('/c')).text).toContain('Enviar outro código')
  await walker.press('email-send')
  const found = await readSecrets(app, id)
  expect(found.code).not.toBe(code)
  await walker.press('email-code', { code: found.code })
  expect(walker.seen.title).toContain('Pronto')
})

test('the page of the e-mail goes on when its link was pressed elsewhere', async ({ app, db }) => {
  const { id, path } = await makeLink(app, { phone })
  const walker = await begin(app, path)
  await walker.press('consent')
  await walker.press('email-send')
  const readState = async () => (await walker.send('GET', '/c/step/state')).json()
  const before = await readState()
  expect(walker.seen.text).toContain(JSON.stringify(before).slice(0, -1))
  await moveClock(db, id, 30_001)
  expect((await walker.open('/c')).text).not.toContain('data-seconds')
  const { pageToken } = await readSecrets(app, id)
  const mail = createWalker(app.call)
  await mail.open(`/t/${pageToken}`)
  const nonce = /name="nonce" value="([^"]+)"/.exec(mail.seen.text)?.[1] ?? ''
  expect((await mail.post(`/t/${pageToken}`, { nonce })).status).toBe(200)
  expect(await readState()).not.toEqual(before)
  expect((await walker.open('/c')).title).toContain('Confirme seu celular')
})

test('a browser inside an app says so before it is bound, with the address to take elsewhere', async ({
  app,
}) => {
  const { path } = await makeLink(app)
  const agents = {
    instagram:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22B83 Instagram 350.0',
    view: 'Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/140.0.0.0 Mobile Safari/537.36',
    safari:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    chrome:
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
  }
  const said = await Promise.all(
    Object.entries(agents).map(async ([name, agent]) => {
      const { text } = await createWalker(app.call, { 'user-agent': agent }).open(path)
      return [name, text.includes('dentro de outro aplicativo') && text.includes(`${path}</a>`)]
    }),
  )
  const apps = { instagram: true, view: true, safari: false, chrome: false }
  expect(Object.fromEntries(said)).toEqual(apps)
})

test('on a computer the code for a phone comes first, until somebody has begun', async ({
  app,
}) => {
  const { path } = await makeLink(app)
  const linux = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36' // prettier-ignore
  const pixel = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36' // prettier-ignore
  const desk = createWalker(app.call, { 'user-agent': linux })
  expect((await desk.open(path)).text).toMatch(/role="img"[^]*<svg[^]*Continuar neste computador/)
  const { text } = await createWalker(app.call, { 'user-agent': pixel }).open(path)
  expect(text).not.toContain('role="img"')
  expect(text).toContain('Começar')
})

test('who cannot read the e-mail goes on without it, for fewer points', async ({ app }) => {
  const { id, path } = await makeLink(app)
  const walker = await begin(app, path)
  await walker.press('consent')
  await walker.press('email-skip')
  expect(walker.seen.title).toContain('Pronto')
  expect(await readLvs(app, id)).toMatchObject({ status: 'COMPLETED', score: 30 })
})

test('expired and replaced links say so with 410, before and after they were opened, and lead back', async ({
  app,
  db,
}) => {
  const { id, path } = await makeLink(app)
  const walker = await begin(app, path)
  await app.call('POST', `/v1/transaction/${id}/lvs`)
  expect(await walker.open(path)).toMatchObject({ status: 410 })
  expect(await walker.open('/c')).toMatchObject({ status: 410 })
  const { path: newer } = { path: new URL((await readLvs(app, id)).link).pathname }
  const again = await begin(app, newer)
  await moveClock(db, id, 24 * 3_600_000)
  expect(await again.open('/c')).toMatchObject({ status: 410 })
  expect(await again.open(newer)).toMatchObject({ status: 410 })
  expect(await createWalker(app.call).open(`/c/${'x'.repeat(43)}`)).toMatchObject({ status: 410 })
  const body = { redirectUrl: 'https://client.example/back' }
  const led = await (await app.call('POST', `/v1/transaction/${id}/lvs`, { body })).json()
  const over = await begin(app, new URL(led.link).pathname)
  await app.call('POST', `/v1/transaction/${id}/lvs`)
  for (const address of [new URL(led.link).pathname, '/c']) {
    const { text } = await over.open(address)
    expect(text).toContain('href="https://client.example/back?status=EXPIRED"')
    // In the tenant's name and colour, with whom to ask.
    expect(text).toMatch(/<div class="brand">Acme<\/div>[^]*ouvidoria@acme\.example/)
    expect(text).toContain('--button:#123456')
  }
})

test('a phone comes by the one-time secret of the computer, once and for ten minutes', async ({
  app,
  db,
}) => {
  const { id, path } = await makeLink(app)
  const desktop = await begin(app, path)
  await desktop.press('consent')
  await desktop.post('/c/step/handover', { key: desktop.key })
  const code = await desktop.open('/c/step/handover-code')
  const secret = /\/c#k=([\w-]{43})/.exec(code.text)?.[1] ?? ''
  const mobile = createWalker(app.call)
  const came = await mobile.post('/c/step/exchange', { k: secret })
  expect(came.status).toBe(200)
  const { to } = (await came.json()) as { to: string }
  expect((await mobile.open(to)).title).toContain('Confirme seu e-mail')
  expect((await desktop.open('/c')).title).toContain('outro aparelho')
  expect((await createWalker(app.call).post('/c/step/exchange', { k: secret })).status).toBe(410)

  await desktop.press('take-over')
  await desktop.post('/c/step/handover', { key: desktop.key })
  const late =
    /\/c#k=([\w-]{43})/.exec((await desktop.open('/c/step/handover-code')).text)?.[1] ?? ''
  expect(late).not.toBe(secret)
  await moveClock(db, id, 600_001)
  expect((await createWalker(app.call).post('/c/step/exchange', { k: late })).status).toBe(410)
  expect((await desktop.open('/c/step/handover-code')).text).toContain('Gerar outro código')
})

test('pages say who asks, in the language of the browser or the one that was chosen', async ({
  app,
}) => {
  const { path } = await makeLink(app)
  const walker = createWalker(app.call, { 'accept-language': 'en-GB,en;q=0.9' })
  expect((await walker.open(path)).text).toContain('<html lang="en">')
  expect(walker.seen.text).toContain('Acme has asked you to confirm your identity')
  await walker.open(`${path}?lang=pt`)
  expect((await walker.open(path)).text).toContain('<html lang="pt-BR">')
  expect([...walker.cookies]).toEqual([['__Host-capture-language', 'pt']])
})

test('every page may do only what it needs, is kept nowhere and shown in no frame', async ({
  app,
}) => {
  const { path } = await makeLink(app)
  const walker = await begin(app, path)
  const { headers } = walker.seen
  const policy = headers.get('content-security-policy') ?? ''
  for (const part of ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"])
    expect(policy).toContain(part)
  expect(policy).not.toContain('unsafe')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('permissions-policy')).toContain('camera=()')
  expect(headers.get('cache-control')).toBe('no-store')
  expect([...walker.cookies.keys()]).toEqual([
    expect.stringMatching(/^__Host-capture-[\da-f-]{36}$/),
  ])
})

test('no page, log line or entry holds the address, the number or the link', async ({ app }) => {
  const email = 'maria.secreta@example.test'
  const { id, path } = await makeLink(app, { phone, email })
  const walker = await begin(app, path)
  await walker.press('consent')
  expect(walker.seen.text).toContain('m•••@example.test')
  await walker.press('email-send')
  await walker.press('email-skip')
  await walker.press('phone-whatsapp')
  const timeline = await (await app.call('GET', `/v1/transaction/${id}/timeline`)).text()
  for (const text of [walker.seen.text, app.log.join('\n'), timeline]) {
    expect(text).not.toContain('maria.secreta')
    expect(text).not.toContain('987655678')
    expect(text).not.toContain(path.split('/').at(-1))
  }
})

test('a code is as long as the tenant says, and the page says so', async ({ db }) => {
  const messaging = silentMessaging({ settings: { acme: { messages: { codeDigits: 8 } } } })
  const links = createLinks({ name: 'Acme', packName: contacts.name })
  const app = await createTestApp(db, undefined, { links, messaging })
  const { id, path } = await makeLink(app)
  const walker = await begin(app, path)
  await walker.press('consent')
  await walker.press('email-send')
  const { code } = await readSecrets(app, id)
  expect(code).toMatch(/^\d{8}$/)
  expect(walker.seen.text).toContain('um código de 8 dígitos')
  await walker.press('email-code', { code: code.slice(0, 6) })
  expect(walker.seen.text).toContain('Digite todos os números do código.')
  await walker.press('email-code', { code })
  expect(await kindsOf(app, id)).toContain('challenge-valid')
})
