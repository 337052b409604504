// Exposes the metrics of a day to Prometheus as the service’s processes do. What sweeps would measure is measured here,
// except for the lag of workflows, of which the day has none.
import type { AllDeps } from '#src/main/capability.ts'
import { showTemplates } from '#src/messaging/sending/templates/watch.ts'
import { showBlocks } from '#src/messaging/requests/volume/prefixes.ts'
import { showVolumes } from '#src/messaging/requests/volume/volumes.ts'
import { startMetricsServer } from '#src/platform/http/metrics-server.ts'
import { showAccounts } from '#src/platform/metrics.ts'
import { showBuild, showPools } from '#src/platform/process-metrics.ts'
import type { Database } from '#src/platform/db/client.ts'

const everyMs = 2_000

/** Resolves to a function that ends it. */
export async function watchDay(
  { metrics, calls, messaging }: Pick<AllDeps, 'metrics' | 'calls' | 'messaging'>,
  database: Pick<Database, 'reports' | 'pools'>,
  port: number,
): Promise<() => Promise<void>> {
  showAccounts(metrics, calls)
  showBuild(metrics, { process: 'atesta-worker', version: 'day', revision: 'simulated' })
  showPools(metrics, () => database.pools())
  const server = await startMetricsServer(metrics.registry, { host: '127.0.0.1', port })
  async function measure(): Promise<void> {
    // The day’s messages are in sandbox mode, so that it can move their clocks.
    await showVolumes(database.reports, metrics, 'sandbox')
    await showBlocks(database.reports, metrics)
    await showTemplates(database.reports, messaging, metrics)
  }
  const timer = setInterval(() => void measure().catch(() => undefined), everyMs)
  return async () => {
    clearInterval(timer)
    await server.close()
  }
}
