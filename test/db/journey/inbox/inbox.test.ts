// Events that find no record yet: kept sealed, tried again, and forgotten in time.
import { setTimeout as sleep } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { type Db, openDatabase } from '#src/platform/db/client.ts'
import { forgetOldKeys } from '#src/journey/inbox/dedupe.ts'
import { eventKeys, forgetOldEvents } from '#src/journey/inbox/inbox.ts'
import { rematch } from '#src/journey/inbox/retry.ts'
import { challenges } from '#src/messaging/challenges/table.ts'
import { inboxKeys, providerEvents, unmatchedEvents } from '#src/journey/inbox/table.ts'
import { checkKeyring } from '#src/platform/seal/check.ts'
import { createKeyring, type KeyringFile, openKeyring } from '#src/platform/seal/keys.ts'
import { rotateMasterKey } from '#src/platform/seal/rotate.ts'
import { createSealer } from '#src/platform/seal/sealer.ts'
import type { TestApp } from '#test/support/app.ts'
import {
  answer,
  metaBody,
  metaText,
  postMeta,
  postTwilio,
  report,
  statusForm,
} from '#test/support/messaging/callbacks.ts'
import {
  accounts,
  attempt,
  newPhone,
  openHooks,
  read,
  sendRecord,
  test,
} from '#test/support/hooks.ts'
import { underLock } from '#test/support/messaging/phones.ts'
import { startDatabaseProxy } from '#test/support/servers/proxy.ts'

async function tryAgain({ db, deps, sealer }: TestApp): Promise<number> {
  await db.update(unmatchedEvents).set({ nextTryAt: new Date(Date.now() - 1_000) })
  return rematch({ ...deps, sealer })
}

const countKept = async (db: Db) => db.$count(unmatchedEvents)

test('a callback that names no record is kept once, and taken when its message is known', async ({
  app,
}) => {
  const sent = await sendRecord(app, { outcome: 'claimed' })
  // Without our own id: the vendor's one is not known before its answer was stored.
  for (let again = 0; again < 3; again++) {
    const answered = await postTwilio(app, '/hooks/twilio/status', statusForm(sent, 'delivered'))
    expect(answered.status).toBe(200)
  }
  expect(await countKept(app.db)).toBe(1)
  expect(await tryAgain(app)).toBe(0)
  await report(app, sent, 'sent')
  expect(await tryAgain(app)).toBe(1)
  expect(await read(app, sent)).toMatchObject({ status: 'Delivered' })
  expect(await countKept(app.db)).toBe(0)
})

test('an answer that was kept counts by the time when it came', async ({ app }) => {
  const sent = await sendRecord(app, { challengeKind: 'whatsapp-2fa' })
  const quote = metaText(sent, '1', { context: { id: 'wamid.new' }, timestamp: undefined })
  await postMeta(app, metaBody({ messages: [quote] }))
  expect(await countKept(app.db)).toBe(1)
  // Before the event finds its record, that has expired by more than clocks may differ.
  await app.db
    .update(challenges)
    .set({ expiresAt: sql`clock_timestamp() - interval '4 seconds'`, expiredAt: new Date() })
    .where(eq(challenges.id, sent.ref))
  await sleep(1_500)
  await attempt(app, { ...sent, messageId: 'wamid.new' }, { attempt: 2, outcome: 'accepted' })
  expect(await tryAgain(app)).toBe(1)
  expect(await read(app, sent)).toMatchObject({ status: 'Replied' })
})

test('a repetition that finds its record is not counted again by the one that was kept', async ({
  app,
}) => {
  const sent = await sendRecord(app, { outcome: 'claimed' })
  await postTwilio(app, '/hooks/twilio/status', statusForm(sent, 'delivered'))
  await report(app, sent, 'delivered')
  const before = await read(app, sent)
  expect(await tryAgain(app)).toBe(1)
  expect(await read(app, sent)).toEqual(before)
  expect(await countKept(app.db)).toBe(0)
})

test('what is kept is sealed: neither number nor text nor id stands in the row', async ({
  app,
  sent,
}) => {
  const phone = newPhone()
  await answer(app, { ...sent, phone }, 'um texto secreto')
  const rows = await app.db.execute(
    sql`select row_to_json(e)::text as row from ${unmatchedEvents} e`,
  )
  const stored = JSON.stringify(rows)
  const bytes = Buffer.concat(
    (await app.db.select().from(unmatchedEvents)).map(({ event }) => event),
  )
  for (const value of [phone, phone.slice(3), 'secreto']) {
    expect(stored).not.toContain(value)
    expect(bytes.includes(value)).toBe(false)
  }
  await app.db.delete(unmatchedEvents)
})

