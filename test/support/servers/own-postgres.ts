// A PostgreSQL server of a test, migrated, that can be killed, restarted, and replaced by an earlier copy, like a
// replica without the last commits.
import { execFileSync } from 'node:child_process'
import { chown, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import postgres from 'postgres'
import { migrate } from '#src/platform/db/migrate.ts'
import { makeHome } from '#src/main/local/home.ts'
import { freePort } from '#src/main/local/ports.ts'
import { startPostgres } from '#src/main/local/postgres.ts'

export type OwnPostgres = {
  readonly url: string
  /** The folder with the server’s log. */
  readonly home: string
  /** The process id of the present server. */
  readonly pid: () => number
  /** Sends SIGKILL; resolves when the server has ended. */
  kill(): Promise<void>
  /** Restarts the server on the same port. */
  restart(): Promise<void>
  /** Restarts the server if it has ended by itself; resolves to true if it had. */
  revive(): Promise<boolean>
  /** Makes a base backup of the committed data. */
  copy(): Promise<void>
  /** Replaces the killed server by the copy, on the same port: promoted to a new timeline, or on the same one. */
  replaceByCopy(options: { readonly promoted: boolean }): Promise<void>
  close(): Promise<void>
}

export async function startOwnPostgres(
  flags: readonly string[] = [],
  folder = tmpdir(),
): Promise<OwnPostgres> {
  const home = await mkdtemp(join(folder, 'atesta-postgres-'))
  makeHome(home)
  const [data, copied] = [join(home, 'postgres'), join(home, 'postgres-copy')]
  const plan = { home, port: await freePort(), flags }
  let { url, child } = await startPostgres(plan)
  await migrate(url)
  return {
    url,
    home,
    pid: () => child.pid,
    async kill() {
      process.kill(child.pid, 'SIGKILL')
      while (!child.hasEnded()) await wait(20)
      // The server’s child processes notice the end of their parent and end too.
      await wait(300)
    },
    async restart() {
      ;({ url, child } = await startPostgres(plan))
    },
    async revive() {
      const hasEnded = child.hasEnded()
      if (hasEnded) ({ url, child } = await startPostgres(plan))
      return hasEnded
    },
    async copy() {
      const client = postgres(url, { max: 1, onnotice() {} })
      await client`select pg_backup_start('drill', fast => true)`
      execFileSync('cp', ['-a', data, copied])
      const [stopped] = await client<{ labelfile: string }[]>`
        select labelfile from pg_backup_stop(wait_for_archive => false)`
      // The server needs this WAL to recover from the beginning of the copy to its end.
      await rm(join(copied, 'pg_wal'), { recursive: true })
      execFileSync('cp', ['-a', join(data, 'pg_wal'), copied])
      await client.end()
      await writeOwned(join(copied, 'backup_label'), stopped?.labelfile ?? '')
      await rm(join(copied, 'postmaster.pid'))
    },
    async replaceByCopy({ promoted }) {
      await rm(data, { recursive: true })
      await rename(copied, data)
      if (promoted) await writeOwned(join(data, 'recovery.signal'), '')
      const recovering = promoted ? ['-c', 'restore_command=false'] : []
      ;({ url, child } = await startPostgres({ ...plan, flags: [...flags, ...recovering] }))
    },
    async close() {
      await child.end()
      await rm(home, { recursive: true, force: true })
    },
  }
}

/** Writes a file with the owner of the folder, because under root the server runs as another user. */
async function writeOwned(path: string, text: string): Promise<void> {
  await writeFile(path, text)
  const { uid, gid } = await stat(dirname(path))
  await chown(path, uid, gid)
}
