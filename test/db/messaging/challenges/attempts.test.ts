// The sends of a record: claimed once, ended once for certain, and found by what a vendor reports of them.
import { describe, expect } from 'vitest'
import { challengeAccepted } from '#src/messaging/challenges/kinds.ts'
import { locate } from '#src/messaging/inbound/locate.ts'
import type { Db } from '#src/platform/db/client.ts'
import { claimReport, keepMessageId, readMessage } from '#src/messaging/sending/attempt-message.ts'
import {
  type Attempt,
  claimAttempt,
  claimUnlisted,
  endAttempt,
  keepDuration,
  listAttempts,
  readAttemptContact,
} from '#src/messaging/challenges/attempts.ts'
import { hashPhone } from '#src/messaging/phones/store.ts'
import { hashReplyRoute } from '#src/messaging/conversations/reply-route.ts'
import { challengeAttempts } from '#src/messaging/challenges/table.ts'
import { keepCost } from '#src/messaging/requests/volume/spending.ts'
import { createKeyring, openKeyring } from '#src/platform/seal/keys.ts'
import { createSealer } from '#src/platform/seal/sealer.ts'
import { openDataKey } from '#src/journey/transaction/locked.ts'
import {
  brazilian,
  createWithPhones,
  e164Of,
  keepRecord,
  underLock,
} from '#test/support/messaging/phones.ts'
import { test } from '#test/db/fixture.ts'

const sealer = createSealer(openKeyring(createKeyring()))
const phone = e164Of(4321)

/** A record that nobody has sent yet. */
async function open(db: Db) {
  const id = await createWithPhones(db, sealer, [brazilian(4321)])
  const ref = await keepRecord(db, sealer, id, { tried: [{ e164: phone }], agoMs: 0 })
  await db.delete(challengeAttempts)
  return { id, ref, challengeKind: 'sms-2fa' as const }
}

const claimBy =
  (way: typeof claimAttempt | typeof claimUnlisted) =>
  (db: Db, { id, ref }: { id: string; ref: string }, attempt: number, account = 'a') =>
    underLock(db, id, async (tx, locked) =>
      way({ tx, sealer, locked }, await openDataKey(sealer, locked), {
        challengeId: ref,
        attempt,
        account,
        sender: '+5511912340000',
        contact: phone,
        contactHash: hashPhone(sealer, locked, phone).current,
        replyHash: hashReplyRoute(sealer, account, phone).current,
        source: 'phone',
      }),
    )
const claim = claimBy(claimAttempt)

const end = (
  db: Db,
  id: string,
  attempt: Attempt | undefined,
  ending: Parameters<typeof endAttempt>[3],
) => underLock(db, id, (tx, { now }) => endAttempt(tx, attempt?.id ?? '', now, ending))

const report = (
  db: Db,
  { id, ref, challengeKind }: { id: string; ref: string; challengeKind: 'sms-2fa' },
  providerMsgId: string,
  account = 'a',
) =>
  underLock(db, id, async (tx, locked) => {
    const attempts = await listAttempts(tx, ref)
    const message = { account, providerMsgId }
    return claimReport({ tx, sealer, locked }, { id: ref, challengeKind }, attempts, message)
  })

describe('an attempt', () => {
  test('is claimed by one worker', async ({ db }) => {
    const record = await open(db)
    const claims = await Promise.all([claim(db, record, 1), claim(db, record, 1, 'b')])
    expect(claims.filter((one) => one !== undefined)).toHaveLength(1)
    expect(await listAttempts(db, record.ref)).toHaveLength(1)
  })

  test('that is claimed without a look at its row is the row that is read later', async ({
    db,
  }) => {
    const record = await open(db)
    const claimed = await claimBy(claimUnlisted)(db, record, 1)
    expect(await listAttempts(db, record.ref)).toEqual([claimed])
  })

  test('that is there already fails the commit that claims it unseen: nobody is called for it', async ({
    db,
  }) => {
    const record = await open(db)
    const first = await claim(db, record, 1)
    await expect(claimBy(claimUnlisted)(db, record, 1, 'b')).rejects.toThrow('duplicate key')
    expect(await listAttempts(db, record.ref)).toEqual([first])
  })

  test('keeps its number sealed', async ({ db }) => {
    const record = await open(db)
    const attempt = await claim(db, record, 1)
    const read = await underLock(db, record.id, (_, locked) =>
      attempt ? readAttemptContact(sealer, locked, attempt) : Promise.resolve(''),
    )
    expect(read).toBe(phone)
    expect(attempt?.phone.includes(phone.slice(3))).toBe(false)
  })

  test('ends once for certain; one in doubt may still end', async ({ db }) => {
    const record = await open(db)
    const attempt = await claim(db, record, 1)
    expect(await end(db, record.id, attempt, { outcome: 'uncertain', code: 'timeout' })).toBe(true)
    expect(await end(db, record.id, attempt, { outcome: 'accepted', durationMs: 7 })).toBe(true)
    expect(await end(db, record.id, attempt, { outcome: 'failed', code: 'v-1' })).toBe(false)
    const [kept] = await listAttempts(db, record.ref)
    expect(kept).toMatchObject({ outcome: 'accepted', code: null, durationMs: 7 })
  })

  test('that a callback ended gets what its vendor’s answer measured, once', async ({ db }) => {
    const record = await open(db)
    const attempt = await claim(db, record, 1)
    await end(db, record.id, attempt, { outcome: 'accepted' })
    const { id = '' } = attempt ?? {}
    for (const durationMs of [undefined, 12, 99]) await keepDuration(db, id, durationMs)
    await underLock(db, record.id, async (tx, locked) => {
      for (const cost of [null, 7, 9]) await keepCost(tx, locked, id, cost)
    })
    const [kept] = await listAttempts(db, record.ref)
    expect(kept).toMatchObject({ durationMs: 12, costMicros: 7 })
  })
})

