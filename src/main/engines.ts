// The engines as a process of their own: `node src/main/engines.ts`; `all` starts one beside itself. They run at low
// priority, and the models’ memory is freed with the process.
import { engineQueue } from '#workflows/messages.ts'
import type { Config } from '#src/main/config/config.ts'
import { standBack } from '#src/platform/priority.ts'
import { startEngineHost } from './engine-host.ts'
import { startMetrics } from './metrics.ts'
import { runAsChild, runAsProcess } from '#src/main/process/run-as-process.ts'
import { installRuntime } from '#src/main/process/runtime.ts'
import { openServices, type Services } from './services.ts'
import { startWarden } from './suspects.ts'
import { keepWorking, openActivities, type RunningWorker } from './work.ts'

/** The nice value: lower priority than processes that answer requests. */
const niceness = 10

/** Takes engine tasks from their queue until `parts` ends it. */
export function startEngineWorker(services: Services, parts: AsyncDisposableStack): RunningWorker {
  const { config } = services
  const taskQueue = engineQueue(config.TEMPORAL_TASK_QUEUE)
  const activities = openActivities(services).engine
  const working = keepWorking(services, parts, taskQueue, (base) => [
    {
      ...base,
      activities,
      taskQueue,
      // More tasks than slots are accepted, so that each kind and each tenant gets its turn.
      maxConcurrentActivityTaskExecutions: config.ENGINE_ROOM,
      // Heartbeats are sent without throttling, so that a dead worker is noticed after 4 s.
      maxHeartbeatThrottleInterval: '1s',
      // Unfinished engine tasks are restarted on another worker.
      shutdownGraceTime: '1s',
      shutdownForceTime: '3s',
    },
  ])
  startEngineHost(services, parts, () => working.isRunning())
  startWarden(services, parts, 'engine')
  return working
}

async function openEngineProcess(config: Config, parts: AsyncDisposableStack): Promise<Services> {
  if (!config.ENGINES) throw new Error('ENGINES is off: there is nothing for this process to do.')
  standBack(niceness)
  const services = await openServices(config, 'atesta-engines', parts)
  const began = performance.now()
  await services.engines?.warm()
  const ms = Math.round(performance.now() - began)
  services.log.info({ ms, rssMb: Math.round(process.memoryUsage.rss() / 1e6) }, 'models are loaded')
  return services
}

if (import.meta.main) {
  if (process.send)
    await runAsChild(async (config, parts) => {
      const services = await openEngineProcess(config, parts)
      await installRuntime(services.log)
      startEngineWorker(services, parts)
    })
  else
    await runAsProcess(async (config, parts) => {
      const services = await openEngineProcess(config, parts)
      const temporalMetricsUrl = await installRuntime(services.log)
      let working: RunningWorker | undefined
      const worker = () => working?.isRunning() ?? false
      await startMetrics(services, parts, { temporalMetricsUrl, worker })
      working = startEngineWorker(services, parts)
    })
}
