import { type Probes, readReadiness } from '#src/platform/http/health/readiness.ts'
import { startMetricsServer } from '#src/platform/http/metrics-server.ts'
import { showKeyFiles, showParts } from '#src/platform/process-metrics.ts'
import { keepMeasuring } from './measures.ts'
import { keyFilesOf } from '#src/main/ports/key-files.ts'
import { createProbes } from './probes.ts'
import type { Services } from './services.ts'

type Shown = {
  /** The address of the Temporal SDK’s metrics, which are appended. */
  readonly temporalMetricsUrl?: string
  /** Undefined where this process has no worker. */
  readonly worker?: Probes['worker']
  /** True where the API of this process answers the probes. */
  readonly hasApi?: boolean
}

/** Serves the metrics on a port of their own, and starts the timed measurements. */
export async function startMetrics(
  services: Services,
  parts: AsyncDisposableStack,
  { temporalMetricsUrl, worker = () => undefined, hasApi = false }: Shown = {},
): Promise<string> {
  const { config, metrics } = services
  const probes = createProbes(services, worker)
  showParts(metrics, () => readReadiness(probes, []))
  showKeyFiles(metrics, keyFilesOf(services))
  keepMeasuring(services, parts)
  const ready = hasApi ? undefined : () => readReadiness(probes, ['temporal', 'worker'])
  const listen = { host: config.HOST, port: config.METRICS_PORT, temporalMetricsUrl, ready }
  const server = await startMetricsServer(metrics.registry, listen)
  parts.defer(() => server.close())
  return `http://${config.HOST}:${server.port}/metrics`
}
