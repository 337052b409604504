// createSms2fa, createWhatsapp2fa and the tokens with a purpose: where it stands, what a yes to it is, and what asks else.
import { describe, expect } from 'vitest'
import { listAttempts } from '#src/messaging/challenges/attempts.ts'
import { listChallenges } from '#src/messaging/challenges/store.ts'
import type { TestApp } from '#test/support/app.ts'
import { createTestApp } from '#test/support/app.ts'
import { answer, metaBody, metaTap, metaText, postMeta } from '#test/support/messaging/callbacks.ts'
import { ask, createReachable, pathOf, readLatest } from '#test/support/messaging/challenges.ts'
import {
  accounts,
  openHooks,
  payloadOf,
  read,
  readKinds,
  sendRecord,
  test,
} from '#test/support/hooks.ts'
import { silentMessaging } from '#test/support/messaging/messaging.ts'
import { definePack, module } from '#test/support/packs/build.ts'
import { publishPacks } from '#test/support/packs/publish.ts'
import { phoneConfirmation } from '#src/messaging/questions/module.ts'
import { performDue } from '#test/support/due.ts'
import { moveClock } from '#test/support/transactions.ts'
import type { OutboundMessage } from '#src/messaging/challenges/port.ts'

const purpose = 'Pix de R$ 1.250,00 para João Ação'
const kinds = ['sms-2fa', 'whatsapp-2fa', 'sms-token', 'email-token'] as const

describe.for(kinds)('%s', (kind) => {
  test('201: the record says what is confirmed, and another purpose waits for the cool-down', async ({
    db,
  }) => {
    const app = await createTestApp(db)
    const id = await createReachable(app, { email: 'ana@example.com.br' })
    const first = await ask(app, kind, id, { body: { purpose } })
    expect(first.status).toBe(201)
    const record = await first.json()
    expect(record.purpose).toBe(purpose)
    const same = await ask(app, kind, id, { body: { purpose: ` ${purpose} ` } })
    expect([same.status, await same.json()]).toEqual([201, record])
    for (const body of [{ purpose: 'Pix de R$ 9,00' }, {}]) {
      const other = await ask(app, kind, id, { body })
      expect(other.status).toBe(429)
      expect(Number(other.headers.get('retry-after'))).toSatisfy((s: number) => s > 25 && s <= 30)
      expect(await other.text()).not.toContain('Pix')
    }
    expect(await listChallenges(db, id, kind)).toHaveLength(1)
    const listed = await (await app.call('GET', pathOf[kind](id))).json()
    expect([listed].flat()[0]).toMatchObject({ purpose })
    await moveClock(db, id, 31_000)
    const next = await ask(app, kind, id, { body: { purpose: 'Pix de R$ 9,00' } })
    expect([next.status, (await next.json()).purpose]).toEqual([201, 'Pix de R$ 9,00'])
    // Without one there is none, and nothing says so.
    await moveClock(db, id, 61_000)
    expect(await (await ask(app, kind, id)).json()).not.toHaveProperty('purpose')
  })

  test.for(['Pix\nde 9', '\u202exiP', 'Pix 支付', '😀', 'a\u200bb', ''])(
    '400: %j is no line that every channel shows',
    async (text, { db }) => {
      const app = await createTestApp(db)
      const id = await createReachable(app, { email: 'ana@example.com.br' })
      expect((await ask(app, kind, id, { body: { purpose: text } })).status).toBe(400)
    },
  )
})

test('the question shows it, in the letters of its channel, beside what to answer', async ({
  db,
}) => {
  const app = await createTestApp(db)
  const id = await createReachable(app)
  const text = async (kind: 'sms-2fa' | 'whatsapp-2fa') =>
    (await (await ask(app, kind, id, { body: { purpose } })).json()).text
  expect(await text('sms-2fa')).toBe(
    'Acme: foi voce que pediu isto? Pix de R$ 1.250,00 para Joao Acao. Responda 1 para SIM ou 2 para NAO em ate 10 min.',
  )
  expect(await text('whatsapp-2fa')).toContain(`\n\n${purpose}\n\n`)
})

test('it fills no placeholder, and follows a text of one’s own that has no place for it', async ({
  db,
}) => {
  const wording = { text: '{brand}: confirma? {1} sim {2} nao', options: { 1: 'Sim', 2: 'Nao' } }
  const messaging = silentMessaging({ templates: { 'sms-2fa': { 'pt-BR': wording } } })
  const app = await createTestApp(db, undefined, { messaging })
  const asked = await ask(app, 'sms-2fa', await createReachable(app), {
    body: { purpose: '{code} {brand}' },
  })
  expect((await asked.json()).text).toBe('Acme: confirma? 1 sim 2 nao Confirma: (code) (brand)')
})

async function openAsked(app: TestApp, kind: 'sms-2fa' | 'whatsapp-2fa', text = purpose) {
  return sendRecord(app, { challengeKind: kind, body: { purpose: text } })
}

test('200: a typed yes to it is the number or the label alone, a no is any', async ({ db }) => {
  const app = await openHooks(db, [accounts.main])
  const sent = await openAsked(app, 'sms-2fa')
  for (const text of ['sim, fui eu', 'confirmo', 'ok', '1 sim', '👍', 'sim?', '1 obrigado'])
    await answer(app, sent, text)
  expect(await read(app, sent)).toMatchObject({ status: 'Waiting' })
  await answer(app, sent, ' 1. ')
  expect(await read(app, sent)).toMatchObject({ status: 'Replied', text: 'Sim', purpose })
  const other = await openAsked(app, 'sms-2fa')
  await answer(app, other, 'nossa, não fui eu não')
  expect(await read(app, other)).toMatchObject({ status: 'Replied', text: 'Não' })
})

