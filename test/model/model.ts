// A scenario as a model: how it begins, what must never be seen, and when everything is done.
import { dueByWall } from './database.ts'
import type { Model } from './explore.ts'
import type { Script } from './scenario.ts'
import { stepsOf } from './steps.ts'
import { asBuilt, type Way } from './way.ts'
import { never, type Row, type World } from './world.ts'

export function modelOf(script: Script, way: Way = asBuilt): Model<World> {
  return {
    initial: begin(script),
    steps: (world) => stepsOf(world, script, way),
    wrongWith: (world) => wrongWith(world, script),
    isSettled: ({ row, run, nudger, sweeping }) =>
      run === null &&
      nudger.state === 'idle' &&
      sweeping.length === 0 &&
      (row === null || row.tasks.length === 0),
  }
}

/** A transaction that was created: it has no task yet, and no workflow has looked. */
function begin(script: Script): World {
  const row: Row = {
    lastSeq: 1,
    seenSeq: 0,
    armedAt: null,
    sweepAt: script.sweptAt ?? never,
    sweeps: 0,
    tasks: [],
    offsetMs: 0,
    erased: false,
  }
  const none = Object.fromEntries(Object.keys(script.tasks).map((key) => [key, 0]))
  return {
    wall: 0,
    row,
    copy: null,
    nudger: { state: 'idle', again: false, tells: false, thenTells: false, told: null },
    run: null,
    orphans: [],
    requests: Object.keys(script.requests),
    sweeping: [],
    hadTask: false,
    chancesLeft: script.chancesMax ?? 1,
    engineMs: script.engineMs ?? 2_000,
    orphanMs: script.orphanMs ?? 3_000,
    effects: none,
    ...(script.beginsOnce && { begun: { ...none } }),
    ...(script.sweepNudgesMax !== undefined && { sweepNudges: 0 }),
    ...(script.leftOpenMaxMs !== undefined && { emptyAt: null }),
    isRestored: false,
    movedAt: 0,
    early: null,
    differs: null,
    replays: (script.chances ?? []).some((name) => name.startsWith('signal is')),
  }
}

function wrongWith(world: World, script: Script): string | undefined {
  const { effects, begun = {}, sweepNudges = 0, isRestored, early, differs, run, wall } = world
  if (run && !world.hadTask) return 'a workflow without a task'
  if (differs !== null) return `a replay differs at ${differs}`
  if (run?.mind && wall - run.begunAt >= heartbeatMs) return 'a workflow task needs a heartbeat'
  if (early !== null) return `${early} is begun before it is due`
  const twice = above(effects, isRestored ? 2 : 1)
  if (twice !== undefined) return `${twice} has its effect twice`
  const again = above(begun, 1)
  if (again !== undefined) return `${again} is begun twice`
  if (sweepNudges > (script.sweepNudgesMax ?? 0)) return 'the sweep nudges too often'
  const emptyMs = wall - (world.emptyAt ?? Infinity)
  if (run && emptyMs > (script.leftOpenMaxMs ?? 0)) return 'a run with nothing left stays open'
  const late = findLate(world, script)
  return late && `${late} is late`
}

/** So long a workflow task may last: four fifths of its time. */
const heartbeatMs = 8_000

const above = (counts: Record<string, number>, max: number): string | undefined =>
  Object.keys(counts).find((key) => (counts[key] ?? 0) > max)

/** What an engine does, or what is `last`, takes its time. */
function findLate({ row, wall, movedAt }: World, { lateMaxMs }: Script): string | undefined {
  if (!row || wall <= movedAt + lateMaxMs) return undefined
  return row.tasks.find(
    (task) => task.lane === 'local' && !task.last && dueByWall(task, row) + lateMaxMs < wall,
  )?.key
}
