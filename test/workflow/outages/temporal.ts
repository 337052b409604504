// Temporal frozen, then killed: who asks is answered from Postgres, packs that only compute included, and what
// needs the world outside happens later.
import { sql } from 'drizzle-orm'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, vi } from 'vitest'
import type { Db } from '#src/platform/db/client.ts'
import { type Answer, type Caller, createCaller, ofKind } from '#test/support/caller.ts'
import type { OutageTest } from './postgres.ts'

const journeysWhileAway = 8

/** What clients did while Temporal was away, and how they were answered. */
type Seen = {
  /** Its message had come before; it was validated meanwhile, and its pack asked for. */
  readonly validated: string
  /** Created, with token and pack, meanwhile. */
  readonly begun: readonly string[]
  readonly answers: readonly Answer[]
  readonly packs: readonly Answer[]
  readonly ready: Answer
}

async function prepare(caller: Caller): Promise<{ id: string; code: string }> {
  const id = await caller.create('before@example.com')
  await caller.askToken(id)
  const code = await vi.waitFor(
    async () => {
      const [message] = await caller.messages(id)
      return message?.code ?? expect.fail('no message yet')
    },
    { timeout: 40_000, interval: 50 },
  )
  return { id, code }
}

async function askMeanwhile(
  caller: Caller,
  { id, code }: { id: string; code: string },
): Promise<Seen> {
  const answers: Answer[] = [await caller.validate(id, code), await caller.readToken(id)]
  const packs: Answer[] = [await caller.queryPack(id, 0)]
  const begun: string[] = []
  for (let n = 0; n < journeysWhileAway; n++) {
    const body = {
      documentType: 'CPF',
      document: '52998224725',
      email: `meanwhile-${n}@example.com`,
    }
    const created = await caller.send('POST', '/v1/transaction', body)
    const one = String(created.body['id'])
    begun.push(one)
    answers.push(created, await caller.askToken(one), await caller.readToken(one))
    answers.push(await caller.send('GET', `/v1/transaction/${one}`))
    packs.push(await caller.queryPack(one, 0))
  }
  return { validated: id, begun, answers, packs, ready: await caller.send('GET', '/readyz') }
}

/** As usual: the statuses of an ordinary day, and no call that waited for Temporal. */
function expectUsual({ answers, packs, ready }: Seen): void {
  expect(answers.map(({ status }) => status)).toEqual([
    200,
    200,
    ...Array.from({ length: journeysWhileAway }, () => [201, 201, 200, 200]).flat(),
  ])
  for (const pack of packs)
    expect(pack).toMatchObject({ status: 200, body: { status: 'completed' } })
  const slowest = [...answers, ...packs].map(({ ms }) => ms).toSorted((a, b) => b - a)
  expect(slowest[Math.floor(slowest.length / 20)]).toBeLessThan(1_000)
  expect(ready).toMatchObject({ status: 200, body: { postgres: 'up', temporal: 'down' } })
}

async function expectAllHappenedOnce(caller: Caller, { validated, begun }: Seen): Promise<void> {
  for (const id of [validated, ...begun])
    await vi.waitFor(
      async () => {
        const timeline = await caller.timeline(id)
        expect(ofKind(timeline, 'pack-ended')).toHaveLength(1)
        expect(ofKind(timeline, 'challenge-accepted')).toHaveLength(1)
      },
      { timeout: 30_000, interval: 100 },
    )
  for (const id of [validated, ...begun]) {
    const timeline = await caller.timeline(id)
    for (const kind of ['challenge-attempt-claimed', 'module-completed', 'pack-started'])
      expect(ofKind(timeline, kind)).toHaveLength(1)
    expect(await caller.messages(id)).toHaveLength(1)
    expect(await caller.queryPack(id, 0)).toMatchObject({ body: { status: 'completed' } })
  }
}

export function temporal(test: OutageTest): void {
  test('with Temporal frozen requests are answered as usual, and everything happens once when it goes on', async ({
    stage: { url, temporal: server },
  }) => {
    const caller = createCaller(url)
    const before = await prepare(caller)
    server.freeze()
    const seen = await askMeanwhile(caller, before)
    // Longer than a nudge waits, so that it is given up.
    await sleep(4_000)
    server.thaw()
    expectUsual(seen)
    await expectAllHappenedOnce(caller, seen)
  })

  test('with Temporal gone requests are answered as usual, and everything happens once when it is back', async ({
    stage: { url, temporal: server },
  }) => {
    const caller = createCaller(url)
    const before = await prepare(caller)
    await server.kill()
    const seen = await askMeanwhile(caller, before)
    await sleep(4_000)
    await server.restart()
    expectUsual(seen)
    await expectAllHappenedOnce(caller, seen)
  })

  test('what has backed off for minutes while Temporal was gone leaves soon after its return, though nobody asks for anything', async ({
    stage: { url, temporal: server },
    db,
  }) => {
    const caller = createCaller(url)
    const id = await caller.create('patient@example.com')
    await server.kill()
    await caller.askToken(id)
    // The worker has nudged in vain, and has asked after the server in vain since then.
    await vi.waitFor(async () => expect(await countSweeps(db, id)).toBeGreaterThan(1), {
      timeout: 60_000,
    })
    await sleep(10_000)
    await db.execute(sql`
      update transaction set sweeps = 9, sweep_at = extract(epoch from now()) * 1000 + 300000
      where id = ${id}`)
    await server.restart()
    await vi.waitFor(async () => expect(await caller.messages(id)).toHaveLength(1), {
      timeout: 60_000,
      interval: 100,
    })
  })
}

async function countSweeps(db: Db, id: string): Promise<number> {
  const [row] = await db.execute<{ sweeps: number }>(
    sql`select sweeps from transaction where id = ${id}`,
  )
  return row?.sweeps ?? 0
}
