// Several API processes on one database: they keep the limits together, and the death of one loses nothing.
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, vi } from 'vitest'
import type { Db } from '#src/platform/db/client.ts'
import { type Answer, type Caller, createCaller, ofKind, personWith } from '#test/support/caller.ts'
import { countUnseen } from '#test/support/transactions.ts'
import type { ApiProcess, Fleet, Process } from '#test/support/process.ts'
import type { TestWith } from '#test/db/fixture.ts'

/** The same call six times through each of the two, all at once. */
const everywhere = (callers: readonly Caller[], call: (caller: Caller) => Promise<Answer>) =>
  Promise.all(callers.flatMap((caller) => Array.from({ length: 6 }, () => call(caller))))

const callersOf = ({ caller, ending }: Stage) => [caller, createCaller(ending.api.url)] as const

const untilMessage = (caller: Caller, id: string) =>
  vi.waitFor(
    async () => {
      const [message] = await caller.messages(id)
      return message ?? expect.fail('no message yet')
    },
    { timeout: 20_000, interval: 50 },
  )

async function countTokens(db: Db, id: string): Promise<number> {
  const [row] = await db.execute(
    sql`select count(*)::int as count from challenge where transaction_id = ${id}`,
  )
  return Number(row?.['count'])
}

/** Resolves to the ids of all transactions that were asked for, the last of them at the other API. */
async function createUntilCutOff(
  doomed: Caller,
  other: Caller,
  dead: AbortSignal,
): Promise<string[]> {
  const ids: string[] = []
  for (;;) {
    const headers = { 'idempotency-key': `"${randomUUID()}"` }
    const create = (caller: Caller) =>
      caller.send('POST', '/v1/transaction', personWith('cut@example.com'), headers)
    const answer = await create(doomed).catch(() => undefined)
    const { status, body } = answer ?? (await untilDecided(() => create(other)))
    expect(status).toBe(201)
    ids.push(String(body['id']))
    if (dead.aborted) return ids
  }
}

/** The dead process's commit may still be under way in Postgres. */
const untilDecided = (create: () => Promise<Answer>) =>
  vi.waitFor(
    async () => {
      const answer = await create()
      expect(answer.status).not.toBe(409)
      return answer
    },
    { timeout: 30_000 },
  )

/** What they do at the same time. */
export function together(test: ProcessTest): void {
  test('three sends an hour are three through two processes at once, and one at a time within the cool-down', async ({
    stage,
    db,
  }) => {
    const callers = callersOf(stage)
    const id = await callers[0].create('limits@example.com')
    for (const [sends, advance] of [
      [1, 'PT31S'],
      [2, 'PT61S'],
      [3, 'PT121S'],
    ] as const) {
      const answers = await everywhere(callers, (caller) => caller.askToken(id))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
      expect(new Set(answers.map(({ body }) => body['createdAt'])).size).toBe(1)
      expect(await countTokens(db, id)).toBe(sends)
      const path = `/v1/sandbox/transactions/${id}/clock`
      expect(await callers[1].send('POST', path, { advance })).toMatchObject({ status: 200 })
    }
    const refused = await everywhere(callers, (caller) => caller.askToken(id))
    for (const { status, body } of refused)
      expect({ status, code: body['code'] }).toEqual({ status: 429, code: 'limit-reached' })
    expect(await countTokens(db, id)).toBe(3)
  })

  test('of twelve wrong codes through two processes at once five are checked, and the right code comes too late', async ({
    stage,
  }) => {
    const callers = callersOf(stage)
    const [caller] = callers
    const id = await caller.create('checks@example.com')
    await caller.askToken(id)
    const { code } = await untilMessage(caller, id)
    const wrong = code === '000000' ? '111111' : '000000'
    const answers = await everywhere(callers, (one) => one.validate(id, wrong))
    const checked = answers.filter(({ status }) => status === 422)
    expect(checked.map(({ body }) => Number(body['checksLeft'])).toSorted((a, b) => a - b)).toEqual(
      [0, 1, 2, 3, 4],
    )
    const others = answers.filter(({ status }) => status !== 422)
    for (const { status, body } of [...others, await caller.validate(id, code)])
      expect({ status, code: body['code'] }).toEqual({ status: 429, code: 'limit-reached' })
    const timeline = await caller.timeline(id)
    expect(ofKind(timeline, 'challenge-check-failed').map(({ attempt }) => attempt)).toEqual([
      1, 2, 3, 4, 5,
    ])
  })
}

/** What is lost with one of them, and found by a worker that sweeps: nobody else works any more. */
export function losses(test: ProcessTest): void {
  test("an API that was told to end is not ready and still answers; what it committed and never nudged, because it was killed, is swept by a worker's clock", async ({
    sweeping: { fleet, caller: other },
  }) => {
    // Nobody listens there: none of its nudges arrives.
    const lost = { TEMPORAL_ADDRESS: '127.0.0.1:1', DRAIN_SECONDS: '60' }
    const deaf = await fleet.startApi(lost)
    const caller = createCaller(deaf.url)
    expect((await fetch(`${deaf.url}/readyz`)).status).toBe(200)
    deaf.signal('SIGTERM')
    const told = async () => expect((await fetch(`${deaf.url}/readyz`)).status).toBe(503)
    await vi.waitFor(told, { timeout: 20_000 })
    const living = await fetch(`${deaf.url}/livez`)
    expect([living.status, living.headers.get('connection')]).toEqual([200, 'close'])
    const id = await caller.create('swept@example.com')
    expect(await caller.askToken(id)).toMatchObject({ status: 201 })
    await deaf.kill()
    await untilMessage(other, id)
    expect(ofKind(await other.timeline(id), 'challenge-attempt-claimed')).toHaveLength(1)
  })

  test('requests cut off by the death of their API, repeated under their keys at another, are done once', async ({
    sweeping: { fleet, caller: other },
    db,
  }) => {
    const doomed = await fleet.startApi()
    const dead = new AbortController()
    const begunAt = new Date()
    const creators = Array.from({ length: 6 }, () =>
      createUntilCutOff(createCaller(doomed.url), other, dead.signal),
    )
    await sleep(700)
    dead.abort()
    await doomed.kill()
    const ids = (await Promise.all(creators)).flat()
    expect(new Set(ids).size).toBe(ids.length)
    const [stored] = await db.execute(
      sql`select count(*)::int as count from submission
        where tenant = 'acme' and created_at >= ${begunAt.toISOString()} and not exists
          (select from challenge where transaction_id = submission.id)`,
    )
    expect(stored).toEqual({ count: ids.length })
    await vi.waitFor(async () => expect(await countUnseen(db)).toBe(0), { timeout: 30_000 })
  })
}

/** What is there at first. */
export type Stage = {
  readonly fleet: Fleet
  /** Of the API that stays. */
  readonly caller: Caller
  readonly ending: { readonly api: ApiProcess; readonly worker: Process }
}

export type ProcessTest = TestWith<{ stage: Stage; sweeping: Stage }>
