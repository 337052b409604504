// Plays a pack to its end as commits do: one thing ends at a time, and a commit may be lost.
import {
  nextPackActions,
  type PackAction,
  type PackRun,
  type Stopped,
} from '#src/packs/document/interpret.ts'
import { takeBack } from '#src/packs/document/rounds.ts'
import { answersAt } from '#src/packs/document/decision-table.ts'
import type { Pack } from '#src/packs/document/pack.ts'
import { nameOf } from '#src/packs/document/walk.ts'
import type { World } from './random-packs.ts'

export type Played = {
  readonly run: PackRun
  /** Modules in the order in which they began, each time that they did. */
  readonly begun: readonly string[]
  readonly stop: Stopped | undefined
}

type State = {
  run: PackRun
  begun: string[]
  times: Record<string, number>
  underWay: PackAction[]
}

/** `loses` says at each turn whether the commit is lost: then it is made again. */
export function play(
  pack: Pack,
  world: World,
  order: readonly number[],
  loses: (loop: number) => boolean = () => false,
): Played {
  let saved: State = {
    run: { modules: {}, answers: {}, rounds: {} },
    begun: [],
    times: {},
    underWay: [],
  }
  for (let loop = 0; loop < 5_000; loop += 1) {
    // What is not in the rows does not outlive the process.
    const state: State = JSON.parse(JSON.stringify(saved))
    const done = goOn(pack, state, world, order[loop % order.length] ?? 0)
    if (loses(loop)) continue
    saved = state
    if (done) return { run: state.run, begun: state.begun, stop: done.stop }
  }
  throw new Error('the run does not end')
}

/** One commit: what is next to end has ended, then all that follows at once. */
function goOn(
  pack: Pack,
  state: State,
  world: World,
  choice: number,
): { stop: Stopped | undefined } | undefined {
  const { underWay } = state
  const [ended] = underWay.splice(choice % Math.max(1, underWay.length), 1)
  if (ended) end(pack, state, world, ended)
  for (;;) {
    const next = nextPackActions(pack, state.run)
    const stop = next.stop ?? next.ready
    if (stop) state.run.stopped ??= stop
    if (next.ready) continue
    if (next.outcome === 'ended') {
      for (const key of next.skipped) state.run.modules[key] = { status: 'skipped' }
      return { stop: next.stop }
    }
    const fresh = next.actions.filter(({ path }) => !underWay.some((one) => one.path === path))
    const round = fresh.find((one) => one.kind === 'next-round')
    if (round?.kind === 'next-round') {
      repeat(pack, state.run, round.path, round.round)
      continue
    }
    for (const action of fresh) begin(state, action)
    if (underWay.length === 0) throw new Error('the run waits for nothing')
    return undefined
  }
}

function begin(state: State, action: PackAction): void {
  if (state.run.stopped !== undefined) throw new Error('something begins after a stop')
  state.underWay.push(action)
  if (action.kind !== 'start-step') return
  const name = nameOf(action.step)
  state.begun.push(name)
  state.run.modules[name] = { status: 'processing' }
}

function end(pack: Pack, { run, times }: State, world: World, done: PackAction): void {
  const time = (times[done.path] = (times[done.path] ?? 0) + 1)
  if (done.kind === 'start-step') {
    const name = nameOf(done.step)
    run.modules[name] = { status: world.outcome(name, time) }
  } else if (done.kind === 'answer-table') {
    const rows = done.step.rows.map((_, at) => world.answer(`${done.path}/rows/${at}`, time))
    Object.assign(run.answers, answersAt(pack.root, done.path, rows))
  } else {
    const answer = world.answer(done.path, time)
    run.answers[done.path] = done.kind === 'ask-person' ? answer === true : answer
  }
}

function repeat(pack: Pack, run: PackRun, path: string, round: number): void {
  const { modules, answers, rounds } = takeBack(pack, run, path, round)
  for (const module of modules) if (run.modules[module]) run.modules[module] = { status: 'pending' }
  Object.assign(run, { answers, rounds })
}
