// The engines beside a process that does everything else: a child of its own, begun anew when it dies.
import { type ChildProcess, fork } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '#src/log.ts'
import type { Config } from './config.ts'

const restartMs = 1_000
const restartMsMax = 30_000
/** One that has lived for so long has not failed at its start. */
const steadyMs = 60_000
/** After it was let go; its own orderly end takes three. */
const endMs = 5_000
/** Few commits come from it, each after work of a second. */
const connections = 4

/** Runs until `parts` ends it. Nothing waits for it: tasks do, in their queue. */
export function keepEngineChild(config: Config, log: Log, parts: AsyncDisposableStack): void {
  const ending = new AbortController()
  const keeping = keep(config, log, ending.signal)
  parts.defer(async () => {
    ending.abort()
    await keeping
  })
}

async function keep(config: Config, log: Log, ending: AbortSignal): Promise<void> {
  for (let waitMs = restartMs; !ending.aborted; waitMs = Math.min(waitMs * 2, restartMsMax)) {
    const began = Date.now()
    const child = start(config)
    const ended = untilEnded(child)
    const end = () => void endChild(child, ended)
    ending.addEventListener('abort', end, { once: true })
    const code = await ended
    ending.removeEventListener('abort', end)
    if (ending.aborted) return
    if (Date.now() - began > steadyMs) waitMs = restartMs
    log.warn({ code, waitMs }, 'the engines have ended by themselves and are started again')
    await sleep(waitMs, undefined, { signal: ending }).catch(() => undefined)
  }
}

function start(config: Config): ChildProcess {
  const child = fork(new URL('engines.ts', import.meta.url), {
    // A group of its own: Ctrl-C would end it before what it works for.
    detached: true,
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  // Fails only when the child is gone already, which its end says.
  child.send({ ...config, DATABASE_POOL: connections, METRICS_PORT: 0 }, () => undefined)
  return child
}

const untilEnded = (child: ChildProcess) =>
  new Promise<number | string>((resolve) => {
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 'unknown'))
    child.once('error', () => resolve('not-started'))
  })

async function endChild(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (child.connected) child.disconnect()
  const timer = setTimeout(() => child.kill('SIGKILL'), endMs)
  await ended
  clearTimeout(timer)
}
