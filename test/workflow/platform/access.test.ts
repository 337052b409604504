// What access taken away leaves alone, and what it ends at once: a suspended tenant's journeys, a key in the middle of
// a request.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { commitOn } from '#src/journey/commit/commit.ts'
import { emailToken } from '#src/messaging/tokens/module.ts'
import { phoneConfirmation } from '#src/messaging/questions/module.ts'
import { advanceClock } from '#src/sandbox/clock.ts'
import { readPhoneMessage } from '#src/sandbox/store.ts'
import { definePack, module, parallel } from '#test/support/packs/build.ts'
import { publishPacks } from '#test/support/packs/publish.ts'
import type { Service } from '#test/support/service.ts'
import { createTestClient, only, until } from '#test/workflow/client.ts'
import { withService } from '#test/workflow/fixture.ts'

const test = withService({ TENANT_REGISTRY: 'database' })

const admin = { tenant: 'operator', scope: 'tenants:admin' }

async function register(service: Service, tenant: string, registration: object = {}) {
  const path = `/v1/tenants/${tenant}`
  const answer = await service.call('PUT', path, { body: registration, claims: admin })
  expect(answer.ok).toBe(true)
  return createTestClient(service, { tenant })
}

const packs = [
  definePack('asks-both', 1, parallel(module(phoneConfirmation), module(emailToken))),
  definePack('checks', 1, module({ key: 'backgroundCheck' })),
]

test('a suspended tenant’s journeys end in order and its callbacks are taken, while its clients get 403', async ({
  service,
}) => {
  const { services } = service
  await publishPacks(services.db, packs)
  const client = await register(service, 'bank')
  const body = {
    documentType: 'cpf',
    document: '52998224725',
    email: `${randomUUID()}@example.com`,
    phone: { countryCode: 55, areaCode: 11, number: 987_650_000 },
  }
  const { id } = await client.ask<{ id: string }>('POST', '/v1/transaction', 201, { body })
  const path = `/v1/transaction/${id}`
  await client.ask('POST', `${path}/whatsapps/2fa`, 201)
  await client.ask('POST', `${path}/emails/tokens`, 201)
  expect(await client.queryPack('asks-both', id, 'wait=0')).toMatchObject({ status: 'processing' })
  const messages = await until(async () => {
    const sent = await client.messages(id)
    return sent.length === 2 ? sent : undefined
  })

  await register(service, 'bank', { suspended: true })
  for (const [method, asked] of [
    ['GET', path],
    ['POST', `${path}/whatsapps/2fa`],
    ['GET', `/v1/packs/asks-both/${id}`],
  ] as const)
    await client.ask(method, asked, 403)

  const whatsapp = messages.find(({ channel }) => channel === 'whatsapp')
  const owner = { tenant: 'bank', mode: 'sandbox' } as const
  const onPhone = await readPhoneMessage(
    services.db,
    services.deps.sealer,
    owner,
    `${whatsapp?.id}`,
  )
  expect(onPhone && (await services.phone.reply(onPhone, { option: 1 }, 'said'))).toBe(true)
  await client.journalWith(id, 'challenge-replied')
  await commitOn(services.deps, id, async (_, locked) => advanceClock(locked, 8 * 86_400_000))
  await client.journalWith(id, 'pack-ended')
  only(await client.journal(id), 'challenge-expired')
  await until(async () => Object.keys(await client.tasks(id)).length === 0 || undefined)

  await register(service, 'bank')
  expect(await client.queryPack('asks-both', id)).toMatchObject({
    phoneConfirmation: { moduleStatus: 'completed' },
  })
})

test('a key revoked while a request with it waits 30 s gets 401 instead of the answer, as soon as there is one', async ({
  service,
}) => {
  await publishPacks(service.services.db, packs)
  const client = await register(service, 'shop')
  const keys = createTestClient(service, {
    tenant: 'shop',
    scope: 'keys:write transactions:read transactions:write',
  })
  const made = await keys.ask<{ id: string; key: string }>('POST', '/v1/api-keys', 201, {
    body: { name: 'backend', scopes: ['transactions:read', 'transactions:write'] },
  })
  // The source answers three seconds later.
  const body = { documentType: 'cpf', document: '52998000822', name: 'Maria Souza' }
  const { id } = await client.ask<{ id: string }>('POST', '/v1/transaction', 201, { body })
  const headers = { authorization: `Bearer ${made.key}`, prefer: 'wait=30' }
  const waiting = service.call('GET', `/v1/packs/checks/${id}`, { headers })
  await sleep(300)
  await keys.ask('DELETE', `/v1/api-keys/${made.id}`, 204)
  const answer = await waiting
  expect([answer.status, Object.keys((await answer.json()) as object)]).toEqual([
    401,
    expect.not.arrayContaining(['transaction', 'backgroundCheck']),
  ])
  expect((await service.call('GET', `/v1/transaction/${id}`, { headers })).status).toBe(401)
  expect(await client.queryPack('checks', id)).toMatchObject({ status: 'completed' })
})
