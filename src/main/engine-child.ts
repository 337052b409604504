// Runs the engines, or a worker, in a child process, and restarts it when it dies.
import { type ChildProcess, fork } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '#src/platform/log.ts'
import type { Config } from '#src/main/config/config.ts'

const restartMs = 1_000
const restartMsMax = 30_000
/** A child that has lived this long did not fail at its start. */
const steadyMs = 60_000
/** The time for the child to end before it is killed; its own orderly end takes 3 s. */
const endMs = 5_000
/** Few are needed: each commit follows about a second of work. */
const connections = 4

/** `connections` of the child, in place of those of its parent. */
type Program = { readonly file: URL; readonly name: string; readonly connections?: number }

const engines: Program = {
  file: new URL('engines.ts', import.meta.url),
  name: 'the engines',
  connections,
}
const worker: Program = { file: new URL('worker.ts', import.meta.url), name: 'the worker' }

export type EngineChild = {
  /** Undefined while there is no child. */
  pid(): number | undefined
}

type Keep = (config: Config, log: Log, parts: AsyncDisposableStack) => EngineChild

/** Runs until `parts` ends it. Nothing waits for the child: its tasks wait in their queue. */
export const keepEngineChild: Keep = (...given) => keepChild(engines, ...given)

/** The same for a worker. */
export const keepWorkerChild: Keep = (...given) => keepChild(worker, ...given)

function keepChild(program: Program, ...[config, log, parts]: Parameters<Keep>): EngineChild {
  const ending = new AbortController()
  let child: ChildProcess | undefined

  async function keep(): Promise<void> {
    for (
      let waitMs = restartMs;
      !ending.signal.aborted;
      waitMs = Math.min(waitMs * 2, restartMsMax)
    ) {
      const began = performance.now()
      child = start(program, config)
      const code = await untilEnded(child, ending.signal)
      child = undefined
      if (ending.signal.aborted) return
      if (performance.now() - began > steadyMs) waitMs = restartMs
      log.warn({ code, waitMs }, `${program.name} ended by itself, and is started again`)
      await sleep(waitMs, undefined, { signal: ending.signal }).catch(() => undefined)
    }
  }

  const keeping = keep()
  parts.defer(async () => {
    ending.abort()
    await keeping
  })
  return { pid: () => child?.pid }
}

function start({ file, connections: size }: Program, config: Config): ChildProcess {
  const child = fork(file, {
    // A process group of its own, because Ctrl-C would otherwise end it before the parent.
    detached: true,
    // Limits glibc’s memory arenas: otherwise each thread has one for decoded pictures, and keeps freed memory.
    env: { ...process.env, MALLOC_ARENA_MAX: '2' },
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  // Fails only when the child has died already, which its exit event reports.
  const own = { ...config, METRICS_PORT: 0, ...(size !== undefined && { DATABASE_POOL: size }) }
  child.send(own, () => undefined)
  return child
}

/** Disconnects the child when this process ends, and kills it when that takes too long. */
async function untilEnded(child: ChildProcess, ending: AbortSignal): Promise<number | string> {
  const { promise, resolve } = Promise.withResolvers<number | string>()
  child.once('exit', (code, signal) => resolve(code ?? signal ?? 'unknown'))
  child.once('error', () => resolve('not-started'))
  let force: NodeJS.Timeout | undefined
  const end = () => {
    if (child.connected) child.disconnect()
    force = setTimeout(() => child.kill('SIGKILL'), endMs)
  }
  if (ending.aborted) end()
  else ending.addEventListener('abort', end, { once: true })
  const code = await promise
  ending.removeEventListener('abort', end)
  clearTimeout(force)
  return code
}
