// Every commit on the transaction's row: mirrors src/journey/commit/write.ts, src/journey/commit/run-task.ts and
// src/journey/agenda/read.ts with the SQL as assignments. Rules, effects and `append` are real.
import { closeKey, open } from '#src/journey/agenda/effects.ts'
import {
  armForRun,
  isDue,
  isLeftOpen,
  mayBeginUnread,
  mayHaveRun,
  openedBetween,
  sweepAfterCommit,
} from '#src/journey/agenda/rules.ts'
import type { Task, Tasks } from '#src/journey/transaction/task.ts'
import { append } from '#src/journey/journal/append.ts'
import { pausedTask } from '#src/journey/transaction/paused-rules.ts'
import { defineKind } from '#src/journey/journal/kind.ts'
import type { Locked } from '#src/journey/transaction/locked.ts'
import { nudge } from './nudger.ts'
import type { Change, Script } from './scenario.ts'
import { never, type Reading, type Row, type AgendaView, type World } from './world.ts'
import type { Way } from './way.ts'

type Writing = Pick<Locked, 'now' | 'lastSeq' | 'tasks' | 'unwritten'>

/** Tells the workflow the agenda with the commit, or tells nobody and nudges by the rule. */
type Options = { notifiesWorkflow?: boolean; mustNudge?: boolean }

/** False when the transaction is unknown or erased. */
function commit(
  world: World,
  way: Way,
  work: (locked: Writing, row: Row) => void,
  { notifiesWorkflow = false, mustNudge = false }: Options = {},
): boolean {
  const { row, wall } = world
  if (!row || row.erased) return false
  const locked: Writing = {
    now: new Date(wall + row.offsetMs),
    lastSeq: row.lastSeq,
    tasks: row.tasks,
    unwritten: [],
  }
  work(locked, row)
  const { tasks, lastSeq } = locked
  const opened = openedBetween(row.tasks, tasks).filter(
    ({ key }) => way.countsMoved || !row.tasks.some((task) => task.key === key),
  )
  const tellsRun = mustNudge && (!way.nudgesRuns || mayHaveRun(row.armedAt, row.tasks))
  const nudges =
    !notifiesWorkflow && (tellsRun || way.needsNudge(row.armedAt, { opened, left: tasks }))
  const { offsetMs, armedAt } = row
  const leavesEmpty =
    !notifiesWorkflow &&
    locked.unwritten.length > 0 &&
    isLeftOpen(armedAt === never ? Infinity : armedAt, tasks, wall + offsetMs)
  const after = { nudges, opened, wallNow: wall, offsetMs, leavesEmpty }
  world.hadTask ||= tasks.length > 0
  if (world.emptyAt !== undefined) world.emptyAt = tasks.length > 0 ? null : (world.emptyAt ?? wall)
  const before = row.tasks
  Object.assign(row, { tasks, lastSeq, sweepAt: sweepAfterCommit(row.sweepAt, after) })
  if (notifiesWorkflow) markTold(row, before, way, wall)
  else if (!way.othersLeaveArmed) row.armedAt = armed(row, way, wall)
  const begins = mayBeginUnread(armedAt, tasks, wall + offsetMs)
  const told = way.beginsTold && begins ? tell(row, way, wall) : null
  if (nudges) nudge(world.nudger, tasks.length === 0, told)
  return true
}

const armed = ({ tasks, offsetMs }: Row, way: Way, wall: number): number =>
  Math.min(way.armAt(tasks, wall + offsetMs), never)

function markTold(row: Row, before: Tasks, way: Way, wall: number): void {
  const { tasks, lastSeq: seenSeq } = row
  const told = { before, tasks }
  const isLeft = way.emptyLeavesArmed && armForRun(null, told, wall) === null
  // An alarm that stays is in time to come, where that rule is not taken back.
  const stays = way.pastIsNone ? armForRun(row.armedAt, told, wall + row.offsetMs) : row.armedAt
  const left = stays === null ? null : Math.min(stays, never)
  Object.assign(row, { seenSeq, sweeps: 0, armedAt: isLeft ? left : armed(row, way, wall) })
}

/** Null: the transaction is gone or erased. */
export function readAgenda(world: World, way: Way, reading?: Reading): AgendaView | null {
  const { row, wall } = world
  if (!row) return null
  const { seenSeq } = row
  const leftMs = idleLeft(world, row)
  markTold(row, row.tasks, way, wall)
  if (row.erased) row.armedAt = null
  if (row.erased) return null
  const isIdle = reading?.closes === true && row.tasks.length === 0 && leftMs === 0
  const isLast = seenSeq === reading?.after || (!way.lastOnesClose && reading?.after !== null)
  if (isIdle && isLast) row.armedAt = null
  const told = tell(row, way, wall, leftMs)
  return isIdle && row.armedAt === null ? { ...told, closed: true } : told
}

