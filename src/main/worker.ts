// The worker as a process of its own: `node src/main/worker.ts`. CPU-bound work does not run here.
import type { BacktestActivities } from '#activities/signatures.ts'
import { access, constants } from 'node:fs/promises'
import type { WorkerOptions } from '@temporalio/worker'
import { beginAbandoned } from '#src/journey/agenda/dead-workers.ts'
import { backtestActivities } from '#src/packs/backtest/activities.ts'
import { backtestQueue } from '#workflows/messages.ts'
import { startMetrics } from './metrics.ts'
import { checkLedger } from '#src/main/ports/check-ledger.ts'
import { runAsChild, runAsProcess } from '#src/main/process/run-as-process.ts'
import { installRuntime } from '#src/main/process/runtime.ts'
import { bundleWorkflows } from './bundle.ts'
import { openServices, type Services } from './services.ts'
import { startRecovery } from './recovery.ts'
import { startSweeps, sweepDepsOf } from './sweeps.ts'
import { keepWorking, openActivities, type RunningWorker } from './work.ts'
import { createDeliverer } from '#src/journey/webhooks/deliver.ts'

type Code = NonNullable<WorkerOptions['workflowBundle']>

/** Works until `parts` ends it. */
export async function startWorker(
  services: Services,
  parts: AsyncDisposableStack,
): Promise<RunningWorker> {
  const { config } = services
  await checkLedger(services, parts)
  // Begun before anything is claimed, because other processes notice by it when this one dies.
  await services.presence.begin()
  const begun = await beginAbandoned(sweepDepsOf(services)).catch((error: unknown) => {
    services.log.warn({ error }, 'runs of dead workers were not looked at')
    return 0
  })
  if (begun > 0) services.log.warn({ begun }, 'runs of a dead worker were begun anew')
  const code = config.WORKFLOW_BUNDLE
    ? await readBundle(config.WORKFLOW_BUNDLE)
    : await bundleWorkflows()
  const activities = openActivities(services).local
  const taskQueue = config.TEMPORAL_TASK_QUEUE
  const working = keepWorking(services, parts, taskQueue, (base) => [
    {
      ...base,
      activities,
      taskQueue,
      workflowBundle: code,
      maxCachedWorkflows: cachedWorkflows(),
      maxConcurrentWorkflowTaskExecutions: 40,
      // The workflows of a dead worker move to another one after 2 s in place of 10.
      stickyQueueScheduleToStartTimeout: '2s',
      // Other activities are on the engines’ queue, so this worker does not poll for them.
      enableNonLocalActivities: false,
      // A run that cannot be replayed fails, and the next nudge or the sweep starts another: no state depends on it.
      workflowFailureErrorTypes: { '*': ['NondeterminismError'] },
    },
    {
      ...base,
      activities: backtestActivities(services.deps) satisfies BacktestActivities,
      taskQueue: backtestQueue(taskQueue),
      // One batch at a time, so that a worker has time for other work.
      maxConcurrentActivityTaskExecutions: 1,
    },
  ])
  startSweeps(services, parts)
  startRecovery(services, parts)
  startWebhooks(services, parts)
  return working
}

/**
 * A cached workflow takes about 0.4 MB: the cache takes a quarter of the free memory, at most 2 000 workflows. The
 * limit of a container counts.
 */
const cachedWorkflows = () =>
  Math.max(100, Math.min(2_000, Math.floor(process.availableMemory() / 4 / 400_000)))

/** Checked once at the start; later failures are retried like an outage of Temporal. */
async function readBundle(codePath: string): Promise<Code> {
  await access(codePath, constants.R_OK).catch(() => {
    throw new Error('WORKFLOW_BUNDLE: the file cannot be read')
  })
  return { codePath }
}

if (import.meta.main) {
  if (process.send)
    await runAsChild(async (config, parts) => {
      const services = await openServices(config, 'atesta-worker', parts)
      await installRuntime(services.log)
      await startWorker(services, parts)
    })
  await runAsProcess(async (config, parts) => {
    const services = await openServices(config, 'atesta-worker', parts)
    const temporalMetricsUrl = await installRuntime(services.log)
    let working: RunningWorker | undefined
    const worker = () => working?.isRunning() ?? false
    await startMetrics(services, parts, { temporalMetricsUrl, worker })
    working = await startWorker(services, parts)
  })
}

export function startWebhooks(services: Services, parts: AsyncDisposableStack): void {
  const { db, sealer, webhooks, log, metrics } = services
  const ending = new AbortController()
  const running = createDeliverer({
    db,
    sealer,
    webhooks,
    log,
    onSent: (outcome, seconds) => metrics.webhookSeconds.observe({ outcome }, seconds),
    onDisabled({ endpoint, tenant, reason }) {
      metrics.webhooksDisabled.inc({ tenant, reason })
      log.warn({ webhook: endpoint, tenant, reason }, 'a webhook is disabled')
    },
  }).run(ending.signal)
  parts.defer(async () => {
    ending.abort()
    await running
  })
}
