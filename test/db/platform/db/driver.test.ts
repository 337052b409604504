// postgres.js as it is patched (tools/patches), when connections are lost. What it throws where
// nobody can catch it fails the run.
import { createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { expect, onTestFinished } from 'vitest'
import { isUnavailable } from '#src/platform/db/errors.ts'
import { listen } from '#test/support/servers/listen.ts'
import { startDatabaseProxy } from '#test/support/servers/proxy.ts'
import { ownerTest as test } from '#test/db/fixture.ts'

const name = 'driver'

function open(url: string, options: object = {}) {
  const settings = { max: 1, connect_timeout: 3, backoff: () => 0.02, onnotice() {} }
  const client = postgres(url, { ...settings, ...options, connection: { application_name: name } })
  // As `client.ts` opens it.
  Object.assign(client.options, { pipelines: true })
  onTestFinished(() => client.end({ timeout: 0 }))
  return client
}

function openAdmin(url: string) {
  const admin = postgres(url, { max: 1, onnotice() {} })
  onTestFinished(() => admin.end({ timeout: 0 }))
  /** Ends backends, at most so many. */
  const kill = (most = 100) => admin`
    select pg_terminate_backend(pid) from (
      select pid from pg_stat_activity where application_name = ${name} order by random() limit ${most}
    ) as chosen`
  return { admin, kill }
}

async function serve(accept: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    accept(socket)
  })
  const port = await listen(server)
  onTestFinished(() => void server.close())
  return `postgres://nobody@127.0.0.1:${port}/none`
}

const lost = {
  status: 'rejected',
  reason: { code: expect.stringMatching(/^(CONNECTION_CLOSED|ECONNRESET|EPIPE)$/) },
}

test('a transaction whose connection is lost between two statements ends with an error', async ({
  url,
}) => {
  const { kill } = openAdmin(url)
  const client = open(url)
  const told: unknown[] = []
  const done = client.begin(async (tx) => {
    await tx`select 1`
    await kill()
    await sleep(50)
    told.push(await tx`select 2`.catch((error: unknown) => error))
    told.push(await tx`select 3`.catch((error: unknown) => error))
    throw new Error('its own end')
  })
  expect(await Promise.allSettled([done])).toMatchObject([lost])
  await expect
    .poll(() => told)
    .toMatchObject([{ code: lost.reason.code }, { code: lost.reason.code }])
})

test('all statements of a transaction settle when its connection is lost', async ({ url }) => {
  const { kill } = openAdmin(url)
  const client = open(url)
  let asked: Promise<unknown> | undefined
  const done = client.begin(async (tx) => {
    asked = Promise.allSettled([
      tx`select pg_sleep(5)`,
      tx`select ${1}::int`,
      tx`select 3`,
      tx`select 4`,
    ])
    await sleep(100)
    await kill()
    await asked
  })
  expect(await Promise.allSettled([done])).toMatchObject([lost])
  expect(await asked).toMatchObject([lost, lost, lost, lost])
})

test('a transaction that has lost its connection writes nothing on the next one', async ({
  url,
}) => {
  const { admin, kill } = openAdmin(url)
  await admin`create table written (by text)`
  const client = open(url)
  const killed = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  let late: unknown
  const first = client.begin(async (tx) => {
    await tx`select 1`
    await kill()
    await sleep(50)
    killed.resolve()
    await goOn.promise
    late = await tx`insert into written values ('first')`.catch((error: unknown) => error)
  })
  const ended = Promise.allSettled([first])
  await killed.promise
  await client.begin(async (tx) => {
    await tx`insert into written values ('second')`
    goOn.resolve()
    await sleep(50)
    await tx`insert into written values ('second')`
  })
  expect(await ended).toMatchObject([lost])
  expect(late).toMatchObject({ code: lost.reason.code })
  expect(await admin`select by from written`).toEqual([{ by: 'second' }, { by: 'second' }])
})

test('a statement after a lost connection gets its own answer', async ({ url }) => {
  const { kill } = openAdmin(url)
  const client = open(url, { fetch_types: false })
  for (let round = 0; round < 5; round += 1) {
    const asked = client`select n, pg_sleep(n * 0.05) from generate_series(1, 20) n`
    const broken = Promise.allSettled([asked])
    await sleep(120)
    await kill()
    expect(await broken).toMatchObject([lost])
    expect([...(await client`select 'own' as answer`)]).toEqual([{ answer: 'own' }])
  }
})

