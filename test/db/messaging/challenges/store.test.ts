// What the store of challenges guarantees of its own.
import { expect } from 'vitest'
import { sql } from 'drizzle-orm'
import { readContact } from '#src/messaging/challenges/content.ts'
import { findChallenge, updateChallenge, recordTimes } from '#src/messaging/challenges/store.ts'
import { findById } from '#src/journey/transaction/store.ts'
import { openSmsToken, createReachable, randomMobile } from '#test/support/messaging/challenges.ts'
import { test } from '#test/support/app-fixture.ts'

test('of two reports of one status the earlier counts, whatever order they come in', async ({
  app,
}) => {
  const { ref } = await openSmsToken(app, await createReachable(app))
  const early = new Date('2026-11-21T12:00:00.000Z')
  const late = new Date('2026-11-21T12:00:05.000Z')
  await recordTimes(app.db, ref, { sentAt: late, deliveredAt: early })
  await recordTimes(app.db, ref, { sentAt: early, deliveredAt: late, readAt: late })
  await recordTimes(app.db, ref, {})
  expect(await findChallenge(app.db, ref)).toMatchObject({
    sentAt: early.getTime(),
    deliveredAt: early.getTime(),
    readAt: late.getTime(),
    repliedAt: null,
  })
  await updateChallenge(app.db, ref, { failedAt: late, failureCode: 'undelivered' })
  expect(await findChallenge(app.db, ref)).toMatchObject({ failureCode: 'undelivered' })
})

test('number, text and code stand nowhere in the row', async ({ app }) => {
  const phone = randomMobile()
  const id = await createReachable(app, { phone })
  const { ref, challenge, code, pageToken } = await openSmsToken(app, id)
  const found = await findById(app.db, id)
  if (!found) throw new Error('the transaction is there')
  const e164 = `+55${phone.areaCode}${phone.number}`
  expect(await readContact(app.sealer, found, challenge)).toBe(e164)
  const [row] = await app.db.execute<{ text: string }>(
    sql`select row_to_json(c)::text as text from challenge c where id = ${ref}::uuid`,
  )
  const hex = (text: string) => Buffer.from(text).toString('hex')
  for (const secret of [code, pageToken, String(phone.number), 'nao o passe', 'codigo']) {
    expect(row?.text).not.toContain(hex(secret))
    if (secret !== code) expect(row?.text).not.toContain(secret)
  }
})
