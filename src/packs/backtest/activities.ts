// The activities of a backtest: they run its batches.
import { Context } from '@temporalio/activity'
import { ApplicationFailure } from '@temporalio/common'
import type { PackRouteDeps } from '#src/packs/runs/deps.ts'
import { runBatch } from './batch.ts'
import { failBacktest } from './store.ts'

export function backtestActivities({ db, reports, packs }: PackRouteDeps) {
  return {
    async runBacktestBatch({ id }: { readonly id: string }) {
      const beat = setInterval(() => Context.current().heartbeat(), 2_000)
      try {
        const outcome = await runBatch({ ...packs, db, reads: reports }, id)
        if (outcome) return outcome
        // The database may have been restored to a snapshot without the backtest.
        throw ApplicationFailure.nonRetryable('there is no such backtest', 'gone')
      } finally {
        clearInterval(beat)
      }
    },
    failBacktest: ({ id }: { readonly id: string }) => failBacktest(db, id),
  }
}