describe('the vendor’s id of a message', () => {
  test('finds its attempt, is sealed, and means nothing at another account', async ({ db }) => {
    const record = await open(db)
    const attempt = await claim(db, record, 1)
    const message = { providerMsgId: 'wamid.5511987654321', resolvedAddress: '551187654321' }
    await underLock(db, record.id, async (tx, locked) => {
      if (attempt) await keepMessageId({ tx, sealer, locked }, attempt, message)
    })
    const reportTo = (account: string) =>
      locate(db, sealer, {
        accounts: [account],
        event: {
          kind: 'status',
          dedupeKey: 'one',
          providerMsgId: message.providerMsgId,
          deliveryStatus: 'sent',
        },
        receivedAt: Date.now(),
      })
    expect(await reportTo('a')).toMatchObject([{ recordId: record.ref }])
    expect(await reportTo('b')).toEqual([])
    const [found] = await listAttempts(db, record.ref)
    expect(found?.message?.includes(message.providerMsgId)).toBe(false)
    const read = await underLock(db, record.id, (_, locked) =>
      found ? readMessage(sealer, locked, found) : Promise.resolve(undefined),
    )
    expect(read).toEqual(message)
  })
})

describe('a report that names our record', () => {
  test('ends the attempt that awaits its answer as accepted, and says so once', async ({ db }) => {
    const record = await open(db)
    await claim(db, record, 1)
    const first = await report(db, record, 'm-1')
    expect(first?.entries).toMatchObject([
      { kind: challengeAccepted, ref: record.ref, module: 'sms-2fa', attempt: 1, provider: 'a' },
    ])
    const again = await report(db, record, 'm-1')
    expect(again).toMatchObject({ attempt: { attempt: 1 }, entries: [] })
    const [kept] = await listAttempts(db, record.ref)
    expect(kept).toMatchObject({ outcome: 'accepted' })
  })

  test('is about the attempt with that message, though a newer one awaits its answer', async ({
    db,
  }) => {
    const record = await open(db)
    await claim(db, record, 1)
    await report(db, record, 'm-1')
    await claim(db, record, 2)
    expect(await report(db, record, 'm-1')).toMatchObject({ attempt: { attempt: 1 }, entries: [] })
    expect(await report(db, record, 'm-2')).toMatchObject({ attempt: { attempt: 2 } })
  })

  test('corrects a look-up that had found nothing', async ({ db }) => {
    const record = await open(db)
    const attempt = await claim(db, record, 1)
    await end(db, record.id, attempt, { outcome: 'deferred', code: 'absent' })
    expect((await report(db, record, 'm-1'))?.entries).toHaveLength(1)
    const [kept] = await listAttempts(db, record.ref)
    expect(kept).toMatchObject({ outcome: 'accepted', code: null })
  })

  test('by an account that never had it, or had refused it, is about nothing', async ({ db }) => {
    const record = await open(db)
    const attempt = await claim(db, record, 1)
    expect(await report(db, record, 'm-1', 'b')).toBeUndefined()
    await end(db, record.id, attempt, { outcome: 'failed', code: 'v-1', failureClass: 'account' })
    expect(await report(db, record, 'm-1')).toBeUndefined()
  })
})
