// Postgres away for ten seconds, for API and worker alike, from the moment at which a relay has taken a message.
import { median } from '#test/load/drive.ts'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, vi } from 'vitest'
import { type Answer, type Caller, createCaller, ofKind, personWith } from '#test/support/caller.ts'
import type { Proxy } from '#test/support/servers/proxy.ts'
import type { SmtpServer } from '#test/support/servers/smtp.ts'
import type { OwnTemporal } from '#test/support/servers/temporal-server.ts'
import type { TestWith } from '#test/db/fixture.ts'

const outageMs = 10_000
const creatorsMax = 4

type Creation = { readonly key: string; readonly answers: readonly Answer[] }

export type PostgresAway = {
  readonly live: Caller
  readonly sandbox: Caller
  readonly mails: readonly unknown[]
  readonly sent: string
  /** Verified before the outage; its pack was asked for in it. */
  readonly verified: string
  readonly creations: readonly Creation[]
  readonly ready: Answer
  readonly packWhileAway: Answer
  /** From the return of Postgres to the first creation that succeeded. */
  readonly backMs: number
}

async function verify(caller: Caller): Promise<string> {
  const id = await caller.create('verified@example.com')
  await caller.askToken(id)
  const code = await vi.waitFor(
    async () => {
      const [message] = await caller.messages(id)
      return message?.code ?? expect.fail('no message yet')
    },
    { timeout: 90_000 },
  )
  expect(await caller.validate(id, code)).toMatchObject({ status: 200 })
  return id
}

/** Creates one transaction after the other, each repeated under its key until it is answered with 201. */
async function keepCreating(caller: Caller, { signal }: AbortController): Promise<Creation[]> {
  const creations: Creation[] = []
  while (!signal.aborted) {
    const key = randomUUID()
    const answers: Answer[] = []
    do {
      const headers = { 'idempotency-key': `"${key}"` }
      const body = personWith(`${key}@example.com`)
      answers.push(await caller.send('POST', '/v1/transaction', body, headers))
      await sleep(100)
    } while (answers.at(-1)?.status !== 201)
    creations.push({ key, answers })
  }
  return creations
}

export async function takeAwayPostgres({ url, smtp, proxy }: Stage): Promise<PostgresAway> {
  const live = createCaller(url, { mode: 'live' })
  const sandbox = createCaller(url)
  const verified = await verify(sandbox)
  const sent = await live.create('sent@example.com')

  const away = Promise.withResolvers<void>()
  smtp.atFinalDot = () => proxy.down().then(away.resolve)
  const creating = new AbortController()
  const creators = Array.from({ length: creatorsMax }, () => keepCreating(sandbox, creating))
  await live.askToken(sent)
  await away.promise
  const readyWhileAway = sandbox.send('GET', '/readyz')
  const packWhileAway = sandbox.queryPack(verified)
  await sleep(outageMs)
  await proxy.up()
  const upAt = performance.now()
  await vi.waitFor(() => sandbox.create('back@example.com'), { timeout: 90_000 })
  const backMs = performance.now() - upAt
  creating.abort()
  return {
    live,
    sandbox,
    mails: smtp.mails,
    sent,
    verified,
    creations: (await Promise.all(creators)).flat(),
    ready: await readyWhileAway,
    packWhileAway: await packWhileAway,
    backMs,
  }
}

export function postgres(test: OutageTest): void {
  test('while Postgres is away a call answers 503 with Retry-After or waits, and is answered soon after it is back', ({
    scene,
  }) => {
    const answers = scene.creations.flatMap((creation) => creation.answers)
    const refused = answers.filter(({ status }) => status !== 201)
    expect(refused.length).toBeGreaterThan(0)
    for (const { status, headers, body } of [...refused, scene.packWhileAway]) {
      expect({ status, code: body['code'] }).toEqual({ status: 503, code: 'unavailable' })
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    }
    // A busy machine makes everything slower, and this no more than the rest.
    const usualMs = median(answers.filter(({ status }) => status === 201).map(({ ms }) => ms))
    expect(scene.backMs).toBeLessThan(Math.max(5_000, 20 * usualMs))
  })

  test('while Postgres is away /readyz answers 503 and says so', ({ scene }) => {
    expect(scene.ready).toMatchObject({ status: 503, body: { postgres: 'down', temporal: 'up' } })
  })

  test('each creation repeated under its key through the outage is stored once and whole', async ({
    scene,
    db,
  }) => {
    const ids = scene.creations.map(({ answers }) => String(answers.at(-1)?.body['id']))
    expect(new Set(ids).size).toBe(ids.length)
    const [stored] = await db.execute(sql`
    select count(*)::int as transactions,
      count(*) filter (where t.last_seq = j.last and j.created = 1 and j.entries = j.last)::int as whole
    from transaction t left join lateral (
      select max(seq) as last, count(*) as entries,
        count(*) filter (where kind = 'transaction-created') as created
      from journal where transaction_id = t.id) j on true`)
    // Those of the creators, and: sent, verified, back.
    const transactions = ids.length + 3
    expect(stored).toEqual({ transactions, whole: transactions })
  })

  test('a message whose record could not be written at once is recorded as sent later, and not sent twice', async ({
    scene,
  }) => {
    const { live, sent, mails } = scene
    const timeline = await vi.waitFor(
      async () => {
        const found = await live.timeline(sent)
        expect(found.at(-1)?.kind).toBe('challenge-accepted')
        return found
      },
      { timeout: 90_000 },
    )
    expect(ofKind(timeline, 'challenge-attempt-claimed')).toHaveLength(1)
    expect(mails).toHaveLength(1)
    expect((await live.readToken(sent)).body).not.toHaveProperty('failure')
  })

  test('the workflow goes on after the outage: new tokens are sent and packs end', async ({
    scene,
  }) => {
    const { sandbox, verified } = scene
    const id = await verify(sandbox)
    for (const one of [verified, id])
      expect(await sandbox.queryPack(one, 20)).toMatchObject({
        status: 200,
        body: { status: 'completed' },
      })
  })
}

export type Stage = {
  /** Of the API. */
  readonly url: string
  readonly smtp: SmtpServer
  readonly proxy: Proxy
  readonly temporal: OwnTemporal
}

export type OutageTest = TestWith<{ stage: Stage; scene: PostgresAway }>
