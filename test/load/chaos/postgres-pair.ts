// PostgreSQL with a synchronous standby that has every commit before it is answered, so that a failover loses nothing.
// It uses only the embedded binaries, which lack pg_basebackup: the copy is made between start and stop of a backup.
import { execFileSync } from 'node:child_process'
import { chown, copyFile, mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import postgres, { type Sql } from 'postgres'
import { migrate } from '#src/platform/db/migrate.ts'
import { makeHome } from '#src/main/local/home.ts'
import { freePort } from '#src/main/local/ports.ts'
import { type PostgresServer, startPostgres } from '#src/main/local/postgres.ts'
import { startProxy } from '#test/support/servers/proxy.ts'

type Side = PostgresServer & { readonly home: string; readonly port: number }

export type PostgresPair = {
  /** Always leads to the present primary. */
  readonly url: string
  /** The URLs of the present servers themselves. */
  sides(): { readonly primary: string; readonly standby: string }
  /** The folder of the primary, whose disk can be filled. */
  home(): string
  kill(): Promise<void>
  restart(): Promise<void>
  /** Sends SIGSTOP or SIGCONT to the primary and all its processes. */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void
  /**
   * Waits until the primary accepts commits, and restarts it if it ends by itself before; resolves to true if it had.
   */
  revive(): Promise<boolean>
  /** Kills the primary, promotes the standby, and makes a new standby. */
  replace(): Promise<void>
  close(): Promise<void>
}

const flags = [
  'max_wal_size=128MB',
  'min_wal_size=32MB',
  'wal_keep_size=64MB',
  'wal_retrieve_retry_interval=500ms',
].flatMap((one) => ['-c', one])
const standbyName = 'standby'
const revivedMs = 60_000

/** `makeFolder` creates the folder of a server, which may be on a small disk. */
export async function startPostgresPair(
  makeFolder: (name: string) => Promise<string>,
): Promise<PostgresPair> {
  let count = 0
  const makeHomeOf = async () => {
    const home = join(await makeFolder(`postgres-${(count += 1)}`), 'home')
    await mkdir(home, { recursive: true })
    makeHome(home)
    return home
  }
  const start = async (home: string, more: readonly string[] = []): Promise<Side> => {
    const port = await freePort()
    return { ...(await startPostgres({ home, port, flags: [...flags, ...more] })), home, port }
  }

  let primary = await start(await makeHomeOf())
  await migrate(primary.url)
  const line = await startProxy({ host: '127.0.0.1', port: primary.port })
  let standby = await follow(primary, await makeHomeOf(), start)
  const url = new URL(primary.url)
  url.port = String(line.port)

  const kill = async (side: Side) => {
    process.kill(side.child.pid, 'SIGKILL')
    while (!side.child.hasEnded()) await wait(20)
    // The server’s child processes notice the end of their parent and end too.
    await wait(300)
  }
  const restart = async () => {
    const { home, port } = primary
    primary = { ...(await startPostgres({ home, port, flags })), home, port }
  }
  return {
    url: url.href,
    sides: () => ({ primary: primary.url, standby: standby.url }),
    home: () => primary.home,
    kill: () => kill(primary),
    restart,
    signal(name) {
      for (const pid of processesOf(primary.child.pid)) {
        try {
          process.kill(pid, name)
        } catch {
          // The process of a connection that has just ended.
        }
      }
    },
    async revive() {
      const deadline = Date.now() + revivedMs
      for (;;) {
        if (primary.child.hasEnded()) {
          await restart()
          return true
        }
        if (await canWrite(primary.url)) return false
        if (Date.now() > deadline) throw new Error('PostgreSQL does not come back')
        await wait(200)
      }
    },
    async replace() {
      const old = primary
      // A commit whose client gave up waiting for the standby is still answered, so the standby must have it first.
      await untilFollowed(old)
      await kill(old)
      await withSql(standby.url, (sql) => sql`select pg_promote(true, 30)`)
      primary = standby
      line.lead({ host: '127.0.0.1', port: primary.port })
      line.cut()
      await rm(old.home, { recursive: true, force: true })
      standby = await follow(primary, await makeHomeOf(), start)
    },
    async close() {
      await Promise.all([standby.child.end(), primary.child.end(), line.close()])
    },
  }
}

/** Makes a standby of the primary; from then on the primary answers no commit before the standby has it. */
async function follow(
  primary: Side,
  home: string,
  start: (home: string, more: readonly string[]) => Promise<Side>,
): Promise<Side> {
  const [from, data] = [join(primary.home, 'postgres'), join(home, 'postgres')]
  await copyFile(join(primary.home, 'postgres-password'), join(home, 'postgres-password'))
  await withSql(primary.url, async (sql) => {
    await sql`select pg_backup_start('chaos', fast => true)`
    copyLive(from, data)
    const [stopped] = await sql<{ labelfile: string }[]>`
      select labelfile from pg_backup_stop(wait_for_archive => false)`
    await rm(join(data, 'pg_wal'), { recursive: true })
    copyLive(join(from, 'pg_wal'), join(data, 'pg_wal'))
    await rm(join(data, 'postmaster.pid'), { force: true })
    await writeOwned(join(data, 'backup_label'), stopped?.labelfile ?? '')
    await writeOwned(join(data, 'standby.signal'), '')
  })
  const { username, password } = new URL(primary.url)
  const conninfo = `host=127.0.0.1 port=${primary.port} user=${username} password=${password} application_name=${standbyName}`
  const standby = await start(home, ['-c', `primary_conninfo=${conninfo}`])
  await withSql(primary.url, async (sql) => {
    await sql.unsafe(`alter system set synchronous_standby_names = '${standbyName}'`)
    await sql`select pg_reload_conf()`
  })
  await untilFollowed(primary)
  return standby
}

const followedMs = 30_000

/** Waits until the standby has all commits, and later commits wait for it. */
async function untilFollowed({ url }: Side): Promise<void> {
  const deadline = Date.now() + followedMs
  await withSql(url, async (sql) => {
    for (;;) {
      const [found] = await sql<{ follows: boolean }[]>`
        select sync_state = 'sync' and flush_lsn >= pg_current_wal_flush_lsn() as follows
        from pg_stat_replication`
      if (found?.follows) return
      if (Date.now() > deadline) throw new Error('the standby does not follow')
      await wait(20)
    }
  })
}

async function canWrite(url: string): Promise<boolean> {
  try {
    await withSql(url, (sql) => sql`select pg_logical_emit_message(true, 'chaos', 'there is room')`)
    return true
  } catch {
    return false
  }
}

/**
 * Files that appear or vanish during the copy are no errors, because the write-ahead log that is replayed contains
 * them.
 */
function copyLive(from: string, to: string): void {
  try {
    execFileSync('cp', ['-a', from, to], { stdio: 'pipe' })
  } catch (error) {
    if (!/No such file or directory/.test(String(error))) throw error
  }
}

async function withSql(url: string, work: (sql: Sql) => Promise<unknown>): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice() {} })
  try {
    await work(sql)
  } finally {
    await sql.end({ timeout: 2 })
  }
}

function processesOf(pid: number): number[] {
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
  return [pid, ...children.split('\n').map(Number).filter(Boolean)]
}

/** Writes a file with the owner of the folder, because under root the server runs as another user. */
async function writeOwned(path: string, text: string): Promise<void> {
  await writeFile(path, text)
  const { uid, gid } = await stat(join(path, '..'))
  await chown(path, uid, gid)
}
