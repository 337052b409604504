// Starts the workflow of a backtest.
import { type Client, WorkflowExecutionAlreadyStartedError } from '@temporalio/client'
import { Problem } from '#src/platform/errors.ts'
import { backtestWorkflowId, backtestWorkflowType } from '#workflows/messages.ts'
import { readRunState } from './runs.ts'

export type Backtests = {
  /** The workflow of an id runs once, however often it is started. Throws `unavailable` with Temporal away. */
  start(id: string): Promise<void>
  /** For one that has not ended: begins its workflow anew where that has ended or is stuck. True when it did. */
  revive(id: string): Promise<boolean>
}

const deadlineMs = 5_000
/** Tries of one workflow task after which it counts as stuck. */
const attemptsMax = 3

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
  async revive(id) {
    const workflowId = backtestWorkflowId(id)
    return client.withDeadline(Date.now() + deadlineMs, async () => {
      const { isOpen, attempt } = await readRunState(client, workflowId)
      if (isOpen && attempt < attemptsMax) return false
      await client.workflow.start(backtestWorkflowType, {
        workflowId,
        taskQueue,
        args: [{ id }],
        workflowIdReusePolicy: 'ALLOW_DUPLICATE',
        workflowIdConflictPolicy: 'TERMINATE_EXISTING',
      })
      return true
    })
  },
})
