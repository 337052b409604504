// Limits what a failure writes to a history or a log: one of a few types with a fixed message and no cause, because
// messages of drivers and clients quote parameters and bodies.
import { ApplicationFailure, CancelledFailure } from '@temporalio/common'
import type {
  ActivityExecuteInput,
  ActivityInboundCallsInterceptor,
  Next,
} from '@temporalio/worker'
import { Context } from '@temporalio/activity'
import { isUnavailable } from '#src/platform/db/errors.ts'
import { Problem } from '#src/platform/errors.ts'
import { ErasedError } from '#src/platform/seal/errors.ts'
import type { Log } from '#src/platform/log.ts'

function erasedFailure(): ApplicationFailure {
  return ApplicationFailure.nonRetryable('the transaction is erased or unknown', 'erased')
}

/** An activity that was cancelled with its worker: its error says nothing about the task. */
const isEnded = () => Context.current().cancellationSignal.aborted

/** `unavailable` is an outage, so the task waits for its end; `internal` is our own fault. */
function toFailure(error: unknown): Error {
  if (error instanceof ApplicationFailure || error instanceof CancelledFailure) return error
  if (error instanceof ErasedError) return erasedFailure()
  if (isUnavailable(error) || isBusy(error) || isEnded())
    return ApplicationFailure.retryable('it cannot be done at the moment', 'unavailable')
  return ApplicationFailure.retryable('activity failed', 'internal')
}

/** The vendor had no free slot, or the transaction’s mutex was not free in time: a retry can succeed. */
const isBusy = (error: unknown) => error instanceof Problem && error.code === 'unavailable'

const taskOf = (asked: unknown): string | undefined =>
  typeof asked === 'object' && asked !== null && 'task' in asked && typeof asked.task === 'string'
    ? asked.task
    : undefined

export type ActivityObserver = (activity: string, outcome: string, seconds: number) => void

/** Writes one log line and one measurement per activity; of an error only its kind. */
export function safeActivities(
  log: Log,
  observe: ActivityObserver,
): ActivityInboundCallsInterceptor {
  return {
    async execute(
      input: ActivityExecuteInput,
      next: Next<ActivityInboundCallsInterceptor, 'execute'>,
    ) {
      const { activityType, attempt, workflowExecution } = Context.current().info
      // Activities are named by what a task does; metrics and alarms use the task’s own name.
      const activity = taskOf(input.args[0]) ?? activityType
      const begun = performance.now()
      const end = (outcome: string, error?: unknown) => {
        const ms = performance.now() - begun
        observe(activity, outcome, ms / 1_000)
        const line = {
          activity,
          attempt,
          workflowId: workflowExecution?.workflowId,
          outcome,
          ms: Math.round(ms),
        }
        if (error === undefined) log.info(line, 'activity')
        else log.warn({ ...line, error }, 'activity')
      }
      try {
        const result = await next(input)
        end('ok')
        return result
      } catch (error) {
        const failure = toFailure(error)
        end(failure instanceof ApplicationFailure ? (failure.type ?? 'failed') : 'cancelled', error)
        throw failure
      }
    },
  }
}