test('a statement after one that failed in the middle of its rows gets its own answer', async ({
  url,
}) => {
  const client = open(url)
  await expect(client`select 1 / (2000 - n) from generate_series(1, 3000) n`).rejects.toThrow(
    'zero',
  )
  const [first, ...others] = await client`select 'own' as answer`
  expect([first, others]).toEqual([{ answer: 'own' }, []])
})

test('a server that closes every connection at once is an error', async () => {
  let connections = 0
  const url = await serve((socket) => {
    connections += 1
    socket.end()
  })
  const client = open(url, { backoff: () => 0.05 })
  const asked = Promise.allSettled([client`select 1`, client`select 2`, client`select 3`])
  expect(await asked).toMatchObject([lost, lost, lost])
  expect(connections).toBeLessThan(10)
})

test('a connection that is lost while types are asked for is an error of its statement', async () => {
  const url = await serve((socket) => {
    socket.once('data', () => {
      // The log-in is accepted, and the server is ready for a query.
      socket.write(Buffer.from([82, 0, 0, 0, 8, 0, 0, 0, 0, 90, 0, 0, 0, 5, 73]))
      socket.once('data', () => socket.resetAndDestroy())
    })
  })
  const client = open(url)
  expect(await Promise.allSettled([client`select 1`])).toMatchObject([lost])
  await sleep(20)
})

test('every transaction has a connection of its own, however full the pipelines are', async ({
  url,
}) => {
  const client = open(url, { max: 2, max_pipeline: 1 })
  await Promise.all([client`select pg_sleep(0.05)`, client`select pg_sleep(0.05)`])
  for (let round = 0; round < 5; round += 1) {
    const plain = [client`select pg_sleep(0.05)`, client`select pg_sleep(0.05)`]
    for (const one of plain) void one.execute()
    const transactions = Array.from({ length: 6 }, () =>
      client.begin(async (tx) => {
        const [first] = await tx`select txid_current() as id`
        const [second] = await tx`select txid_current() as id`
        return first?.['id'] === second?.['id']
      }),
    )
    await Promise.all(plain)
    expect(await Promise.all(transactions)).toEqual(Array(6).fill(true))
  }
})

test('a value that cannot be written fails its own statement and no other', async ({ url }) => {
  const client = open(url)
  await client`select 1`
  // Safe to claim because the test is about what the types forbid.
  const unfit = undefined as never
  const [before, bad, after] = await Promise.allSettled([
    client`select pg_sleep(0.1), 'before' as answer`,
    client.unsafe('select $1::text', [unfit]),
    client`select 'after' as answer`,
  ])
  expect(before).toMatchObject({ status: 'fulfilled', value: [{ answer: 'before' }] })
  expect(bad).toMatchObject({ status: 'rejected', reason: { code: 'UNDEFINED_VALUE' } })
  expect(after).toMatchObject({ status: 'fulfilled', value: [{ answer: 'after' }] })
})

/** Asked for, and not waited for: what becomes of it the transaction says. */
const sendOff = (statement: PromiseLike<unknown>) => void statement.then(undefined, () => undefined)

test('a statement that nobody waits for fails its transaction, and nothing of it stays', async ({
  url,
}) => {
  const { admin } = openAdmin(url)
  await admin`create table sent (by int not null)`
  const client = open(url)
  const unfit = client.begin(async (tx) => {
    await tx`insert into sent values (1)`
    sendOff(tx`insert into sent values (null)`)
    sendOff(tx`insert into sent values (2)`)
  })
  await expect(unfit).rejects.toMatchObject({ code: '23502' })
  // One that is waited for says so by the failure before it.
  const waited = client.begin(async (tx) => {
    sendOff(tx`insert into sent values (null)`)
    await tx`select 1`
  })
  await expect(waited).rejects.toMatchObject({ code: '23502' })
  await client.begin(async (tx) => sendOff(tx`insert into sent values (${3}::int)`))
  expect(await admin`select by from sent`).toEqual([{ by: 3 }])
})

