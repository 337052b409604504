// Runs one task of an agenda, and answers the workflow with the agenda as it is then.
import { unpark } from '#src/journey/transaction/parked-rules.ts'
import { armAt, closesRun, isDue } from '#src/journey/agenda/rules.ts'
import {
  type AgendaSettings,
  readAgenda,
  readEntriesAfter,
  tell,
  toldMax,
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

/** `run`: the run that asks, which gets the agenda as the answer. */
type TaskRequestOfRun = TaskRequest & { readonly run?: string | undefined }

/** A local task: resolves to the agenda after it. */
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

/** An engine task: it answers no agenda, and its commits nudge like those of a request. */
export const runEngineTask = (
  deps: CommitDeps,
  definition: TaskDefinition,
  asked: Pick<TaskRequest, 'id' | 'key'>,
  signal: AbortSignal,
): Promise<void> => runBeside(deps, definition, { ...asked, find: ofKey(asked.key) }, signal)

/** A task of either lane that its workflow may not begin: as an engine task, and as it was before it was parked. */
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

/** A task that keeps failing by a fault of ours has failed for good. */
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

/** Nothing leaves the agenda without an entry, and nothing stays in it that would only be found again. */
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

/** Entries behind `from`, up to `to`, that the workflow has not been told. */
type Written = {
  readonly from: number
  readonly to: number
  readonly told: readonly HistoryEntry[]
}

/** What somebody else has written in between is not known: then it ends where it is. */
const addWritten = (own: Written, { before, lastSeq, unwritten }: Locked): Written =>
  own.to === before.lastSeq
    ? { ...own, to: lastSeq, told: [...own.told, ...unwritten.map(toHistoryEntry)] }
    : own

/** Entries that were written before this commit, and that the workflow has not seen: most often by this task itself. */
async function readEarlier(tx: Db, locked: Locked, own: Written): Promise<readonly HistoryEntry[]> {
  if (own.to === locked.before.lastSeq) return own.told.slice(0, toldMax)
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
    ...tell(settings, { tasks, pack, outcome, now }),
    seq: locked.lastSeq,
    armedAt: toAlarm(armAt(tasks, now)),
    // The rest comes with the next answer, in order.
    entries: earlier.length < toldMax ? [...earlier, ...own] : earlier,
    ...(closesRun(locked) && { closed: true }),
  }
}