test('200: on WhatsApp the button or the label alone', async ({ app }) => {
  const typed = await openAsked(app, 'whatsapp-2fa')
  await postMeta(app, metaBody({ messages: [metaText(typed, 'sim, fui eu')] }))
  expect(await read(app, typed)).toMatchObject({ status: 'Waiting' })
  await postMeta(app, metaBody({ messages: [metaText(typed, 'Sim')] }))
  expect(await read(app, typed)).toMatchObject({ status: 'Replied' })
  const tapped = await openAsked(app, 'whatsapp-2fa')
  const tap = metaTap(tapped, await payloadOf(app, tapped, 1))
  await postMeta(app, metaBody({ messages: [tap] }))
  expect(await read(app, tapped)).toMatchObject({ status: 'Replied', reply: { option: 1 } })
})

test('200: the answer to one purpose never counts for another of the same transaction', async ({
  app,
}) => {
  const first = await openAsked(app, 'sms-2fa', 'Pix de R$ 10')
  await moveClock(app.db, first.id, 31_000)
  const { id, phone } = first
  const second = await sendRecord(app, { id, phone, body: { purpose: 'Pix de R$ 9.000' } })
  const { text } = await read(app, second)
  const [code] = /\d\d(?= 1 para SIM)/.exec(text) ?? []
  expect(text).toContain(`Pix de R$ 9.000. Responda ${code} 1 para SIM`)
  for (const typed of ['1', 'sim', 'Sim.']) await answer(app, second, typed)
  expect(await read(app, second)).toMatchObject({ status: 'Waiting' })
  await answer(app, second, `${code} 1`)
  expect(await read(app, second)).toMatchObject({ status: 'Replied', text: 'Sim' })
  expect(await read(app, first)).toMatchObject({ status: 'Waiting' })
})

test('the help of several names tenant and purpose beside each code, and leaves out what has none', async ({
  db,
}) => {
  const given: OutboundMessage[] = []
  const account = {
    ...accounts.shared,
    async send(message: OutboundMessage, { attemptId }: { readonly attemptId: string }) {
      given.push(message)
      return { kind: 'accepted', providerMsgId: attemptId } as const
    },
  }
  const { sealer } = await openHooks(db)
  const settings = { globex: { brand: 'Globex' } }
  const messaging = silentMessaging({ accounts: [account], settings })
  const app = { ...(await createTestApp(db, sealer, { messaging })), db }
  const send = (tenant: string, body?: object, phone?: string) =>
    sendRecord(app, { account, claims: { tenant, mode: 'live' }, ...(phone && { phone }), body })
  const acme = await send('acme', { purpose: 'Pix de R$ 10 para Ana' })
  await send('globex', {}, acme.phone)
  const globex = await send('globex', { purpose: 'Troca de senha' }, acme.phone)
  await answer(app, globex, 'quem é?')
  await performDue(app.deps, globex.id)
  await expect
    .poll(() => given.filter(({ template }) => template === 'help').map(({ text }) => text))
    .toHaveLength(1)
  const [help] = given.filter(({ template }) => template === 'help')
  const codeOf = async (one: typeof acme) =>
    (await listChallenges(db, one.id, 'sms-2fa'))[0]?.replyCode
  const [a, g] = [await codeOf(acme), await codeOf(globex)]
  expect(help?.text).toBe(
    `Globex: ha mais de uma pergunta aberta neste numero. Responda: Globex, Troca de senha: ${g} 1 para Sim ou ${g} 2 para Nao; ` +
      `Acme, Pix de R$ 10 para Ana: ${a} 1 para Sim ou ${a} 2 para Nao. Para negar todas, responda NAO.`,
  )
  expect(await readKinds(app, acme)).toEqual([])
  expect(await listAttempts(db, globex.ref)).toHaveLength(1)
})

test('the page behind a token’s link shows it, and no other page does', async ({ db }) => {
  const app = await createTestApp(db)
  const id = await createReachable(app, { email: 'ana@example.com.br' })
  for (const kind of ['sms-token', 'email-token'] as const) {
    await ask(app, kind, id, { body: { purpose: 'Troca de <b>senha</b>' } })
    const { pageToken } = await readLatest(app, id, kind)
    const page = async (token: string) => (await app.call('GET', `/t/${token}`)).text()
    expect(await page(pageToken)).toContain('<strong>Troca de &lt;b&gt;senha&lt;/b&gt;</strong>')
    expect(await page(`${pageToken.slice(1)}x`)).not.toContain('senha')
  }
})

test('a step of a pack that demands a purpose counts no answer to what had none', async ({
  db,
}) => {
  const app = await openHooks(db, [accounts.main])
  const step = module(phoneConfirmation, { purpose: 'required' })
  await publishPacks(db, [definePack('with-purpose', 1, step)])
  const plain = await sendRecord(app)
  const status = async () => {
    const path = `/v1/packs/with-purpose/${plain.id}`
    const shown = await (await app.call('GET', path, { headers: { prefer: 'wait=0' } })).json()
    return [shown.status, shown.phoneConfirmation.results.length]
  }
  expect(await status()).toEqual(['processing', 0])
  await answer(app, plain, '1')
  expect(await read(app, plain)).toMatchObject({ status: 'Replied' })
  expect(await status()).toEqual(['processing', 0])
  await moveClock(db, plain.id, 3 * 60_000)
  const { id, phone } = plain
  const asked = await sendRecord(app, { id, phone, body: { purpose } })
  const [, code = ''] = /(\d\d) 1 para SIM/.exec((await read(app, asked)).text) ?? []
  await answer(app, asked, `${code} 1`.trim())
  expect(await read(app, asked)).toMatchObject({ status: 'Replied' })
  expect(await status()).toEqual(['completed', 1])
})
