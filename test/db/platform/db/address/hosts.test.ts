// A database at each address that its URL can name, and a pair of servers of which one takes writes.
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { makeHome } from '#src/main/local/home.ts'
import { freePort } from '#src/main/local/ports.ts'
import { startPostgres } from '#src/main/local/postgres.ts'
import { checkDatabase } from '#src/main/ports/check-database.ts'
import { type Db, openDatabase, openSingle } from '#src/platform/db/client.ts'
import { codesOf, isUnavailable } from '#src/platform/db/errors.ts'
import { migrate } from '#src/platform/db/migrate.ts'
import { type PostgresPair, startPostgresPair } from '#test/load/chaos/postgres-pair.ts'

const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === '::1'),
)

function open(url: string) {
  const database = openDatabase(url, 'hosts', 4)
  onTestFinished(() => database.close())
  return database
}

const credentialsOf = (url: string): string => {
  const { username, password } = new URL(url)
  return `${username}:${password}`
}

describe('one server', () => {
  let role: string
  let port: number
  let folder: string
  let end: () => Promise<void>
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'atesta-hosts-'))
    makeHome(folder)
    await chmod(folder, 0o777)
    port = await freePort()
    const flags = [
      '-c',
      `listen_addresses=127.0.0.1${hasIpv6 ? ',::1' : ''}`,
      '-c',
      `unix_socket_directories=${folder}`,
    ]
    const { url, child } = await startPostgres({ home: folder, port, flags })
    role = credentialsOf(url)
    end = async () => {
      await child.end()
      await rm(folder, { recursive: true, force: true })
    }
  }, 60_000)
  afterAll(() => end())

  /** Processes, the migration and single connections: all by the same address. */
  async function use(url: string): Promise<string | null> {
    await migrate(url)
    const single = openSingle(url, 'hosts')
    onTestFinished(() => single.close())
    expect(await single.db.execute(sql`select 1 as one`)).toMatchObject([{ one: 1 }])
    const database = open(url)
    await checkDatabase(url, database)
    const [row] = await database.reads.execute<{ at: string | null }>(
      sql`select host(inet_server_addr()) as at`,
    )
    return row?.at ?? null
  }

  test.skipIf(!hasIpv6)('at an address of IPv6', async () => {
    expect(await use(`postgres://${role}@[::1]:${port}/atesta`)).toBe('::1')
    expect(await use(`postgres://${role}@/atesta?host=::1&port=${port}`)).toBe('::1')
  })

  test('at a socket of this machine, whatever sslmode says', async () => {
    const socket = encodeURIComponent(folder)
    expect(await use(`postgres://${role}@${socket}:${port}/atesta?sslmode=require`)).toBeNull()
    expect(await use(`postgres://${role}@/atesta?host=${socket}&port=${port}`)).toBeNull()
  })

  test('at a hostaddr, whatever its host resolves to', async () => {
    const url = `postgres://${role}@nowhere.invalid:${port}/atesta?hostaddr=127.0.0.1`
    expect(await use(url)).toBe('127.0.0.1')
  })

  test('its settings are those of the URL, and our time-outs stay', async () => {
    const options = encodeURIComponent('-c statement_timeout=0 -c work_mem=5MB')
    const { db } = open(
      `postgres://${role}@127.0.0.1:${port}/atesta?application_name=mine&connect_timeout=9&options=${options}`,
    )
    expect(
      await db.execute(sql`
        select current_setting('application_name') as name, current_setting('work_mem') as memory,
          current_setting('statement_timeout') as timeout`),
    ).toMatchObject([{ name: 'mine', memory: '5MB', timeout: '10s' }])
  })

  test('where nobody is, it is an outage and no fault', async () => {
    const none = encodeURIComponent(join(folder, 'none'))
    for (const place of [`127.0.0.1:1,127.0.0.1:2`, `${none}:1`, 'nowhere.invalid'])
      expect(
        isUnavailable(
          await open(`postgres://${role}@${place}/atesta`)
            .db.execute(sql`select 1`)
            .catch((error: unknown) => error),
        ),
      ).toBe(true)
  })
})

describe('a pair', () => {
  let pair: PostgresPair
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'atesta-pair-'))
    await chmod(folder, 0o755)
    pair = await startPostgresPair(async (name) => join(folder, name))
  }, 120_000)
  afterAll(async () => {
    await pair.close()
    await rm(folder, { recursive: true, force: true })
  })

  const hostOf = (url: string) => new URL(url).host
  const urlOf = (hosts: readonly string[], parameters = '') =>
    `postgres://${credentialsOf(pair.sides().primary)}@${hosts.join(',')}/atesta${parameters}`
  const standbyFirst = () => {
    const { primary, standby } = pair.sides()
    return [standby, primary].map(hostOf)
  }

  const isStandby = async (db: Db) => {
    const [row] = await db.execute<{ is: boolean }>(sql`select pg_is_in_recovery() as is`)
    return row?.is
  }

  test('each connection goes to the one that takes writes, wherever it stands', async () => {
    for (const parameters of [
      '',
      '?target_session_attrs=primary',
      '?target_session_attrs=read-write',
    ]) {
      const url = urlOf(standbyFirst(), parameters)
      const database = open(url)
      await checkDatabase(url, database)
      const { db, reads, reports, probe } = database
      const found = await Promise.all(
        Array.from({ length: 8 }, () => [db, reads, reports, probe].map(isStandby)).flat(),
      )
      expect(new Set(found)).toEqual(new Set([false]))
      await db.execute(sql`select pg_logical_emit_message(true, 'hosts', 'written')`)
    }
  })

  test('with any it is the first that takes a connection', async () => {
    const any = '?target_session_attrs=any'
    expect(await isStandby(open(urlOf(standbyFirst(), any)).reads)).toBe(true)
    expect(await isStandby(open(urlOf(standbyFirst().toReversed(), any)).reads)).toBe(false)
    const dead = ['127.0.0.1:1', ...standbyFirst()]
    expect(await isStandby(open(urlOf(dead, any)).reads)).toBe(true)
  })

  test('where none takes writes it is an outage, for one host and for several', async () => {
    const standby = hostOf(pair.sides().standby)
    for (const hosts of [[standby], [standby, '127.0.0.1:1']]) {
      const { db } = open(urlOf(hosts, '?target_session_attrs=primary'))
      const error = await db.execute(sql`select 1`).catch((one: unknown) => one)
      expect(codesOf(error)).toContain('NO_WRITING_HOST')
      expect(isUnavailable(error)).toBe(true)
    }
  })

  test('what a server says against the role is told, and not that another is away', async () => {
    const [host = ''] = standbyFirst().toReversed()
    const url = `postgres://atesta:wrong@127.0.0.1:1,${host}/atesta`
    await expect(checkDatabase(url, open(url))).rejects.toThrow(
      `The database at 127.0.0.1:1, ${host} refuses the password of this role.`,
    )
  })

  test('after a failover the same pool goes to the other one', async () => {
    const before = pair.sides()
    const { db, reads } = open(urlOf(standbyFirst()))
    expect(await Promise.all([isStandby(db), isStandby(reads)])).toEqual([false, false])
    await pair.replace()
    expect(pair.sides().primary).toBe(before.standby)
    for (const one of [db, reads])
      await vi.waitFor(async () => expect(await isStandby(one)).toBe(false), { timeout: 30_000 })
    await db.execute(sql`select pg_logical_emit_message(true, 'hosts', 'written')`)
  }, 90_000)
})
