// Runs one task of an agenda, and answers the workflow with the resulting agenda.
import { unpark } from '#src/journey/transaction/parked-rules.ts'
import { armAt, closesRun, isDue } from '#src/journey/agenda/rules.ts'
import {
  type AgendaSettings,
  readAgenda,
  readEntriesAfter,
  toAgendaFields,
  answeredEntriesMax,
  toHistoryEntry,
  toAlarm,
} from '#src/journey/agenda/read.ts'
import type {
  Agenda,
  Task,
  TaskAnswer,
  TaskRequest,
  HistoryEntry,
} from '#src/journey/transaction/task.ts'
import type { Db } from '#src/platform/db/client.ts'
import { append } from '#src/journey/journal/append.ts'
import { taskDropped, taskFailed } from '#src/journey/agenda/kinds.ts'
import type { Locked } from '#src/journey/transaction/locked.ts'
import { type CommitDeps, commitOn } from './commit.ts'
import type { TaskDefinition, TaskRun, TaskWork } from './task.ts'

export type TaskDeps = CommitDeps & { readonly settings: AgendaSettings }

/** `run` is the id of the asking run, which gets the agenda in the answer. */
type TaskRequestOfRun = TaskRequest & { readonly run?: string | undefined }

/** Runs a local task and resolves to the agenda after it. */
export async function runTask(
  deps: TaskDeps,
  definition: TaskDefinition,
  asked: TaskRequestOfRun,
  signal: AbortSignal,
): Promise<TaskAnswer> {
  const { id, key, after, run: toRun } = asked
  let answered: Agenda | undefined
  let own: Written = { from: after, to: after, told: [] }
  const run: TaskRun = {
    id,
    key,
    signal,
    async commit(work) {
      let held: Locked | undefined
      const workHeld = (tx: Db, locked: Locked) => ifDue(tx, (held = locked), ofKey(key), work)
      const done = await commitOn(deps, id, workHeld, { notifiesWorkflow: 'soon', toRun })
      if (held) own = addWritten(own, held)
      return done
    },
    async commitLast(work) {
      if (work) await perform((tx, locked) => drop(tx, locked, ofKey(key), work))
    },
    commitAnyway: (work) => perform(work),
  }
  await definition.perform(run)
  return answered ?? readAgenda(deps.db, deps.settings, { id, after, run: toRun })

  async function perform(work: (tx: Db, locked: Locked) => Promise<void>): Promise<void> {
    const committed = await commitOn(
      deps,
      id,
      async (tx, locked) => {
        const earlier = await readEarlier(tx, locked, own)
        await work(tx, locked)
        return { locked, earlier }
      },
      { notifiesWorkflow: true, toRun },
    )
    answered = committed && toAgenda(deps.settings, committed.locked, committed.earlier)
  }
}

const by = { by: 'engine' } as const

/** Runs an engine task. It answers no agenda, and its commits nudge like those of a request. */
export const runEngineTask = (
  deps: CommitDeps,
  definition: TaskDefinition,
  asked: Pick<TaskRequest, 'id' | 'key'>,
  signal: AbortSignal,
): Promise<void> => runBeside(deps, definition, { ...asked, find: ofKey(asked.key) }, signal)

/**
 * Runs a parked task of either lane, which its workflow may not begin: as an engine task is run, and with the lane and
 * time from before it was parked.
 */
export const runParked = (
  deps: CommitDeps,
  definition: TaskDefinition,
  asked: Pick<TaskRequest, 'id' | 'key'>,
  signal: AbortSignal,
): Promise<void> => runBeside(deps, definition, { ...asked, find: parkedOfKey(asked.key) }, signal)

type Find = (locked: Locked) => Task | undefined

const ofKey =
  (key: string): Find =>
  ({ tasks }) =>
    tasks.find((one) => one.key === key)

const parkedOfKey =
  (key: string): Find =>
  (locked) => {
    const task = ofKey(key)(locked)
    return task && unpark(task)
  }

