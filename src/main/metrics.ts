import { startMetricsServer } from '#src/platform/http/metrics-server.ts'
import type { Services } from './services.ts'

/** Metrics on a port of their own; the Temporal SDK's are appended when its address is given. */
export async function startMetrics(
  { config, metrics }: Pick<Services, 'config' | 'metrics'>,
  parts: AsyncDisposableStack,
  temporalMetricsUrl?: string,
): Promise<string> {
  const listen = { host: config.HOST, port: config.METRICS_PORT, temporalMetricsUrl }
  const server = await startMetricsServer(metrics.registry, listen)
  parts.defer(() => server.close())
  return `http://${config.HOST}:${server.port}/metrics`
}
