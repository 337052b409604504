// Runs API and worker in one process, with the engines in a child process: for the local start and small deployments
// (`node src/main/all.ts`).
import { startApi } from './api.ts'
import type { Config } from '#src/main/config/config.ts'
import { keepEngineChild } from './engine-child.ts'
import { startMetrics } from './metrics.ts'
import { runAsProcess } from '#src/main/process/run-as-process.ts'
import { installRuntime } from '#src/main/process/runtime.ts'
import { openServices } from './services.ts'
import type { RunningWorker } from './work.ts'
import { startWorker } from './worker.ts'

export type Running = {
  readonly apiUrl: string
  readonly metricsUrl: string
  close(): Promise<void>
}

export async function startAll(config: Config, drainMs = 0): Promise<Running> {
  const parts = new AsyncDisposableStack()
  try {
    const services = await openServices(config, 'atesta', parts)
    let working: RunningWorker | undefined
    const metricsUrl = await startMetrics(services, parts, {
      temporalMetricsUrl: await installRuntime(services.log),
      worker: () => working?.isRunning() ?? false,
      hasApi: true,
    })
    const worker = await startWorker(services, parts)
    working = worker
    if (config.ENGINES) keepEngineChild(config, services.log, parts)
    const api = await startApi(services, parts, () => worker.isRunning(), drainMs)
    return { apiUrl: api.url, metricsUrl, close: () => parts.disposeAsync() }
  } catch (error) {
    await parts.disposeAsync()
    throw error
  }
}

if (import.meta.main) {
  await runAsProcess(async (config, parts) => {
    const running = await startAll(config, config.DRAIN_SECONDS * 1_000)
    parts.defer(() => running.close())
  })
}
