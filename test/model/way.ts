// The rules as they are built, and what a test takes back of them.
import { armAt, needsNudge } from '#src/journey/agenda/rules.ts'

export type Way = {
  readonly armAt: typeof armAt
  readonly needsNudge: typeof needsNudge
  /** Requests, launched calls and engine tasks leave `armedAt` alone. */
  readonly othersLeaveArmed: boolean
  /** A commit that finds its task gone or not due does nothing. */
  readonly checksKey: boolean
  readonly nudgesTrailing: boolean
  readonly clockMoveNudges: boolean
  readonly sweeps: boolean
  /** Only what was due when the agenda was read is begun. */
  readonly beginsAsRead: boolean
  readonly readsAtAlarm: boolean
  /** Of an engine task: `at once` is before anything else is begun. */
  readonly readsAtEnd: 'at once' | 'at rest' | false
  readonly ringsAtHoldEnd: boolean
  /** Also when what is due then must wait for something else. */
  readonly ringsForBlocked: boolean
  /** An engine task answers nothing. */
  readonly enginesAreSilent: boolean
  /** A signal wakes who waits, and is not looked at in the middle of a workflow task. */
  readonly signalsOnlyWake: boolean
  /** After enough local work a workflow task ends. */
  readonly pauses: boolean
  /** The sweep begins runs anew that nobody works at. */
  readonly beginsAnew: boolean
  /** It knows of a worker that is dead, and of one that it takes for dead. */
  readonly seesDeath: boolean
  readonly waitsForEngines: boolean
  /** The sweep nudges where something is to be done, and not wherever no workflow has looked. */
  readonly sweepsForTasks: boolean
  /** It tells a run that nothing is left for it. */
  readonly sweepsLeftEmpty: boolean
  /** Again until it surely was told. */
  readonly tellsAgain: boolean
  /** The run ends by that word only where it was told no later entry than the sweep saw. */
  readonly closeNamesEntry: boolean
  /** And where nothing else has woken it. */
  readonly closeYields: boolean
  /** A start brings the agenda, where a commit finds no run and leaves a local task that is due. */
  readonly beginsTold: boolean
  /** Where a run is there all the same, it is signalled. */
  readonly signalsRefused: boolean
  /** Who is told that nothing is left, as before, leaves `armedAt` alone. */
  readonly emptyLeavesArmed: boolean
  /** An alarm that has gone by does not stay. */
  readonly pastIsNone: boolean
  /** A run closes when it was told all that any was. */
  readonly lastOnesClose: boolean
  /** A task that ends a pack, and leaves nothing, closes its run. */
  readonly endsClose: boolean
  /** What has nothing left to be done starts no run. */
  readonly tellsOnly: boolean
  /** A move of the clock and an erasure nudge where there may be a workflow. */
  readonly nudgesRuns: boolean
  /** A task that is moved to another time counts as opened. */
  readonly countsMoved: boolean
  /** The sweep moves on what it takes, in the commit that takes it. */
  readonly sweepsMoveOn: boolean
  /** A read or an answer of a run that was superseded arms nothing. */
  readonly supersededArmsNothing: boolean
}

export const asBuilt: Way = {
  armAt,
  needsNudge,
  othersLeaveArmed: true,
  checksKey: true,
  nudgesTrailing: true,
  clockMoveNudges: true,
  sweeps: true,
  beginsAsRead: true,
  readsAtAlarm: true,
  readsAtEnd: 'at once',
  ringsAtHoldEnd: true,
  ringsForBlocked: true,
  enginesAreSilent: true,
  signalsOnlyWake: true,
  pauses: true,
  beginsAnew: true,
  seesDeath: true,
  waitsForEngines: true,
  sweepsForTasks: true,
  sweepsLeftEmpty: true,
  tellsAgain: true,
  closeNamesEntry: true,
  closeYields: true,
  beginsTold: true,
  signalsRefused: true,
  emptyLeavesArmed: true,
  pastIsNone: true,
  lastOnesClose: true,
  endsClose: true,
  tellsOnly: true,
  nudgesRuns: true,
  countsMoved: true,
  sweepsMoveOn: true,
  supersededArmsNothing: true,
}
