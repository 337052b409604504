// A worker with a capability of which it dies, as a process of its own.
import { capabilities } from '#src/main/capabilities.ts'
import { startMetrics } from '#src/main/metrics.ts'
import { runAsProcess } from '#src/main/process/run-as-process.ts'
import { installRuntime } from '#src/main/process/runtime.ts'
import { openServices } from '#src/main/services.ts'
import { startWorker } from '#src/main/worker.ts'
import { deadly } from '../deadly.ts'

await runAsProcess(async (config, parts) => {
  const offered = [...capabilities, deadly(config.BRAND === 'mended')]
  const services = await openServices(config, 'atesta-worker', parts, offered)
  await installRuntime(services.log)
  const metricsUrl = await startMetrics(services, parts)
  services.log.info({ metricsUrl }, 'metrics are shown')
  await startWorker(services, parts)
})
