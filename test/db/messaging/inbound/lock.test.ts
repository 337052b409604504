// What a callback reads of its record is asked for with the lock, and answered after it.
import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { challenges } from '#src/messaging/challenges/table.ts'
import { metaBody, metaStatus, postMeta } from '#test/support/messaging/callbacks.ts'
import { openHooks, read, readKinds, sendRecord } from '#test/support/hooks.ts'
import { underLock } from '#test/support/messaging/phones.ts'
import { test } from '#test/db/fixture.ts'

test('what was committed while it waited for the lock is what it decides by', async ({ db }) => {
  const app = await openHooks(db)
  const sent = await sendRecord(app, { challengeKind: 'whatsapp-2fa' })
  const isHeld = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  const holding = underLock(db, sent.id, async (tx) => {
    const already = new Date(Date.now() - 60_000)
    await tx.update(challenges).set({ sentAt: already }).where(eq(challenges.id, sent.ref))
    isHeld.resolve()
    await mayEnd.promise
  })
  await isHeld.promise
  const reporting = postMeta(app, metaBody({ statuses: [metaStatus(sent, 'sent')] }))
  await expect
    .poll(async () => {
      const waiting = await db.execute(sql`
        select 1 from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`)
      return waiting.length
    })
    .toBe(1)
  mayEnd.resolve()
  await holding
  expect((await reporting).status).toBe(200)
  // It stood there already: nothing is said a second time.
  expect(await readKinds(app, sent)).toEqual([])
  expect(await read(app, sent)).toMatchObject({ status: 'Sent' })
})
