// Measures the effect of one tenant’s trouble on another: a vendor that hangs, many requests for one transaction, and
// locks on a row and a number.
import { setTimeout as wait } from 'node:timers/promises'
import postgres, { type Sql } from 'postgres'
import { note } from '#src/main/local/note.ts'
import { hashPhone } from '#src/messaging/phones/hash.ts'
import { readKeyring } from '#src/platform/seal/keys.ts'
import { createSealer } from '#src/platform/seal/sealer.ts'
import { type Carriers, newPhone, startCarriers, toE164 } from '#test/support/messaging/carriers.ts'
import { type Answer, type Client, createClient, untilAnswered } from '#test/load/client.ts'
import { createLatencies, drive, p50, p99 } from '#test/load/drive.ts'
import { askingScope, publishAsking } from '#test/load/bench/outbound.ts'
import { startReceiver } from '#test/support/servers/receiver.ts'
import { type Measure, type Result, toResult } from '#test/load/bench/measure.ts'
import { startService } from '#test/load/service.ts'
import { askForToken, createTransaction } from '#test/load/journey.ts'
import { makePerson } from '#test/load/people.ts'
import type { Stage } from '#test/load/stage.ts'

const rounds = 60
const pauseMs = 20
const hangingCalls = 150
const floodPerSecond = 500
const waiting = 50

export const isolation: Measure = {
  name: 'isolation',
  against: 'the same tenant’s calls with nobody beside it, just before',
  // The target is 3 with more processors; on two the load itself also takes its share of them.
  aims: {
    'isolation-hung-vendor-p99': 8,
    'isolation-flood-p99': 8,
    'isolation-locks-p99': 8,
    'isolation-hung-endpoint-p99': 8,
  },
  async run(stage) {
    const carriers = await startCarriers({ loud: ['first'] })
    carriers.first.behaviour = 'hang-before-taking'
    await using _ = { [Symbol.asyncDispose]: () => carriers.close() }
    await using service = await startService(stage, {
      ...carriers.environment,
      LOOPBACK_ALLOWED: 'true',
    })
    const open = (tenant: string, mode: 'live' | 'sandbox', more: object = {}) =>
      createClient(service.api.url, { tenant, mode, ...more })
    const quiet = await open('quiet', 'sandbox')
    const loud = await open('loud', 'sandbox', { maxSockets: 2_000, scope: askingScope })
    const live = await open('loud', 'live')
    await callQuietly(quiet) // warms up
    return [
      ...(await compare(quiet, 'hung-vendor', () => hangVendor(live, carriers))),
      ...(await compare(quiet, 'flood', () => flood(loud))),
      ...(await compare(quiet, 'locks', () => holdLocks(stage, loud))),
      ...(await compare(quiet, 'hung-endpoint', () => hangEndpoint(loud))),
    ]
  },
}

/** A disturbance by the other tenant, which goes on until its disposal. */
type Trouble = AsyncDisposable

async function compare(
  quiet: Client,
  name: string,
  begin: () => Promise<Trouble>,
): Promise<Result[]> {
  const baseline = await callQuietly(quiet)
  const value = await callBeside(quiet, begin)
  const toLine = (what: string, rank: typeof p50, call: string) =>
    toResult({
      name: `isolation-${name}-${what}`,
      value: rank(value, call),
      baseline: rank(baseline, call),
      unit: 'ms',
      higherIsBetter: false,
    })
  return [toLine('p50', p50, 'call'), toLine('p99', p99, 'call'), toLine('arrive', p50, 'arrive')]
}

async function callBeside(quiet: Client, begin: () => Promise<Trouble>) {
  await using _ = await begin()
  return await callQuietly(quiet)
}

/** Measures creations, token requests and reads, and the time until messages arrive. Every request must succeed. */
export async function callQuietly(client: Client, times = rounds) {
  const { latencies, clock } = createLatencies()
  for (let round = 0; round < times; round++) {
    const { id } = await clock('call', () => createTransaction(client))
    await clock('call', () => askForToken(client, id))
    await clock('call', () => client.call('GET', `/v1/transaction/${id}/emails/tokens`, 200))
    if (round % 6 === 0) await clock('arrive', () => untilArrived(client, id))
    await wait(pauseMs)
  }
  return latencies
}

