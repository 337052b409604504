// The workflow between two activations: mirrors workflows/executor.ts, workflows/alarm.ts and the loop of
// workflows/transaction.ts. Not here: failures that are counted, jitter, and timers that differ by a little.
import type { Task } from '#src/journey/agenda/task.ts'
import type { Way } from './way.ts'
import { type Mind, never, type Told } from './world.ts'

const readAgainMs = 4_000
const holdMs = 4_000

/** By how much Temporal's clock may be ahead of the database's. */
const aheadMs = 1_000

type Now = { readonly wall: number; readonly isLong: boolean }

/** An activation with signals, timers and ended engine tasks has come. */
export function activate(mind: Mind, way: Way, now: Now): void {
  if (mind.at === 'waiting') {
    if (!isWoken(mind)) return
    wake(mind, way)
  }
  if (!mind.call) proceed(mind, way, now)
}

/** A local activity has ended; without an answer it has failed. */
export function resolve(mind: Mind, way: Way, now: Now, answer?: Told | null | 'closed'): void {
  const { call } = mind
  mind.call = null
  if (call?.kind === 'read' && answer === undefined) {
    mind.readHeldUntil = now.wall + readAgainMs
    // A read that fails ends the turn.
    rest(mind, way, now)
    if (mind.call || mind.at !== 'working') return
  } else if (call?.kind === 'close' && answer === undefined)
    mind.readHeldUntil = now.wall + readAgainMs
  else if (answer === 'closed')
    mind.agenda = mind.nudged && way.looksBeforeClosing ? 'unknown' : null
  else if (answer === undefined) fail(mind, call?.key ?? '', now)
  else take(mind, answer, now)
  if (call?.kind === 'read' && answer !== undefined) mind.readHeldUntil = null
  if (call?.kind === 'task') mind.running = mind.running.filter((key) => key !== call.key)
  proceed(mind, way, now)
}

/** Goes on until a local activity is asked for, or there is nothing to do but wait, to close or to continue. */
function proceed(mind: Mind, way: Way, now: Now): void {
  mind.at = 'working'
  for (;;) {
    while (turn(mind, way, now));
    if (mind.call) return
    rest(mind, way, now)
    if (mind.call || mind.at !== 'working') return
  }
}

function turn(mind: Mind, way: Way, now: Now): boolean {
  for (let broken = mind.broken.shift(); broken !== undefined; broken = mind.broken.shift())
    fail(mind, broken, now)
  if (mind.nudged) {
    mind.nudged = false
    mind.call = { kind: 'read', key: '', until: null }
    return false
  }
  const task = nextTask(mind, way, now)
  if (!task) return false
  mind.running = [...mind.running, task.key].toSorted()
  if (task.lane === 'local') mind.call = { kind: 'task', key: task.key, until: null }
  else mind.starts.push(task.key)
  return task.lane !== 'local'
}

/** Once nothing is to be done: ends, or sets the alarm and waits. */
function rest(mind: Mind, way: Way, now: Now): void {
  const { agenda, running } = mind
  if (agenda === null) return end(mind, 'closing')
  const mayContinue = agenda !== 'unknown' && (running.length === 0 || !way.waitsForEngines)
  if (now.isLong && mayContinue && !mind.nudged) return end(mind, 'continuing')
  mind.isIdle = isIdle(mind)
  setAlarm(mind, waitMs(mind, way, now), way, now)
  if (isWoken(mind)) wake(mind, way)
  else end(mind, 'waiting')
}

function end(mind: Mind, at: Mind['at']): void {
  mind.at = at
}

const isWoken = ({ nudged, hasRung, hasEnded }: Mind): boolean =>
  nudged || hasRung || hasEnded === true

function wake(mind: Mind, way: Way): void {
  mind.at = 'working'
  if (mind.isIdle && mind.hasRung && !mind.nudged)
    mind.call = { kind: 'close', key: '', until: null }
  else if (way.readsAtAlarm || mind.hasEnded) mind.nudged = true
  delete mind.hasEnded
}

const isIdle = ({ agenda, running }: Mind): boolean =>
  agenda !== null && agenda !== 'unknown' && agenda.tasks.length === 0 && running.length === 0

function waitMs(mind: Mind, way: Way, { wall }: Now): number {
  const { agenda, readHeldUntil, heldUntil, takenAt, running } = mind
  if (readHeldUntil !== null) return readHeldUntil - wall
  if (agenda === null || agenda === 'unknown') return never
  if (isIdle(mind)) return agenda.idleMs
  const { armedAt, now } = agenda
  const isBlocked =
    running.length > 0 && agenda.tasks.some((task) => task.last && task.dueAt === armedAt)
  const isSilent = armedAt === never || (isBlocked && !way.ringsForBlocked)
  const armedMs = isSilent ? never : armedAt - now - (wall - takenAt)
  const held = way.ringsAtHoldEnd ? heldUntil : []
  return Math.min(armedMs, ...held.map(([, until]) => until - wall))
}

function setAlarm(mind: Mind, ms: number, way: Way, { wall }: Now): void {
  // Who does not read at an alarm would ring for ever.
  mind.hasRung = ms <= 0 && (way.readsAtAlarm || mind.isIdle)
  if (!mind.hasRung) mind.alarmAt = ms === never ? null : wall + Math.max(0, ms)
}

export function take(mind: Mind, told: Told | null, { wall }: Now): void {
  mind.agenda = told
  if (!told) return
  mind.takenAt = wall
  mind.heldUntil = mind.heldUntil.filter(
    ([held, until]) => until > wall && told.tasks.some(({ key }) => key === held),
  )
}

function nextTask(mind: Mind, way: Way, { wall }: Now): Task | undefined {
  const { agenda, running, readHeldUntil } = mind
  if (agenda === null || agenda === 'unknown' || readHeldUntil !== null) return undefined
  const now = way.beginsAsRead ? agenda.now : wall + aheadMs
  const due = agenda.tasks.filter(({ key, dueAt }) => dueAt <= now && !running.includes(key))
  const mayLast =
    running.length === 0 &&
    due.every(({ last }) => last) &&
    agenda.tasks.every(({ leased }) => !leased)
  const isHeld = ({ key }: Task) => mind.heldUntil.some(([held]) => held === key)
  return due
    .filter((task) => !isHeld(task) && (!task.last || mayLast))
    .toSorted((one, other) => one.dueAt - other.dueAt)[0]
}

function fail(mind: Mind, key: string, { wall }: Now): void {
  mind.nudged = true
  const others = mind.heldUntil.filter(([held]) => held !== key)
  mind.heldUntil = [...others, [key, wall + holdMs]]
}