test('it is tried at ever longer distances, for ten minutes, and kept for thirty days', async ({
  app,
  sent,
}) => {
  await answer(app, { ...sent, phone: newPhone() }, '1')
  const received = (ago: string) =>
    app.db.update(unmatchedEvents).set({
      receivedAt: sql`clock_timestamp() - ${ago}::interval`,
    })
  const nextMs = async () => {
    const [row] = await app.db.select().from(unmatchedEvents)
    return row?.nextTryAt ? row.nextTryAt.getTime() - Date.now() : undefined
  }
  await received('1 minute')
  await tryAgain(app)
  expect(await nextMs()).toBeGreaterThan(25_000)
  await received('11 minutes')
  await tryAgain(app)
  expect(await nextMs()).toBeUndefined()
  await received('29 days')
  expect(await forgetOldEvents(app.db)).toBe(0)
  await app.db
    .insert(inboxKeys)
    .values({ day: '2020-01-01', keyId: 'k', wrappedKey: Buffer.alloc(1) })
  await app.db.update(unmatchedEvents).set({ day: '2020-01-01' })
  expect(await forgetOldEvents(app.db)).toBe(0)
  await received('31 days')
  expect(await forgetOldEvents(app.db)).toBe(1)
  const keys = await app.db.select().from(inboxKeys).where(eq(inboxKeys.day, '2020-01-01'))
  expect(keys).toEqual([])
})

test('the last try is not lost by a worker that gets no connection, or dies', async ({ app }) => {
  const sent = await sendRecord(app, { outcome: 'claimed' })
  await postTwilio(app, '/hooks/twilio/status', statusForm(sent, 'delivered'))
  await report(app, sent, 'sent')
  const received = new Date(Date.now() - 660_000)
  await app.db.update(unmatchedEvents).set({ receivedAt: received })
  const crowded = Object.assign(new Error('no free connection'), { code: 'NO_FREE_CONNECTION' })
  const eventHandlers = app.deps.eventHandlers.map((handler) => ({
    ...handler,
    take: () => Promise.reject(crowded),
  }))
  await expect(tryAgain({ ...app, deps: { ...app.deps, eventHandlers } })).rejects.toBe(crowded)
  const [kept] = await app.db.select().from(unmatchedEvents)
  expect(kept?.nextTryAt).toBeInstanceOf(Date)
  expect(await tryAgain(app)).toBe(1)
  expect(await read(app, sent)).toMatchObject({ status: 'Delivered' })
})

test('keys of events are forgotten after thirty days', async ({ app, sent }) => {
  await report(app, sent, 'sent')
  const before = await app.db.$count(providerEvents)
  expect(await forgetOldKeys(app.db)).toBe(0)
  await app.db
    .update(providerEvents)
    .set({ receivedAt: sql`clock_timestamp() - interval '31 days'` })
  expect(await forgetOldKeys(app.db)).toBe(before)
})

test('a row that somebody holds is not waited for: the event is kept, and taken afterwards', async ({
  db,
}) => {
  const app = await openHooks(db)
  const sent = await sendRecord(app)
  const held = Promise.withResolvers<void>()
  const isHeld = Promise.withResolvers<void>()
  const holding = underLock(db, sent.id, async () => {
    isHeld.resolve()
    await held.promise
  })
  await isHeld.promise
  const began = performance.now()
  expect((await report(app, sent, 'delivered')).status).toBe(200)
  expect(performance.now() - began).toBeLessThan(5_000)
  held.resolve()
  await holding
  expect(await tryAgain(app)).toBe(1)
  expect(await read(app, sent)).toMatchObject({ status: 'Delivered' })
})

test('while Postgres is away a callback is 503, and taken when the vendor comes again', async ({
  db,
  url,
}) => {
  await using parts = new AsyncDisposableStack()
  const proxy = await startDatabaseProxy(url)
  parts.defer(() => proxy.close())
  const database = openDatabase(proxy.url, 'test')
  parts.defer(() => database.close())
  const app = await openHooks(database.db)
  const sent = await sendRecord(app)
  await proxy.down()
  // Until the pool has noticed.
  await sleep(200)
  const refused = await report(app, sent, 'delivered')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
  await proxy.up()
  await expect.poll(async () => (await report(app, sent, 'delivered')).status).toBe(200)
  expect(await read({ ...app, db }, sent)).toMatchObject({ status: 'Delivered' })
})

test('the inbox opens under a new master key, and the old one is asked for while it needs it', async ({
  db,
}) => {
  await db.delete(unmatchedEvents)
  await db.delete(inboxKeys)
  const old = createKeyring()
  const both = {
    ...old,
    master: {
      current: 'k2',
      keys: { ...old.master.keys, k2: createKeyring().master.keys['k1'] ?? '' },
    },
  }
  const onlyNew = { ...both, master: { current: 'k2', keys: { k2: both.master.keys['k2'] ?? '' } } }
  const app = await openHooks(db, Object.values(accounts), createSealer(openKeyring(old)))
  const log = { warn: () => undefined }
  const check = (file: KeyringFile) => checkKeyring(db, openKeyring(file), log, [eventKeys])
  await check(old)
  const lost = { ...(await sendRecord(app)), phone: newPhone() }
  await answer(app, lost, '1')
  expect(await countKept(app.db)).toBe(1)
  await expect(check(onlyNew)).rejects.toThrow('master key k1 is missing')
  const ring = openKeyring(both)
  const rotate = () => rotateMasterKey(db, createSealer(ring), ring, [eventKeys])
  expect([await rotate(), await rotate()]).toEqual([1, 0])
  await check(onlyNew)
  const renewed = { ...app, sealer: createSealer(openKeyring(onlyNew)) }
  expect(await tryAgain(renewed)).toBe(0)
  expect(await countKept(app.db)).toBe(1)
})
