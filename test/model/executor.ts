// The workflow between two activations: mirrors workflows/executor.ts, workflows/alarm.ts and the loop of
// workflows/transaction.ts. Not here: failures that are counted, jitter, and timers that differ by a little.
import type { Task } from '#src/journey/transaction/task.ts'
import type { Way } from './way.ts'
import { type Call, type Mind, never, type Reading, type AgendaView } from './world.ts'

const readAgainMs = 4_000
const holdMs = 4_000
const holdMaxMs = 60_000

/** Local work of one workflow task, by the database's clock. */
const taskMs = 2_000

/** By how much Temporal's clock may be ahead of the database's. */
const aheadMs = 1_000

type Now = { readonly wall: number; readonly isLong: boolean }

/** An activation with signals, timers and ended engine tasks has come. */
export function activate(mind: Mind, way: Way, now: Now): void {
  if (mind.at === 'waiting') {
    if (!isWoken(mind)) return
    beginTask(mind)
    wake(mind, way)
  } else if (mind.at === 'pausing') {
    if (!mind.isResumed) return
    resume(mind)
  }
  if (mind.at === 'begun') mind.takenAt = now.wall
  if (!mind.call && mind.at !== 'pausing') proceed(mind, way, now)
}

/** A local activity has ended; without an answer it has failed. */
export function resolve(
  mind: Mind,
  way: Way,
  now: Now,
  answer?: AgendaView | null | 'closed',
): void {
  const { call } = mind
  mind.call = null
  noteTime(mind, answer)
  if (call?.kind === 'read' && answer === undefined) {
    mind.readHeldUntil = now.wall + readAgainMs
    // A read that fails ends the turn.
    rest(mind, way, now)
    if (isBusy(mind)) return
  } else if (call?.kind === 'close' && answer === undefined)
    mind.readHeldUntil = now.wall + readAgainMs
  else if (answer === 'closed') mind.agenda = null
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
    if (isBusy(mind)) return
    rest(mind, way, now)
    if (isBusy(mind)) return
  }
}

const isBusy = ({ call, at }: Mind): boolean => call !== null || at !== 'working'

/** A local activity is asked for; after enough local work that is done by the next workflow task. */
function ask(mind: Mind, way: Way, call: Call): void {
  if (!mind.isSpent || !way.pauses) mind.call = call
  else Object.assign(mind, { paused: call, at: 'pausing' })
}

function resume(mind: Mind): void {
  beginTask(mind)
  Object.assign(mind, { call: mind.paused, paused: null, isResumed: false, at: 'working' })
}

function beginTask(mind: Mind): void {
  Object.assign(mind, { firstNow: null, isSpent: false })
}

/** What has failed may have taken all the time that it had. */
function noteTime(mind: Mind, answer: AgendaView | null | 'closed' | undefined): void {
  if (answer === undefined) mind.isSpent = true
  else if (answer !== null && answer !== 'closed') {
    mind.firstNow ??= answer.now
    mind.isSpent = answer.now - mind.firstNow >= taskMs
  }
}

function turn(mind: Mind, way: Way, now: Now): boolean {
  for (let broken = mind.broken.shift(); broken !== undefined; broken = mind.broken.shift())
    fail(mind, broken, now)
  if (mind.mustRead) {
    mind.mustRead = false
    ask(mind, way, { kind: 'read', key: '', until: null, reading: readingOf(mind) })
    return false
  }
  const task = nextTask(mind, way, now)
  if (!task) return false
  mind.running = [...mind.running, task.key].toSorted()
  if (task.lane === 'local') ask(mind, way, { kind: 'task', key: task.key, until: null })
  else mind.starts.push(task.key)
  return task.lane !== 'local'
}

function readingOf({ agenda, running }: Mind): Reading {
  const after = agenda === null || agenda === 'unknown' ? null : agenda.seq
  return { after, closes: running.length === 0 }
}

/** Once nothing is to be done: ends, or sets the alarm and waits. */
function rest(mind: Mind, way: Way, now: Now): void {
  const { agenda, running } = mind
  if (agenda === null || (agenda !== 'unknown' && agenda.closed)) return end(mind, 'closing')
  const mayContinue = agenda !== 'unknown' && (running.length === 0 || !way.waitsForEngines)
  if (now.isLong && mayContinue && !mind.mustRead) return end(mind, 'continuing')
  mind.isIdle = isIdle(mind)
  setAlarm(mind, waitMs(mind, way, now), way, now)
  if (isWoken(mind)) wake(mind, way)
  else end(mind, 'waiting')
}

function end(mind: Mind, at: Mind['at']): void {
  mind.at = at
}

const isWoken = ({ isNudged, mustRead, hasRung, hasEnded, nothingLeft }: Mind): boolean =>
  isNudged || mustRead || hasRung || hasEnded === true || nothingLeft !== undefined

/** The sweep’s word counts only for what the run knows or what came before, and alone. */
function mayEnd(mind: Mind, way: Way, seq: number): boolean {
  const { agenda, running, mustRead, readHeldUntil, hasRung, isNudged } = mind
  if (agenda === null || agenda === 'unknown' || mustRead || readHeldUntil !== null) return false
  if (way.closeYields && (isNudged || hasRung)) return false
  return running.length === 0 && (agenda.seq <= seq || !way.closeNamesEntry)
}

function wake(mind: Mind, way: Way): void {
  mind.at = 'working'
  const { nothingLeft, agenda } = mind
  delete mind.nothingLeft
  if (nothingLeft !== undefined && mayEnd(mind, way, nothingLeft)) {
    if (agenda !== null && agenda !== 'unknown')
      mind.agenda = { ...agenda, tasks: [], closed: true }
  } else if (mind.isIdle && mind.hasRung && !mind.isNudged && !mind.mustRead)
    ask(mind, way, { kind: 'close', key: '', until: null, reading: readingOf(mind) })
  else if (way.readsAtAlarm || mind.hasEnded || mind.isNudged || nothingLeft !== undefined)
    mind.mustRead = true
  mind.isNudged = false
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

export function take(mind: Mind, told: AgendaView | null, { wall }: Now): void {
  mind.agenda = told
  if (!told) return
  mind.takenAt = wall
  const isOpen = (key: string) => told.tasks.some((task) => task.key === key)
  mind.heldUntil = mind.heldUntil.filter(([key, until]) => until > wall && isOpen(key))
  mind.holds = mind.holds.filter(isOpen)
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
  mind.mustRead = true
  const others = mind.heldUntil.filter(([held]) => held !== key)
  const before = mind.holds.filter((held) => held === key).length
  mind.holds.push(key)
  mind.heldUntil = [...others, [key, wall + Math.min(holdMs * 2 ** before, holdMaxMs)]]
}
