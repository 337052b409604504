import { Context } from '@temporalio/activity'

/** Beats while the work runs, so that a dead worker is noticed in seconds. Beats carry nothing. */
export async function beating<T>(work: () => Promise<T>): Promise<T> {
  const context = Context.current()
  const timer = setInterval(() => context.heartbeat(), 1_000)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}
