// What a drill is made of: parts that each prove something, on servers of their own.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeBundle } from '#src/main/bundle.ts'
import { createKeyring } from '#src/platform/seal/keys.ts'
import { type OwnPostgres, startOwnPostgres } from '#test/support/servers/own-postgres.ts'
import { type OwnTemporal, startOwnTemporal } from '#test/support/servers/temporal-server.ts'
import type { FleetOptions } from '#test/support/process.ts'

export type Say = (line: string) => void

export type Part = {
  readonly name: string
  /** In a few words. */
  readonly proves: string
  /** What this machine lacks for it; then it is skipped by name. */
  lacks?(): Promise<string | undefined>
  /** Rejects where it does not hold. `cases`: of those that it is made of, the ones whose names hold one of these. */
  run(say: Say, cases?: readonly string[]): Promise<void>
}

/** Servers and files of one deployment, in a folder that goes afterwards. */
export type Site = AsyncDisposable & {
  readonly folder: string
  readonly database: OwnPostgres
  readonly temporal: OwnTemporal
  readonly keyringFile: string
  readonly images: string
  /** What its processes are started with. */
  readonly options: FleetOptions
}

export async function openSite(database?: OwnPostgres): Promise<Site> {
  await using parts = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'atesta-drill-'))
  parts.defer(() => rm(folder, { recursive: true, force: true }))
  const own = database ?? (await startOwnPostgres())
  parts.defer(() => own.close())
  const temporal = await startOwnTemporal()
  parts.defer(() => temporal.close())
  const [keyringFile, images] = [join(folder, 'keyring.json'), join(folder, 'images')]
  await writeFile(keyringFile, JSON.stringify(createKeyring()), { mode: 0o600 })
  const bundlePath = join(folder, 'workflows.js')
  await writeBundle(bundlePath)
  const options: FleetOptions = {
    databaseUrl: own.url,
    temporalAddress: temporal.address,
    bundlePath,
    environment: { KEYRING: '', KEYRING_FILE: keyringFile, IMAGES_FOLDER: images },
  }
  const owned = parts.move()
  return {
    folder,
    database: own,
    temporal,
    keyringFile,
    images,
    options,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

export function hold(condition: boolean, what: string): void {
  if (!condition) throw new Error(what)
}

/** Until it resolves; then rejects with what it said last. */
export async function insist<T>(seconds: number, work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + seconds * 1_000
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (Date.now() > deadline) throw error
      await new Promise((go) => setTimeout(go, 50))
    }
  }
}
