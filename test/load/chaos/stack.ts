// A whole deployment: two APIs, two workers, engines where they are wanted, Temporal, PostgreSQL with a standby, and what
// stands around them.
import { execFileSync } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeBundle } from '#src/main/bundle.ts'
import { freePort } from '#src/main/local/ports.ts'
import { hasFaketime } from '#test/support/machine/faketime.ts'
import { createFleet } from '#test/support/process.ts'
import { type OwnTemporal, startOwnTemporal } from '#test/support/servers/temporal-server.ts'
import { createLines, type Lines } from './lines.ts'
import { type Outside, startOutside } from './outside.ts'
import { type PostgresPair, startPostgresPair } from './postgres-pair.ts'
import { type Part, startPart } from '#test/load/kept.ts'

export type Stack = AsyncDisposable & {
  readonly lines: Lines
  readonly outside: Outside
  readonly database: PostgresPair
  readonly temporal: OwnTemporal
  readonly parts: readonly Part[]
  /** Of the APIs. */
  readonly urls: readonly [string, string]
  /** That vendors call, and sign. */
  readonly publicUrl: string
  readonly fallen: readonly string[]
  /** The primary's disk is small enough to be filled. */
  readonly hasSmallDisk: boolean
  readonly logFile: string
  readonly lacking: readonly string[]
}

export type StackOptions = { readonly engines: boolean; readonly diskMb: number }

export async function startStack({ engines, diskMb }: StackOptions): Promise<Stack> {
  await using parts = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'atesta-chaos-'))
  await chmod(folder, 0o711)
  parts.defer(() => rm(folder, { recursive: true, force: true }))
  const logFile = join(tmpdir(), `atesta-chaos-${process.pid}.log`)
  const hasSmallDisk = process.getuid?.() === 0 && process.platform === 'linux'
  const mounted: string[] = []
  parts.defer(() => {
    for (const path of mounted) execFileSync('umount', ['-l', path])
  })
  const makeFolder = async (name: string) => {
    const path = join(folder, name)
    await mkdir(path, { recursive: true })
    if (!hasSmallDisk) return path
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMb}m,mode=755`, 'tmpfs', path])
    mounted.push(path)
    return path
  }
  const [database, temporal] = await Promise.all([
    startPostgresPair(makeFolder),
    startOwnTemporal(),
  ])
  parts.defer(() => temporal.close())
  parts.defer(() => database.close())
  const lines = createLines()
  parts.defer(() => lines.close())
  const outside = await startOutside(lines, folder)
  parts.defer(() => outside.close())
  const bundlePath = join(folder, 'workflows.js')
  await writeBundle(bundlePath)

  const ports = [await freePort(), await freePort()] as const
  const urls = [`http://127.0.0.1:${ports[0]}`, `http://127.0.0.1:${ports[1]}`] as const
  const log = createWriteStream(logFile)
  const fleet = createFleet({
    databaseUrl: database.url,
    temporalAddress: temporal.address,
    bundlePath,
    // Engines load their models at a low priority, beside all that happens.
    startSeconds: 240,
    onLine: (line) => log.write(`${line}\n`),
    environment: {
      ...outside.environment,
      JWT_SECRET: '',
      PUBLIC_BASE_URL: urls[0],
      API_INTERNAL_URL: urls[1],
      IDLE_CLOSE_SECONDS: '5',
      LOG_LEVEL: 'info',
      ENGINES: String(engines),
      ...generous,
    },
  })
  parts.defer(() => fleet.close())
  const fallen: string[] = []
  const open = async (name: string, kind: 'api' | 'worker' | 'engines', port = '0') => {
    const environment = {
      PORT: port,
      DATABASE_URL: await lines.through(`${name}→PostgreSQL`, database.url),
      TEMPORAL_ADDRESS: await lines.throughAddress(`${name}→Temporal`, temporal.address),
    }
    return startPart({ fleet, folder, fallen }, { name, kind, environment })
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
    lines,
    outside,
    database,
    temporal,
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

/** What tenants may do is not what is tried here. */
const generous = {
  RATE_LIMIT_PER_SECOND: '100000',
  RATE_LIMIT_BURST: '100000',
  MESSAGE_RATE_PER_SECOND: '100000',
  MESSAGE_RATE_BURST: '100000',
  EMAIL_TOKENS_PER_MINUTE: '100000',
}
