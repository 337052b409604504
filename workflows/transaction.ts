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
import { agendaQuery, nudge, searchAttributes } from './messages.ts'

/** A run takes ten thousand. */
const signalsMax = 2_000

export async function transaction({ id }: { id: string }): Promise<void> {
  const executor = new Executor(id)
  const alarm = new Alarm()
  let signals = 0
  setHandler(nudge, () => {
    executor.nudged = true
    signals += 1
  })
  setHandler(agendaQuery, () => executor.agenda ?? null)

  for (;;) {
    while (await executor.turn());
    const { agenda, running, isIdle } = executor
    if (agenda === null) break
    if (agenda) show(agenda, [...running])
    if (agenda && running.size === 0 && !executor.nudged && isLong(signals, agenda.historyMax))
      await continueAsNew<typeof transaction>({ id })
    alarm.set(executor.waitMs(), isIdle ? 'idle' : 'next')
    await condition(() => executor.nudged || alarm.hasRung)
    // What has only closed tasks has told nobody: whatever woke the workflow, the agenda is read again.
    if (isIdle && alarm.hasRung && !executor.nudged) await executor.closeIdle()
    else executor.nudged = true
  }
  upsertSearchAttributes([{ key: searchAttributes.status, value: 'idle' }])
}

function isLong(signals: number, historyMax: number): boolean {
  const { continueAsNewSuggested, historyLength } = workflowInfo()
  return continueAsNewSuggested || signals >= signalsMax || historyLength > historyMax
}
