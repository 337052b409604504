// What no account of ours has signed is refused, whatever stands between the vendor and us.
import { expect } from 'vitest'
import { signMeta } from '#src/vendors/meta/signature.ts'
import { signTwilio } from '#src/vendors/twilio/signature.ts'
import { publicBaseUrl } from '#test/support/app.ts'
import {
  metaBody,
  metaStatus,
  postMeta,
  postTwilio,
  postZenvia,
  statusForm,
  statusPath,
} from '#test/support/messaging/callbacks.ts'
import { accountSid, openHooks, read, sendRecord, readKinds, test } from '#test/support/hooks.ts'
import { countRows, readProblem } from '#test/support/transactions.ts'

const refused = [401, 'Signature']
const seen = (answer: Response) => [answer.status, answer.headers.get('www-authenticate')]

test('401: a Twilio form that was forged, changed or signed for another address', async ({
  app,
  sent,
}) => {
  const form = statusForm(sent, 'delivered')
  const path = statusPath(sent)
  const before = await countRows(app.db)
  const sign = (token: string, url: string, params: Record<string, string> = form) => ({
    headers: { 'x-twilio-signature': signTwilio(token, url, params) },
  })
  const forged = [
    sign('wrong token', publicBaseUrl + path),
    sign('token of main', `${publicBaseUrl}/hooks/twilio/inbound`),
    sign('token of main', `https://evil.example${path}`),
    sign('token of main', publicBaseUrl + path, { ...form, MessageStatus: 'read' }),
    { headers: { 'x-twilio-signature': '' } },
  ]
  for (const one of forged) expect(seen(await postTwilio(app, path, form, one))).toEqual(refused)
  // The right token, and the account of somebody else.
  const foreign = { ...form, AccountSid: accountSid.replace('1', '2') }
  expect(seen(await postTwilio(app, path, foreign))).toEqual(refused)
  expect(await countRows(app.db)).toEqual(before)
  expect(await read(app, sent)).toMatchObject({ status: 'Waiting' })
})

test('401: the answer says nothing, and the log names fields alone', async ({ app, sent }) => {
  const form = { ...statusForm(sent, 'delivered'), 'x y': 'value', ['k'.repeat(60)]: 'v' }
  const answer = await postTwilio(app, statusPath(sent), form, {
    headers: { 'x-twilio-signature': 'forged' },
  })
  expect(await readProblem(answer)).toMatchObject({ code: 'unauthorized' })
  const line = app.log.findLast((one) => one.includes('/hooks/twilio/status')) ?? ''
  expect(line).toContain('signature (AccountSid ApiVersion From')
  for (const value of [sent.phone, sent.messageId, 'kkkk', 'x y']) expect(line).not.toContain(value)
})

test.for([
  ['the standard port', (path: string) => `https://id.example.test:443${path}`],
  ['no fragment', (path: string) => publicBaseUrl + path + '#rc=3&rp=5xx,ct,rt'],
] as const)('200: signed with %s', async ([, urlOf], { app, sent }) => {
  const form = statusForm(sent, 'delivered')
  const path = statusPath(sent)
  const signature = signTwilio('token of main', urlOf(path), form)
  const headers = { 'x-twilio-signature': signature, host: 'internal:3000' }
  expect((await postTwilio(app, path, form, { headers })).status).toBe(200)
  expect(await read(app, sent)).toMatchObject({ status: 'Delivered' })
})

test('200: a proxy’s Host and forwarded address do not matter', async ({ app, sent }) => {
  const headers = {
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'http',
    forwarded: 'host=evil.example',
  }
  const answer = await postTwilio(app, statusPath(sent), statusForm(sent, 'sent'), { headers })
  expect(answer.status).toBe(200)
})

test('200: empty, repeated and unknown parameters are part of what is signed', async ({
  app,
  sent,
}) => {
  const form = new URLSearchParams(statusForm(sent, 'delivered', { ErrorCode: '', New: 'ç ã+&' }))
  form.append('MediaUrl', 'b')
  form.append('MediaUrl', 'a')
  form.append('MediaUrl', 'b')
  expect((await postTwilio(app, statusPath(sent), form)).status).toBe(200)
  expect(await read(app, sent)).toMatchObject({ status: 'Delivered' })
})

test('200: a request that was recorded and sent again changes nothing', async ({ app, sent }) => {
  const replay = () => postTwilio(app, statusPath(sent), statusForm(sent, 'delivered'))
  await replay()
  const before = [await countRows(app.db), await readKinds(app, sent)]
  expect((await replay()).status).toBe(200)
  expect([await countRows(app.db), await readKinds(app, sent)]).toEqual(before)
})

