// The worker as a process of its own: `node src/main/worker.ts`.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  bundleWorkflowCode,
  DefaultLogger,
  NativeConnection,
  Worker,
  type WorkerOptions,
} from '@temporalio/worker'
import { createActivities } from '#activities/index.ts'
import { safeActivities } from '#activities/failures.ts'
import { describeError } from '#src/log.ts'
import { ensureSearchAttributes } from '#src/temporal/search-attributes.ts'
import { engineQueue } from '#workflows/messages.ts'
import { startMetrics } from './metrics.ts'
import { runAsProcess } from './run-as-process.ts'
import { installRuntime } from './runtime.ts'
import { openServices, type Services } from './services.ts'
import { startEngineHost } from './engine-host.ts'
import { startSweeps } from './sweeps.ts'

export type RunningWorker = { isRunning(): boolean }

type Code = NonNullable<WorkerOptions['workflowBundle']>

/** Works until `parts` ends it; while Temporal is away it tries again every two seconds. */
export async function startWorker(
  services: Services,
  parts: AsyncDisposableStack,
): Promise<RunningWorker> {
  const { config, log } = services
  const code = config.WORKFLOW_BUNDLE ? { codePath: config.WORKFLOW_BUNDLE } : await bundle()
  const activities = openActivities(services)
  const ending = new AbortController()
  let workers: Worker[] = []

  async function keepWorking(): Promise<void> {
    while (!ending.signal.aborted) {
      try {
        await work()
      } catch (error) {
        log.warn({ error: describeError(error) }, 'worker cannot work, trying again')
      }
      await sleep(2_000, undefined, { signal: ending.signal }).catch(() => undefined)
    }
  }

  async function work(): Promise<void> {
    const connection = await NativeConnection.connect(services.temporal.connectionOptions)
    try {
      await prepareNamespace(services)
      workers = await createWorkers(services, connection, code, activities)
      if (!ending.signal.aborted)
        log.info({ taskQueue: config.TEMPORAL_TASK_QUEUE }, 'worker is up')
      await runTogether(workers, ending.signal)
    } finally {
      workers = []
      await connection.close()
    }
  }

  const working = keepWorking()
  parts.defer(async () => {
    ending.abort()
    for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown()
    await working
  })
  startSweeps(services, parts)
  const isRunning = () => workers.length > 0 && workers.every((one) => one.getState() === 'RUNNING')
  if (config.ENGINES) startEngineHost(services, parts, isRunning)
  return { isRunning }
}

/** When one of them fails the others are ended, and all have ended before the connection is closed. */
async function runTogether(workers: readonly Worker[], ending: AbortSignal): Promise<void> {
  const end = () => {
    for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown()
  }
  const running = workers.map(async (worker) => {
    try {
      await worker.run()
    } finally {
      end()
    }
  })
  // One that never ran would hold its connection for ever.
  if (ending.aborted) for (const worker of workers) worker.shutdown()
  const ended = await Promise.allSettled(running)
  const failed = ended.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
}

function openActivities({ deps, config, capabilities }: Services) {
  const settings = {
    holdMs: 5_000,
    failuresMax: 5,
    idleMs: config.IDLE_CLOSE_SECONDS * 1_000,
    historyMax: config.HISTORY_MAX,
  }
  const tasks = capabilities.flatMap(({ tasks: own }) => own?.(deps) ?? [])
  return createActivities({ ...deps, settings }, tasks)
}

function createWorkers(
  { config, log, metrics, temporal }: Services,
  connection: NativeConnection,
  workflowBundle: Code,
  activities: ReturnType<typeof createActivities>,
): Promise<Worker[]> {
  const observe = (activity: string, outcome: string, seconds: number) =>
    metrics.activitySeconds.observe({ activity, outcome }, seconds)
  const base = {
    connection,
    namespace: temporal.namespace,
    interceptors: { activity: [() => ({ inbound: safeActivities(log, observe) })] },
    shutdownGraceTime: '4s',
    shutdownForceTime: '8s',
  } satisfies Partial<WorkerOptions>
  const workflows = Worker.create({
    ...base,
    activities: activities.local,
    taskQueue: config.TEMPORAL_TASK_QUEUE,
    workflowBundle,
    maxCachedWorkflows: cachedWorkflows(),
    maxConcurrentWorkflowTaskExecutions: 40,
    // A dead worker's workflows go to another one after 2 s, not 10.
    stickyQueueScheduleToStartTimeout: '2s',
    // The others have the engines' queue: nobody polls here for what never comes.
    enableNonLocalActivities: false,
  })
  const engines = () =>
    Worker.create({
      ...base,
      activities: activities.engine,
      taskQueue: engineQueue(config.TEMPORAL_TASK_QUEUE),
      maxConcurrentActivityTaskExecutions: config.ENGINE_SLOTS,
      // Beats are sent as they come, so that a dead worker is noticed after 4 s.
      maxHeartbeatThrottleInterval: '1s',
    })
  return Promise.all(config.ENGINES ? [workflows, engines()] : [workflows])
}

/** A cached workflow takes about 0.4 MB: a quarter of what is free, at most 2 000. A container's limit counts. */
const cachedWorkflows = () =>
  Math.max(100, Math.min(2_000, Math.floor(process.availableMemory() / 4 / 400_000)))

function bundle(): Promise<Code> {
  const root = join(import.meta.dirname, '../..')
  const workflowsPath = join(root, 'workflows/index.ts')
  return bundleWorkflowCode({ workflowsPath, logger: new DefaultLogger('WARN') })
}

/** Where the right to add search attributes is an operator's, they are expected to be there. */
async function prepareNamespace({ connection, temporal, log }: Services): Promise<void> {
  await ensureSearchAttributes(connection, temporal.namespace).catch((error: unknown) => {
    log.warn({ error: describeError(error) }, 'search attributes could not be checked')
  })
}

if (import.meta.main) {
  await runAsProcess(async (config, parts) => {
    const services = await openServices(config, 'atesta-worker', parts)
    const temporalMetricsUrl = await installRuntime(services.log)
    await startMetrics(services, parts, temporalMetricsUrl)
    await startWorker(services, parts)
  })
}
