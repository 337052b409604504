// TLS to PostgreSQL as every process and command speaks it, against a server that speaks it too.
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { globSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { checkDatabase } from '#src/main/ports/check-database.ts'
import { openDatabase } from '#src/platform/db/client.ts'
import { migrate } from '#src/platform/db/migrate.ts'
import { createAuthority } from '#test/support/servers/authority.ts'
import { startTlsPostgres, type TlsPostgres } from '#test/support/servers/tls-postgres.ts'

let server: TlsPostgres
let root: string
beforeAll(async () => {
  server = await startTlsPostgres()
  root = await server.write('ca.pem', server.authority.cert)
}, 60_000)
afterAll(() => server.close())

function open(url: string) {
  const database = openDatabase(url, 'tls', 2)
  onTestFinished(() => database.close())
  return database
}

type Seen = { tls: boolean; dn: string | null; role: string }

async function look(url: string): Promise<Seen | undefined> {
  const { db } = open(url)
  const [seen] = await db.execute<Seen>(sql`
    select ssl as tls, client_dn as dn, current_user as role
    from pg_stat_ssl where pid = pg_backend_pid()`)
  return seen
}

const start = (url: string) => checkDatabase(url, open(url))

test('sslmode says whether TLS is spoken, and verify-full is taken from a server of that name', async () => {
  expect(await look(server.url())).toMatchObject({ tls: false })
  expect(await look(server.url({ sslmode: 'disable' }))).toMatchObject({ tls: false })
  for (const parameters of [
    { sslmode: 'require' },
    { sslmode: 'verify-ca', sslrootcert: root },
    { sslmode: 'verify-full', sslrootcert: root },
  ])
    expect(await look(server.url(parameters))).toMatchObject({ tls: true })
})

test('the migration speaks it as the processes do', async () => {
  await migrate(server.url({ sslmode: 'verify-full', sslrootcert: root }))
  await expect(migrate(server.url({ sslmode: 'verify-full' }))).rejects.toThrow(/certificate/)
})

test('nobody opens the database but by the address that knows TLS', () => {
  const files = globSync('src/**/*.ts').filter((file) =>
    /^import (?!type).*from 'postgres'$/m.test(readFileSync(file, 'utf8')),
  )
  // The local start's own server, on the loopback, and the look at the installed package.
  const others = /^src\/(?:main\/local\/postgres|platform\/db\/guards)\.ts$/
  expect(files.filter((file) => !others.test(file))).toEqual(['src/platform/db/client.ts'])
})

describe('what must not be connected to is refused at the start, in one sentence', () => {
  test('a certificate of an authority that is not believed', async () => {
    const other = await server.write('other.pem', (await createAuthority('Others')).cert)
    const sentence = /localhost:\d+ has a certificate of no authority that is believed/
    for (const parameters of [
      { sslmode: 'verify-full', sslrootcert: other },
      { sslmode: 'verify-ca', sslrootcert: other },
      // With an authority named it is asked for, as libpq does.
      { sslmode: 'require', sslrootcert: other },
      { sslmode: 'verify-full' },
    ])
      await expect(start(server.url(parameters))).rejects.toThrow(sentence)
  })

  test('a certificate of another name, or of an address that it does not name', async () => {
    await server.use(await server.authority.sign('db.example', ['db.example']))
    const full = { sslmode: 'verify-full', sslrootcert: root }
    await expect(start(server.url(full))).rejects.toThrow('a certificate of another name')
    await expect(start(server.url({ ...full, sslmode: 'verify-ca' }))).resolves.toBeUndefined()
    // By its address: a certificate for localhost is none for 127.0.0.1.
    const byAddress = server.url(full).replace('@localhost', '@127.0.0.1')
    await server.use(await server.authority.sign('localhost', ['localhost']))
    await expect(start(byAddress)).rejects.toThrow('a certificate of another name')
    await server.use(await server.authority.sign('x', ['localhost', '127.0.0.1']))
    expect(await look(byAddress)).toMatchObject({ tls: true })
  })

  test('a certificate that has expired', async () => {
    await server.use(await server.authority.sign('localhost', ['localhost'], -1))
    const full = { sslmode: 'verify-full', sslrootcert: root }
    await expect(start(server.url(full))).rejects.toThrow('a certificate that has expired')
    await server.use(await server.authority.sign('localhost', ['localhost']))
  })

  test('a server without TLS, where it is asked for', async () => {
    await server.use(undefined)
    const sentence = /localhost:\d+ speaks no TLS/
    for (const sslmode of ['require', 'verify-full'])
      await expect(start(server.url({ sslmode, sslrootcert: root }))).rejects.toThrow(sentence)
    await server.use(await server.authority.sign('localhost', ['localhost']))
  })

  test('a server that takes nobody without TLS, and a wrong password', async () => {
    await server.refuse('hostnossl all in_clear 127.0.0.1/32 reject')
    await server.admin`create role in_clear login password 'right'`
    const clear = new URL(server.url())
    clear.username = 'in_clear'
    clear.password = 'right'
    await expect(start(clear.href)).rejects.toThrow('asks for TLS (sslmode)')
    clear.searchParams.set('sslmode', 'require')
    expect(await look(clear.href)).toMatchObject({ tls: true, role: 'in_clear' })
    clear.password = 'wrong'
    await expect(start(clear.href)).rejects.toThrow('refuses the password of this role')
  })

  test('a mode that may go on in the clear, and files that are not there or do not fit', async () => {
    for (const sslmode of ['prefer', 'allow', 'verify_full'])
      expect(() => openDatabase(server.url({ sslmode }), 'x')).toThrow(`sslmode=${sslmode}`)
    const wrong = await server.write('wrong.pem', 'nothing')
    const one = await server.authority.sign('one')
    const other = await server.authority.sign('other')
    const sslcert = await server.write('one.pem', one.cert)
    const sslkey = await server.write('other.key', other.key)
    const cases = [
      [{ sslrootcert: '/nowhere/ca.pem' }, 'sslrootcert'],
      [{ sslcert: wrong }, 'wrong.pem'],
      [{ sslcert, sslkey }, 'other.key'],
    ] as const
    for (const [parameters, said] of cases)
      expect(() => openDatabase(server.url({ sslmode: 'require', ...parameters }), 'x')).toThrow(
        said,
      )
    expect(() => openDatabase(server.url({ passwordfile: '/nowhere/p' }), 'x')).toThrow(
      'passwordfile',
    )
  })
})

test('certificates are renewed while statements run: none fails, and each new connection takes the new one', async () => {
  const files = {
    sslcert: await server.write('us.pem', ''),
    sslkey: await server.write('us.key', ''),
  }
  const give = async (name: string) => {
    const pair = await server.authority.sign(name)
    // One after the other, as an agent that is not whole at once.
    await writeFile(files.sslcert, pair.cert)
    await new Promise((go) => setTimeout(go, 20))
    await writeFile(files.sslkey, pair.key)
  }
  await give('first')
  const url = server.url({ sslmode: 'verify-full', sslrootcert: root, ...files })
  const { db } = open(url)
  let isOver = false
  const asked = [0, 0]
  const names = new Set<string>()
  const asking = asked.map(async (_, who) => {
    while (!isOver) {
      const rows = await db.execute<{ dn: string }>(
        sql`select client_dn as dn from pg_stat_ssl where pid = pg_backend_pid()`,
      )
      names.add(rows[0]?.dn ?? 'none')
      asked[who] = (asked[who] ?? 0) + 1
    }
  })
  // Both have their connection by then, made with the first.
  await expect.poll(() => Math.min(...asked)).toBeGreaterThan(10)
  await give('second')
  await server.use(await server.authority.sign('localhost', ['localhost']))
  // A connection of before goes on until it is closed; one that comes then is made with what is there.
  await expect(look(url)).resolves.toMatchObject({ dn: '/CN=second' })
  isOver = true
  await Promise.all(asking)
  expect([...names]).toEqual(['/CN=first'])
})

test('a role and its password are read anew for each connection, so that a lease may end', async () => {
  const lease = async (role: string, password: string) => {
    await server.admin.unsafe(`create role ${role} login password '${password}'`)
    await server.write('user', `${role}\n`)
    await server.write('password', `${password}\n`)
  }
  await lease('leased_1', 'one')
  const [userfile, passwordfile] = ['user', 'password'].map((name) => `${server.folder}/${name}`)
  const url = server.url({
    sslmode: 'verify-full',
    sslrootcert: root,
    ...(userfile && { userfile }),
    ...(passwordfile && { passwordfile }),
  })
  const { db, reads } = open(url)
  const who = async (handle: typeof db) =>
    (await handle.execute<{ role: string }>(sql`select current_user as role`))[0]?.role
  expect(await who(db)).toBe('leased_1')
  await lease('leased_2', 'two')
  expect([await who(db), await who(reads)]).toEqual(['leased_1', 'leased_2'])
  // The lease's end takes its connections with it: the next statement is that of the next role.
  await server.admin`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'leased_1'`
  await server.admin`drop role leased_1`
  await expect.poll(() => who(db).catch(() => undefined)).toBe('leased_2')
})
