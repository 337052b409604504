// Temporal: workflow tasks with their local activities in a worker's memory, buffered events, timers,
// activities of engines, and what becomes of them when a worker dies or the workflow is terminated.
import { closeAgenda, readAgenda, restTask, runEngineTask, runTask } from './database.ts'
import { activate, resolve, take } from './executor.ts'
import type { Script } from './scenario.ts'
import type { Way } from './way.ts'
import {
  type Call,
  type Engine,
  type Events,
  type Mind,
  newRun,
  noEvents,
  type Orphan,
  type Run,
  type AgendaView,
  type World,
} from './world.ts'

/** Until the workflow task of a dead worker is given to another: the server's own limit. */
const taskTimeoutMs = 10_000

export const hasEvents = (events: Events): boolean => {
  const { begins, signal, rings, resumes, ended, nothingLeft } = events
  return begins || signal || rings || resumes || ended.length > 0 || nothingLeft !== undefined
}

/** A worker takes the workflow task, or the one of a dead worker again. */
export function beginTask(world: World, run: Run, way: Way): void {
  run.given = merge(run.given, run.pending)
  run.pending = noEvents()
  run.mind = structuredClone(run.saved)
  run.begunAt = world.wall
  run.answers = []
  delete run.isTakenForDead
  advance(world, run, way, (mind) => {
    apply(mind, run.given, world, way)
    // A local activity that was under way begins anew.
    if (!mind.call) activate(mind, way, nowOf(world, run))
  })
}

/** A workflow task that lasts is written down, and the next one brings what has come. */
export function heartbeat(world: World, run: Run, mind: Mind, way: Way): void {
  startEngines(world, run, mind)
  run.saved = structuredClone(mind)
  if (run.saved.call) delete run.saved.call.answer
  run.given = { ...run.pending, begins: true }
  run.pending = noEvents()
  run.begunAt = world.wall
  run.answers = []
  apply(mind, run.given, world, way)
}

/**
 * The server has ended the workflow task, and its worker goes on with what it has in memory: what it does goes
 * into the next task. The signal that came meanwhile reaches it late or never; a replay has it from the start.
 */
export function outlive(_world: World, run: Run, way: Way, isLate: boolean): void {
  if (!run.mind) return
  run.given = merge(run.given, run.pending)
  if (isLate) takeSignal(run.mind, way)
  run.pending = noEvents()
}

function takeSignal(mind: Mind, way: Way): void {
  if (!way.signalsOnlyWake) mind.mustRead = true
  else if (mind.at === 'waiting') mind.isNudged = true
}

function apply(mind: Mind, events: Events, world: World, way: Way): void {
  if (events.signal) takeSignal(mind, way)
  if (events.nothingLeft !== undefined && mind.at === 'waiting')
    mind.nothingLeft = events.nothingLeft
  if (events.resumes) mind.isResumed = true
  if (events.rings) Object.assign(mind, { hasRung: true, alarmAt: null })
  for (const { key, isBroken, answer } of events.ended) {
    mind.running = mind.running.filter((one) => one !== key)
    if (way.readsAtEnd === 'at once') mind.mustRead = true
    else if (way.readsAtEnd) mind.hasEnded = true
    if (isBroken) mind.broken.push(key)
    if (answer !== undefined) take(mind, answer, { wall: world.wall, isLong: false })
  }
}

/** A local activity commits; its worker has the answer, and the workflow not yet. */
export function commitCall(world: World, way: Way, script: Script, mind: Mind): void {
  if (!mind.call) return
  mind.call.until = null
  mind.call.answer = perform(world, way, script, mind.call)
}

/** It finds its account at rest. */
export function restCall(world: World, { mind }: Run, way: Way, forMs: number): void {
  if (mind?.call) mind.call.answer = restTask(world, way, mind.call.key, forMs)
}

function perform(
  world: World,
  way: Way,
  script: Script,
  {
    kind,
    key,
    reading,
    run,
  }: Pick<Call, 'kind' | 'key' | 'reading'> & Partial<Pick<Orphan, 'run'>>,
): AgendaView | null | 'closed' {
  const isSuperseded = way.supersededArmsNothing && run === 'superseded'
  if (isSuperseded && kind !== 'task') return null
  if (kind === 'read') return readAgenda(world, way, reading)
  if (kind === 'close') return closeAgenda(world, way, reading)
  return runTask(world, way, script, { key, isSuperseded })
}

/** The workflow gets the answer, or none: the call has failed. */
export function answerCall(world: World, run: Run, way: Way, failed = false): void {
  const answer = failed ? undefined : run.mind?.call?.answer
  if (world.replays) run.answers.push({ wall: world.wall, ...(answer !== undefined && { answer }) })
  advance(world, run, way, (mind) => resolve(mind, way, nowOf(world, run), answer))
}

function advance(world: World, run: Run, way: Way, act: (mind: Mind) => void): void {
  const { mind } = run
  if (!mind) return
  act(mind)
  if (mind.call?.kind === 'task') noteBegun(world, mind, mind.call.key)
  if (mind.at === 'waiting' || mind.at === 'pausing') endTask(world, run, mind, way)
}

/** Where the worker forgets the run, the next task is replayed from what is recorded of this one. */
function checkReplay(world: World, run: Run, mind: Mind, way: Way): void {
  if (!world.replays) return
  const replayed = replay(world, run, way)
  if (JSON.stringify(replayed) !== JSON.stringify(mind)) world.differs = mind.at
}

/** Told again from what is recorded: every event from the start, and the answers of local activities in their order. */
function replay(world: World, { saved, given, answers, isLong }: Run, way: Way): Mind {
  const mind = structuredClone(saved)
  const now = { wall: answers[0]?.wall ?? world.wall, isLong }
  apply(mind, given, world, way)
  if (!mind.call) activate(mind, way, now)
  for (const { wall, answer } of answers)
    if (mind.call) resolve(mind, way, { wall, isLong }, answer)
  return mind
}

