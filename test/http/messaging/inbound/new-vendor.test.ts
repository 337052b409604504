// A vendor is its folder and one line in the list: one that only this test knows is configured, sends, and
// reports to its own hooks, and nothing else is told of it.
import { createHmac } from 'node:crypto'
import { expect } from 'vitest'
import { z } from 'zod'
import { callbacksOf } from '#src/main/callbacks.ts'
import { capabilities } from '#src/main/capabilities.ts'
import type { MessagingAccount, OutboundMessage } from '#src/messaging/challenges/port.ts'
import { readConfig } from '#src/main/config/config.ts'
import { makeMessaging } from '#src/main/ports/messaging.ts'
import { vendors } from '#src/vendors/index.ts'
import { isSame } from '#src/vendors/parts/secrets.ts'
import { defineVendor, signed } from '#src/vendors/parts/vendor.ts'
import { createKeyring, openKeyring } from '#src/platform/seal/keys.ts'
import { createSealer } from '#src/platform/seal/sealer.ts'
import { createTenants } from '#src/platform/tenants/tenants.ts'
import type { TestApp } from '#test/support/app.ts'
import { test } from '#test/db/fixture.ts'
import { createTestApp, publicBaseUrl } from '#test/support/app.ts'
import { read, readKinds, sendRecord } from '#test/support/hooks.ts'
import { context, message } from '#test/support/vendors/harness.ts'

const PigeonAccount = z.strictObject({
  vendor: z.literal('pigeon'),
  ring: z.string().min(4),
  loft: z.string(),
  shared: z.boolean().exactOptional(),
})
type PigeonAccount = z.output<typeof PigeonAccount>

const Report = z.object({ bird: z.string(), landed: z.boolean(), record: z.string() })

const signWith = (ring: string, body: Uint8Array | string) =>
  createHmac('sha256', ring).update(body).digest('hex')

const flown: OutboundMessage[] = []

const pigeon = defineVendor({
  name: 'pigeon',
  config: PigeonAccount,
  channelsOf: () => ['sms'],
  open: ({ ring, loft }: PigeonAccount, { id, shared }) => ({
    id,
    vendor: 'pigeon',
    channels: ['sms'],
    senders: { sms: loft },
    shared,
    repeat: 'never',
    send: async (sent) => {
      flown.push(sent)
      return { kind: 'accepted', providerMsgId: `bird-${flown.length}` }
    },
    verifyWebhook: ({ headers, rawBody }) =>
      isSame(headers['x-ring'] ?? '', signWith(ring, rawBody)),
    parseWebhook({ rawBody }) {
      const { bird, landed, record } = Report.parse(JSON.parse(Buffer.from(rawBody).toString()))
      const deliveryStatus = landed ? 'delivered' : 'sent'
      return [
        {
          kind: 'status',
          dedupeKey: `${bird}:${deliveryStatus}`,
          providerMsgId: bird,
          recordId: record,
          deliveryStatus,
        },
      ]
    },
  }),
  hooks: [
    {
      path: '/hooks/pigeon',
      operationId: 'takePigeon',
      summary: 'Report a pigeon',
      description: `For the keeper. ${signed}`,
      bodyLimit: 'small',
      proof: 'signature',
      reply: { body: 'coo', mediaType: 'text/plain' },
    },
  ],
})

const config = readConfig({
  DATABASE_URL: 'postgres://-',
  KEYRING: '-',
  JWT_SECRET: 'x'.repeat(32),
  PUBLIC_BASE_URL: publicBaseUrl,
  MESSAGING: JSON.stringify({
    accounts: { homing: { vendor: 'pigeon', ring: 'brass', loft: 'north' } },
    channels: { sms: ['homing'] },
  }),
})

test('a vendor of one value is configured, sends, and moves its records by its own hook', async ({
  db,
}) => {
  const sealer = createSealer(openKeyring(createKeyring()))
  const all = [...vendors, pigeon]
  await using parts = new AsyncDisposableStack()
  const none: MessagingAccount = {
    id: 'none',
    vendor: 'none',
    channels: [],
    senders: {},
    shared: false,
    repeat: 'never',
    send: async () => ({ kind: 'uncertain', cause: 'reset' }),
    verifyWebhook: () => false,
    parseWebhook: () => [],
  }
  const sandbox = { of: () => ({ email: none, sms: none, whatsapp: none }) }
  const tenants = createTenants({ brand: 'Acme' })
  const messaging = makeMessaging({ config, sealer, sandbox, tenants }, parts, all)
  const offered = [...capabilities.filter(({ name }) => name !== 'callbacks'), callbacksOf(all)]
  const app: TestApp = { ...(await createTestApp(db, sealer, { messaging, offered })), db }

  const claims = { mode: 'live' } as const
  const [account] = messaging.accounts.list({ tenant: 'acme', mode: 'live' }, 'sms')
  if (!account) throw new Error('the account is listed')
  expect(await account.send(message('sms'), context())).toMatchObject({ kind: 'accepted' })
  expect(flown).toHaveLength(1)

  const sent = await sendRecord(app, { account, claims })
  const post = (landed: boolean, ring = 'brass') => {
    const body = JSON.stringify({ bird: sent.messageId, landed, record: sent.ref })
    const headers = { authorization: '', 'x-ring': signWith(ring, body) }
    return app.call('POST', '/hooks/pigeon', { body, headers })
  }
  expect((await post(true, 'silver')).status).toBe(401)
  const answered = await post(false)
  expect([answered.status, await answered.text()]).toEqual([200, 'coo'])
  await post(true)
  expect(await read(app, sent)).toMatchObject({ status: 'Delivered' })
  expect(await readKinds(app, sent)).toEqual(['sent', 'delivered'])
  const document = await (await app.call('GET', '/openapi.json')).json()
  expect(document.paths['/hooks/pigeon'].post.operationId).toBe('takePigeon')
})
