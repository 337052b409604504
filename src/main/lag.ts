// How far the workflows are behind, as the API and the workers show it alike: with every worker dead somebody still says so.
import { setTimeout as sleep } from 'node:timers/promises'
import { readLag } from '#src/journey/agenda/lag.ts'
import type { Services } from './services.ts'

const seconds = 5

/** Measures until `parts` end. */
export function keepMeasuringLag(
  { reports, metrics, log }: Pick<Services, 'reports' | 'metrics' | 'log'>,
  parts: AsyncDisposableStack,
): void {
  const ending = new AbortController()
  async function measure(): Promise<void> {
    while (!ending.signal.aborted) {
      try {
        const lag = await readLag(reports)
        metrics.overdueTransactions.set(lag.transactions)
        metrics.oldestOverdueSeconds.set(lag.oldestSeconds)
      } catch (error) {
        log.warn({ error }, 'lag not measured')
      }
      await sleep(seconds * 1_000, undefined, { signal: ending.signal }).catch(() => undefined)
    }
  }
  const running = measure()
  parts.defer(async () => {
    ending.abort()
    await running
  })
}
