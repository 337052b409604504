// The workflow of one transaction, for as long as there is work: it reads the agenda, runs the due tasks, and waits. It
// knows no capability; the agenda names every task.
import {
  allHandlersFinished,
  CancellationScope,
  CancelledFailure,
  condition,
  continueAsNew,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow'
import { answerUpdates } from './acts.ts'
import { Alarm } from './alarm.ts'
import { show, tellReader } from './details.ts'
import { Executor } from './executor.ts'
import {
  agendaQuery,
  type NothingLeft,
  nudge,
  type NudgeCode,
  readAgendaQuery,
  type TransactionInput,
  type TransactionResult,
} from './messages.ts'

export async function transaction(input: TransactionInput): Promise<TransactionResult> {
  const executor = new Executor(input)
  // After a cancellation by an operator nothing is interrupted: a commit ends the open work, and then the run is
  // Canceled.
  CancellationScope.current().cancelRequested.catch(() => executor.cancel())
  await CancellationScope.nonCancellable(() => work(executor, input))
  executor.acts.refuseAll()
  await condition(allHandlersFinished)
  if (executor.isCancelled) throw new CancelledFailure('ended by an operator')
  const { pack = null, outcome = null } = executor.agenda ?? {}
  return { pack, outcome, reason: executor.agenda ? 'nothing-left' : 'gone' }
}

/** Works until nothing is left to do; a run with a long history continues in another one. */
async function work(executor: Executor, input: TransactionInput): Promise<void> {
  const alarm = new Alarm()
  let isWaiting = false
  let isNudged = false
  let nothingLeft: NothingLeft | undefined
  // Signals during the work are ignored, because their position within a workflow task can differ in a replay.
  setHandler(nudge, (code: NudgeCode = 'sweep', left?: NothingLeft) => {
    if (!isWaiting) return
    executor.note(code)
    if (code === 'closed' && left) nothingLeft = left
    else isNudged = true
  })
  setHandler(agendaQuery, () => executor.agenda ?? null)
  setHandler(readAgendaQuery, () => tellReader(executor, [...executor.running]), {
    description: 'What came before the last look at the agenda, and what follows.',
  })
  answerUpdates(executor)
  const isWoken = () =>
    isNudged || nothingLeft !== undefined || executor.mustRead || executor.mayAct || alarm.hasRung

  for (;;) {
    while (await executor.turn());
    const { agenda, running, isIdle, mustRead } = executor
    if (agenda === null) return
    if (agenda) show({ ...agenda, entries: executor.came }, [...running], input)
    if (executor.isClosed) return
    if (agenda && executor.mayContinue && !mustRead && isLong(agenda.historyMax)) {
      await condition(allHandlersFinished)
      await continueAsNew<typeof transaction>(continued(input))
    }
    const says = executor.saysNext()
    alarm.set(executor.waitMs(), says)
    if (!isWoken()) {
      isWaiting = true
      await condition(isWoken)
      isWaiting = false
      executor.beginTask()
    }
    if (alarm.hasRung) executor.note(says)
    const isAlone = !isNudged && !alarm.hasRung
    // Whatever woke the workflow, the agenda is read again, because closing a task sends no signal.
    if (nothingLeft && isAlone && executor.mayEnd(nothingLeft)) executor.end(nothingLeft)
    else if (isIdle && alarm.hasRung && !isNudged && !executor.mustRead && !executor.mayAct)
      await executor.closeIdle()
    else executor.mustRead = true
    isNudged = false
    nothingLeft = undefined
  }
}

/** The input of the next run, without the data about the start of the first one. */
const continued = ({ id, about }: TransactionInput): TransactionInput => ({
  id,
  ...(about !== undefined && { about }),
})

/**
 * Uses the length that the server reports with each task: each signal is an event, and a run may have 10 000 of them.
 */
function isLong(historyMax: number): boolean {
  const { continueAsNewSuggested, historyLength } = workflowInfo()
  return continueAsNewSuggested || historyLength > historyMax
}
