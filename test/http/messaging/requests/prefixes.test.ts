// Whose numbers a tenant's messages go to, and what stops those that nobody answers.
import { randomInt, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { showBlocks } from '#src/messaging/requests/volume/prefixes.ts'
import { challenges, prefixBlocks } from '#src/messaging/challenges/table.ts'
import type { TenantsConfig } from '#src/platform/tenants/settings.ts'
import type { Db } from '#src/platform/db/client.ts'
import { test } from '#test/db/fixture.ts'
import { createTestApp } from '#test/support/app.ts'
import { performDue } from '#test/support/due.ts'
import type { MessagingAccount } from '#src/messaging/challenges/port.ts'
import { ask, readLatest } from '#test/support/messaging/challenges.ts'
import { sharedAccount, silentMessaging } from '#test/support/messaging/messaging.ts'
import { createTransaction, readProblem } from '#test/support/transactions.ts'

type Own = NonNullable<TenantsConfig['tenants'][string]['messages']>

/** A tenant of its own, whose account takes what it is given. */
async function open(db: Db, messages: Own, given: Partial<MessagingAccount> = {}) {
  const claims = { tenant: randomUUID(), mode: 'live' } as const
  const account: MessagingAccount = {
    ...sharedAccount,
    send: async (_, { attemptId }) => ({ kind: 'accepted', providerMsgId: attemptId }),
    ...given,
  }
  const settings = { [claims.tenant]: { messages } }
  const messaging = silentMessaging({ accounts: [account], settings })
  const app = await createTestApp(db, undefined, { messaging })
  return {
    app,
    claims,
    async ask(phone: object, kind: 'sms-2fa' | 'sms-token' | 'whatsapp-2fa' = 'sms-2fa') {
      const id = await createTransaction(app, { phone }, claims)
      const answer = await ask(app, kind, id, { claims })
      if (answer.status === 201) await performDue(app.deps, id)
      return { id, answer }
    },
    answered: async (id: string) => {
      const { ref } = await readLatest(app, id, 'sms-2fa')
      await db.update(challenges).set({ repliedAt: new Date() }).where(eq(challenges.id, ref))
    },
  }
}

/** Numbers that differ in their last four digits. */
const prefix = () => {
  const first = randomInt(96_000, 99_999)
  const used = randomInt(0, 5_000)
  return (n: number) => ({ countryCode: 55, areaCode: 11, number: first * 10_000 + used + n })
}

const pumping = { action: 'block', sendsMin: 5, answeredPercentMin: 20, blockMinutes: 30 } as const

test('429: a prefix whose people do not answer gets nothing more, for as long as the tenant says', async ({
  db,
}) => {
  const opened = await open(db, { pumping })
  const numberOf = prefix()
  for (let n = 0; n < 5; n += 1) expect((await opened.ask(numberOf(n))).answer.status).toBe(201)
  for (const kind of ['sms-2fa', 'sms-token', 'whatsapp-2fa'] as const) {
    const { answer } = await opened.ask(numberOf(7), kind)
    expect(await readProblem(answer)).toMatchObject({ status: 429, code: 'limit-reached' })
    const wait = Number(answer.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(1_790)
    expect(wait).toBeLessThanOrEqual(1_800)
  }
  // Other prefixes of the tenant, and the same one of other tenants, are not in question.
  expect((await opened.ask(prefix()(0))).answer.status).toBe(201)
  const other = await open(db, { pumping })
  expect((await other.ask(numberOf(9))).answer.status).toBe(201)
  await showBlocks(db, opened.app.deps.metrics)
  const { values } = await opened.app.deps.metrics.prefixesBlocked.get()
  expect(values).toContainEqual({ value: 1, labels: { tenant: opened.claims.tenant } })
  await db.update(prefixBlocks).set({ until: new Date(Date.now() - 1_000) })
  // It is looked at anew then: what was sent within the hour still counts.
  expect((await opened.ask(numberOf(11))).answer.status).toBe(429)
})

test('a prefix whose people answer is never stopped', async ({ db }) => {
  const opened = await open(db, { pumping })
  const numberOf = prefix()
  for (let n = 0; n < 12; n += 1) {
    const { id, answer } = await opened.ask(numberOf(n))
    expect(answer.status).toBe(201)
    if (n % 4 === 0) await opened.answered(id)
  }
})

test('each send of a record counts: one that failed over is two', async ({ db }) => {
  let sends = 0
  const opened = await open(
    db,
    { pumping: { ...pumping, sendsMin: 6 } },
    {
      async send(_, { attempt, attemptId }) {
        sends += 1
        return attempt === 1
          ? { kind: 'deferred', class: 'transient', code: 'unreachable-dns' }
          : { kind: 'accepted', providerMsgId: attemptId }
      },
    },
  )
  const numberOf = prefix()
  for (let n = 0; n < 3; n += 1) {
    const { id, answer } = await opened.ask(numberOf(n))
    expect(answer.status).toBe(201)
    // The second attempt is due after its wait.
    await db.execute(
      `update transaction set agenda = (select jsonb_agg(jsonb_set(task, '{dueAt}', '0')) from jsonb_array_elements(agenda) task where task ->> 'task' = 'challenge-send') where id = '${id}'`,
    )
    await performDue(opened.app.deps, id)
  }
  expect(sends).toBe(6)
  expect((await opened.ask(numberOf(5))).answer.status).toBe(429)
})

test('watched alone it is counted and logged, without a number, and nothing is refused', async ({
  db,
}) => {
  const opened = await open(db, { pumping: { ...pumping, action: 'watch' } })
  const numberOf = prefix()
  for (let n = 0; n < 7; n += 1) expect((await opened.ask(numberOf(n))).answer.status).toBe(201)
  const { values } = await opened.app.deps.metrics.pumpingRefused.get()
  expect(values).toEqual([
    { value: 2, labels: { tenant: opened.claims.tenant, outcome: 'watched' } },
  ])
  const log = opened.app.log.join()
  expect(log).toContain('messages to a prefix are hardly answered')
  expect(log).not.toContain(String(numberOf(0).number).slice(0, 5))
})

test('204: numbers of other countries and prefixes than the tenant’s get nothing', async ({
  db,
}) => {
  const lisbon = { countryCode: 351, number: 912345678 }
  const rio = { countryCode: 55, areaCode: 21, number: 987654321 }
  const paulista = { countryCode: 55, areaCode: 11, number: 987654321 }
  const portuguese = await open(db, { countries: ['PT'] })
  expect((await portuguese.ask(lisbon)).answer.status).toBe(201)
  expect((await portuguese.ask(rio)).answer.status).toBe(204)
  const local = await open(db, { prefixes: ['+5511'] })
  expect((await local.ask(paulista)).answer.status).toBe(201)
  for (const phone of [rio, lisbon]) {
    const { id, answer } = await local.ask(phone)
    expect(answer.status).toBe(204)
    const read = await local.app.call('GET', `/v1/transaction/${id}/sms/2fa`, {
      claims: local.claims,
    })
    expect(read.status).toBe(204)
  }
})