async function runBeside(
  deps: CommitDeps,
  definition: TaskDefinition,
  { id, key, find }: Pick<TaskRequest, 'id' | 'key'> & { readonly find: Find },
  signal: AbortSignal,
): Promise<void> {
  const finish = async (work: TaskWork = async () => {}) => {
    await commitOn(deps, id, (tx, locked) => drop(tx, locked, find, work), by)
  }
  await definition.perform({
    id,
    key,
    signal,
    commit: (work) => commitOn(deps, id, (tx, locked) => ifDue(tx, locked, find, work), by),
    commitLast: finish,
    commitAnyway: async (work) => {
      await commitOn(deps, id, work, by)
    },
  })
}

/** Closes a task for good after it kept failing by our own fault. */
export async function failTask(
  deps: TaskDeps,
  find: (name: string) => TaskDefinition | undefined,
  { id, key, after, run }: TaskRequestOfRun,
): Promise<TaskAnswer> {
  const committed = await commitOn(
    deps,
    id,
    async (tx, locked) => {
      const earlier = await readEarlier(tx, locked, { from: after, to: after, told: [] })
      const task = locked.tasks.find((one) => one.key === key)
      if (task) await (find(task.task)?.fail ?? fail)(tx, locked, task)
      return { locked, earlier }
    },
    { notifiesWorkflow: true, toRun: run },
  )
  return committed
    ? toAgenda(deps.settings, committed.locked, committed.earlier)
    : readAgenda(deps.db, deps.settings, { id, after, run })
}

const fail: TaskWork = async (_tx, locked, task) => {
  append(locked, { kind: taskFailed, ...about(task), code: task.task, reason: task.key })
}

async function ifDue<T>(tx: Db, locked: Locked, find: Find, work: TaskWork<T>) {
  const task = find(locked)
  if (!task || !isDue(task, locked.now.getTime())) return undefined
  locked.task = task.key
  return work(tx, locked, task)
}

/**
 * Closes a task that its work has left due, with an entry: every task must leave the agenda by an entry, and one that
 * stayed would be run again and again.
 */
async function drop(tx: Db, locked: Locked, find: Find, work: TaskWork): Promise<void> {
  await ifDue(tx, locked, find, async (_tx, _locked, task) => {
    await work(tx, locked, task)
    const left = find(locked)
    if (left && isDue(left, locked.now.getTime()))
      append(locked, { kind: taskDropped, ...about(task), code: task.task, reason: task.key })
  })
}

const about = ({ module, ref, attempt }: Task) => ({
  module: module ?? null,
  ref,
  attempt: attempt ?? null,
})

/** The entries after `from`, up to `to`, that this task has written and the workflow does not know. */
type Written = {
  readonly from: number
  readonly to: number
  readonly told: readonly HistoryEntry[]
}

/**
 * Adds this commit's entries. When somebody else has written in between, it adds none, because the others' entries are
 * unknown here.
 */
const addWritten = (own: Written, { before, lastSeq, unwritten }: Locked): Written =>
  own.to === before.lastSeq
    ? { ...own, to: lastSeq, told: [...own.told, ...unwritten.map(toHistoryEntry)] }
    : own

/** Entries from before this commit that the workflow has not seen; most often this task itself has written them. */
async function readEarlier(tx: Db, locked: Locked, own: Written): Promise<readonly HistoryEntry[]> {
  if (own.to === locked.before.lastSeq) return own.told.slice(0, answeredEntriesMax)
  return own.from < locked.before.lastSeq ? readEntriesAfter(tx, locked.id, own.from) : []
}

function toAgenda(
  settings: AgendaSettings,
  locked: Locked,
  earlier: readonly HistoryEntry[],
): Agenda {
  const now = locked.now.getTime()
  const own = locked.unwritten.map(toHistoryEntry)
  const { tasks, pack, outcome } = locked
  return {
    ...toAgendaFields(settings, { tasks, pack, outcome, now }),
    seq: locked.lastSeq,
    armedAt: toAlarm(armAt(tasks, now)),
    // The next answer brings the remaining entries, in order.
    entries: earlier.length < answeredEntriesMax ? [...earlier, ...own] : earlier,
    ...(closesRun(locked) && { closed: true }),
  }
}
