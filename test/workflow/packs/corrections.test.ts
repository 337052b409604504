// A correction while a run has a purchase and a call under way, on the real servers: what was asked about the old name
// comes back behind it.
import { randomUUID } from 'node:crypto'
import { afterAll, expect, vi } from 'vitest'
import { createCaller } from '#test/support/caller.ts'
import { startReceiver } from '#test/support/servers/receiver.ts'
import { bureauDialect, knownDocument, knownName } from '#test/support/vendors/check-dialects.ts'
import { writeBureau } from '#test/support/vendors/check-harness.ts'
import { startCheckServer } from '#test/support/vendors/check-server.ts'
import { withService } from '../fixture.ts'

const bureau = await startCheckServer(bureauDialect)
const receiver = await startReceiver()
afterAll(async () => {
  await bureau.close()
  await receiver[Symbol.asyncDispose]()
})

const account = {
  vendor: 'http',
  file: `${writeBureau(bureau.url)}/bureau.yaml`,
  secrets: { id: 'client', secret: 'hush' },
  repeat: 'key',
  costMicros: 70_000,
  timeoutMs: 10_000,
}
const test = withService({
  CHECKS: JSON.stringify({
    accounts: { bureau: account },
    ports: { 'person-check': ['bureau'] },
    legalBasis: { purpose: 'test', article: 'LGPD 7, V' },
    privateHosts: [bureau.host],
  }),
  LOOPBACK_ALLOWED: 'true',
})

const holder = { type: 'string', 'x-personal': true }
const steps = [
  {
    kind: 'parallel',
    steps: [
      {
        kind: 'call',
        id: 'core',
        to: 'core',
        input: { name: 'transaction.name' },
        result: { type: 'object', required: ['holder'], properties: { holder } },
      },
      { kind: 'module', module: 'backgroundCheck', with: { services: ['BasicInfos'] } },
    ],
  },
  {
    kind: 'decide',
    id: 'verdict',
    rows: [
      { unless: 'steps.core.result.holder == transaction.name', outcome: 'rejected', reason: 'other' },
      { unless: 'size(steps.backgroundCheck.results) == 1', outcome: 'review', reason: 'unasked' },
      { outcome: 'approved', reason: 'same' },
    ],
  },
] // prettier-ignore

test('a purchase is made anew for the corrected name, once, a call is not, and both are waited for', async ({
  service,
}) => {
  const scope = 'read write endpoints:write packs:write packs:live'
  const caller = createCaller(service.url, { mode: 'live', scope })
  await caller.send('POST', '/v1/endpoints', { name: 'core', url: receiver.url('/core') })
  const pack = `corrected-${randomUUID()}`
  await caller.send('POST', `/v1/packs/${pack}/versions`, { root: { kind: 'sequence', steps } })
  const person = { documentType: 'CPF', document: knownDocument, name: 'Rui Rocha' }
  const { body: created } = await caller.send<{ id: string }>('POST', '/v1/transaction', person)
  const release = Promise.withResolvers<void>()
  bureau.atRequest = async ({ url }) => (url.pathname === '/people' ? release.promise : undefined)
  receiver.answer = { status: 200, waitMs: 2_000, body: JSON.stringify({ holder: knownName }) }

  const path = `/v1/packs/${pack}/${created.id}`
  expect((await caller.send('GET', path, undefined, { prefer: 'wait=0' })).status).toBe(200)
  const bought = () => bureau.requests.filter(({ url }) => url.pathname === '/people')
  await vi.waitFor(() => expect([bought().length, receiver.received.length]).toEqual([1, 1]), {
    timeout: 20_000,
  })
  const corrected = await caller.send('PATCH', `/v1/transaction/${created.id}`, { name: knownName })
  expect(corrected.status).toBe(200)
  release.resolve()
  const { body: ended } = await caller.send('GET', path, undefined, { prefer: 'wait=20' })
  expect(ended).toMatchObject({ outcome: 'approved', stopReason: 'same' })
  expect(bought()).toHaveLength(2)
  expect(receiver.received.map(({ body }) => JSON.parse(body).data.input)).toEqual([
    { name: 'Rui Rocha' },
  ])
}, 60_000)
