// What may go wrong, or may come at any moment: each as often as the scenario has it.
import type { Step } from './explore.ts'
import { endNudge } from './nudger.ts'
import type { Script } from './scenario.ts'
import {
  answerCall,
  commitOrphan,
  endEngine,
  hasEvents,
  heartbeat,
  killWorker,
  orphanCall,
  outlive,
  restCall,
  terminate,
} from './server.ts'
import type { Way } from './way.ts'
import type { Chance, Events, Run, World } from './world.ts'

/** When accounts have a place again: who waits for one comes back in its turn. */
const restMs = 1_000
const longRestMs = 3_000

/** So long a local activity may take. */
const slowMs = 2_000

type Steps = Step<World>[]
type Act = (world: World, run: Run) => void

export function chances(world: World, script: Script, way: Way): Steps {
  const names = world.chancesLeft > 0 ? (script.chances ?? []) : []
  return [
    ...names.flatMap((name) => stepOf(name, world, way)),
    ...world.orphans.map(({ kind, key }, index) => ({
      label: `a dead ${kind} ${key} commits`,
      isChance: true as const,
      apply(later: World) {
        const orphan = later.orphans[index]
        if (orphan) commitOrphan(later, way, script, orphan)
      },
    })),
  ]
}

function stepOf(name: Chance, world: World, way: Way): Steps {
  const act = actOf(name, world, way)
  if (!act) return []
  const apply = (later: World) => {
    later.chancesLeft -= 1
    act(later)
  }
  return [{ label: name, isChance: true, apply }]
}

/** Undefined: it cannot happen now. */
function actOf(name: Chance, world: World, way: Way): ((world: World) => void) | undefined {
  const { run, nudger } = world
  const call = run?.mind?.call
  const isAsked = call && call.answer === undefined && call.until === null
  switch (name) {
    case 'account rests':
    case 'account rests for longer':
      return isAsked && call.kind === 'task'
        ? inRun((later, one) =>
            restCall(later, one, way, name === 'account rests' ? restMs : longRestMs),
          )
        : undefined
    case 'close lost':
      return world.sweeping.some(({ closes }) => closes !== undefined) ? loseClose : undefined
    case 'sweeper dies':
      return world.sweeping.length > 0 ? dieSweeping : undefined
    case 'nudge lost':
      return nudger.state === 'sending' ? (later) => endNudge(later, way) : undefined
    case 'process of the nudger dies':
      return nudger.state === 'idle' ? undefined : forget
    case 'call fails':
      return isAsked ? inRun((later, one) => answerCall(later, one, way, true)) : undefined
    case 'call times out':
      return isAsked ? inRun((later, one) => timeOut(later, one, way)) : undefined
    case 'signal is late':
    case 'signal is swallowed':
      return call && run && isOnlySignal(run.pending)
        ? inRun((later, one) => outlive(later, one, way, name === 'signal is late'))
        : undefined
    case 'call is slow':
      return isAsked ? inRun(slow) : undefined
    case 'answer lost':
      return call && call.answer !== undefined
        ? inRun((later, one) => answerCall(later, one, way, true))
        : undefined
    case 'worker dies':
      return run?.mind ? inRun(killWorker) : undefined
    case 'worker dies reading':
      return isAsked && call.kind === 'read' ? inRun(dieUnheard) : undefined
    case 'worker taken for dead':
      return run?.mind ? inRun(takeForDead) : undefined
    case 'terminated':
      return run ? inRun(terminate) : undefined
    case 'engine dies':
      return run && run.engines.length > 0 ? inRun(loseEngine) : undefined
    case 'long workflow task':
      return call && run && (hasEvents(run.pending) || (run.mind?.starts.length ?? 0) > 0)
        ? inRun((later, one) => one.mind && heartbeat(later, one, one.mind, way))
        : undefined
    case 'history is long':
      // The server says it with each workflow task.
      return run && !run.isLong && !run.mind ? inRun(lengthen) : undefined
    case 'early alarm':
      return run && run.timerAt !== null && run.timerAt > world.wall ? inRun(ringEarly) : undefined
    case 'copy':
      return (later) => {
        later.copy = structuredClone(later.row)
      }
    case 'restored':
      return restore
  }
}

const isOnlySignal = ({ signal, rings, ended }: Events) => signal && !rings && ended.length === 0

function inRun(act: Act) {
  return (world: World): void => {
    if (world.run) act(world, world.run)
  }
}

function forget({ nudger }: World): void {
  nudger.state = 'idle'
  nudger.again = false
}

function dieSweeping(world: World): void {
  world.sweeping.pop()
}

/** Nobody knows whether it was told, so the sweep says it again. */
function loseClose(world: World): void {
  world.sweeping = world.sweeping.filter(({ closes }) => closes === undefined)
}

function timeOut(world: World, run: Run, way: Way): void {
  if (run.mind?.call) orphanCall(world, run.mind.call)
  answerCall(world, run, way, true)
}

const slow: Act = ({ wall }, { mind }) => {
  if (mind?.call) mind.call.until = wall + slowMs
}

/** Before its statement has left. */
const dieUnheard: Act = (world, run) => {
  if (run.mind) run.mind.call = null
  killWorker(world, run)
}

const takeForDead: Act = (_world, run) => {
  run.isTakenForDead = true
}

const loseEngine: Act = (world, run) => {
  const [engine] = run.engines
  if (engine) endEngine(world, run, engine)
}

const lengthen: Act = (_world, run) => {
  run.isLong = true
}

/** The server's clock runs ahead of the database's. */
const ringEarly: Act = (_world, run) => {
  run.timerAt = null
  run.pending.rings = true
}

/** To the copy; without one the transaction is not known any more. */
function restore(world: World): void {
  world.row = world.copy
  world.isRestored = true
}
