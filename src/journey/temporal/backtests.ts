// Starts the workflow of a backtest.
import { type Client, WorkflowExecutionAlreadyStartedError } from '@temporalio/client'
import { Problem } from '#src/platform/errors.ts'
import { backtestWorkflowId, backtestWorkflowType } from '#workflows/messages.ts'

export type Backtests = {
  /** The workflow of an id runs once, however often it is started. Throws `unavailable` with Temporal away. */
  start(id: string): Promise<void>
}

const deadlineMs = 5_000

export const createBacktests = (client: Client, taskQueue: string): Backtests => ({
  async start(id) {
    const options = {
      workflowId: backtestWorkflowId(id),
      taskQueue,
      args: [{ id }],
      workflowIdReusePolicy: 'REJECT_DUPLICATE',
    } as const
    try {
      await client.withDeadline(Date.now() + deadlineMs, () =>
        client.workflow.start(backtestWorkflowType, options),
      )
    } catch (error) {
      if (error instanceof WorkflowExecutionAlreadyStartedError) return
      const problem = new Problem('unavailable', { reason: 'temporal-away' })
      problem.cause = error
      throw problem
    }
  },
})
