// Runs the Temporal workers of a process until it ends, and restarts them after a failure.
import { setTimeout as sleep } from 'node:timers/promises'
import { NativeConnection, Worker, type WorkerOptions } from '@temporalio/worker'
import { createActivities } from '#activities/index.ts'
import { safeActivities } from '#activities/failures.ts'
import { operatorActivities } from '#src/journey/acts/from-temporal.ts'
import { describeError } from '#src/platform/log.ts'
import { explainFault } from '#src/journey/temporal/fault.ts'
import { identityOf } from '#src/journey/temporal/runs.ts'
import { ensureSearchAttributes } from '#src/journey/temporal/search-attributes.ts'
import { describeOldServer, readServerVersion } from '#src/journey/temporal/server-version.ts'
import type { Services } from './services.ts'

export type RunningWorker = { isRunning(): boolean }

export type WorkerBase = Pick<
  WorkerOptions,
  | 'connection'
  | 'identity'
  | 'namespace'
  | 'interceptors'
  | 'shutdownGraceTime'
  | 'shutdownForceTime'
>

/** Works until `parts` ends it; during an outage of Temporal it tries again every two seconds. */
export function keepWorking(
  services: Services,
  parts: AsyncDisposableStack,
  queue: string,
  describe: (base: WorkerBase) => readonly WorkerOptions[],
): RunningWorker {
  const { log } = services
  const ending = new AbortController()
  let workers: readonly Worker[] = []

  async function keepOn(): Promise<void> {
    while (!ending.signal.aborted) {
      try {
        await work()
      } catch (error) {
        const { namespace, address, hasTls: tls } = services.temporal
        const { connection } = services
        const asked = { connection, namespace, address, tls }
        const fault = await explainFault(asked, error)
        const said = { error: describeError(error), fault, address, namespace }
        log.warn(said, `worker cannot work (${fault}), trying again`)
      }
      await sleep(2_000, undefined, { signal: ending.signal }).catch(() => undefined)
    }
  }

  async function work(): Promise<void> {
    const { temporal } = services
    let connection = await NativeConnection.connect(temporal.options())
    const stopRenewing = temporal.onRenewed(async () => {
      const last = connection
      connection = await NativeConnection.connect(temporal.options())
      for (const worker of workers) worker.connection = connection
      await last.close()
    })
    try {
      await prepareNamespace(services)
      workers = await createAll(describe(baseOf(services, connection)))
      if (!ending.signal.aborted) log.info({ taskQueue: queue }, 'worker is up')
      await runTogether(workers, ending.signal)
    } finally {
      stopRenewing()
      workers = []
      await connection.close()
    }
  }

  const working = keepOn()
  parts.defer(async () => {
    ending.abort()
    for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown()
    await working
  })
  return {
    isRunning: () => workers.length > 0 && workers.every((one) => one.getState() === 'RUNNING'),
  }
}

/**
 * If one worker cannot be created, the earlier ones are shut down: a worker that never ran would hold its connection
 * for ever.
 */
async function createAll(described: readonly WorkerOptions[]): Promise<Worker[]> {
  const created: Worker[] = []
  try {
    for (const options of described) created.push(await Worker.create(options))
    return created
  } catch (error) {
    await Promise.allSettled(created.map((one) => one.runUntil(Promise.resolve())))
    throw error
  }
}

/** If one worker fails the others are shut down, and all have ended before the connection is closed. */
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
  // A worker that never ran would hold its connection for ever.
  if (ending.aborted) for (const worker of workers) worker.shutdown()
  const ended = await Promise.allSettled(running)
  const failed = ended.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
}

function baseOf(
  { log, metrics, temporal, presence }: Services,
  connection: NativeConnection,
): WorkerBase {
  const observe = (activity: string, outcome: string, seconds: number) =>
    metrics.activitySeconds.observe({ activity, outcome }, seconds)
  return {
    connection,
    namespace: temporal.namespace,
    identity: identityOf(presence.current()),
    interceptors: { activity: [() => ({ inbound: safeActivities(log, observe) })] },
    shutdownGraceTime: '4s',
    shutdownForceTime: '8s',
  }
}

/** The tasks of all capabilities, as activities of both lanes. */
export function openActivities({ deps, settings, underWay, ...services }: Services) {
  const operator = operatorActivities({ ...deps, settings })
  const all = { ...deps, settings, underWay, operator }
  return createActivities(all, tasksOf({ deps, ...services }))
}

/** The tasks of all capabilities. */
export const tasksOf = ({ deps, capabilities }: Pick<Services, 'deps' | 'capabilities'>) =>
  capabilities.flatMap(({ tasks }) => tasks?.(deps) ?? [])

/** Where only an operator may add search attributes, they are expected to exist. */
async function prepareNamespace(services: Services): Promise<void> {
  const { connection, temporal, log, attributes } = services
  const fault = describeOldServer(await readServerVersion(connection).catch(() => ''))
  if (fault !== undefined) log.warn({}, fault)
  await ensureSearchAttributes(connection, temporal.namespace).catch((error: unknown) => {
    log.warn({ error: describeError(error) }, 'search attributes could not be checked')
  })
  await attributes.ask()
}
