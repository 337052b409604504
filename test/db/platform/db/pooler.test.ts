// A pooler before the database: one mode serves, and any other is refused at the start with a sentence.
import { sql } from 'drizzle-orm'
import postgres from 'postgres'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, inject, onTestFinished, vi } from 'vitest'
import { checkDatabase } from '#src/main/ports/check-database.ts'
import { type Database, type Db, openDatabase, timeouts } from '#src/platform/db/client.ts'
import { isUnavailable, sqlState } from '#src/platform/db/errors.ts'
import { describeRefusal } from '#src/platform/db/fault.ts'
import { migrate } from '#src/platform/db/migrate.ts'
import { startDatabaseProxy } from '#test/support/servers/proxy.ts'
import { hasPgBouncer, startPgBouncer } from '#test/support/servers/pgbouncer.ts'
import { ownerTest, test } from '#test/db/fixture.ts'

async function start(url: string) {
  const database = openDatabase(url, 'pooler', 4)
  onTestFinished(() => database.close())
  await checkDatabase(url, database)
  return database
}

async function pooled(...given: Parameters<typeof startPgBouncer>): Promise<string> {
  const pooler = await startPgBouncer(...given)
  onTestFinished(() => pooler.close())
  return pooler.url
}

/** What every connection of ours says at its start. */
const asked = [
  ...Object.keys(timeouts),
  'default_transaction_read_only',
  'default_transaction_isolation',
]

/** A role of this test's own, which has its time-outs by itself. */
async function makeRole(url: string, timed: boolean): Promise<string> {
  const admin = postgres(inject('adminUrl'), { max: 1, onnotice() {} })
  const name = `pooled_${process.pid}_${timed ? 'timed' : 'plain'}`
  await admin.unsafe(`create role ${name} login password 'of-tests-alone' in role atesta_test`)
  if (timed)
    for (const [setting, ms] of Object.entries(timeouts))
      await admin.unsafe(`alter role ${name} set ${setting} = '${ms}ms'`)
  onTestFinished(async () => {
    await admin.unsafe(`drop role ${name}`)
    await admin.end()
  })
  const own = new URL(url)
  own.username = name
  own.password = 'of-tests-alone'
  return own.href
}

test('a connection without a pooler is taken as it is', async ({ url }) => {
  await expect(start(url)).resolves.toBeDefined()
})

describe.skipIf(!hasPgBouncer)('PgBouncer (Debian’s package pgbouncer)', () => {
  test('that takes no settings of a connection is named', async ({ url }) => {
    await expect(start(await pooled(url, 'session'))).rejects.toThrow(
      /takes none of the settings of a connection: docs\/operations.md, "A pooler"/,
    )
  })

  test('that drops the time-outs is refused, with the statements that give them to the role', async ({
    url,
  }) => {
    const own = await makeRole(url, false)
    await expect(start(await pooled(own, 'session', asked))).rejects.toThrow(
      /drops the time-outs.*alter role pooled_\d+_plain set statement_timeout = '10000ms';.*lock_timeout = '2000ms'/,
    )
  })

  test('in session mode serves, with time-outs that are the role’s', async ({ url }) => {
    const own = await makeRole(url, true)
    const { db, reads } = await start(await pooled(own, 'session', asked))
    const wait = db.transaction(async (tx) => {
      await tx.execute(sql`set local statement_timeout = '50ms'`)
      await tx.execute(sql`select pg_sleep(2)`)
    })
    expect(sqlState(await wait.catch((error: unknown) => error))).toBe('57014')
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        reads.execute<{ n: number }>(sql`select ${n}::int as n`),
      ),
    )
    expect(answers.map(([row]) => row?.n)).toEqual(Array.from({ length: 40 }, (_, n) => n))
  })

  test('in transaction or statement mode is refused by processes', async ({ url }) => {
    const own = await makeRole(url, true)
    for (const mode of ['transaction', 'statement'] as const)
      await expect(start(await pooled(own, mode, asked))).rejects.toThrow(
        'its pool_mode must be session',
      )
  })

  const ask = (db: Db) => db.execute(sql`select 1`)
  const failed = (db: Db) => ask(db).catch((error: unknown) => error)

  /** Each statement, of reads and of writes, is refused for as long; and is answered again by itself. */
  async function untilAnswered({ db, reads }: Pick<Database, 'db' | 'reads'>): Promise<void> {
    for (const one of [db, reads]) await vi.waitFor(() => ask(one), { timeout: 30_000 })
  }

  test('that the server refuses is an outage, which ends by itself', async ({ url }) => {
    const own = await makeRole(url, true)
    const admin = postgres(inject('adminUrl'), { max: 1, onnotice() {} })
    onTestFinished(() => admin.end())
    const name = new URL(own).username
    const pooler = await pooled(own, 'session', asked, { server_login_retry: 1 })
    const database = await start(pooler)
    await admin.unsafe(`alter role ${name} password 'another'`)
    await admin`select pg_terminate_backend(pid, 5000) from pg_stat_activity where usename = ${name}`
    for (let round = 0; round < 4; round += 1) {
      const errors = await Promise.all([failed(database.db), failed(database.reads)])
      expect(errors.map(isUnavailable)).toEqual([true, true])
      await sleep(400)
    }
    await admin.unsafe(`alter role ${name} password 'of-tests-alone'`)
    await untilAnswered(database)
  })

  test('that does not reach the server is an outage, and so is one that is frozen or full', async ({
    url,
  }) => {
    const own = await makeRole(url, true)
    const line = await startDatabaseProxy(own)
    onTestFinished(() => line.close())
    const settings = { query_wait_timeout: 1, server_login_retry: 1, max_client_conn: 14 }
    const pooler = await startPgBouncer(line.url, 'session', asked, settings)
    onTestFinished(() => pooler.close())
    const database = await start(pooler.url)
    await line.down()
    for (const one of [database.db, database.reads]) {
      const error = await failed(one)
      expect(isUnavailable(error)).toBe(true)
    }
    expect(describeRefusal(await failed(database.db)) ?? '').not.toContain('password')
    await line.up()
    await untilAnswered(database)

    pooler.signal('SIGSTOP')
    const frozen = openDatabase(pooler.url, 'frozen', 2)
    onTestFinished(() => frozen.close())
    expect(isUnavailable(await failed(frozen.db))).toBe(true)
    pooler.signal('SIGCONT')
    await untilAnswered(frozen)

    const others = Array.from({ length: 14 }, () =>
      postgres(pooler.url, { max: 1, connect_timeout: 2, onnotice() {} }),
    )
    await Promise.allSettled(others.map((one) => one`select 1`))
    const late = openDatabase(pooler.url, 'late', 2)
    onTestFinished(() => late.close())
    const error = await failed(late.db)
    expect([isUnavailable(error), describeRefusal(error)]).toEqual([
      true,
      'is a pooler that takes no more clients (max_client_conn)',
    ])
    await Promise.all(others.map((one) => one.end({ timeout: 1 })))
    await untilAnswered(late)
  })

  ownerTest('and by the migration, which a session serves', async ({ url }) => {
    await expect(migrate(await pooled(url, 'transaction', asked))).rejects.toThrow(
      'must be session',
    )
    await expect(migrate(await pooled(url, 'session', asked))).resolves.toBeUndefined()
  })
})