const nowOf = ({ wall }: World, { isLong }: Run) => ({ wall, isLong })

/** What the workflow asked for in its task takes effect. */
function endTask(world: World, run: Run, mind: Mind, way: Way): void {
  checkReplay(world, run, mind, way)
  startEngines(world, run, mind)
  // A timer that is set anew takes back the ring of the one before.
  if (run.given.rings || mind.alarmAt !== run.saved.alarmAt) {
    run.timerAt = mind.alarmAt
    run.pending.rings = false
  }
  run.saved = mind
  run.pending.resumes = mind.at === 'pausing'
  run.given = noEvents()
  run.mind = null
}

function startEngines(world: World, run: Run, mind: Mind): void {
  for (const key of mind.starts) {
    noteBegun(world, mind, key)
    if (world.begun) world.begun[key] = (world.begun[key] ?? 0) + 1
    run.engines.push({ key, until: world.wall + world.engineMs, isDone: false })
  }
  mind.starts = []
}

function noteBegun(world: World, { agenda }: Mind, key: string): void {
  const task = agenda && agenda !== 'unknown' && agenda.tasks.find((one) => one.key === key)
  if (task && world.row && !world.isRestored && task.dueAt - world.row.offsetMs > world.wall)
    world.early = key
}

/** The server refuses to end a run when something has come meanwhile: the task runs again with it. */
export function endRun(world: World, run: Run, way: Way): void {
  const continues = run.mind?.at === 'continuing'
  if (hasEvents(run.pending)) {
    run.mind = null
    return beginTask(world, run, way)
  }
  if (run.mind) checkReplay(world, run, run.mind, way)
  for (const engine of run.engines) orphan(world, engine)
  nameOrphans(world, 'open', 'ended')
  world.run = continues ? newRun() : null
}

export function commitEngine(world: World, way: Way, script: Script, engine: Engine): void {
  engine.isDone = true
  const answer = runEngineTask(world, way, script, engine.key)
  if (answer !== undefined) engine.answer = answer
}

/** The server learns that an engine task has ended, or that its worker beats no more. */
export function endEngine(world: World, run: Run, engine: Engine): void {
  const { key, isDone, answer } = engine
  run.engines = run.engines.filter((one) => one !== engine)
  if (!isDone) orphan(world, engine)
  const ended = { key, isBroken: !isDone, ...(answer !== undefined && { answer }) }
  run.pending.ended.push(ended)
}

/** The worker dies, and what it had not committed may come later or never. */
export function killWorker(world: World, run: Run): void {
  const call = run.mind?.call
  if (call && call.answer === undefined) orphanCall(world, call)
  run.mind = null
  run.retryAt = world.wall + taskTimeoutMs
}

/** `superseded`: the sweep begins another in its place. */
export function terminate(
  world: World,
  run: Run,
  as: Exclude<Orphan['run'], 'open'> = 'ended',
): void {
  const { mind } = run
  killWorker(world, run)
  if (run.isTakenForDead && mind) leaveAlive(world, mind)
  for (const engine of run.engines) orphan(world, engine)
  nameOrphans(world, 'open', as)
  world.run = null
}

/** What became of the run whose calls these were. */
export function nameOrphans({ orphans }: World, from: Orphan['run'], to: Orphan['run']): void {
  for (const one of orphans) if (one.run === from) one.run = to
}

function orphan(world: World, { key, isDone }: Engine): void {
  const until = world.wall + world.orphanMs
  if (!isDone) world.orphans.push({ kind: 'engine', key, until, run: 'open' })
}

/** The commit of a call whose worker is dead, or that was given up. */
export function commitOrphan(world: World, way: Way, script: Script, orphan: Orphan): void {
  world.orphans = world.orphans.filter((one) => one !== orphan)
  if (orphan.kind === 'engine') runEngineTask(world, way, script, orphan.key)
  else {
    const answer = perform(world, way, script, { ...orphan, kind: orphan.kind })
    if (orphan.mind) goOnAlive(world, way, orphan.mind, { ...orphan, answer })
  }
}

/** The last call, which was left as a dead one's, is one of a worker that lives. */
function leaveAlive({ orphans }: World, mind: Mind): void {
  const last = orphans.at(-1)
  if (last && mind.call?.answer === undefined) last.mind = mind
}

/** What it has asked for next; the server hears of nothing else. */
function goOnAlive(
  world: World,
  way: Way,
  before: Mind,
  { answer, until, run }: Pick<Orphan, 'until' | 'run'> & Pick<Call, 'answer'>,
): void {
  const mind = structuredClone(before)
  resolve(mind, way, { wall: world.wall, isLong: false }, answer)
  if (!mind.call) return
  const { kind, key, reading } = mind.call
  if (kind === 'task') noteBegun(world, mind, key)
  world.orphans.push({ kind, key, until, run, mind, ...(reading && { reading }) })
}

export function orphanCall(world: World, { kind, key, reading }: Call): void {
  const until = world.wall + world.orphanMs
  world.orphans.push({ kind, key, until, run: 'open', ...(reading && { reading }) })
}

const merge = (one: Events, other: Events): Events => ({
  begins: one.begins || other.begins,
  signal: one.signal || other.signal,
  rings: one.rings || other.rings,
  resumes: one.resumes || other.resumes,
  ended: [...one.ended, ...other.ended],
  ...leftOf(one, other),
})

function leftOf(one: Events, other: Events): Pick<Events, 'nothingLeft'> {
  const nothingLeft = one.nothingLeft ?? other.nothingLeft
  return nothingLeft === undefined ? {} : { nothingLeft }
}
