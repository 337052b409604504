// A PostgreSQL server of a test with TLS, whose certificate can be replaced while it runs.
import { chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import postgres, { type Sql } from 'postgres'
import { makeHome } from '#src/main/local/home.ts'
import { freePort } from '#src/main/local/ports.ts'
import { startPostgres } from '#src/main/local/postgres.ts'
import { type Authority, createAuthority, type Pair } from './authority.ts'

export type TlsPostgres = {
  readonly authority: Authority
  /** The folder with the PEM files for clients. */
  readonly folder: string
  readonly admin: Sql
  /** The database URL with these parameters appended. */
  url(parameters?: Readonly<Record<string, string>>): string
  /** Writes a file into the folder and resolves to its path. */
  write(name: string, text: string): Promise<string>
  /** Sets the server’s certificate; undefined switches TLS off. */
  use(pair: Pair | undefined): Promise<void>
  /** Puts lines at the beginning of pg_hba.conf. */
  refuse(...lines: readonly string[]): Promise<void>
  close(): Promise<void>
}

export async function startTlsPostgres(): Promise<TlsPostgres> {
  const home = await mkdtemp(join(tmpdir(), 'atesta-tls-'))
  makeHome(home)
  const data = join(home, 'postgres')
  const { url, child } = await startPostgres({ home, port: await freePort() })
  const admin = postgres(url, { max: 1, onnotice() {} })
  const authority = await createAuthority()
  const write = async (name: string, text: string) => {
    await writeFile(join(home, name), text)
    return join(home, name)
  }
  const reload = async () => {
    await admin`select pg_reload_conf()`
    // The server’s main process reloads the file and gives no sign of completion.
    await new Promise((go) => setTimeout(go, 150))
  }
  const use = async (pair: Pair | undefined) => {
    if (pair) {
      await writeOwned(join(data, 'server.crt'), pair.cert)
      await writeOwned(join(data, 'server.key'), pair.key)
    }
    await admin.unsafe(`alter system set ssl = ${pair ? 'on' : 'off'}`)
    await reload()
  }
  await writeOwned(join(data, 'ca.crt'), authority.cert)
  await admin.unsafe(`alter system set ssl_ca_file = 'ca.crt'`)
  await use(await authority.sign('localhost', ['localhost']))
  return {
    authority,
    folder: home,
    admin,
    url(parameters = {}) {
      const full = new URL(url)
      full.hostname = 'localhost'
      for (const [name, value] of Object.entries(parameters)) full.searchParams.set(name, value)
      return full.href
    },
    write,
    use,
    async refuse(...lines) {
      const hba = join(data, 'pg_hba.conf')
      await writeOwned(hba, [...lines, 'host all all 127.0.0.1/32 scram-sha-256', ''].join('\n'))
      await reload()
    },
    async close() {
      await admin.end()
      await child.end()
      await rm(home, { recursive: true, force: true })
    },
  }
}

/** Writes a file with the owner of the folder, because under root the server runs as another user. */
async function writeOwned(path: string, text: string): Promise<void> {
  await writeFile(path, text, { mode: 0o600 })
  const { uid, gid } = await stat(dirname(path))
  await chown(path, uid, gid)
}
