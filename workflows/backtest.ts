// A version tried over past runs, in batches. What stands in its history is its id and counts.
import {
  continueAsNew,
  isCancellation,
  proxyActivities,
  setCurrentDetails,
  workflowInfo,
} from '@temporalio/workflow'
import type { BacktestActivities } from '#activities/signatures.ts'
import { backtestQueue } from './messages.ts'

export async function backtest({ id }: { readonly id: string }): Promise<void> {
  if (await runAll(id)) return
  await continueAsNew<typeof backtest>({ id })
}

/** False when the history has become long: it goes on in a new one. */
async function runAll(id: string): Promise<boolean> {
  const { runBacktestBatch, failBacktest } = proxyActivities<BacktestActivities>({
    taskQueue: backtestQueue(workflowInfo().taskQueue),
    startToCloseTimeout: '2m',
    heartbeatTimeout: '10s',
    retry: { initialInterval: '1s', maximumInterval: '30s', maximumAttempts: 20 },
    summary: id,
  })
  try {
    for (;;) {
      const { isDone, seen, total } = await runBacktestBatch({ id })
      setCurrentDetails(`${seen} of ${total} runs`)
      if (isDone) return true
      if (workflowInfo().continueAsNewSuggested) return false
    }
  } catch (error) {
    if (isCancellation(error)) throw error
    await failBacktest({ id })
    return true
  }
}