test('400: signed, and not Twilio’s form', async ({ app }) => {
  const path = '/hooks/twilio/status'
  const form = { AccountSid: accountSid }
  const answer = await postTwilio(app, path, form, { headers: { 'content-type': 'text/plain' } })
  expect(answer.status).toBe(400)
  expect(await readProblem(answer)).toMatchObject({ code: 'invalid-request' })
})

test('401: a Meta webhook whose bytes were not signed with the app’s secret', async ({ app }) => {
  const sent = await sendRecord(app, { challengeKind: 'whatsapp-2fa' })
  const body = metaBody({ statuses: [metaStatus(sent, 'read')] })
  const forged = [
    { secret: 'another' },
    { headers: { 'x-hub-signature-256': '' } },
    { headers: { 'x-hub-signature-256': 'sha256=00' } },
    { headers: { 'x-hub-signature-256': signMeta('app secret', JSON.stringify(body) + ' ') } },
  ]
  for (const one of forged) expect(seen(await postMeta(app, body, one))).toEqual(refused)
  expect(await read(app, sent)).toMatchObject({ status: 'Waiting' })
})

test('200: Meta’s escaped letters are hashed as they came', async ({ app }) => {
  const sent = await sendRecord(app, { challengeKind: 'whatsapp-2fa' })
  const body = metaBody({ statuses: [metaStatus(sent, 'sent', { conversation: 'Não' })] })
  const text = JSON.stringify(body).replace('ã', String.raw`\u00e3`)
  expect((await postMeta(app, text)).status).toBe(200)
  expect(await read(app, sent)).toMatchObject({ status: 'Sent' })
})

test.for(['', '[]', '{}', '{"object":"page","entry":[]}', 'not json', '{"object":1}'])(
  '400: signed, and no WhatsApp webhook: %j',
  async (body, { app }) => {
    expect((await postMeta(app, body)).status).toBe(400)
  },
)

test('200: the handshake answers the challenge as it is, for our token alone', async ({ app }) => {
  const ask = (token: string, more = '') =>
    app.call(
      'GET',
      `/hooks/meta?hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=${token}${more}`,
      { headers: { authorization: '' } },
    )
  const answer = await ask('verify%20me')
  expect([answer.status, await answer.text()]).toEqual([200, '1158201444'])
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  for (const token of ['', 'verify', 'verify%20me%20', 'VERIFY%20ME']) {
    expect(seen(await ask(token))).toEqual(refused)
  }
})

test('400: a handshake without its parts, or with a challenge that is none', async ({ app }) => {
  for (const query of [
    '',
    '?hub.mode=subscribe',
    '?hub.mode=x&hub.challenge=1&hub.verify_token=x',
  ]) {
    expect((await app.call('GET', `/hooks/meta${query}`)).status).toBe(400)
  }
  const script = encodeURIComponent('<script>')
  const path = `/hooks/meta?hub.mode=subscribe&hub.challenge=${script}&hub.verify_token=verify%20me`
  expect((await app.call('GET', path)).status).toBe(400)
})

test('401: Zenvia’s path with another secret, and the secret in no log', async ({ app, sent }) => {
  const body = {
    type: 'MESSAGE_STATUS',
    messageId: sent.messageId,
    messageStatus: { code: 'SENT' },
  }
  for (const secret of ['other', 'zenvia-secret2']) {
    expect(seen(await postZenvia(app, body, secret))).toEqual(refused)
  }
  expect((await postZenvia(app, body)).status).toBe(200)
  expect((await app.call('POST', '/hooks/zenvia/', { body })).status).toBe(401)
  expect(app.log.join('\n')).not.toContain('zenvia-secret')
})

test('404: without an account of the vendor there is no hook, and nothing of a body is read', async ({
  db,
}) => {
  const app = await openHooks(db, [])
  expect((await postMeta(app, metaBody({}))).status).toBe(404)
  expect((await postZenvia(app, {})).status).toBe(404)
  const body = new ReadableStream({ pull: () => Promise.reject(new Error('a body was read')) })
  const unread = { method: 'POST', body, duplex: 'half' } as RequestInit
  for (const path of ['/hooks/meta', '/hooks/checks/nobody'])
    expect((await app.fetch(new Request(`http://x${path}`, unread))).status).toBe(404)
})

test('413: more than 1 MiB of a form, more than 3 MiB of Meta’s JSON', async ({ app }) => {
  const large = { AccountSid: accountSid, Body: 'x'.repeat(1_048_577) }
  expect((await postTwilio(app, '/hooks/twilio/inbound', large)).status).toBe(413)
  const entry = (size: number) => JSON.stringify({ ...metaBody({}), pad: 'x'.repeat(size) })
  expect((await postMeta(app, entry(3_000_000))).status).toBe(200)
  expect((await postMeta(app, entry(3_145_728))).status).toBe(413)
})
