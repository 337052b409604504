// What the measures run on: PostgreSQL and Temporal of their own, in a folder that goes afterwards.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres, { type Sql } from 'postgres'
import { migrate } from '#src/platform/db/migrate.ts'
import { writeBundle } from '#src/main/bundle.ts'
import { makeHome } from '#src/main/local/home.ts'
import { keepKeyring } from '#src/main/local/keyring.ts'
import { freePort } from '#src/main/local/ports.ts'
import { startPostgres } from '#src/main/local/postgres.ts'
import { readSettings } from '#src/main/local/settings.ts'
import { startTemporal } from '#src/main/local/temporal.ts'
import { findTemporal } from '#src/main/local/temporal-binary.ts'
import { createBareTables } from './bench/bare/tables.ts'

export type Stage = AsyncDisposable & {
  readonly home: string
  readonly databaseUrl: string
  readonly temporalAddress: string
  readonly bundlePath: string
  readonly keyringFile: string
  readonly jwtSecret: string
  /** Of the bench itself, to prepare and to look. */
  readonly sql: Sql
  /** The two servers' process ids. */
  readonly processes: { readonly postgres: number; readonly temporal: number }
  /** Where processes of the service leave a CPU profile when they end. */
  readonly profiles: string | undefined
}

export async function openStage(profiles?: string): Promise<Stage> {
  await using parts = new AsyncDisposableStack()
  const home = await mkdtemp(join(tmpdir(), 'atesta-bench-'))
  parts.defer(() => rm(home, { recursive: true, force: true }))
  makeHome(home)
  const keyringFile = keepKeyring(home)
  const database = await startPostgres({ home, port: await freePort() })
  parts.defer(() => database.child.end())
  // oxlint-disable-next-line node/no-process-env -- where the machine keeps the Temporal binary
  const binary = await findTemporal(readSettings(process.env).cache)
  const port = await freePort()
  const temporal = await startTemporal({ binary, home, port, uiPort: undefined })
  parts.defer(() => temporal.child.end())
  await migrate(database.url)
  const sql = postgres(database.url, { max: 2, onnotice() {} })
  parts.defer(() => sql.end({ timeout: 2 }))
  await createBareTables(sql)
  const bundlePath = join(home, 'workflows.js')
  await writeBundle(bundlePath)

  const owned = parts.move()
  return {
    home,
    databaseUrl: database.url,
    temporalAddress: temporal.address,
    bundlePath,
    keyringFile,
    jwtSecret: randomBytes(32).toString('base64url'),
    sql,
    processes: { postgres: database.child.pid, temporal: temporal.child.pid },
    profiles,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
