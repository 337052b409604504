// One transaction, for as long as something is to be done: it reads the agenda, runs what was due when that
// was read, and waits. It knows no capability; all that it may do it is told.
import {
  condition,
  continueAsNew,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow'
import { Alarm } from './alarm.ts'
import { show } from './details.ts'
import { Executor } from './executor.ts'
import { agendaQuery, formerStatus, nudge } from './messages.ts'

export async function transaction({ id }: { id: string }): Promise<void> {
  const executor = new Executor(id)
  const alarm = new Alarm()
  let isWaiting = false
  let isNudged = false
  // A signal that comes while the workflow works is not looked at: where in a task it came can differ in a replay.
  setHandler(nudge, () => {
    if (isWaiting) isNudged = true
  })
  setHandler(agendaQuery, () => executor.agenda ?? null)
  const isWoken = () => isNudged || executor.mustRead || alarm.hasRung

  for (;;) {
    while (await executor.turn());
    const { agenda, running, isIdle, mustRead } = executor
    if (agenda === null) break
    if (agenda) show(agenda, [...running], executor.isNamed === true)
    if (executor.isClosed) break
    if (agenda && running.size === 0 && !mustRead && isLong(agenda.historyMax))
      await continueAsNew<typeof transaction>({ id })
    alarm.set(executor.waitMs(), executor.saysNext())
    if (!isWoken()) {
      isWaiting = true
      await condition(isWoken)
      isWaiting = false
      executor.beginTask()
    }
    // What has only closed tasks has told nobody: whatever woke the workflow, the agenda is read again.
    if (isIdle && alarm.hasRung && !isNudged && !executor.mustRead) await executor.closeIdle()
    else executor.mustRead = true
    isNudged = false
  }
  // Which of them began with it stands in each history.
  if (workflowInfo().typedSearchAttributes.get(formerStatus) !== undefined)
    upsertSearchAttributes([{ key: formerStatus, value: 'idle' }])
}

/** By the length that the server tells with each task: each signal is an event, and a run takes 10 000 of them. */
function isLong(historyMax: number): boolean {
  const { continueAsNewSuggested, historyLength } = workflowInfo()
  return continueAsNewSuggested || historyLength > historyMax
}
