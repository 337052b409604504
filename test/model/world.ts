// One transaction with everything that acts on it: its row, a nudger, the workflow at the server and in a
// worker's memory, engines, calls of dead workers. Plain JSON; times are milliseconds by the wall.
import type { Tasks } from '#src/journey/transaction/task.ts'

/** Stands for infinity, which JSON lacks. */
export const never = 1e15

export type Row = {
  lastSeq: number
  seenSeq: number
  armedAt: number | null
  sweepAt: number
  sweeps: number
  tasks: Tasks
  offsetMs: number
  erased: boolean
}

/** The agenda as the workflow is told it. */
export type AgendaView = {
  seq: number
  now: number
  armedAt: number
  idleMs: number
  tasks: Tasks
  closed?: true
}

/** What a read says of its run: the last entry that it was told, and that it closes when nothing is left. */
export type Reading = { after: number | null; closes: boolean }

/** A local activity. `closed` is the answer of one that closes. */
export type Call = {
  kind: 'read' | 'close' | 'task'
  key: string
  reading?: Reading
  /** A slow one: when it commits at the latest. */
  until: number | null
  answer?: AgendaView | null | 'closed'
}

/** What the executor and its alarm hold between two activations. */
export type Mind = {
  at: 'begun' | 'working' | 'waiting' | 'pausing' | 'closing' | 'continuing'
  agenda: AgendaView | null | 'unknown'
  mustRead: boolean
  /** A signal has come while the workflow waited. */
  isNudged: boolean
  /** The sweep has said so meanwhile that nothing is left, up to that entry. */
  nothingLeft?: number
  /** An engine task has ended, where that is not a nudge. */
  hasEnded?: true
  running: string[]
  takenAt: number
  readHeldUntil: number | null
  heldUntil: [key: string, until: number][]
  /** Each as often as it was held. */
  holds: string[]
  broken: string[]
  alarmAt: number | null
  hasRung: boolean
  isIdle: boolean
  call: Call | null
  /** What the database's clock said first in this workflow task, and whether that is long ago. */
  firstNow: number | null
  isSpent: boolean
  /** What is asked for in the next task, once its timer has come. */
  paused: Call | null
  isResumed: boolean
  /** Engine tasks that the server learns of when the workflow task ends. */
  starts: string[]
}

/** What the server has for the next workflow task. */
export type Events = {
  begins: boolean
  signal: boolean
  /** That nothing is left, up to that entry. */
  nothingLeft?: number
  rings: boolean
  resumes: boolean
  ended: { key: string; isBroken: boolean; answer?: AgendaView | null }[]
}

export type Engine = { key: string; until: number; isDone: boolean; answer?: AgendaView | null }

/** Of a dead worker: its commit may come until then, or never. */
export type Orphan = Pick<Call, 'key' | 'reading'> & {
  kind: Call['kind'] | 'engine'
  until: number
  run: RunOfOrphan
  /** Its worker lives, and goes on with what it has in memory. */
  mind?: Mind
}

/** Its run is still there, the row names it as the one that another was begun in the place of, or it ended otherwise. */
type RunOfOrphan = 'open' | 'superseded' | 'ended'

/** A workflow that is open. */
export type Run = {
  /** As of the last workflow task that ended. */
  saved: Mind
  /** What the workflow task under way was begun with, and what has come since. */
  given: Events
  pending: Events
  /** When the workflow task under way was begun, and what has come of its local activities since `saved`. */
  begunAt: number
  answers: { readonly wall: number; readonly answer?: AgendaView | null | 'closed' }[]
  timerAt: number | null
  /** When the workflow task of a dead worker is given to another. */
  retryAt: number
  engines: Engine[]
  isLong: boolean
  /** The worker of the workflow task under way lives, and others think that it does not. */
  isTakenForDead?: true
  /** A worker's memory during a workflow task. */
  mind: Mind | null
}

export type Chance =
  | 'account rests'
  | 'account rests for longer'
  | 'answer lost'
  | 'call fails'
  | 'call is slow'
  | 'call times out'
  | 'close lost'
  | 'signal is late'
  | 'signal is swallowed'
  | 'copy'
  | 'early alarm'
  | 'engine dies'
  | 'history is long'
  | 'long workflow task'
  | 'nudge lost'
  | 'process of the nudger dies'
  | 'restored'
  | 'sweeper dies'
  | 'terminated'
  | 'worker dies'
  | 'worker dies reading'
  | 'worker taken for dead'

/** What a worker's sweep has found and not acted on yet. */
export type Sweeping = {
  at: 'found' | 'asked' | 'disarmed'
  readonly nudges: boolean
  /** The row is disarmed, and the run is told that nothing is left up to that entry. */
  readonly closes?: number
  readonly isEmpty: boolean
  readonly armedAt: number | null
  readonly sweeps: number
  readonly wall: number
  /** When it goes on at the latest. */
  readonly until: number
}

export type World = {
  wall: number
  /** Null: a restored database does not know it. */
  row: Row | null
  copy: Row | null
  nudger: {
    state: 'idle' | 'sending' | 'arrived'
    again: boolean
    /** Of the one in flight, and of the one that trails it. */
    tells: boolean
    thenTells: boolean
    /** What the one in flight starts a run with. */
    told: AgendaView | null
  }
  run: Run | null
  /** Calls and engine tasks whose worker is dead, or that nobody waits for: their commits may still come. */
  orphans: Orphan[]
  requests: string[]
  sweeping: Sweeping[]
  /** There was something to do: only then may there be a workflow. */
  hadTask: boolean
  chancesLeft: number
  engineMs: number
  orphanMs: number
  /** How often each task has had its effect, and was begun. */
  effects: Record<string, number>
  /** Engine tasks, and nudges of the sweep: counted where the scenario bounds them. */
  begun?: Record<string, number>
  sweepNudges?: number
  /** Since when nothing is to be done: kept where the scenario bounds how long a run stays open then. */
  emptyAt?: number | null
  isRestored: boolean
  /** When the sandbox clock was moved. */
  movedAt: number
  early: string | null
  /** Whether recorded workflow tasks are replayed. */
  replays: boolean
  /** What a replay of a recorded workflow task does otherwise. */
  differs: string | null
}

export const noEvents = (): Events => ({
  begins: false,
  signal: false,
  rings: false,
  resumes: false,
  ended: [],
})

const freshMind = (): Mind => ({
  at: 'begun',
  agenda: 'unknown',
  mustRead: true,
  isNudged: false,
  running: [],
  takenAt: 0,
  readHeldUntil: null,
  heldUntil: [],
  holds: [],
  broken: [],
  alarmAt: null,
  hasRung: false,
  isIdle: false,
  call: null,
  firstNow: null,
  isSpent: false,
  paused: null,
  isResumed: false,
  starts: [],
})

/** As signal-with-start, or to continue as new, begins it; or a start that brings the agenda. */
export const newRun = (told: AgendaView | null = null): Run => ({
  saved: told ? { ...freshMind(), agenda: told, mustRead: false } : freshMind(),
  given: noEvents(),
  pending: { ...noEvents(), begins: true },
  begunAt: 0,
  answers: [],
  timerAt: null,
  retryAt: 0,
  engines: [],
  isLong: false,
  mind: null,
})
