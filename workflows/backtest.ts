// Tries a version over past runs, in batches. Its history contains only its id and counts.
import {
  continueAsNew,
  isCancellation,
  proxyActivities,
  setCurrentDetails,
  workflowInfo,
} from '@temporalio/workflow'
import type { BacktestActivities } from '#activities/signatures.ts'
import { backtestQueue } from './messages.ts'

/** `failed`: the service failed, not the version. `runs`: how many runs it has seen. */
type BacktestResult = { readonly outcome: 'completed' | 'failed'; readonly runs: number }

export async function backtest({ id }: { readonly id: string }): Promise<BacktestResult> {
  return (await runAll(id)) ?? continueAsNew<typeof backtest>({ id })
}

/** Undefined if the history has become long, so that the workflow must continue in a new one. */
async function runAll(id: string): Promise<BacktestResult | undefined> {
  let runs = 0
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
      runs = seen
      setCurrentDetails(`${seen} of ${total} runs`)
      if (isDone) return { outcome: 'completed', runs }
      if (workflowInfo().continueAsNewSuggested) return undefined
    }
  } catch (error) {
    if (isCancellation(error)) throw error
    await failBacktest({ id })
    return { outcome: 'failed', runs }
  }
}
