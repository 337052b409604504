// Starts the workflow of a backtest.
import { type Client, WorkflowExecutionAlreadyStartedError } from '@temporalio/client'
import { Problem } from '#src/platform/errors.ts'
import { backtestWorkflowId, backtestWorkflowType, searchAttributes } from '#workflows/messages.ts'
import { TypedSearchAttributes } from '@temporalio/common'
import { priorityOf } from './queues.ts'
import { readRunState } from './runs.ts'

type Asked = { readonly id: string; readonly tenant: string }

export type Backtests = {
  /** Starts the workflow with this id, which runs only once. Throws `unavailable` when Temporal cannot be reached. */
  start(asked: Asked): Promise<void>
  /** Replaces the workflow of an unfinished backtest if it has ended or is stuck; true when it did. */
  revive(asked: Asked): Promise<boolean>
}

const deadlineMs = 5_000
/** Tries of one workflow task after which it counts as stuck. */
const attemptsMax = 3

export const createBacktests = (client: Client, taskQueue: string): Backtests => ({
  async start(asked) {
    try {
      await client.withDeadline(Date.now() + deadlineMs, () =>
        client.workflow.start(backtestWorkflowType, {
          ...startOptions(asked, taskQueue),
          workflowIdReusePolicy: 'REJECT_DUPLICATE',
        }),
      )
    } catch (error) {
      if (error instanceof WorkflowExecutionAlreadyStartedError) return
      const problem = new Problem('unavailable', { reason: 'temporal-away' })
      problem.cause = error
      throw problem
    }
  },
  async revive(asked) {
    return client.withDeadline(Date.now() + deadlineMs, async () => {
      const { isOpen, attempt } = await readRunState(client, backtestWorkflowId(asked.id))
      if (isOpen && attempt < attemptsMax) return false
      await client.workflow.start(backtestWorkflowType, {
        ...startOptions(asked, taskQueue),
        workflowIdReusePolicy: 'ALLOW_DUPLICATE',
        workflowIdConflictPolicy: 'TERMINATE_EXISTING',
      })
      return true
    })
  },
})

const startOptions = ({ id, tenant }: Asked, taskQueue: string) => ({
  workflowId: backtestWorkflowId(id),
  taskQueue,
  args: [{ id }] as [{ id: string }],
  priority: priorityOf('backtest', tenant),
  staticSummary: 'backtest of a version over past runs',
  typedSearchAttributes: new TypedSearchAttributes([
    { key: searchAttributes.tenant, value: tenant },
  ]),
})
