// A cap on spending with each vendor, against small servers that speak as it does: what a message has cost is learnt
// from its reports, or by asking, and from then on the cap counts it.
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { readAgenda } from '#src/journey/agenda/read.ts'
import { commitOn } from '#src/journey/commit/commit.ts'
import { append } from '#src/journey/journal/append.ts'
import { challengePriced } from '#src/messaging/challenges/kinds.ts'
import type { MessagingAccount } from '#src/messaging/challenges/port.ts'
import { challengeAttempts } from '#src/messaging/challenges/table.ts'
import { createInfobip } from '#src/vendors/infobip/adapter.ts'
import { createMeta } from '#src/vendors/meta/adapter.ts'
import { createTwilio } from '#src/vendors/twilio/adapter.ts'
import { createZenvia } from '#src/vendors/zenvia/adapter.ts'
import type { Db } from '#src/platform/db/client.ts'
import { test } from '#test/db/fixture.ts'
import { createTestApp, publicBaseUrl } from '#test/support/app.ts'
import { performDue } from '#test/support/due.ts'
import { ask, createReachable, readLatest } from '#test/support/messaging/challenges.ts'
import { silentMessaging } from '#test/support/messaging/messaging.ts'
import { type InfobipServer, startInfobip } from '#test/support/vendors/infobip.ts'
import { type MetaServer, startMeta, writeStatus } from '#test/support/vendors/meta.ts'
import {
  startTwilio,
  type TwilioCallback,
  type TwilioServer,
} from '#test/support/vendors/twilio.ts'
import { startZenvia, type ZenviaServer } from '#test/support/vendors/zenvia.ts'

const agendaSettings = { holdMs: 5_000, failuresMax: 5, idleMs: 900_000, historyMax: 2_000 }
const shared = { shared: false, publicBaseUrl } as const

let twilio: TwilioServer
let meta: MetaServer
let infobip: InfobipServer
let zenvia: ZenviaServer

beforeAll(async () => {
  ;[twilio, meta, infobip, zenvia] = await Promise.all([
    startTwilio(),
    startMeta(),
    startInfobip(),
    startZenvia(),
  ])
})
afterAll(async () => {
  await Promise.all([twilio, meta, infobip, zenvia].map((server) => server.close()))
})

const ofTwilio = () =>
  createTwilio({
    id: 'twilio-main',
    accountSid: twilio.accountSid,
    authToken: twilio.authToken,
    baseUrl: twilio.url,
    senders: { sms: '+5511912340000' },
    ...shared,
  })

const ofMeta = () =>
  createMeta({
    id: 'meta-main',
    phoneNumberId: meta.phoneNumberId,
    accessToken: meta.accessToken,
    appSecret: meta.appSecret,
    verifyToken: 'ours',
    senderNumber: `+${meta.displayNumber}`,
    graphUrl: meta.url,
    templates: { 'whatsapp-2fa': { 'pt-BR': { name: 'confirm', language: 'pt_BR' } } },
    categoryMicros: { utility: 8_000, authentication: 40_000 },
    ...shared,
  })

const ofInfobip = () =>
  createInfobip({
    id: 'infobip-main',
    baseUrl: infobip.url,
    apiKey: infobip.apiKey,
    secret: 'only-infobip-knows-it',
    senders: { sms: '5511912340000' },
    ...shared,
  })

const ofZenvia = () =>
  createZenvia({
    id: 'zenvia-main',
    token: zenvia.token,
    secret: 'only-the-vendor-knows-it',
    baseUrl: zenvia.url,
    senders: { sms: 'acme-sms' },
    shared: false,
  })

