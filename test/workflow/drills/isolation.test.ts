// What one tenant does to itself, another does not feel: a vendor that hangs, a flood on one transaction, a
// number or a row that somebody holds. Times are generous: what counts is that everybody is answered.
import { median } from '#test/load/drive.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect, inject, vi } from 'vitest'
import { hashPhone } from '#src/messaging/phones/hash.ts'
import { createKeyring, openKeyring } from '#src/platform/seal/keys.ts'
import { createSealer } from '#src/platform/seal/sealer.ts'
import { test as base } from '#test/db/fixture.ts'
import { type Answer, type Caller, createCaller, personWith } from '#test/support/caller.ts'
import { newPhone, startCarriers, toE164 } from '#test/support/messaging/carriers.ts'
import { holdRows, holdTransaction } from '#test/support/hold.ts'
import { built, createFleet } from '#test/support/process.ts'

type Neighbours = {
  readonly loud: Caller
  readonly loudLive: Caller
  readonly quiet: Caller
  /** The query that locks a number of the loud tenant, as a commit that counts its messages does. */
  readonly lockOf: (phone: ReturnType<typeof newPhone>) => ReturnType<typeof sql>
  /** How many calls hang at the vendor of the loud tenant. */
  readonly hanging: () => number
}

const keyring = createKeyring()

const test = base.extend<{ neighbours: Neighbours }>({
  neighbours: [
    async ({ url }, use) => {
      await using parts = new AsyncDisposableStack()
      const carriers = await startCarriers({ loud: ['first'] })
      parts.defer(() => carriers.close())
      carriers.first.behaviour = 'hang-before-taking'
      const fleet = createFleet({
        ...built,
        databaseUrl: url,
        temporalAddress: inject('temporalAddress'),
        bundlePath: inject('bundlePath'),
        environment: { ...carriers.environment, KEYRING: JSON.stringify(keyring) },
      })
      parts.defer(() => fleet.close())
      const [api] = await Promise.all([fleet.startApi(), fleet.startWorker()])
      const sealer = createSealer(openKeyring(keyring))
      const owner = { tenant: 'loud', mode: 'sandbox' } as const
      await use({
        loud: createCaller(api.url, owner),
        loudLive: createCaller(api.url, { tenant: 'loud', mode: 'live' }),
        quiet: createCaller(api.url, { tenant: 'quiet' }),
        lockOf: (phone) => {
          const { lockId } = hashPhone(sealer, owner, toE164(phone))
          return sql`select pg_advisory_xact_lock(${lockId}::bigint)`
        },
        hanging: () => carriers.first.requests.length,
      })
    },
    { scope: 'file' },
  ],
})

const addressOf = () => `${crypto.randomUUID()}@example.com`

/** The calls of a tenant who does nothing unusual, one after the other. */
async function callQuietly({ quiet }: Neighbours, rounds = 5): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let round = 0; round < rounds; round++) {
    const created = await quiet.send('POST', '/v1/transaction', personWith(addressOf()))
    const id = String(created.body['id'])
    answers.push(created, await quiet.askToken(id), await quiet.readToken(id))
    answers.push(await quiet.send('GET', '/readyz'))
  }
  return answers
}

/** Somebody who waited for a connection would wait for seconds each time. */
function expectUnharmed(answers: readonly Answer[]): void {
  for (const { status } of answers) expect([200, 201]).toContain(status)
  expect(median(answers.map(({ ms }) => ms))).toBeLessThan(1_000)
}

/** Nobody is answered with a fault of ours, and who is sent away is told when to come again. */
function expectBounded(answers: readonly Answer[]): void {
  for (const { status, headers } of answers) {
    if (status >= 500)
      expect([status, headers.get('retry-after')]).toEqual([503, expect.any(String)])
  }
}

const create = async (caller: Caller, phone = newPhone()) => {
  const body = { documentType: 'CPF', document: '52998224725', phone }
  const created = await caller.send('POST', '/v1/transaction', body)
  return String(created.body['id'])
}
const askSms = (caller: Caller, id: string) => caller.send('POST', `/v1/transaction/${id}/sms/2fa`)

const times = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

test('beside 60 messages to a vendor that hangs, others are answered, and their messages leave', async ({
  neighbours,
}) => {
  const { loudLive, quiet, hanging } = neighbours
  for (let asked = 0; asked < 60; asked += 10) {
    const ids = await times(10, () => create(loudLive))
    const answers = await Promise.all(ids.map((id) => askSms(loudLive, id)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
  }
  await vi.waitUntil(() => hanging() >= 20, { timeout: 90_000 })
  expectUnharmed(await callQuietly(neighbours))
  const id = await quiet.create(addressOf())
  await quiet.askToken(id)
  await vi.waitUntil(async () => (await quiet.messages(id)).length > 0, {
    timeout: 90_000,
    interval: 200,
  })
})

test('beside a flood of requests on one transaction, others are answered', async ({
  neighbours,
}) => {
  const { loud } = neighbours
  const id = await loud.create(addressOf())
  const flood = times(300, async (index) => {
    await sleep(index * 5)
    return index % 2 === 0 ? loud.askToken(id) : loud.validate(id, '000000')
  })
  expectUnharmed(await callQuietly(neighbours))
  const answers = await flood
  expectBounded(answers)
  expect(answers.filter(({ status }) => status < 500).length).toBeGreaterThan(0)
})

test('while somebody holds the row of a transaction, those who wait for it are sent away, and others are answered', async ({
  neighbours,
  db,
}) => {
  const { loud } = neighbours
  const id = await loud.create(addressOf())
  const hold = await holdTransaction(db, id)
  const waiting = times(50, () => loud.askToken(id))
  await hold.untilWaitedFor('atesta-api')
  expectUnharmed(await callQuietly(neighbours))
  const answers = await waiting
  await hold.release()
  expectBounded(answers)
  expect(answers.map(({ status }) => status)).toContain(503)
  expect((await loud.askToken(id)).status).toBe(201)
})

test('while somebody holds a number, those who wait for it are sent away, and others are answered', async ({
  neighbours,
  db,
}) => {
  const { loud, lockOf } = neighbours
  const phone = newPhone()
  const ids = await times(50, () => create(loud, phone))
  const hold = await holdRows(db, lockOf(phone))
  const waiting = Promise.all(ids.map((id) => askSms(loud, id)))
  await hold.untilWaitedFor('atesta-api')
  expectUnharmed(await callQuietly(neighbours))
  const answers = await waiting
  await hold.release()
  expectBounded(answers)
  expect(answers.map(({ status }) => status)).toContain(503)
})
