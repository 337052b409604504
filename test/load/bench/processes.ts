// The service's processes, as they are deployed, and those of the baselines: each a child of the bench.
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Child, readLogEnd, startChild } from '#src/main/local/child.ts'
import { freePort } from '#src/main/local/ports.ts'
import { projectRoot } from '#src/main/local/settings.ts'
import type { Stage } from '#test/load/stage.ts'

export type Served = AsyncDisposable & { readonly url: string; readonly pid: number }
/** Variables beside those that every process has. */
export type Environment = Readonly<Record<string, string>>

export type Working = AsyncDisposable & { readonly pid: number; readonly child: Child }

let started = 0

/** Of the measure under way. */
const alive = new Set<Child>()

/** For a measure that has taken too long: what it waits for fails then, and so does the measure. */
export async function endProcesses(): Promise<void> {
  await Promise.all([...alive].map((child) => child.end()))
}

/** The environment of every process of ours; what it works on has a task queue of its own. */
function describeEnvironment(stage: Stage, taskQueue: string): Record<string, string> {
  return {
    DATABASE_URL: stage.databaseUrl,
    TEMPORAL_ADDRESS: stage.temporalAddress,
    TEMPORAL_NAMESPACE: 'default',
    TEMPORAL_TASK_QUEUE: taskQueue,
    WORKFLOW_BUNDLE: stage.bundlePath,
    KEYRING_FILE: stage.keyringFile,
    JWT_SECRET: stage.jwtSecret,
    METRICS_PORT: '0',
    LOG_LEVEL: 'warn',
    // It ends in the time that a child has: a profile is written then.
    DRAIN_SECONDS: '0',
    RATE_LIMIT_PER_SECOND: '100000',
    RATE_LIMIT_BURST: '100000',
    MESSAGE_RATE_PER_SECOND: '100000',
    MESSAGE_RATE_BURST: '100000',
  }
}

/** `entry` from the project's root, with PORT in its environment; waits until it takes connections. */
export async function serve(
  stage: Stage,
  entry: string,
  taskQueue: string,
  environment: Environment = {},
): Promise<Served> {
  const port = await freePort()
  const { child, logFile } = await startNode(stage, entry, {
    ...describeEnvironment(stage, taskQueue),
    ...environment,
    PORT: String(port),
  })
  const url = `http://127.0.0.1:${port}`
  await until(child, logFile, () => fetch(url).then(() => true))
  return { url, pid: child.pid, [Symbol.asyncDispose]: () => child.end() }
}

/** A worker; `isReady` asks whether its first task is done. */
export async function work(
  stage: Stage,
  { entry, taskQueue }: { readonly entry: string; readonly taskQueue: string },
  isReady: () => Promise<boolean>,
  environment: Environment = {},
): Promise<Working> {
  const all = { ...describeEnvironment(stage, taskQueue), ...environment }
  const { child, logFile } = await startNode(stage, entry, all)
  await until(child, logFile, isReady)
  return { pid: child.pid, child, [Symbol.asyncDispose]: () => child.end() }
}

async function startNode(stage: Stage, entry: string, environment: Record<string, string>) {
  const logFile = join(stage.home, `process-${++started}.log`)
  const child = await startChild({
    name: entry,
    command: process.execPath,
    args: [
      ...(stage.profiles === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${stage.profiles}`]),
      join(projectRoot, entry),
    ],
    environment,
    logFile,
    endSignal: 'SIGTERM',
  })
  alive.add(child)
  void child.ended.then(() => alive.delete(child))
  return { child, logFile }
}

async function until(child: Child, logFile: string, isReady: () => Promise<boolean>) {
  const deadline = Date.now() + 30_000
  while (!(await isReady().catch(() => false))) {
    if (child.hasEnded()) throw new Error(`a process ended at its start:\n${readLogEnd(logFile)}`)
    if (Date.now() > deadline)
      throw new Error(`a process does not come up:\n${readLogEnd(logFile)}`)
    await wait(25)
  }
}
