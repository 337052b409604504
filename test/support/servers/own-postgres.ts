// A PostgreSQL server of a test's own, migrated, that can be killed, started again, and replaced by a copy of
// some moments before, as a replica that had not got the last commits.
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
  /** Holds its log. */
  readonly home: string
  /** As it runs now. */
  readonly pid: () => number
  /** SIGKILL; resolves when the server is gone. */
  kill(): Promise<void>
  /** On the same port. */
  restart(): Promise<void>
  /** Starts it again if it has ended by itself; true when it had. */
  revive(): Promise<boolean>
  /** A base backup of what is committed now. */
  copy(): Promise<void>
  /**
   * The copy takes the killed server's place, on the same port: promoted, under another timeline, or as if
   * nothing had been.
   */
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
      // Its own processes notice it, and end too.
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
      // Which the server needs to replay from the beginning of the copy to its end.
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

/** Of whoever owns the data: under root the server runs as another user. */
async function writeOwned(path: string, text: string): Promise<void> {
  await writeFile(path, text)
  const { uid, gid } = await stat(dirname(path))
  await chown(path, uid, gid)
}
