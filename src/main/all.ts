// Runs API and worker in one process, with the engines in a child process: for the local start and small deployments
// (`node src/main/all.ts`).
import { startApi } from './api.ts'
import type { Config } from '#src/main/config/config.ts'
import { keepEngineChild, keepWorkerChild } from './engine-child.ts'
import { startMetrics } from './metrics.ts'
import { runAsProcess } from '#src/main/process/run-as-process.ts'
import { installRuntime } from '#src/main/process/runtime.ts'
import { openServices } from './services.ts'
import type { RunningWorker } from './work.ts'
import { startWorker } from './worker.ts'

export type Running = {
  readonly apiUrl: string
  readonly metricsUrl: string
  /** The process of a worker that runs apart. */
  workerPid(): number | undefined
  close(): Promise<void>
}

type How = {
  readonly drainMs?: number
  /** The worker runs in a process of its own, which can be killed without the API. */
  readonly isWorkerApart?: boolean
}

export async function startAll(
  config: Config,
  { drainMs = 0, isWorkerApart = false }: How = {},
): Promise<Running> {
  const parts = new AsyncDisposableStack()
  try {
    const services = await openServices(config, 'atesta', parts)
    let working: RunningWorker | undefined
    const metricsUrl = await startMetrics(services, parts, {
      temporalMetricsUrl: await installRuntime(services.log),
      worker: () => (isWorkerApart ? undefined : (working?.isRunning() ?? false)),
      hasApi: true,
    })
    const apart = isWorkerApart ? keepWorkerChild(config, services.log, parts) : undefined
    if (!apart) working = await startWorker(services, parts)
    if (config.ENGINES) keepEngineChild(config, services.log, parts)
    const isRunning = () => (apart ? undefined : working?.isRunning())
    const api = await startApi(services, parts, isRunning, drainMs)
    return {
      apiUrl: api.url,
      metricsUrl,
      workerPid: () => apart?.pid(),
      close: () => parts.disposeAsync(),
    }
  } catch (error) {
    await parts.disposeAsync()
    throw error
  }
}

if (import.meta.main) {
  await runAsProcess(async (config, parts) => {
    const running = await startAll(config, { drainMs: config.DRAIN_SECONDS * 1_000 })
    parts.defer(() => running.close())
  })
}
