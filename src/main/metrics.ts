import { type Probes, readReadiness } from '#src/platform/http/health/readiness.ts'
import { startMetricsServer } from '#src/platform/http/metrics-server.ts'
import { createProbes } from './probes.ts'
import type { Services } from './services.ts'

type Shown = {
  /** Where the Temporal SDK shows its metrics, which are appended. */
  readonly temporalMetricsUrl?: string
  /** Of a process without an API, which answers the probes here. */
  readonly worker?: Probes['worker']
}

/** Metrics on a port of their own. */
export async function startMetrics(
  services: Services,
  parts: AsyncDisposableStack,
  { temporalMetricsUrl, worker }: Shown = {},
): Promise<string> {
  const { config, metrics, probe, connection } = services
  const probes = worker && createProbes(probe, connection, worker)
  const ready = probes && (() => readReadiness(probes, ['temporal', 'worker']))
  const listen = { host: config.HOST, port: config.METRICS_PORT, temporalMetricsUrl, ready }
  const server = await startMetricsServer(metrics.registry, listen)
  parts.defer(() => server.close())
  return `http://${config.HOST}:${server.port}/metrics`
}