async function open(db: Db, account: MessagingAccount, spendMicrosPerDay: number) {
  // A tenant of its own: what others have spent does not count.
  const claims = { tenant: randomUUID(), mode: 'live' } as const
  const settings = { [claims.tenant]: { messages: { spendMicrosPerDay } } }
  const messaging = silentMessaging({ accounts: [account], settings })
  const app = await createTestApp(db, undefined, { messaging })
  const kind = account.channels.includes('sms') ? ('sms-2fa' as const) : ('whatsapp-2fa' as const)
  return {
    app,
    /** The answer to a request of another person. */
    request: async () =>
      (await ask(app, kind, await createReachable(app, {}, claims), { claims })).status,
    /** A message that the vendor has taken. */
    async send() {
      const id = await createReachable(app, {}, claims)
      expect((await ask(app, kind, id, { claims })).status).toBe(201)
      await performDue(app.deps, id)
      const { ref } = await readLatest(app, id, kind)
      return { id, ref }
    },
    async hear(path: string, body: string, headers: Readonly<Record<string, string>> = {}) {
      const json = { authorization: '', 'content-type': 'application/json' }
      const answer = await app.call('POST', path, { body, headers: { ...json, ...headers } })
      expect(answer.status).toBe(200)
    },
    async costs(ref: string): Promise<readonly (number | null)[]> {
      const rows = await db
        .select({ micros: challengeAttempts.costMicros })
        .from(challengeAttempts)
        .where(eq(challengeAttempts.challengeId, ref))
      return rows.map(({ micros }) => micros)
    },
    async cost(ref: string): Promise<number | null | undefined> {
      return (await this.costs(ref))[0]
    },
    async pricesAsked(id: string) {
      const agenda = await readAgenda(db, agendaSettings, { id, after: 0 })
      return (agenda?.tasks ?? []).filter(({ task }) => task === 'challenge-price')
    },
  }
}
type Open = Awaited<ReturnType<typeof open>>

const last = <T>(items: readonly T[]): T => {
  const item = items.at(-1)
  if (item === undefined) throw new Error('the vendor has taken a message')
  return item
}
const pathOf = (url: string) => url.slice(publicBaseUrl.length)

describe('Meta, whose reports name a category', () => {
  const hear = (opened: Open, status: string, pricing?: object) => {
    const written = { ...writeStatus(last(meta.messages), status), ...(pricing && { pricing }) }
    const url = `${publicBaseUrl}/hooks/meta`
    const { body, headers } = meta.callback(url, [{ statuses: [written] }])
    return opened.hear('/hooks/meta', body, headers)
  }

  test('a billed message counts by its category, once, and the cap bites', async ({ db }) => {
    const opened = await open(db, ofMeta(), 8_000)
    const { ref } = await opened.send()
    expect(await opened.cost(ref)).toBeNull()
    expect(await opened.request()).toBe(201)
    await hear(opened, 'sent')
    await hear(opened, 'delivered')
    expect(await opened.cost(ref)).toBe(8_000)
    expect(await opened.request()).toBe(429)
  })

  test('a free one costs nothing, by either of Meta’s words, and a dearer one what it is', async ({
    db,
  }) => {
    const opened = await open(db, ofMeta(), 40_000)
    for (const pricing of [
      { billable: false, pricing_model: 'CBP', category: 'service' },
      { pricing_model: 'PMP', type: 'free_customer_service', category: 'utility' },
      { pricing_model: 'PMP', type: 'free_entry_point', category: 'authentication' },
    ]) {
      const { ref } = await opened.send()
      await hear(opened, 'delivered', pricing)
      expect(await opened.cost(ref)).toBe(0)
    }
    expect(await opened.request()).toBe(201)
    await opened.send()
    await hear(opened, 'sent', { billable: true, type: 'regular', category: 'authentication' })
    expect(await opened.request()).toBe(429)
  })

  test('what a report says takes the place of what was expected', async ({ db }) => {
    const account = { ...ofMeta(), priceMicros: { whatsapp: 100_000 } }
    const opened = await open(db, account, 100_000)
    const { ref } = await opened.send()
    expect(await opened.cost(ref)).toBe(100_000)
    expect(await opened.request()).toBe(429)
    await hear(opened, 'delivered')
    expect(await opened.cost(ref)).toBe(8_000)
    expect(await opened.request()).toBe(201)
  })
})

