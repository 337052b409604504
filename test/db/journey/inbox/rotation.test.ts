// Events that a vendor repeats after a hash key was added: under the older one they are known too.
import { expect } from 'vitest'
import { claimEvent } from '#src/journey/inbox/dedupe.ts'
import { providerEvents, unmatchedEvents } from '#src/journey/inbox/table.ts'
import { createKeyring, openKeyring } from '#src/platform/seal/keys.ts'
import { createSealer } from '#src/platform/seal/sealer.ts'
import { answer, report } from '#test/support/messaging/callbacks.ts'
import { newPhone, openHooks, sendRecord, readKinds } from '#test/support/hooks.ts'
import { test } from '#test/db/fixture.ts'

const ring = openKeyring(createKeyring())
const keys = new Map([...ring.hash.keys, [ring.hash.current + 1, Buffer.alloc(32, 7)]])
const older = createSealer(ring)
const newer = createSealer({ ...ring, hash: { current: ring.hash.current + 1, keys } })

test('a report and an answer count once, before and after a hash key is added', async ({ db }) => {
  const before = await openHooks(db, undefined, older)
  const after = await openHooks(db, undefined, newer)
  const sent = await sendRecord(before)
  const same = { MessageSid: 'SM1' }
  const failed = { ErrorCode: '30007' }
  await report(before, sent, 'delivered')
  await report(before, sent, 'undelivered', failed)
  await answer(before, sent, 'talvez', same)
  const told = await readKinds(before, sent)
  const count = await db.$count(providerEvents)
  expect(count).toBe(2)
  await report(after, sent, 'delivered')
  await report(after, sent, 'undelivered', failed)
  await answer(after, sent, 'talvez', same)
  expect(await readKinds(after, sent)).toEqual(told)
  expect(await db.$count(providerEvents)).toBe(count)
  await answer(after, sent, 'talvez', { MessageSid: 'SM2' })
  expect(await db.$count(providerEvents)).toBe(count + 1)
})

test('a callback of no record is kept once, before and after a hash key is added', async ({
  db,
}) => {
  const sent = await sendRecord(await openHooks(db, undefined, older))
  const lost = { ...sent, phone: newPhone() }
  for (const sealer of [older, newer, newer])
    await answer(await openHooks(db, undefined, sealer), lost, '1', { MessageSid: 'SM3' })
  expect(await db.$count(unmatchedEvents)).toBe(1)
  await answer(await openHooks(db, undefined, newer), lost, '1', { MessageSid: 'SM4' })
  expect(await db.$count(unmatchedEvents)).toBe(2)
})

test('an event is claimed once per account and purpose, by whoever comes first', async ({ db }) => {
  const claim = (sealer = newer, ...parts: string[]) => claimEvent(db, sealer, 'one', ...parts)
  const claims = await Promise.all(Array.from({ length: 5 }, () => claim(newer, 'event')))
  expect(claims.filter(Boolean)).toHaveLength(1)
  expect(await claim(newer, 'event', 'owner')).toBe(true)
  expect(await claimEvent(db, newer, 'two', 'event')).toBe(true)
  expect([await claim(older, 'second'), await claim(newer, 'second')]).toEqual([true, false])
})
