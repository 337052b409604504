// What a worker does by the clock, beside its tasks: nudge what nobody has seen, measure the lag,
// forget first answers that are old enough.
import { setTimeout as sleep } from 'node:timers/promises'
import { forgetOld } from '#src/http/idempotency/store.ts'
import { readLag, sweep } from '#src/temporal/sweep.ts'
import type { Services } from './services.ts'

export function startSweeps(services: Services, parts: AsyncDisposableStack): void {
  const { config, db, nudger, metrics, log } = services
  const ending = new AbortController()

  async function repeat(seconds: number, work: () => Promise<void>): Promise<void> {
    while (!ending.signal.aborted) {
      await work().catch((error: unknown) => log.warn({ error }, 'sweep failed'))
      await sleep(seconds * 1_000, undefined, { signal: ending.signal }).catch(() => undefined)
    }
  }

  const running = Promise.all([
    repeat(config.SWEEP_SECONDS, async () => {
      const nudged = await sweep(db, nudger)
      if (nudged > 0) log.info({ nudged }, 'sweep')
      const lag = await readLag(db)
      metrics.journalUnseenTransactions.set(lag.transactions)
      metrics.journalOldestUnseenSeconds.set(lag.oldestSeconds)
    }),
    repeat(600, async () => {
      while ((await forgetOld(db)) > 0);
    }),
  ])
  parts.defer(async () => {
    ending.abort()
    await running
  })
}
