// API and worker as processes of their own, as they run in production, so that a test can kill them.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { createKeyring } from '#src/platform/seal/keys.ts'
import { jwtSecret } from './token.ts'

export type Environment = Readonly<Record<string, string>>
export type Exit = { readonly code: number | null; readonly signal: NodeJS.Signals | null }

export type Process = {
  readonly pid: number
  readonly exited: Promise<Exit>
  /** Sends a signal and waits for nothing: SIGSTOP, SIGCONT, SIGTERM. */
  signal(name: NodeJS.Signals): void
  /** SIGKILL; resolves when the process is gone. */
  kill(): Promise<Exit>
}

export type ApiProcess = Process & { readonly url: string }

/** Processes of one deployment: one database, one task queue, one keyring. */
export type Fleet = {
  startApi(changed?: Environment): Promise<ApiProcess>
  startWorker(changed?: Environment): Promise<Process>
  startEngines(changed?: Environment): Promise<Process>
  close(): Promise<void>
}

export type FleetOptions = {
  readonly databaseUrl: string
  readonly temporalAddress: string
  readonly bundlePath: string
  /** Variables of the configuration that this test changes. */
  readonly environment?: Environment
  /** Where their entries stand; of another release, say. */
  readonly folder?: string
  /** Of the entries' names; those of the image are bundled. */
  readonly ending?: 'ts' | 'js'
  /** Gets every line that they log. */
  readonly onLine?: (line: string) => void
  /** How long each may take until it is up; 60 without it. */
  readonly startSeconds?: number
}

/** The processes as the image has them: a start reads ten files and not two thousand. */
export const built = {
  folder: resolve(import.meta.dirname, '../../build/service'),
  ending: 'js',
} as const

const usualStartSeconds = 60
const main = resolve(import.meta.dirname, '../../src/main')

export function createFleet(options: FleetOptions): Fleet {
  const children = new Set<Process>()
  const environment: Environment = {
    PORT: '0',
    METRICS_PORT: '0',
    LOG_LEVEL: 'info',
    DATABASE_URL: options.databaseUrl,
    TEMPORAL_ADDRESS: options.temporalAddress,
    TEMPORAL_NAMESPACE: 'default',
    TEMPORAL_TASK_QUEUE: `test-${randomUUID()}`,
    WORKFLOW_BUNDLE: options.bundlePath,
    KEYRING: JSON.stringify(createKeyring()),
    JWT_SECRET: jwtSecret,
    SWEEP_SECONDS: '1',
    DRAIN_SECONDS: '0',
    ...options.environment,
  }

  async function start(name: string, sign: string, changed: Environment) {
    const env = { ...compileCache(), ...environment, ...changed }
    const file = resolve(options.folder ?? main, `${name}.${options.ending ?? 'ts'}`)
    const child = spawn(process.execPath, [file], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const running = toProcess(child)
    children.add(running)
    try {
      return { running, line: await untilLogged(child, running, { ...options, sign }) }
    } catch (error) {
      await running.kill()
      throw error
    }
  }

  return {
    async startApi(changed = {}) {
      const { running, line } = await start('api', 'API is up', changed)
      return { ...running, url: `http://127.0.0.1:${String(line['port'])}` }
    },
    startWorker: async (changed = {}) => (await start('worker', 'worker is up', changed)).running,
    startEngines: async (changed = {}) => (await start('engines', 'worker is up', changed)).running,
    async close() {
      await Promise.all([...children].map((one) => one.kill()))
    },
  }
}

/** What Node has compiled once is read again by every process that a run starts. */
export function compileCache(): Environment {
  // oxlint-disable-next-line node/no-process-env -- Node itself reads this variable
  const folder = process.env['NODE_COMPILE_CACHE']
  return folder ? { NODE_COMPILE_CACHE: folder } : {}
}

function toProcess(child: ChildProcess): Process {
  const exited = new Promise<Exit>((done) => {
    child.once('exit', (code, signal) => done({ code, signal }))
    child.once('error', () => done({ code: null, signal: null }))
  })
  // A test run that ends early leaves no process behind.
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  void exited.then(() => process.off('exit', end))
  return {
    pid: child.pid ?? 0,
    exited,
    signal: (name) => void child.kill(name),
    kill() {
      end()
      return exited
    },
  }
}

/** Resolves to the first log line that says `sign`; rejects with the last lines when there is none. */
function untilLogged(
  child: ChildProcess,
  { exited }: Process,
  {
    sign,
    onLine,
    startSeconds = usualStartSeconds,
  }: Pick<FleetOptions, 'onLine' | 'startSeconds'> & { sign: string },
): Promise<Record<string, unknown>> {
  const last: string[] = []
  const { promise, resolve: found, reject } = Promise.withResolvers<Record<string, unknown>>()
  const fail = () => reject(new Error(`no "${sign}" was logged:\n${last.join('\n')}`))
  const timer = setTimeout(fail, startSeconds * 1_000)
  for (const output of [child.stdout, child.stderr]) {
    if (!output) continue
    createInterface(output).on('line', (line) => {
      last.splice(0, Math.max(0, last.length - 20))
      last.push(line)
      onLine?.(line)
      const parsed = readLine(line)
      if (parsed['msg'] === sign) found(parsed)
    })
  }
  void exited.then(fail)
  return promise.finally(() => clearTimeout(timer))
}

function readLine(line: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}
