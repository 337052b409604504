// Processes that end while others go on: a worker killed beside another, and orderly ends under load.
import { sql } from 'drizzle-orm'
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, vi } from 'vitest'
import type { Db } from '#src/db/client.ts'
import { type Caller, createCaller, ofKind, personWith } from '#test/support/caller.ts'
import { test as base } from '#test/db/fixture.ts'
import { createFleet, type Fleet } from '#test/support/process.ts'
import { mintToken } from '#test/support/token.ts'

type Scene = { readonly fleet: Fleet; readonly caller: Caller }

const test = base.extend<{ scene: Scene }>({
  scene: [
    async ({ url }, use) => {
      const fleet = createFleet({
        databaseUrl: url,
        temporalAddress: inject('temporalAddress'),
        bundlePath: inject('bundlePath'),
        // A nudge that was lost would not be made good by the sweep.
        environment: { SWEEP_SECONDS: '3600' },
      })
      const api = await fleet.startApi()
      await use({ fleet, caller: createCaller(api.url) })
      await fleet.close()
    },
    { scope: 'file' },
  ],
})

const open = 10

async function countTransactions(db: Db): Promise<number> {
  const [row] = await db.execute(sql`select count(*)::int as count from transaction`)
  return Number(row?.['count'])
}

/** One request after the other, each on a connection of its own; resolves to their statuses or errors. */
async function createUntilRefused(url: string, ended: AbortSignal): Promise<string[]> {
  const headers = {
    authorization: `Bearer ${await mintToken()}`,
    'content-type': 'application/json',
  }
  const outcomes: string[] = []
  while (!ended.aborted) {
    const outcome = await post(`${url}/v1/transaction`, headers)
    outcomes.push(outcome)
    if (outcome !== '201') await sleep(50)
  }
  return outcomes
}

function post(url: string, headers: Record<string, string>): Promise<string> {
  return new Promise((resolve) => {
    const asked = request(url, { method: 'POST', headers, agent: false }, (response) => {
      response.resume()
      response.once('error', ({ message }) => resolve(message))
      response.once('end', () => resolve(String(response.statusCode)))
    })
    asked.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.name))
    asked.end(JSON.stringify(personWith('load@example.com')))
  })
}

test('when one of two workers is killed, open transactions go on with the other within seconds', async ({
  scene: { fleet, caller },
}) => {
  const [doomed, other] = await Promise.all([fleet.startWorker(), fleet.startWorker()])
  const ids = await Promise.all(
    Array.from({ length: open }, (_, n) => caller.create(`open-${n}@example.com`)),
  )
  await Promise.all(ids.map((id) => caller.askToken(id)))
  for (const id of ids)
    await vi.waitFor(async () => expect(await caller.messages(id)).toHaveLength(1), 20_000)
  await doomed.kill()
  const killedAt = performance.now()
  const packs = await Promise.all(ids.map((id) => caller.queryPack(id, 30)))
  const goneOnMs = performance.now() - killedAt
  console.log(
    'goneOnMs',
    goneOnMs,
    packs.map((p) => Math.round(p.ms)),
  )
  for (const { body } of packs) expect(body).toMatchObject({ status: 'completed' })
  expect(goneOnMs).toBeLessThan(15_000)
  await other.kill()
})

test('a worker asked to end finishes and records the sends it has begun, and exits with 0 within 10 s', async ({
  scene: { fleet, caller },
}) => {
  const ending = await fleet.startWorker()
  const ids = await Promise.all(
    Array.from({ length: 4 }, (_, n) => caller.create(`slow+${n}@example.com`)),
  )
  await Promise.all(ids.map((id) => caller.askToken(id)))
  const untilKind = (id: string, kind: string) =>
    vi.waitFor(async () => expect(ofKind(await caller.timeline(id), kind)).toHaveLength(1), {
      timeout: 20_000,
      interval: 50,
    })
  for (const id of ids) await untilKind(id, 'email-token-attempt-claimed')
  const askedAt = performance.now()
  ending.signal('SIGTERM')
  expect(await ending.exited).toEqual({ code: 0, signal: null })
  expect(performance.now() - askedAt).toBeLessThan(10_000)
  for (const id of ids) {
    expect((await caller.timeline(id)).at(-1)).toMatchObject({
      kind: 'email-token-sent',
      attempt: 1,
    })
    expect(await caller.messages(id)).toHaveLength(1)
  }
})

test('an API asked to end under load answers what it has taken, refuses the rest, drains its nudges, and exits with 0 within 10 s', async ({
  scene: { fleet },
  db,
}) => {
  const [ending] = await Promise.all([fleet.startApi(), fleet.startWorker()])
  const before = await countTransactions(db)
  const ended = new AbortController()
  const load = Array.from({ length: 8 }, () => createUntilRefused(ending.url, ended.signal))
  await sleep(1_000)
  const askedAt = performance.now()
  ending.signal('SIGTERM')
  const exit = await ending.exited
  expect(performance.now() - askedAt).toBeLessThan(10_000)
  expect(exit).toEqual({ code: 0, signal: null })
  ended.abort()
  const outcomes = (await Promise.all(load)).flat()
  // A connection that the kernel has made and the process has not taken yet is reset: refused as well.
  expect(['201', 'ECONNREFUSED', 'ECONNRESET']).toEqual(
    expect.arrayContaining([...new Set(outcomes)]),
  )
  const created = outcomes.filter((one) => one === '201').length
  expect(await countTransactions(db)).toBe(before + created)
  await vi.waitFor(
    async () => {
      const [unseen] = await db.execute(
        sql`select count(*)::int as count from transaction where wake_seq > seen_seq`,
      )
      expect(unseen).toEqual({ count: 0 })
    },
    { timeout: 20_000 },
  )
})
