// The sweep: mirrors src/journey/agenda/sweep.ts. It takes what is due in one commit and acts on it behind that: it asks
// the server about the run, disarms the row and begins another run, or nudges. A worker may stand still in between.
import {
  countSweep,
  judgeRun,
  judgeSweep,
  nudgeGraceMs,
  readsSoon,
} from '#src/journey/agenda/rules.ts'
import type { RunState } from '#src/journey/temporal/runs.ts'
import type { Step } from './explore.ts'
import { nudge } from './nudger.ts'
import type { Script } from './scenario.ts'
import { hasEvents, nameOrphans, terminate } from './server.ts'
import type { Way } from './way.ts'
import { never, newRun, type Row, type Sweeping, type World } from './world.ts'

type Steps = Step<World>[]

/** So long a worker stands still in the middle of a sweep. */
const stallMs = 3_000

/** What was found is acted on at any moment until then. */
export function stalledSteps({ sweeping, wall }: World, way: Way): Steps {
  return sweeping.flatMap((one, index) => (one.until > wall ? goOn(one, index, way) : []))
}

export function sweepSteps(world: World, { sweepers }: Script, way: Way): Steps {
  const { row, wall, sweeping } = world
  const acts = sweeping.flatMap((one, index) => (one.until > wall ? [] : goOn(one, index, way)))
  const isDue = way.sweeps && row !== null && row.sweepAt <= wall
  if (!isDue || sweeping.length >= (sweepers ?? 1)) return acts
  return [...acts, { label: 'sweep', apply: (later) => sweep(later, way, sweepers === undefined) }]
}

const goOn = ({ at }: Sweeping, index: number, way: Way): Steps => [
  { label: `a sweep goes on: ${at}`, apply: (later) => act(later, index, way) },
]

function sweep(world: World, way: Way, atOnce: boolean): void {
  const { row, wall } = world
  if (!row) return
  // Without the rule it is as if no run were there that it could be about.
  const isLeft = row.tasks.length === 0 && !way.sweepsLeftEmpty
  const armed = isLeft ? null : row.armedAt === never ? Infinity : row.armedAt
  const isRested = true
  const judged = judgeSweep({ ...row, armedAt: armed, isRested }, wall)
  const { nudges: isLost, asks, sweepAt } = judged
  const nudges = isLost || (!way.sweepsForTasks && row.seenSeq === 0)
  const { armedAt, sweeps } = row
  const closes = judged.closes && (way.tellsAgain || sweeps === 0)
  if (way.sweepsMoveOn) row.sweepAt = closes || !judged.closes ? Math.min(sweepAt, never) : never
  row.sweeps = countSweep(row, nudges || closes)
  if (closes) row.armedAt = null
  if (!nudges && !asks && !closes) return
  const at = asks && way.beginsAnew ? 'found' : 'asked'
  const isEmpty = row.tasks.length === 0 && way.sweepsForTasks
  const left = closes ? { closes: row.lastSeq } : {}
  world.sweeping.push({
    at,
    nudges,
    isEmpty,
    armedAt,
    sweeps,
    wall,
    until: wall + stallMs,
    ...left,
  })
  while (atOnce && world.sweeping.length > 0) act(world, 0, way)
}

function act(world: World, index: number, way: Way): void {
  const one = world.sweeping[index]
  if (!one) return
  switch (one.at) {
    case 'found':
      if (isAbandoned(world, one, way)) return begin(world, one)
      one.at = 'asked'
      return
    case 'asked':
      if (one.closes !== undefined) {
        tellLeft(world, one.closes)
        break
      }
      if (!one.isEmpty && stateOf(world, way).isHolderGone) return begin(world, one)
      if (one.nudges && (one.isEmpty || !readsSoon(stateOf(world, way)))) nudgeLost(world, one)
      break
    case 'disarmed':
      beginAnew(world)
  }
  world.sweeping.splice(index, 1)
}

/** The signal that closes, which has surely arrived: the sweep looks no more, unless something has come meanwhile. */
function tellLeft({ run, row }: World, seq: number): void {
  if (run) run.pending.nothingLeft = Math.max(run.pending.nothingLeft ?? 0, seq)
  if (row && row.tasks.length === 0 && row.armedAt === null && row.sweeps < 0)
    Object.assign(row, { sweeps: 0, sweepAt: never })
}

function nudgeLost(world: World, one: Sweeping): void {
  if (world.sweepNudges !== undefined) world.sweepNudges += 1
  nudge(world.nudger, one.isEmpty)
}

/** Nobody works at the run, or there is none: by what the server says now, and the row said then. */
const isAbandoned = (world: World, one: Sweeping, way: Way): boolean =>
  judgeRun(stateOf(world, way), one, one.wall) !== undefined

/** Disarms the row, in a commit of its own. */
function begin(world: World, one: Sweeping): void {
  if (world.row) disarm(world.row, one)
  one.at = 'disarmed'
}

/** As the server would say it. */
function stateOf({ run, wall }: World, { seesDeath }: Way): RunState {
  if (!run) return { isOpen: false, attempt: 0, startedAt: null, isQueued: false }
  const isStarted = hasEvents(run.given) && (run.mind !== null || run.retryAt > wall)
  const isQueued = hasEvents(run.pending) && !hasEvents(run.given)
  const isHolderGone = seesDeath && isStarted && (run.mind === null || run.isTakenForDead === true)
  return {
    isOpen: true,
    attempt: 1,
    startedAt: isStarted ? run.begunAt : null,
    isQueued,
    isHolderGone,
  }
}

function disarm(row: Row, { wall }: Sweeping): void {
  const sweepAt = Math.min(row.sweepAt, wall + nudgeGraceMs)
  Object.assign(row, { armedAt: null, sweeps: 0, sweepAt })
}

/** In the place of whatever runs by then. */
function beginAnew(world: World): void {
  if (world.run) {
    // The row names one run alone.
    nameOrphans(world, 'superseded', 'ended')
    terminate(world, world.run, 'superseded')
  }
  world.run = newRun()
  world.run.pending.signal = true
}
