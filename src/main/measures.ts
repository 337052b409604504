// Measurements that every process makes on a timer, so that they continue when all processes of another kind are dead:
// the lag of workflows, stuck queues, the number of engines, database and clocks.
import { setTimeout as sleep } from 'node:timers/promises'
import { countEngineHosts } from '#src/biometrics/examinations/engine-capacity.ts'
import { readLag } from '#src/journey/agenda/lag.ts'
import { clockQueue, readBacklogSeconds, readServerClock } from '#src/journey/temporal/queues.ts'
import { secondsAhead } from '#src/platform/clock-ahead.ts'
import { everySeconds } from '#src/platform/gauges.ts'
import { newId } from '#src/platform/ids.ts'
import { engineQueue } from '#workflows/messages.ts'
import type { Services } from './services.ts'

/** Measures until `parts` end. A failed measurement shows nothing: its gauge expires. */
export function keepMeasuring(services: Services, parts: AsyncDisposableStack): void {
  const { metrics, log, databaseWatch, reports, config, connection, temporal } = services
  const { namespace } = temporal
  const server = { connection, namespace }
  const ownQueue = clockQueue(config.TEMPORAL_TASK_QUEUE, newId())
  const queues = [
    { queue: 'workflows', name: config.TEMPORAL_TASK_QUEUE, type: 'workflow' },
    { queue: 'engines', name: engineQueue(config.TEMPORAL_TASK_QUEUE), type: 'activity' },
  ] as const
  const measures: readonly Measure[] = [
    {
      name: 'lag',
      seconds: everySeconds.lag,
      async measure() {
        const lag = await readLag(reports)
        metrics.overdueTransactions.set(lag.transactions)
        metrics.oldestOverdueSeconds.set(lag.oldestSeconds)
      },
    },
    {
      name: 'engines',
      seconds: everySeconds.lag,
      measure: async () => metrics.engineHosts.set(await countEngineHosts(reports)),
    },
    ...queues.map(({ queue, ...one }) => ({
      name: `queue of ${queue}`,
      seconds: everySeconds.lag,
      measure: async () =>
        metrics.backlogSeconds.set({ queue }, await readBacklogSeconds(server, one)),
    })),
    {
      name: 'database',
      seconds: everySeconds.database,
      async measure() {
        const { readSeconds, writeSeconds, aheadSeconds } = await databaseWatch.measure()
        const { databaseSeconds, clockAheadSeconds } = metrics
        if (readSeconds !== undefined) databaseSeconds.set({ statement: 'read' }, readSeconds)
        if (writeSeconds !== undefined) databaseSeconds.set({ statement: 'write' }, writeSeconds)
        if (aheadSeconds !== undefined) clockAheadSeconds.set({ of: 'postgres' }, aheadSeconds)
      },
    },
    {
      name: 'clock of Temporal',
      seconds: everySeconds.temporalClock,
      async measure() {
        const reading = await readServerClock(server, ownQueue)
        metrics.clockAheadSeconds.set({ of: 'temporal' }, secondsAhead(reading))
      },
    },
  ]
  const ending = new AbortController()
  const running = Promise.all(measures.map((one) => repeat(one, log, ending.signal)))
  parts.defer(async () => {
    ending.abort()
    // A measurement without an answer does not delay the end of the process.
    await Promise.race([running, sleep(1_000, undefined, { ref: false })])
  })
}

type Measure = {
  readonly name: string
  readonly seconds: number
  readonly measure: () => Promise<void>
}

/** Each measurement repeats by itself, so that one without an answer does not delay the others. */
async function repeat(
  { name, seconds, measure }: Measure,
  log: Pick<Services['log'], 'info' | 'warn'>,
  ending: AbortSignal,
): Promise<void> {
  let isFailing = false
  while (!ending.aborted) {
    try {
      await measure()
      if (isFailing) log.info({ measure: name }, 'measured again')
      isFailing = false
    } catch (error) {
      if (!isFailing && !ending.aborted) log.warn({ error, measure: name }, 'not measured')
      isFailing = true
    }
    await sleep(seconds * 1_000, undefined, { signal: ending }).catch(() => undefined)
  }
}
