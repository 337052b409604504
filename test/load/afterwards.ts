// Checks what must be true after a drill, whatever was killed in it.
import { setTimeout as wait } from 'node:timers/promises'
import { Client, Connection } from '@temporalio/client'
import type { Sql } from 'postgres'
import { nudge, workflowId } from '#workflows/messages.ts'

const restSeconds = 90
/** The most events in the history of one transaction of these drills, however often it was paused and retried. */
const historyMax = 600
/** `TIMEOUT_TYPE_START_TO_CLOSE`; a worker’s sticky queue without a reader causes another type. */
const startToClose = 1

/** Waits until no promised task is late; rejects when one stays late. */
export async function untilNothingIsLate(sql: Sql): Promise<void> {
  const deadline = Date.now() + restSeconds * 1_000
  for (;;) {
    const late = await sql<{ id: string; task: string }[]>`
      select id, task ->> 'task' as task
      from transaction, jsonb_array_elements(agenda) task
      where (task ->> 'dueAt')::float8
        < extract(epoch from clock_timestamp()) * 1000 + clock_offset_ms - 1000`
    if (late.length === 0) return
    if (Date.now() > deadline)
      throw new Error(`${late.length} tasks stay undone: ${JSON.stringify(late.slice(0, 3))}`)
    await wait(200)
  }
}

export type Workflows = AsyncDisposable & {
  /** The number of workflows that are open. */
  countOpen(ids: readonly string[]): Promise<number>
  /** Wakes the open workflows, as their timers will; rejects when one does not end. */
  untilEnded(ids: readonly string[]): Promise<void>
  /** Rejects when a workflow loops without progress. Resolves to the length of the longest history. */
  checkLengths(ids: readonly string[]): Promise<number>
  /** Rejects when the server reports problems of an open run: its workflow tasks fail or time out repeatedly. */
  checkProblems(): Promise<void>
  nudge(id: string): Promise<void>
  /**
   * Counts the workflow tasks, in the newest run of each, that the server took from a worker because they lasted too
   * long.
   */
  countTakenBack(ids: readonly string[]): Promise<number>
}

export async function openWorkflows(temporalAddress: string): Promise<Workflows> {
  const connection = await Connection.connect({ address: temporalAddress })
  const { workflow } = new Client({ connection })
  const describe = async (id: string) => {
    const found = await workflow
      .getHandle(workflowId(id))
      .describe()
      .catch(() => undefined)
    return { isOpen: found?.status.name === 'RUNNING', length: found?.historyLength ?? 0 }
  }
  const findOpen = async (ids: readonly string[]) => {
    const open: string[] = []
    for (const id of ids) if ((await describe(id)).isOpen) open.push(id)
    return open
  }
  const readLengths = async (ids: readonly string[]) => {
    const lengths: number[] = []
    for (const id of ids) lengths.push((await describe(id)).length)
    return lengths
  }
  return {
    countOpen: async (ids) => (await findOpen(ids)).length,
    async untilEnded(ids) {
      const open = await findOpen(ids)
      for (const id of open) await workflow.getHandle(workflowId(id)).signal(nudge)
      const deadline = Date.now() + restSeconds * 1_000
      for (let left = open; left.length > 0; left = await findOpen(left)) {
        if (Date.now() > deadline) throw new Error(`${left.length} workflows of nothing stay open`)
        await wait(200)
      }
    },
    async checkLengths(ids) {
      const before = await readLengths(ids)
      await wait(3_000)
      const after = await readLengths(ids)
      const longest = Math.max(...after)
      // A workflow at rest may still wake once: at its timer, or before it closes.
      const grown = after.filter((length, index) => length - (before[index] ?? 0) > 40)
      if (grown.length > 0 || longest > historyMax)
        throw new Error(
          `${grown.length} workflows run in circles, the longest has ${longest} events`,
        )
      return longest
    },
    async checkProblems() {
      const query = `ExecutionStatus = 'Running' and TemporalReportedProblems is not null`
      const { count } = await workflow.count(query)
      if (count > 0) throw new Error(`${count} runs are stuck`)
    },
    nudge: (id) => workflow.getHandle(workflowId(id)).signal(nudge),
    async countTakenBack(ids) {
      let count = 0
      for (const id of ids) {
        const { events } = await workflow.getHandle(workflowId(id)).fetchHistory()
        const hows = events?.map((event) => event.workflowTaskTimedOutEventAttributes?.timeoutType)
        count += hows?.filter((how) => how === startToClose).length ?? 0
      }
      return count
    },
    [Symbol.asyncDispose]: () => connection.close(),
  }
}
