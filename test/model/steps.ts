// What can happen next. Whatever is under way happens before time passes, in every order; what may take its
// time, or may never come, comes at any moment.
import { change, dueByWall } from './database.ts'
import type { Step } from './explore.ts'
import { arrive, endNudge } from './nudger.ts'
import type { Script } from './scenario.ts'
import {
  answerCall,
  beginTask,
  commitCall,
  commitEngine,
  endEngine,
  endRun,
  hasEvents,
} from './server.ts'
import { chances } from './chances.ts'
import { stalledSteps, sweepSteps } from './sweeper.ts'
import type { Way } from './way.ts'
import { type Mind, never, type Run, type World } from './world.ts'

type Steps = Step<World>[]

export function stepsOf(world: World, script: Script, way: Way): Steps {
  const urgent = [
    ...nudgerSteps(world, way),
    ...(world.run ? taskSteps(world, world.run, script, way) : []),
    ...sweepSteps(world, script, way),
    ...orphanEnds(world),
  ]
  const free = [
    ...engineSteps(world, script, way),
    ...slowSteps(world, script, way),
    ...stalledSteps(world, way),
  ]
  const time = urgent.length > 0 ? [] : timeSteps(world, script, way)
  return [
    ...urgent,
    ...free,
    ...time,
    ...requestSteps(world, script, way),
    ...chances(world, script, way),
  ]
}

function nudgerSteps({ nudger }: World, way: Way): Steps {
  if (nudger.state === 'sending')
    return [{ label: 'nudge arrives', apply: (world) => arrive(world, way) }]
  if (nudger.state === 'idle') return []
  return [{ label: 'nudge ends', apply: (world) => endNudge(world, way) }]
}

function taskSteps({ wall }: World, run: Run, script: Script, way: Way): Steps {
  const steps: Steps = []
  if (run.timerAt !== null && run.timerAt <= wall) steps.push({ label: 'alarm rings', apply: ring })
  if (!run.mind && hasWork(run) && run.retryAt <= wall)
    steps.push({ label: 'workflow task', apply: inRun((later, one) => beginTask(later, one, way)) })
  if (run.mind) steps.push(...mindSteps(run.mind, script, way))
  return steps
}

function mindSteps({ at, call }: Mind, script: Script, way: Way): Steps {
  if (at === 'closing' || at === 'continuing')
    return [
      { label: `workflow ends: ${at}`, apply: inRun((world, run) => endRun(world, run, way)) },
    ]
  if (!call || call.until !== null) return []
  const name = call.kind === 'task' ? call.key : call.kind
  if (call.answer !== undefined)
    return [{ label: `${name} answers`, apply: inRun((world, run) => answerCall(world, run, way)) }]
  return [{ label: `${name} commits`, apply: committing(script, way) }]
}

const committing = (script: Script, way: Way) =>
  inRun((world, run) => run.mind && commitCall(world, way, script, run.mind))

/** A local activity that takes its time. */
function slowSteps({ run }: World, script: Script, way: Way): Steps {
  if (!run?.mind?.call || run.mind.call.until === null) return []
  return [{ label: `${run.mind.call.kind} commits at last`, apply: committing(script, way) }]
}

function engineSteps({ run }: World, script: Script, way: Way): Steps {
  return (run?.engines ?? []).map(({ key, isDone }, index) => ({
    label: isDone ? `engine ends: ${key}` : `engine commits: ${key}`,
    apply: inRun((world, one) => {
      const engine = one.engines[index]
      if (engine?.isDone) endEngine(world, one, engine)
      else if (engine) commitEngine(world, way, script, engine)
    }),
  }))
}

function orphanEnds({ orphans, wall }: World): Steps {
  if (!orphans.some(({ until }) => until <= wall)) return []
  return [
    {
      label: 'a dead call ends',
      apply(world) {
        world.orphans = world.orphans.filter(({ until }) => until > wall)
      },
    },
  ]
}

function ring({ run }: World): void {
  if (!run) return
  run.timerAt = null
  run.pending.rings = true
}

/** Time passes until the next thing happens by itself. */
function timeSteps(world: World, script: Script, way: Way): Steps {
  const { wall, row, run, orphans, requests, sweeping } = world
  const times = [
    ...(run ? [run.timerAt, run.mind || !hasWork(run) ? null : run.retryAt] : []),
    ...(run?.engines ?? []).map(({ until }) => until),
    run?.mind?.call?.until ?? null,
    ...orphans.map(({ until }) => until),
    ...sweeping.map(({ until }) => until),
    ...requests.map((name) => script.requests[name]?.from ?? null),
    ...(row ? row.tasks.map((task) => dueByWall(task, row)) : []),
    way.sweeps && row ? row.sweepAt : null,
  ]
  const coming = times.filter((at) => at !== null && at > wall && at < never)
  const bounds = [...(run?.engines ?? []), ...(run?.mind?.call ? [run.mind.call] : [])]
  const to = Math.min(...coming.map(Number))
  // An engine ends in its time, and so does a slow call.
  if (to === Infinity || bounds.some(({ until }) => until !== null && until <= wall)) return []
  return [
    {
      label: `${to / 1_000} s`,
      apply(later) {
        later.wall = to
      },
    },
  ]
}

const hasWork = ({ given, pending }: Run) => hasEvents(given) || hasEvents(pending)

function requestSteps(world: World, script: Script, way: Way): Steps {
  return world.requests.flatMap((name) => {
    const request = script.requests[name]
    if (!request || (request.from ?? 0) > world.wall) return []
    if (request.after !== undefined && world.effects[request.after] === 0) return []
    const apply = (later: World) => {
      later.requests = later.requests.filter((one) => one !== name)
      change(later, way, request)
    }
    return [{ label: name, isChance: true as const, apply }]
  })
}

function inRun(act: (world: World, run: Run) => void) {
  return (world: World): void => {
    if (world.run) act(world, world.run)
  }
}