test('when a transaction cannot begin, nothing that was sent beside it is written', async ({
  url,
}) => {
  const { admin } = openAdmin(url)
  await admin`create table beside (by int)`
  const client = open(url)
  await client`select 1`
  const begun = client.begin('read nonsense', async (tx) => {
    const sent = [
      tx`select 1`,
      tx`insert into beside values (1)`,
      tx`insert into beside values (2)`,
    ]
    await Promise.allSettled(sent)
    await tx`insert into beside values (3)`
  })
  const next = client.begin(async (tx) => {
    await tx`insert into beside values (4)`
    return (await tx`select pg_current_xact_id_if_assigned() is not null as own`)[0]
  })
  expect(await Promise.allSettled([begun, next])).toMatchObject([
    { reason: { code: '42601' } },
    { value: { own: true } },
  ])
  expect(await admin`select by from beside`).toEqual([{ by: 4 }])
})

test('a statement whose plan is out of date is not run behind its COMMIT', async ({ url }) => {
  const { admin } = openAdmin(url)
  await admin`create table planned (by int)`
  const client = open(url)
  const insert = (tx: postgres.TransactionSql, by: number) =>
    tx.unsafe('insert into planned values ($1::int) returning *', [by], { prepare: true })
  await client.begin(async (tx) => void (await insert(tx, 1)))
  await admin`alter table planned add column more int`
  const stale = client.begin(async (tx) => sendOff(insert(tx, 2)))
  await expect(stale).rejects.toMatchObject({ code: '0A000' })
  await client.begin(async (tx) => sendOff(insert(tx, 3)))
  expect(await admin`select by from planned`).toEqual([{ by: 1 }, { by: 3 }])
})

test('a statement whose plan is out of date is not repeated behind a COMMIT on a reserved connection', async ({
  url,
}) => {
  const { admin } = openAdmin(url)
  await admin`create table held (by int)`
  const client = open(url)
  const reserved = await client.reserve()
  onTestFinished(() => reserved.release())
  const send = (by: number) =>
    Promise.allSettled([
      reserved`begin`,
      reserved.unsafe('insert into held values ($1::int) returning *', [by], { prepare: true }),
      reserved`commit`,
    ])
  await send(1)
  await admin`alter table held add column more int`
  expect(await send(2)).toMatchObject([
    { status: 'fulfilled' },
    { status: 'rejected', reason: { code: '0A000' } },
    { status: 'fulfilled', value: { command: 'ROLLBACK' } },
  ])
  await send(3)
  expect(await admin`select by from held`).toEqual([{ by: 1 }, { by: 3 }])
})

test('a reserved connection that is gone fails its statements, and not the process', async ({
  url,
}) => {
  const { kill } = openAdmin(url)
  const client = open(url)
  const reserved = await client.reserve()
  await reserved`select 1`
  await kill()
  await sleep(50)
  const asked = Promise.allSettled([reserved`begin`, reserved`select 1`, reserved`commit`])
  expect(await asked).toMatchObject([lost, lost, lost])
})

test('a transaction whose BEGIN is lost ends with an error, and so does all that was sent beside it', async () => {
  let received = ''
  const url = await serve((socket) => {
    socket.once('data', () => {
      socket.write(Buffer.from([82, 0, 0, 0, 8, 0, 0, 0, 0, 90, 0, 0, 0, 5, 73]))
      socket.once('data', (data) => {
        received += data.toString('latin1')
        socket.resetAndDestroy()
      })
    })
  })
  const client = open(url, { fetch_types: false })
  let sent: Promise<unknown> | undefined
  const begun = client.begin(async (tx) => {
    sent = Promise.allSettled([tx`select 1`, tx`insert into nowhere values (1)`, tx`select 2`])
    await sent
  })
  expect(await Promise.allSettled([begun])).toMatchObject([lost])
  expect(await sent).toMatchObject([lost, lost, lost])
  expect(received).toContain('begin')
  expect(received).not.toContain('insert')
})

