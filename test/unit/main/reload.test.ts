// Accounts and settings are replaced while the process runs, as a whole or not at all.
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readConfig } from '#src/main/config/config.ts'
import { makeMessaging } from '#src/main/ports/messaging.ts'
import { keepReloading } from '#src/main/config/reload.ts'
import { readTenantsConfig } from '#src/main/config/tenants.ts'
import { createKeyring, openKeyring } from '#src/platform/seal/keys.ts'
import { createSealer } from '#src/platform/seal/sealer.ts'
import { createTenants } from '#src/platform/tenants/tenants.ts'
import { sharedAccount } from '#test/support/messaging/messaging.ts'

type Say = (fields: object, text: string) => void

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atesta-reload-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const zenvia = (secret: string) => ({
  accounts: {
    zenvia: {
      vendor: 'zenvia',
      token: 't',
      webhookHeader: { name: 'x-key', value: secret },
      senders: { sms: 'acme' },
    },
  },
  channels: { sms: ['zenvia'] },
})

async function open(parts: AsyncDisposableStack) {
  const files = { tenants: join(folder, 'tenants.json'), messaging: join(folder, 'messaging.json') }
  await writeFile(files.tenants, '{"tenants":{"acme":{"brand":"Banco Sul"}}}')
  await writeFile(files.messaging, JSON.stringify(zenvia('first key')))
  const config = readConfig({
    DATABASE_URL: 'postgres://-',
    KEYRING: '-',
    JWT_SECRET: 'x'.repeat(32),
    MESSAGING_FILE: files.messaging,
  })
  const naming = { brand: 'Atesta' }
  const readTenants = () => readTenantsConfig({ file: files.tenants })
  const tenants = createTenants(naming, readTenants())
  const sealer = createSealer(openKeyring(createKeyring()))
  const sandbox = {
    of: () => ({ email: sharedAccount, sms: sharedAccount, whatsapp: sharedAccount }),
  }
  const messaging = makeMessaging({ config, sealer, sandbox, tenants }, parts)
  const log = { info: vi.fn<Say>(), warn: vi.fn<Say>(), error: vi.fn<Say>() }
  const reload = () => {
    const next = readTenants()
    const replace = messaging.prepare(createTenants(naming, next))
    tenants.replace(next)
    replace()
  }
  // The log's levels are functions of pino's; what is called here are three of them.
  keepReloading({ files: Object.values(files), reload, log: log as never }, parts)
  const isBelieved = (key: string) =>
    messaging.accounts.list({ tenant: 'acme', mode: 'live' }, 'sms')[0]?.verifyWebhook({
      method: 'POST',
      url: 'https://id.example.test/hooks/zenvia',
      headers: { 'x-key': key },
      rawBody: new Uint8Array(),
    })
  return { files, tenants, messaging, log, isBelieved }
}

test('by SIGHUP and by a changed file, and what is wrong changes nothing', async () => {
  await using parts = new AsyncDisposableStack()
  const { files, tenants, log, isBelieved } = await open(parts)
  expect(isBelieved('first key')).toBe(true)

  await writeFile(`${files.messaging}.new`, JSON.stringify(zenvia('second key')))
  await rename(`${files.messaging}.new`, files.messaging)
  await vi.waitFor(() => expect(isBelieved('second key')).toBe(true), 30_000)
  expect(isBelieved('first key')).toBe(false)

  await writeFile(files.tenants, '{"tenants":{"acme":{"brand":"Banco Norte"}}}')
  process.emit('SIGHUP')
  expect(tenants.of('acme').brand).toBe('Banco Norte')

  // The accounts would hold, the tenants do not: neither is taken.
  await writeFile(files.messaging, JSON.stringify(zenvia('third key')))
  await writeFile(files.tenants, '{"tenants":{"acme":{"brand":7,"messages":{"sendsMax":99}}}}')
  process.emit('SIGHUP')
  expect(tenants.of('acme').brand).toBe('Banco Norte')
  expect(isBelieved('second key')).toBe(true)
  const [said] = log.error.mock.calls.at(-1) ?? []
  expect(said).toMatchObject({ reason: expect.stringMatching(/TENANTS_FILE[^]*sendsMax/) })
})