/** What brings nothing new is told when the last entry has long been written, so the workflow closes at once. */
const idleMs = 3_000

function idleLeft({ emptyAt, wall }: World, { seenSeq, lastSeq }: Row): number {
  if (typeof emptyAt === 'number') return Math.max(0, idleMs - (wall - emptyAt))
  return seenSeq < lastSeq ? idleMs : 0
}

const tell = (row: Row, way: Way, wall: number, leftMs = idleMs): AgendaView => ({
  seq: row.lastSeq,
  now: wall + row.offsetMs,
  armedAt: armed(row, way, wall),
  idleMs: leftMs,
  tasks: row.tasks,
})

export function closeAgenda(
  world: World,
  way: Way,
  reading?: Reading,
): AgendaView | null | 'closed' {
  const { row } = world
  const isLast = row?.seenSeq === reading?.after || !way.lastOnesClose
  if (!row || row.tasks.length > 0 || !isLast) return readAgenda(world, way)
  Object.assign(row, { seenSeq: row.lastSeq, sweeps: 0, armedAt: null })
  return 'closed'
}

/** A local task. The answer of a run that was superseded tells nobody. */
export function runTask(
  world: World,
  way: Way,
  script: Script,
  { key, isSuperseded = false }: { readonly key: string; readonly isSuperseded?: boolean },
): AgendaView | null {
  const before = world.effects[key]
  const work = effect(world, way, script, key)
  const done = commit(world, way, work, { notifiesWorkflow: !isSuperseded })
  const { row } = world
  if (isSuperseded) return null
  if (!done || !row) return readAgenda(world, way)
  const told = tell(row, way, world.wall)
  // Done again, because the server has refused the close, it finds its key gone and has ended nothing.
  const ends = script.tasks[key]?.ends === true && world.effects[key] !== before
  if (!way.endsClose || !ends || row.tasks.length > 0) return told
  row.armedAt = null
  return { ...told, closed: true }
}

/** A local task whose account rests: it is moved on, and nothing else is done. */
export function restTask(world: World, way: Way, key: string, inMs: number): AgendaView | null {
  const moved = commit(
    world,
    way,
    (locked) => {
      const task = locked.tasks.find((one) => one.key === key)
      if (task && isDue(task, locked.now.getTime())) write(locked, { opens: [{ key, inMs }] })
    },
    { notifiesWorkflow: true },
  )
  return moved && world.row ? tell(world.row, way, world.wall) : readAgenda(world, way)
}

/** An engine task: what it answers is nothing, unless that rule is taken back. */
export function runEngineTask(
  world: World,
  way: Way,
  script: Script,
  key: string,
): AgendaView | null | undefined {
  if (!way.enginesAreSilent) return runTask(world, way, script, { key })
  commit(world, way, effect(world, way, script, key))
  return undefined
}

const effect = (world: World, way: Way, script: Script, key: string) => (locked: Writing) => {
  const task = locked.tasks.find((one) => one.key === key)
  if (way.checksKey && !(task && isDue(task, locked.now.getTime()))) return
  world.effects[key] = (world.effects[key] ?? 0) + 1
  if (task?.task === pausedTask) world.movedAt = world.wall
  write(locked, { closes: [key], opens: script.tasks[key]?.opens ?? [] })
}

/** A request, a callback, or what a launched call has brought. */
export function change(world: World, way: Way, made: Change): void {
  const mustNudge = (made.clockMs !== undefined && way.clockMoveNudges) || made.erases === true
  const work = (locked: Writing, row: Row) => {
    if (made.clockMs !== undefined) {
      row.offsetMs += made.clockMs
      world.movedAt = world.wall
    }
    const moves = (made.moves ?? []).filter(({ key }) => row.tasks.some((one) => one.key === key))
    if (made.kind) append(locked, { kind: made.kind })
    else write(locked, { ...made, opens: [...(made.opens ?? []), ...moves] })
    // What was parked is due when it was.
    if (made.kind) world.movedAt = world.wall
    if (!made.erases) return
    locked.tasks = []
    row.erased = true
  }
  commit(world, way, work, { mustNudge })
}

/** One entry that closes and opens. */
function write(locked: Writing, { opens = [], closes = [] }: Pick<Change, 'opens' | 'closes'>) {
  const kind = defineKind('changed', 'Something was closed or opened.', (tasks, entry) => {
    const left = closes.reduce<Tasks>(closeKey, tasks)
    return opens.reduce<Tasks>((before, { inMs, ...opening }) => {
      return open(before, entry, { task: '', ...opening, dueAt: entry.at + inMs })
    }, left)
  })
  append(locked, { kind })
}

/** By the wall. */
export const dueByWall = ({ dueAt }: Task, { offsetMs }: Row): number => dueAt - offsetMs
