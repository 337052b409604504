// listMessageWordings, and the page that shows them.
import { expect } from 'vitest'
import { test } from '#test/support/app-fixture.ts'
import { createTestApp } from '#test/support/app.ts'
import { sharedAccount, silentMessaging } from '#test/support/messaging/messaging.ts'

const claims = { tenant: 'acme', mode: 'live', scope: 'messages:write' } as const

test('200: each message in each language, with the parts of an SMS and what they cost', async ({
  db,
}) => {
  const messaging = silentMessaging({
    accounts: [{ ...sharedAccount, priceMicros: { sms: 60_000 } }],
    tenants: { acme: { 'sms-2fa': { en: { text: '{brand} asks. {1} or {2}?' } } } },
    settings: { acme: { brand: 'Banco Sul', messages: { codeDigits: 8 } } },
  })
  const app = await createTestApp(db, undefined, { messaging })
  const answer = await app.call('GET', '/v1/messages/wordings', { claims })
  expect(answer.status).toBe(200)
  const listed: Record<string, unknown>[] = await answer.json()
  const of = (message: string, language: string) =>
    listed.find((one) => one['message'] === message && one['language'] === language)
  for (const language of ['pt-BR', 'en']) {
    expect(of('email-token', language)).toMatchObject({
      subject: expect.stringContaining('Banco Sul'),
    })
    expect(of('sms-token', language)).toMatchObject({
      account: 'shared-twilio',
      text: expect.stringMatching(/Banco Sul.*12345678/),
      sms: { encoding: 'gsm-7' },
    })
    expect(of('whatsapp-2fa', language)).not.toHaveProperty('sms')
    for (const message of ['help', 'acknowledgement']) expect(of(message, language)).toBeDefined()
  }
  expect(of('sms-2fa', 'en')).toMatchObject({
    text: 'Banco Sul asks. 1 or 2?',
    options: [{ option: 1 }, { option: 2 }],
    sms: { units: 23, segments: 1 },
    priceMicros: 60_000,
  })
  const other = await app.call('GET', '/v1/messages/wordings', {
    claims: { ...claims, tenant: 'globex' },
  })
  expect(await other.text()).not.toContain('Banco Sul')
})

test('200: the mail in the tenant’s look and a language of its choice, in a frame of ours that runs nothing', async ({
  db,
}) => {
  const link = { colour: '#0a5c36', logo: 'data:image/png;base64,iVBORw0KGgo=' }
  const messaging = silentMessaging({ settings: { acme: { brand: 'Banco Sul', link } } })
  const app = await createTestApp(db, undefined, { messaging })
  const path = '/v1/messages/wordings/mail'
  const read = (language: string) => app.call('GET', `${path}?language=${language}`, { claims })
  const [pt, en] = [await read('pt-BR'), await read('en')]
  expect(pt.headers.get('content-type')).toContain('text/html')
  expect(pt.headers.get('content-security-policy')).toMatch(/^default-src 'none'.*'self'$/)
  const [inPortuguese, inEnglish] = [await pt.text(), await en.text()]
  for (const html of [inPortuguese, inEnglish])
    for (const part of ['Banco Sul', link.colour, link.logo]) expect(html).toContain(part)
  expect(inPortuguese).not.toBe(inEnglish)
  expect((await read('fr')).status).toBe(400)
  const scope = { claims: { ...claims, scope: 'transactions:write' } }
  expect((await app.call('GET', `${path}?language=en`, scope)).status).toBe(403)
})

test('401, 403: nobody reads them without the scope', async ({ app }) => {
  const path = '/v1/messages/wordings'
  expect((await app.call('GET', path, { headers: { authorization: '' } })).status).toBe(401)
  const scope = { claims: { ...claims, scope: 'transactions:write' } }
  expect((await app.call('GET', path, scope)).status).toBe(403)
})
