// A complete deployment: two APIs, two workers, optionally engines, Temporal, PostgreSQL with a standby, and the
// services outside.
import { createWriteStream } from 'node:fs'
import { chmod, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#src/main/local/ports.ts'
import { lacksSmallDisk, mountDisk } from '#test/load/disk.ts'
import { type Kept, keep } from '#test/load/kept.ts'
import { generous, openStage, type Stage } from '#test/load/stage.ts'
import { hasFaketime, openClock } from '#test/support/machine/faketime.ts'
import type { Environment } from '#test/support/process.ts'
import { createLines, type Lines } from './lines.ts'
import { type Outside, startOutside } from './outside.ts'
import { type PostgresPair, startPostgresPair } from './postgres-pair.ts'

type Kind = 'api' | 'worker' | 'engines'

export type Part = Kept & {
  readonly name: string
  readonly kind: Kind
  /** Sets the offset of its clock from the machine’s; undefined where that is impossible. */
  readonly setClock: ((seconds: number) => void) | undefined
}

export type Stack = Pick<Stage<PostgresPair>, 'folder' | 'database' | 'temporal' | 'sql'> &
  AsyncDisposable & {
    readonly lines: Lines
    readonly outside: Outside
    readonly parts: readonly Part[]
    /** The URLs of the APIs. */
    readonly urls: readonly [string, string]
    /** The URL that vendors call and include in their signatures. */
    readonly publicUrl: string
    readonly fallen: readonly string[]
    /** Whether the primary’s disk is small enough to be filled. */
    readonly hasSmallDisk: boolean
    readonly logFile: string
    readonly lacking: readonly string[]
  }

export type StackOptions = { readonly engines: boolean; readonly diskMb: number }

export async function startStack({ engines, diskMb }: StackOptions): Promise<Stack> {
  await using parts = new AsyncDisposableStack()
  const logFile = join(tmpdir(), `atesta-chaos-${process.pid}.log`)
  const hasSmallDisk = lacksSmallDisk() === undefined
  const mounted = new AsyncDisposableStack()
  const openPair = async (folder: string) => {
    await chmod(folder, 0o711)
    const pair = await startPostgresPair(async (name) => {
      const path = join(folder, name)
      await mkdir(path, { recursive: true })
      if (hasSmallDisk) mounted.defer(await mountDisk(path, diskMb))
      return path
    })
    const close = async () => {
      await pair.close()
      await mounted.disposeAsync()
    }
    return { ...pair, close }
  }
  const stage = parts.use(await openStage(openPair))
  const { folder, database, temporal, sql } = stage
  const lines = createLines()
  parts.defer(() => lines.close())
  const outside = await startOutside(lines, folder)
  parts.defer(() => outside.close())

  const ports = [await freePort(), await freePort()] as const
  const urls = [`http://127.0.0.1:${ports[0]}`, `http://127.0.0.1:${ports[1]}`] as const
  const log = createWriteStream(logFile)
  const fleet = parts.use(
    stage.openFleet(
      {
        ...outside.environment,
        JWT_SECRET: '',
        PUBLIC_BASE_URL: urls[0],
        API_INTERNAL_URL: urls[1],
        IDLE_CLOSE_SECONDS: '5',
        LOG_LEVEL: 'info',
        ENGINES: String(engines),
        ...generous,
        EMAIL_TOKENS_PER_MINUTE: '100000',
      },
      // Engines load their models slowly, because they run at a low priority beside everything else.
      { startSeconds: 240, onLine: (line) => log.write(`${line}\n`) },
    ),
  )
  const starts = {
    api: (own: Environment) => fleet.startApi(own),
    worker: (own: Environment) => fleet.startWorker(own),
    engines: (own: Environment) => fleet.startEngines(own),
  }
  const fallen: string[] = []
  const open = async (name: string, kind: Kind, port = '0'): Promise<Part> => {
    const clock = openClock(join(folder, `clock-${name}`))
    const environment = {
      PORT: port,
      DATABASE_URL: await lines.through(`${name}→PostgreSQL`, database.url),
      TEMPORAL_ADDRESS: await lines.throughAddress(`${name}→Temporal`, temporal.address),
      ...clock?.environment,
    }
    const kept = await keep(name, () => starts[kind](environment), fallen)
    return { ...kept, name, kind, setClock: clock?.set }
  }
  const started = await Promise.all([
    open('api-1', 'api', String(ports[0])),
    open('api-2', 'api', String(ports[1])),
    open('worker-1', 'worker'),
    open('worker-2', 'worker'),
    ...(engines ? [open('engines', 'engines')] : []),
  ])
  const owned = parts.move()
  return {
    folder,
    lines,
    outside,
    database,
    temporal,
    sql,
    parts: started,
    urls,
    publicUrl: urls[0],
    fallen,
    hasSmallDisk,
    logFile,
    lacking: [
      ...outside.lacking,
      ...(hasSmallDisk ? [] : ['a disk that can be filled (root on Linux)']),
      ...(hasFaketime ? [] : ['libfaketime']),
      ...(engines ? [] : ['engines (--engines)']),
    ],
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
