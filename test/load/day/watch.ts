// Shows a day to Prometheus as the processes of the service show theirs: what sweeps would measure is measured here, but for
// how far workflows are behind, of which the day has none.
import type { AllDeps } from '#src/main/capability.ts'
import { showTemplates } from '#src/messaging/sending/templates/watch.ts'
import { showBlocks } from '#src/messaging/requests/volume/prefixes.ts'
import { showVolumes } from '#src/messaging/requests/volume/volumes.ts'
import { startMetricsServer } from '#src/platform/http/metrics-server.ts'
import { showAccounts } from '#src/platform/metrics.ts'
import { showBuild, showPools } from '#src/platform/process-metrics.ts'
import type { Database } from '#src/platform/db/client.ts'

const everyMs = 2_000

/** Resolves to what ends it. */
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
    // Its messages are the sandbox's, whose clocks it moves.
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
