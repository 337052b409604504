// The tag of questions by a sender that tenants share.
import { expect } from 'vitest'
import { newId } from '#src/ids.ts'
import { hashPhone } from '#src/phones/store.ts'
import { hashReplyRoute } from '#src/challenges/reply-route.ts'
import { challengeAttempts, challenges } from '#src/challenges/table.ts'
import { pickTag } from '#src/challenges/reply-code.ts'
import { createTestApp } from '#test/support/app.ts'
import {
  ageSends,
  ask,
  createReachable,
  randomMobile,
  readLatest,
} from '#test/support/challenges.ts'
import { sharedAccount, silentMessaging } from '#test/support/messaging.ts'
import { eq } from 'drizzle-orm'
import { test } from '../fixture.ts'

test('a question by a shared sender has two digits to begin the answer with, another one has none', async ({
  db,
}) => {
  const messaging = silentMessaging({ accounts: [sharedAccount] })
  const app = await createTestApp(db, undefined, { messaging })
  const id = await createReachable(app)
  const { text } = await (await ask(app, 'sms-2fa', id)).json()
  const { challenge } = await readLatest(db, app.sealer, id, 'sms-2fa')
  expect(challenge.tag).toMatch(/^[1-9]\d$/)
  expect(text).toContain(`Responda ${challenge.tag} 1 para SIM ou ${challenge.tag} 2 para NAO`)
  await ask(app, 'sms-token', id)
  expect((await readLatest(db, app.sealer, id, 'sms-token')).challenge.tag).toBeNull()
  const own = silentMessaging({ accounts: [{ ...sharedAccount, shared: false }] })
  const other = await createTestApp(db, app.sealer, { messaging: own })
  const another = await createReachable(other)
  await ask(other, 'sms-2fa', another)
  expect((await readLatest(db, app.sealer, another, 'sms-2fa')).challenge.tag).toBeNull()
})

test('no tag is given that a question open at the number has, whoever asked it', async ({ db }) => {
  const messaging = silentMessaging({ accounts: [sharedAccount] })
  const app = await createTestApp(db, undefined, { messaging })
  const phone = randomMobile()
  const e164 = `+55${phone.areaCode}${phone.number}`
  const claims = { tenant: 'other' }
  const id = await createReachable(app, { phone }, claims)
  await ask(app, 'sms-2fa', id, { claims })
  const { ref, challenge } = await readLatest(db, app.sealer, id, 'sms-2fa')
  const [row] = await db.select().from(challenges).where(eq(challenges.id, ref))
  if (!row) throw new Error('the record is there')
  await db.insert(challengeAttempts).values({
    id: newId(),
    challengeId: ref,
    attempt: 1,
    provider: sharedAccount.id,
    sender: '+5511912340000',
    phone: row.phone,
    phoneHash: hashPhone(app.sealer, row, e164).current,
    replyHash: hashReplyRoute(app.sealer, sharedAccount.id, e164).current,
    source: 'phone',
    claimedAt: new Date(),
  })
  const pick = (number: string) => pickTag(db, app.sealer, [sharedAccount], number, new Date())
  const pickMany = async (count: number) => {
    const picked: (string | null)[] = []
    while (picked.length < count)
      picked.push(...(await Promise.all(Array.from({ length: 50 }, () => pick(e164)))))
    return picked
  }
  const picked = await pickMany(400)
  expect(picked).not.toContain(challenge.tag)
  expect(new Set(picked).size).toBeGreaterThan(70)
  await ageSends(db, 601_000)
  const later = await pickMany(1_000)
  expect(later).toContain(challenge.tag)
})