test('a value that cannot be written fails its transaction, and nothing of it stays', async ({
  url,
}) => {
  const { admin } = openAdmin(url)
  await admin`create table unwritten (by int)`
  const client = open(url)
  // Safe to claim because the test is about what the types forbid.
  const unfit = undefined as never
  const done = client.begin(async (tx) => {
    await tx`insert into unwritten values (1)`
    sendOff(tx.unsafe('insert into unwritten values ($1::int)', [unfit]))
    sendOff(tx`insert into unwritten values (2)`)
  })
  await expect(done).rejects.toMatchObject({ code: 'UNDEFINED_VALUE' })
  await client.begin(async (tx) => sendOff(tx`insert into unwritten values (3)`))
  expect(await admin`select by from unwritten`).toEqual([{ by: 3 }])
})

test('what is asked for when a transaction has ended is refused', async ({ url }) => {
  const { admin } = openAdmin(url)
  await admin`create table late (by int)`
  const client = open(url)
  let kept: postgres.TransactionSql | undefined
  await client.begin(async (tx) => {
    kept = tx
    await tx`insert into late values (1)`
  })
  await expect(kept?.unsafe('insert into late values (2)')).rejects.toMatchObject({
    code: 'TRANSACTION_OVER',
  })
  expect(await admin`select by from late`).toEqual([{ by: 1 }])
})

test('BEGIN, what reads, what writes and COMMIT are two packets', async ({ url }) => {
  const proxy = await startDatabaseProxy(url)
  onTestFinished(() => proxy.close())
  const client = open(proxy.url)
  const work = (by: number) =>
    client.begin(async (tx) => {
      await Promise.all([tx`select ${by}::int as one`, tx`select ${by}::int as two`])
      sendOff(tx`select ${by}::int as three`)
      sendOff(tx`select ${by}::int as four`)
    })
  // Each statement is described once to each connection.
  await work(1)
  const before = proxy.packets()
  await work(2)
  expect(proxy.packets() - before).toBe(2)
})

/** What twenty callers meet while connections are taken from them. */
async function work(url: string, disturb: (round: number) => Promise<unknown>) {
  const client = open(url, { max: 5, max_pipeline: 10_000 })
  const met = { done: 0, failed: 0, strange: [] as unknown[] }
  let isOver = false
  const call = async (id: number) => {
    await client.begin(async (tx) => {
      await tx`update counted set count = count + 1 where id = ${id}`
      const [row] = await tx`select ${id}::int as id, ${'x'.repeat(2_000)}::text as padding`
      if (row?.['id'] !== id) met.strange.push(row)
    })
    const [own] = await client`select ${id}::int as id`
    if (own?.['id'] !== id) met.strange.push(own)
  }
  const callers = Array.from({ length: 20 }, async (_, id) => {
    while (!isOver) {
      await call(id).then(
        () => (met.done += 1),
        async (error: unknown) => {
          met.failed += 1
          if (!isUnavailable(error)) met.strange.push(error)
          await sleep(1)
        },
      )
    }
  })
  for (let round = 0; round < 20 || met.done < 50; round += 1) {
    // On a busy machine calls need longer than this: each round leaves them a little more.
    await sleep(10 + (round % 4) * 40 + round * 5)
    await disturb(round)
  }
  isOver = true
  await Promise.all(callers)
  return met
}

async function fillCounted(admin: postgres.Sql): Promise<void> {
  await admin`drop table if exists counted`
  await admin`create table counted (id int primary key, count int not null)`
  await admin`insert into counted select n, 0 from generate_series(0, 19) n`
}

test('while backends are killed in mid-write everything settles, and each caller gets its own answers', async ({
  url,
}) => {
  const { admin, kill } = openAdmin(url)
  await fillCounted(admin)
  const met = await work(url, () => kill(2))
  expect(met.strange).toEqual([])
  expect(met.failed).toBeGreaterThan(10)
})

test('while connections are reset in mid-write everything settles, and each caller gets its own answers', async ({
  url,
}) => {
  const { admin } = openAdmin(url)
  await fillCounted(admin)
  const proxy = await startDatabaseProxy(url)
  onTestFinished(() => proxy.close())
  const met = await work(proxy.url, async () => {
    await proxy.down()
    await proxy.up()
  })
  expect(met.strange).toEqual([])
  expect(met.failed).toBeGreaterThan(10)
})