test('Infobip, whose reports name a price: each part is paid', async ({ db }) => {
  const opened = await open(db, ofInfobip(), 20_000)
  const { ref } = await opened.send()
  expect(await opened.request()).toBe(201)
  const report = infobip.reportOf(last(infobip.messages), ['DELIVERED', 'DELIVERED_TO_HANDSET'])
  await opened.hear(
    '/hooks/infobip/only-infobip-knows-it',
    report.replace('"price"', '"messageCount":2,"price"'),
  )
  expect(await opened.cost(ref)).toBe(20_000)
  expect(await opened.request()).toBe(429)
})

test('Twilio, which knows a price only a while after delivery, is asked until it does', async ({
  db,
}) => {
  const opened = await open(db, ofTwilio(), 7_500)
  const { app } = opened
  const { id, ref } = await opened.send()
  const { url, body, headers } = twilio.statusOf(last(twilio.messages), 'delivered')
  await opened.hear(pathOf(url), body, headers)
  const readPrice = async () => (await opened.pricesAsked(id))[0]
  const waits = await readPrice()
  expect((waits?.dueAt ?? 0) - Date.now()).toBeGreaterThan(25_000)
  const askNow = async () => {
    await commitOn(app.deps, id, async (_, locked) => {
      const entry = { module: 'sms-2fa', ref, attempt: 1, provider: 'twilio-main' } as const
      append(locked, { kind: challengePriced, ...entry, dueAt: locked.now.getTime() })
    })
    await performDue(app.deps, id)
  }
  await askNow()
  expect(await opened.cost(ref)).toBeNull()
  expect(await readPrice()).toBeDefined()
  expect(await opened.request()).toBe(201)
  twilio.price = '-0.00750'
  await askNow()
  expect(await opened.cost(ref)).toBe(7_500)
  expect(await readPrice()).toBeUndefined()
  expect(await opened.request()).toBe(429)
})

test('Twilio is asked too for what was not delivered, and for what helped and acknowledged', async ({
  db,
}) => {
  const opened = await open(db, ofTwilio(), 15_000)
  const { app } = opened
  const { id, ref } = await opened.send()
  const question = last(twilio.messages)
  const hear = async ({ url, body, headers }: TwilioCallback) =>
    opened.hear(pathOf(url), body, headers)
  const say = async (Body: string) => {
    const { to, from } = question
    const { length } = twilio.messages
    await hear(
      twilio.inbound(`${publicBaseUrl}/hooks/twilio/inbound`, { From: to, To: from ?? '', Body }),
    )
    await performDue(app.deps, id)
    // A busy machine has not called the vendor yet when the task no longer waits for that.
    await expect.poll(() => twilio.messages.length, { timeout: 10_000 }).toBe(length + 1)
  }
  await say('quem é?')
  await hear(twilio.statusOf(last(twilio.messages), 'delivered'))
  await say('não fui eu')
  await hear(twilio.statusOf(last(twilio.messages), 'undelivered', { ErrorCode: '30003' }))
  await hear(twilio.statusOf(question, 'undelivered', { ErrorCode: '30007' }))
  const attemptsAsked = async () => (await opened.pricesAsked(id)).map(({ attempt }) => attempt)
  await expect
    .poll(async () => (await attemptsAsked()).toSorted((one = 0, other = 0) => one - other), {
      timeout: 10_000,
    })
    .toEqual([-1, 0, 1])
  expect(await opened.request()).toBe(201)
  twilio.price = '-0.00750'
  for (const attempt of [1, 0, -1]) {
    await commitOn(app.deps, id, async (_, locked) => {
      const entry = { module: 'sms-2fa', ref, attempt, provider: 'twilio-main' } as const
      append(locked, { kind: challengePriced, ...entry, dueAt: locked.now.getTime() })
    })
    await performDue(app.deps, id)
  }
  expect(await opened.costs(ref)).toEqual([7_500, 7_500, 7_500])
  expect(await opened.pricesAsked(id)).toEqual([])
  expect(await opened.request()).toBe(429)
})

test('Zenvia, which names no price: what the configuration says counts when it takes a message', async ({
  db,
}) => {
  const account = { ...ofZenvia(), priceMicros: { sms: 60_000 } }
  const opened = await open(db, account, 60_000)
  const { ref } = await opened.send()
  expect(await opened.cost(ref)).toBe(60_000)
  expect(await opened.request()).toBe(429)
})
