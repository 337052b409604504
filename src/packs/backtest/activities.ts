// Runs the batches of a backtest as activities.
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
        // A database that was put back to a snapshot does not know it any more.
        throw ApplicationFailure.nonRetryable('there is no such backtest', 'gone')
      } finally {
        clearInterval(beat)
      }
    },
    failBacktest: ({ id }: { readonly id: string }) => failBacktest(db, id),
  }
}