async function untilArrived(client: Client, id: string): Promise<void> {
  const path = `/v1/sandbox/messages?transactionId=${id}`
  await untilAnswered('a message', async () => {
    const found = await client.call<unknown[]>('GET', path, 200)
    return found.length > 0 || undefined
  })
}

async function hangVendor(client: Client, { first }: Carriers): Promise<Trouble> {
  const before = first.requests.length
  await drive(20, hangingCalls, async () => {
    const { id } = await createTransaction(client, { ...makePerson(), phone: newPhone() })
    await client.call('POST', `/v1/transaction/${id}/sms/2fa`, 201)
  })
  await untilAnswered('a call', async () => first.requests.length >= before + 10 || undefined)
  return { [Symbol.asyncDispose]: async () => note(`${first.requests.length} calls hang`) }
}

/** Runs that call a system of the tenant’s own, which takes the request and never answers. */
async function hangEndpoint(client: Client): Promise<Trouble> {
  const receiver = await startReceiver()
  receiver.answer = { status: 200, waitMs: 600_000 }
  await publishAsking(client, receiver.url('/core'))
  await drive(20, hangingCalls, async () => {
    const { id } = await createTransaction(client)
    await client.call('POST', `/v1/packs/asking/${id}`, 202)
  })
  await untilAnswered('a call', async () => receiver.received.length >= 10 || undefined)
  return {
    async [Symbol.asyncDispose]() {
      note(`${receiver.received.length} calls of an endpoint hang`)
      await receiver[Symbol.asyncDispose]()
    },
  }
}

/** An open-loop load: requests do not wait for earlier answers. */
async function flood(client: Client): Promise<Trouble> {
  const { id } = await createTransaction(client)
  const path = `/v1/transaction/${id}/emails/tokens`
  const asked: Promise<Answer>[] = []
  const begun = performance.now()
  const timer = setInterval(() => {
    const due = ((performance.now() - begun) / 1_000) * floodPerSecond
    while (asked.length < due && asked.length < floodPerSecond * 30)
      asked.push(
        asked.length % 2 === 0
          ? client.send('POST', path)
          : client.send('POST', `${path}/validation`, { body: { code: '000000' } }),
      )
  }, 10)
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      describe('flood', await Promise.all(asked))
    },
  }
}

/** Half of the waiting requests need the row of one transaction, half the lock of one phone number. */
async function holdLocks(stage: Stage, client: Client): Promise<Trouble> {
  const { id } = await createTransaction(client)
  const phone = newPhone()
  const sealer = createSealer(readKeyring({ file: stage.keyringFile }))
  const { lockId } = hashPhone(sealer, { tenant: 'loud', mode: 'sandbox' }, toE164(phone))
  const others: string[] = []
  for (let count = 0; count < waiting / 2; count++)
    others.push((await createTransaction(client, { ...makePerson(), phone })).id)

  const sql = postgres(stage.database.url, { max: 1 })
  const holding = await hold(sql, id, lockId)
  let isOver = false
  const answers: Answer[] = []
  const ask = async (path: string) => {
    while (!isOver) answers.push(await client.send('POST', path))
  }
  const callers = others.flatMap((other) => [
    ask(`/v1/transaction/${id}/emails/tokens`),
    ask(`/v1/transaction/${other}/sms/2fa`),
  ])
  return {
    async [Symbol.asyncDispose]() {
      isOver = true
      await Promise.all(callers)
      await holding.release()
      await sql.end()
      describe('locks', answers)
    },
  }
}

async function hold(sql: Sql, id: string, lockId: string) {
  const locked = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const done = sql.begin(async (tx) => {
    await tx`select 1 from transaction where id = ${id} for update`
    await tx`select pg_advisory_xact_lock(${lockId}::bigint)`
    locked.resolve()
    await released.promise
  })
  await Promise.race([locked.promise, done])
  return {
    async release() {
      released.resolve()
      await done
    },
  }
}

/** Rejects for a 5xx other than 503, and for a 503 without Retry-After. */
function describe(name: string, answers: readonly Answer[]): void {
  const counts = new Map<number, number>()
  for (const { status, retryAfter, text } of answers) {
    counts.set(status, (counts.get(status) ?? 0) + 1)
    if (status >= 500 && (status !== 503 || retryAfter === undefined))
      throw new Error(`${name}: answered ${status} (Retry-After ${retryAfter}): ${text}`)
  }
  const said = [...counts].map(([status, count]) => `${count} × ${status}`).join(', ')
  note(`${name}: ${said}`)
}
