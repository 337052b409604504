// Runs API and worker as separate processes, as in production, so that a test can kill them.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { createKeyring } from '#src/platform/seal/keys.ts'
import { jwtSecret } from './token.ts'

export type Environment = Readonly<Record<string, string>>
export type Exit = { readonly code: number | null; readonly signal: NodeJS.Signals | null }

export type Process = {
  readonly pid: number
  readonly exited: Promise<Exit>
  /** Sends a signal without waiting: SIGSTOP, SIGCONT, SIGTERM. */
  signal(name: NodeJS.Signals): void
  /** Sends SIGKILL; resolves when the process has ended. */
  kill(): Promise<Exit>
  /** Sends SIGTERM, and SIGKILL if the process has not ended after 3 s. */
  end(): Promise<Exit>
}

export type ApiProcess = Process & { readonly url: string }

/** The processes of one deployment: one database, one task queue, one keyring. */
export type Fleet = AsyncDisposable & {
  startApi(changed?: Environment): Promise<ApiProcess>
  startWorker(changed?: Environment): Promise<Process>
  startEngines(changed?: Environment): Promise<Process>
  /**
   * Starts another program of the project, or one without a log line for its readiness: it is ready when `isUp`
   * resolves to true.
   */
  start(file: string, isUp: () => Promise<boolean>, changed?: Environment): Promise<Process>
  close(): Promise<void>
}

export type FleetOptions = {
  readonly databaseUrl: string
  readonly temporalAddress: string
  readonly bundlePath: string
  /** The configuration variables that this test changes. */
  readonly environment?: Environment
  /** The folder of the entry files, such as that of another release. */
  readonly folder?: string
  /** The extension of the entry files; those of the image are bundled. */
  readonly ending?: 'ts' | 'js'
  /**
   * Each process gets a session of its own: the kernel shares processors among sessions, and Ctrl-C reaches none of
   * them.
   */
  readonly detached?: boolean
  /** Arguments for Node, before the entry file. */
  readonly nodeArgs?: readonly string[]
  /** Receives every line that the processes log. */
  readonly onLine?: (line: string) => void
  /** The most seconds of a process’s start; 60 by default. */
  readonly startSeconds?: number
}

/** The processes as in the image: a start reads ten files instead of two thousand. */
export const built = {
  folder: resolve(import.meta.dirname, '../../build/service'),
  ending: 'js',
} as const

const usualStartSeconds = 60
const project = resolve(import.meta.dirname, '../..')
const main = resolve(project, 'src/main')

/** The log line of a ready process, or a function that checks it. */
type Up = string | (() => Promise<boolean>)

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

  const entryOf = (name: string) =>
    resolve(options.folder ?? main, `${name}.${options.ending ?? 'ts'}`)

  async function start(file: string, up: Up, changed: Environment) {
    const env = { ...compileCache(), ...environment, ...changed }
    const child = spawn(process.execPath, [...(options.nodeArgs ?? []), file], {
      env,
      detached: options.detached ?? false,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const running = toProcess(child)
    children.add(running)
    try {
      return { running, line: await untilUp(child, running, { ...options, up }) }
    } catch (error) {
      await running.kill()
      throw error
    }
  }

  const close = async () => void (await Promise.all([...children].map((one) => one.kill())))
  return {
    async startApi(changed = {}) {
      const { running, line } = await start(entryOf('api'), 'API is up', changed)
      return { ...running, url: `http://127.0.0.1:${String(line['port'])}` }
    },
    startWorker: async (changed = {}) =>
      (await start(entryOf('worker'), 'worker is up', changed)).running,
    startEngines: async (changed = {}) =>
      (await start(entryOf('engines'), 'worker is up', changed)).running,
    start: async (file, isUp, changed = {}) =>
      (await start(resolve(project, file), isUp, changed)).running,
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** Shares Node’s compile cache between all processes of a run. */
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
  // A test run that ends early must leave no process behind.
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
    end() {
      child.kill('SIGTERM')
      const forced = setTimeout(end, endMs)
      return exited.finally(() => clearTimeout(forced))
    },
  }
}

const endMs = 3_000
const lookMs = 25

/**
 * Resolves to the log line of readiness, or to undefined after a check by function; rejects with the last lines if the
 * process does not become ready.
 */
function untilUp(
  child: ChildProcess,
  { exited }: Process,
  {
    up,
    onLine,
    startSeconds = usualStartSeconds,
  }: Pick<FleetOptions, 'onLine' | 'startSeconds'> & { up: Up },
): Promise<Record<string, unknown>> {
  const last: string[] = []
  const { promise, resolve: found, reject } = Promise.withResolvers<Record<string, unknown>>()
  const fail = () => reject(new Error(`a process does not come up:\n${last.join('\n')}`))
  const timer = setTimeout(fail, startSeconds * 1_000)
  for (const output of [child.stdout, child.stderr]) {
    if (!output) continue
    createInterface(output).on('line', (line) => {
      last.splice(0, Math.max(0, last.length - 20))
      last.push(line)
      onLine?.(line)
      const parsed = readLine(line)
      if (parsed['msg'] === up) found(parsed)
    })
  }
  void exited.then(fail)
  let isOver = false
  const ask = async (isUp: () => Promise<boolean>) => {
    while (!isOver && !(await isUp().catch(() => false))) await sleep(lookMs)
    found({})
  }
  if (typeof up !== 'string') void ask(up)
  return promise.finally(() => {
    isOver = true
    clearTimeout(timer)
  })
}

function readLine(line: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}
