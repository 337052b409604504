// Processes that end while others go on: a worker killed beside another, and orderly ends under load.
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, vi } from 'vitest'
import type { Db } from '#src/platform/db/client.ts'
import { createCaller, ofKind, personWith } from '#test/support/caller.ts'
import { startWaitingRun } from '#test/support/packs/waiting.ts'
import { everyScope, mintToken } from '#test/support/token.ts'
import type { ProcessTest } from './apis.ts'

const open = 10

async function countTransactions(db: Db): Promise<number> {
  const [row] = await db.execute(sql`select count(*)::int as count from transaction`)
  return Number(row?.['count'])
}

/** Creations and requests for a token, one after the other, each on a connection of its own. */
async function askUntilRefused(url: string, ended: AbortSignal): Promise<Asked[]> {
  const headers = {
    authorization: `Bearer ${await mintToken()}`,
    'content-type': 'application/json',
  }
  const all: Asked[] = []
  while (!ended.aborted) {
    const body = JSON.stringify(personWith(`${randomUUID()}@example.com`))
    const created = await post('created', `${url}/v1/transaction`, headers, body)
    all.push(created)
    if (created.outcome !== '201') {
      await sleep(50)
      continue
    }
    const { id } = JSON.parse(created.body)
    all.push(await post('asked', `${url}/v1/transaction/${id}/emails/tokens`, headers, '{}'))
  }
  return all
}

/** A status, or the code of the error. */
type Asked = {
  readonly what: 'created' | 'asked'
  readonly outcome: string
  readonly body: string
}

function post(
  what: Asked['what'],
  url: string,
  headers: Record<string, string>,
  sent: string,
): Promise<Asked> {
  const { promise, resolve } = Promise.withResolvers<Asked>()
  const end = (outcome: string, body = '') => resolve({ what, outcome, body })
  const asked = request(url, { method: 'POST', headers, agent: false }, (response) => {
    let body = ''
    response.on('data', (chunk: Buffer) => (body += chunk.toString()))
    response.once('error', ({ message }) => end(message))
    response.once('end', () => end(String(response.statusCode), body))
  })
  asked.once('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.name))
  asked.end(sent)
  return promise
}

export function handover(test: ProcessTest): void {
  test('an API asked to end answers who waits for a run, with its state as it stands, and exits with 0', async ({
    stage: { fleet, ending },
  }) => {
    const api = await fleet.startApi()
    const caller = createCaller(api.url, { scope: everyScope })
    // Nobody takes its work meanwhile.
    ending.worker.signal('SIGSTOP')
    try {
      const run = await startWaitingRun(caller)
      const waiting = Array.from({ length: 5 }, () => run.query(caller, 30))
      await sleep(500)
      api.signal('SIGTERM')
      for (const { status, headers, body, ms } of await Promise.all(waiting)) {
        expect([status, body['status'], ms < 25_000]).toEqual([200, 'processing', true])
        // Whoever keeps its connection would ask on it while it ends.
        expect(headers.get('connection')).toBe('close')
      }
      expect(await api.exited).toEqual({ code: 0, signal: null })
    } finally {
      ending.worker.signal('SIGCONT')
    }
  })

  test('an API asked to end under load answers what it has taken, refuses the rest, drains its nudges, and exits with 0 within 10 s', async ({
    stage: { ending },
    db,
  }) => {
    const before = await countTransactions(db)
    const begunAt = new Date()
    const ended = new AbortController()
    const load = Array.from({ length: 8 }, () => askUntilRefused(ending.api.url, ended.signal))
    await sleep(1_000)
    const askedAt = performance.now()
    ending.api.signal('SIGTERM')
    const exit = await ending.api.exited
    expect(performance.now() - askedAt).toBeLessThan(10_000)
    expect(exit).toEqual({ code: 0, signal: null })
    ended.abort()
    const all = (await Promise.all(load)).flat()
    const outcomes = all.map(({ outcome }) => outcome)
    // A connection that the kernel has made and the process has not taken yet is reset: refused as well.
    expect(['201', 'ECONNREFUSED', 'ECONNRESET']).toEqual(
      expect.arrayContaining([...new Set(outcomes)]),
    )
    const done = (what: Asked['what']) =>
      all.filter((one) => one.what === what && one.outcome === '201').length
    expect(await countTransactions(db)).toBe(before + done('created'))
    // Each was nudged: its message is taken, though no sweep would see to it.
    await vi.waitFor(
      async () => {
        const [sent] = await db.execute(
          sql`select count(*)::int as count from journal join submission on id = transaction_id
          where kind = 'challenge-accepted' and created_at >= ${begunAt.toISOString()}`,
        )
        expect(sent).toEqual({ count: done('asked') })
      },
      { timeout: 90_000, interval: 250 },
    )
  })

  test('when one of two workers is killed, open transactions go on with the other within seconds', async ({
    stage: { fleet, caller },
  }) => {
    const doomed = await fleet.startWorker()
    const ids = await Promise.all(
      Array.from({ length: open }, (_, n) => caller.create(`open-${n}@example.com`)),
    )
    const askedAt = performance.now()
    await Promise.all(ids.map((id) => caller.askToken(id)))
    for (const id of ids)
      await vi.waitFor(async () => expect(await caller.messages(id)).toHaveLength(1), 40_000)
    const usualMs = performance.now() - askedAt
    await doomed.kill()
    const killedAt = performance.now()
    // Answered by the workflow, once it has expired what was due.
    const moves = await Promise.all(
      ids.map((id) =>
        caller.send('POST', `/v1/sandbox/transactions/${id}/clock`, { advance: 'PT1H' }),
      ),
    )
    const goneOnMs = performance.now() - killedAt
    for (const { status } of moves) expect(status).toBe(200)
    for (const id of ids)
      expect(ofKind(await caller.timeline(id), 'challenge-expired')).toHaveLength(1)
    // A busy machine makes everything slower, and this no more than as many sends.
    expect(goneOnMs).toBeLessThan(Math.max(15_000, 5 * usualMs))
  })

  test('a worker asked to end finishes and records the sends it has begun, and exits with 0 within 10 s', async ({
    stage: {
      caller,
      ending: { worker },
    },
  }) => {
    const ids = await Promise.all(
      Array.from({ length: 4 }, (_, n) => caller.create(`slow+${n}@example.com`)),
    )
    await Promise.all(ids.map((id) => caller.askToken(id)))
    const untilKind = (id: string, kind: string) =>
      vi.waitFor(async () => expect(ofKind(await caller.timeline(id), kind)).toHaveLength(1), {
        timeout: 90_000,
        interval: 50,
      })
    for (const id of ids) await untilKind(id, 'challenge-attempt-claimed')
    const askedAt = performance.now()
    worker.signal('SIGTERM')
    expect(await worker.exited).toEqual({ code: 0, signal: null })
    expect(performance.now() - askedAt).toBeLessThan(10_000)
    for (const id of ids) {
      expect((await caller.timeline(id)).at(-1)).toMatchObject({
        kind: 'challenge-accepted',
        attempt: 1,
      })
      expect(await caller.messages(id)).toHaveLength(1)
    }
  })
}
