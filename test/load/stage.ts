// The servers of the load programs: their own PostgreSQL and Temporal, and processes of the service, in a folder that
// is deleted afterwards.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres, { type Sql } from 'postgres'
import { writeBundle } from '#src/main/bundle.ts'
import { createKeyring } from '#src/platform/seal/keys.ts'
import {
  createFleet,
  type Environment,
  type Fleet,
  type FleetOptions,
} from '#test/support/process.ts'
import { type OwnPostgres, startOwnPostgres } from '#test/support/servers/own-postgres.ts'
import { type OwnTemporal, startOwnTemporal } from '#test/support/servers/temporal-server.ts'

type Database = { readonly url: string; close(): Promise<void> }

export type Stage<D extends Database = OwnPostgres> = AsyncDisposable & {
  readonly folder: string
  readonly database: D
  readonly temporal: OwnTemporal
  readonly keyringFile: string
  readonly images: string
  /** The program’s own connection, for preparation and checks. */
  readonly sql: Sql
  /** The options of the stage’s processes. */
  readonly options: FleetOptions
  /** Opens the processes of a further deployment; they end with the stage. */
  openFleet(environment?: Environment, changed?: Partial<FleetOptions>): Fleet
  /** Ends the processes, so that whatever waits for them fails. */
  endProcesses(): Promise<void>
}

/** Rate limits so high that they do not affect the measurement. */
export const generous: Environment = {
  RATE_LIMIT_PER_SECOND: '100000',
  RATE_LIMIT_BURST: '100000',
  MESSAGE_RATE_PER_SECOND: '100000',
  MESSAGE_RATE_BURST: '100000',
}

export async function openStage(): Promise<Stage>
/** `startDatabase` gets the folder; `changed` applies to all processes. */
export async function openStage<D extends Database>(
  startDatabase: (folder: string) => Promise<D>,
  changed?: Partial<FleetOptions>,
): Promise<Stage<D>>
export async function openStage(
  startDatabase: (folder: string) => Promise<Database> = () => startOwnPostgres(),
  changed: Partial<FleetOptions> = {},
): Promise<Stage<Database>> {
  await using parts = new AsyncDisposableStack()
  // The servers’ child processes do not keep Node running, so a wait for only their end would be cut off.
  const holding = setInterval(() => undefined, 60_000)
  parts.defer(() => clearInterval(holding))
  const folder = await mkdtemp(join(tmpdir(), 'atesta-load-'))
  parts.defer(() => rm(folder, { recursive: true, force: true }))
  const database = await startDatabase(folder)
  parts.defer(() => database.close())
  const temporal = await startOwnTemporal()
  parts.defer(() => temporal.close())
  const sql = postgres(database.url, { max: 2, onnotice() {} })
  parts.defer(() => sql.end({ timeout: 2 }))
  const [keyringFile, images] = [join(folder, 'keyring.json'), join(folder, 'images')]
  await writeFile(keyringFile, JSON.stringify(createKeyring()), { mode: 0o600 })
  const bundlePath = join(folder, 'workflows.js')
  await writeBundle(bundlePath)
  const options: FleetOptions = {
    databaseUrl: database.url,
    temporalAddress: temporal.address,
    bundlePath,
    environment: { KEYRING: '', KEYRING_FILE: keyringFile, IMAGES_FOLDER: images },
    ...changed,
  }
  const fleets: Fleet[] = []
  const endProcesses = async () => void (await Promise.all(fleets.map((fleet) => fleet.close())))
  parts.defer(endProcesses)
  const owned = parts.move()
  return {
    folder,
    database,
    temporal,
    keyringFile,
    images,
    sql,
    options,
    openFleet(environment, other = {}) {
      const all = { ...options, ...other }
      const fleet = createFleet({ ...all, environment: { ...all.environment, ...environment } })
      fleets.push(fleet)
      return fleet
    },
    endProcesses,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
