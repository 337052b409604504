// createWebhook, listWebhooks, readWebhook, changeWebhook, deleteWebhook, rotateWebhookSecret: /v1/webhooks
import { expect } from 'vitest'
import { Webhook } from 'standardwebhooks'
import { test as base } from '#test/db/fixture.ts'
import { readProblem } from '#test/support/transactions.ts'
import { type Hooked, openWebhooks } from '#test/support/webhooks.ts'

const test = base.extend<{ hooked: Hooked }>({
  hooked: async ({ db }, use) => {
    await using hooked = await openWebhooks(db)
    await use(hooked)
  },
})

const nobody = '019a9f3c-8f2a-7c11-b3a5-6d1f0a9e7b42'

test('201, 200: an endpoint with its secret once; listed, read and changed without it', async ({
  hooked: { ask, receiver },
}) => {
  const sent = { url: receiver.url('/one'), types: ['pack.completed'], description: 'backend' }
  const made = await ask('POST', '', sent)
  expect(made.status).toBe(201)
  const { secret, ...shown } = await made.json()
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(shown).toMatchObject({ ...sent, mode: 'sandbox', status: 'enabled' })
  expect(shown.secrets).toMatchObject([{ publicKey: expect.stringMatching(/^whpk_.{44}$/) }])
  expect(await (await ask('GET', '')).json()).toEqual([shown])
  expect(await (await ask('GET', `/${shown.id}`)).json()).toEqual(shown)
  const change = { types: null, description: null, enabled: false }
  const changed = await (await ask('PATCH', `/${shown.id}`, change)).json()
  expect(changed).toMatchObject({ url: sent.url, status: 'disabled', disabledReason: 'client' })
  expect(changed).not.toHaveProperty('types')
  expect(await (await ask('PATCH', `/${shown.id}`, { enabled: true })).json()).toMatchObject({
    status: 'enabled',
  })
})

test('400: an address that would never be reached, and a type that there is not', async ({
  hooked: { ask, receiver, listen },
}) => {
  const { id } = await listen('/one')
  const wrong = [
    'http://example.com/',
    'https://10.0.0.1/',
    'https://[::1]/',
    'https://169.254.169.254/latest',
    'https://user:secret@example.com/',
    'https://example.com/#part',
    'ftp://example.com/',
    `https://127.0.0.1:${receiver.host.split(':')[1]}/`,
  ]
  for (const url of wrong) {
    expect((await ask('POST', '', { url })).status, url).toBe(400)
    const changed = await ask('PATCH', `/${id}`, { url })
    expect(await readProblem(changed), url).toMatchObject({
      status: 400,
      errors: [{ pointer: '#/url' }],
    })
  }
  const unknown = await ask('POST', '', { url: receiver.url(), types: ['pack.compleated'] })
  expect(await readProblem(unknown)).toMatchObject({ errors: [{ pointer: '#/types' }] })
  expect((await ask('POST', `/${id}/secrets`, { overlapSeconds: -1 })).status).toBe(400)
})

test('403, 404: no scope; an endpoint of nobody, of another tenant, of the other mode', async ({
  hooked: { ask, listen },
}) => {
  const { id } = await listen('/one')
  const refused = await ask('GET', '', undefined, { scope: 'reports:read' })
  expect(await readProblem(refused)).toMatchObject({ status: 403, scope: 'webhooks:write' })
  const asked = [
    ['GET', ''],
    ['PATCH', '', {}],
    ['DELETE', ''],
    ['POST', '/secrets'],
    ['POST', '/test'],
    ['GET', '/deliveries'],
    ['POST', `/deliveries/${nobody}/resend`],
  ] as const
  for (const [method, path, body] of asked) {
    const foreign = await ask(method, `/${id}${path}`, body, { tenant: 'other' })
    const unknown = await ask(method, `/${nobody}${path}`, body)
    const live = await ask(method, `/${id}${path}`, body, { mode: 'live' })
    for (const answer of [foreign, unknown, live])
      expect(await readProblem(answer), path).toMatchObject({ status: 404, code: 'not-found' })
  }
  expect(await (await ask('GET', '', undefined, { tenant: 'other' })).json()).toEqual([])
})

test('204: what was ended is gone', async ({ hooked: { ask, listen } }) => {
  const { id } = await listen('/one')
  expect((await ask('DELETE', `/${id}`)).status).toBe(204)
  expect((await ask('DELETE', `/${id}`)).status).toBe(404)
  expect(await (await ask('GET', '')).json()).toEqual([])
})

test('429: twenty endpoints are enough, also of thirty that are asked for at once', async ({
  hooked: { ask },
}) => {
  const url = 'https://example.com/'
  const asked = Array.from({ length: 30 }, () => ask('POST', '', { url }))
  const made = (await Promise.all(asked)).filter(({ status }) => status === 201)
  expect(made).toHaveLength(20)
  const one = await ask('POST', '', { url: 'https://example.com/' })
  expect(await readProblem(one)).toMatchObject({ status: 429, code: 'limit-reached' })
})

test('201: a further secret signs beside the first; a third ends the first', async ({
  hooked: { ask, listen, receiver },
}) => {
  const first = await listen('/one')
  const rotate = async () => {
    const answer = await ask('POST', `/${first.id}/secrets`, { overlapSeconds: 3_600 })
    expect(answer.status).toBe(201)
    return answer.json()
  }
  const second = await rotate()
  expect(second.secrets).toHaveLength(2)
  const takes = async (secret: string) => {
    const before = receiver.received.length
    await ask('POST', `/${first.id}/test`)
    await expect.poll(() => receiver.received.length).toBe(before + 1)
    const { body, headers } = receiver.received[before] ?? { body: '', headers: {} }
    // Safe because a webhook's headers come once each.
    const said = headers as Record<string, string>
    return () => new Webhook(secret).verify(body, said)
  }
  expect(await takes(first.secret)).not.toThrow()
  expect(await takes(second.secret)).not.toThrow()
  const third = await rotate()
  expect(third.secrets.map(({ id }: { id: string }) => id)).toEqual([
    second.secrets[1].id,
    expect.any(String),
  ])
  expect(await takes(first.secret)).toThrow('signature')
  expect(await takes(second.secret)).not.toThrow()
})

test('what changes an endpoint stands in the audit; a repeated creation has no secret', async ({
  hooked: { app, ask, receiver, tenant },
}) => {
  const create = () =>
    app.call('POST', '/v1/webhooks', {
      body: { url: receiver.url('/one') },
      claims: { tenant, scope: 'webhooks:write' },
      headers: { 'idempotency-key': 'k1' },
    })
  const { id } = await (await create()).json()
  const repeated = await (await create()).json()
  expect(repeated).toMatchObject({ id, secretShown: true })
  expect(repeated).not.toHaveProperty('secret')
  await ask('PATCH', `/${id}`, { enabled: false })
  await ask('POST', `/${id}/secrets`)
  await ask('DELETE', `/${id}`)
  const claims = { tenant, scope: 'audit:read' }
  const read = async () => {
    const { entries } = await (await app.call('GET', '/v1/audit', { claims })).json()
    return entries.map(({ action, object }: { action: string; object: string }) => [action, object])
  }
  await expect
    .poll(read)
    .toEqual(
      ['created', 'changed', 'secret-rotated', 'deleted'].map((what) => [`webhook.${what}`, id]),
    )
})
