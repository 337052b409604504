// The servers that histories are recorded on, in folders that go afterwards.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { migrate } from '#src/platform/db/migrate.ts'
import { writeBundle } from '#src/main/bundle.ts'
import { makeHome } from '#src/main/local/home.ts'
import { freePort } from '#src/main/local/ports.ts'
import { startPostgres } from '#src/main/local/postgres.ts'
import { databaseUrl } from '#test/db/setup.ts'
import { startOwnTemporal } from '#test/support/servers/temporal-server.ts'

export type Stage = AsyncDisposable & {
  readonly temporalAddress: string
  readonly bundlePath: string
  /** Resolves to the URL of a new, migrated database. */
  createDatabase(name: string): Promise<string>
}

export async function openStage(): Promise<Stage> {
  await using parts = new AsyncDisposableStack()
  const home = await mkdtemp(join(tmpdir(), 'atesta-record-'))
  parts.defer(() => rm(home, { recursive: true, force: true }))
  makeHome(home)
  const database = await startPostgres({ home, port: await freePort(), flags: ['-c', 'fsync=off'] })
  parts.defer(() => database.child.end())
  await migrate(database.url)
  const template = new URL(database.url).pathname.slice(1)
  const admin = postgres(databaseUrl(database.url, 'postgres'), { max: 1, onnotice() {} })
  parts.defer(() => admin.end())
  const temporal = await startOwnTemporal()
  parts.defer(() => temporal.close())
  const bundlePath = join(home, 'workflows.js')
  await writeBundle(bundlePath)

  const owned = parts.move()
  return {
    temporalAddress: temporal.address,
    bundlePath,
    async createDatabase(name) {
      await admin`create database ${admin(name)} template ${admin(template)}`
      return databaseUrl(database.url, name)
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
