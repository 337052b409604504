// Runs the engines in a child process, which is restarted when it dies.
import { type ChildProcess, fork } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '#src/platform/log.ts'
import type { Config } from '#src/main/config/config.ts'

const restartMs = 1_000
const restartMsMax = 30_000
/** One that has lived for so long has not failed at its start. */
const steadyMs = 60_000
/** After it was let go; its own orderly end takes three. */
const endMs = 5_000
/** Few commits come from it, each after work of a second. */
const connections = 4

export type EngineChild = {
  /** Undefined while there is none. */
  pid(): number | undefined
}

/** Runs until `parts` ends it. Nothing waits for it: tasks do, in their queue. */
export function keepEngineChild(
  config: Config,
  log: Log,
  parts: AsyncDisposableStack,
): EngineChild {
  const ending = new AbortController()
  let child: ChildProcess | undefined

  async function keep(): Promise<void> {
    for (
      let waitMs = restartMs;
      !ending.signal.aborted;
      waitMs = Math.min(waitMs * 2, restartMsMax)
    ) {
      const began = performance.now()
      child = start(config)
      const code = await untilEnded(child, ending.signal)
      child = undefined
      if (ending.signal.aborted) return
      if (performance.now() - began > steadyMs) waitMs = restartMs
      log.warn({ code, waitMs }, 'the engines have ended by themselves and are started again')
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

function start(config: Config): ChildProcess {
  const child = fork(new URL('engines.ts', import.meta.url), {
    // A group of its own: Ctrl-C would end it before what it works for.
    detached: true,
    // Each thread would have a heap of its own for what pictures are unpacked to, and keep what it has given back.
    env: { ...process.env, MALLOC_ARENA_MAX: '2' },
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  // Fails only when the child is gone already, which its end says.
  child.send({ ...config, DATABASE_POOL: connections, METRICS_PORT: 0 }, () => undefined)
  return child
}

/** Lets it go when we end, and forces it when that takes too long. */
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
