// Each rule taken back, and the end of the shortest way to what then goes wrong.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { armAt } from '#src/journey/agenda/rules.ts'
import { explore } from './explore.ts'
import { modelOf } from './model.ts'
import type { Script } from './scenario.ts'
import {
  again,
  busy,
  clock,
  delayed,
  hurried,
  image,
  late,
  imageAndMessage,
  message,
  packOnce,
  single,
  token,
  tokens,
  twice,
  waiting,
} from './scenarios.ts'
import { asBuilt, type Way } from './way.ts'

type Broken = {
  readonly rule: string
  readonly script: Script
  /** So that nothing but the rule helps. */
  readonly withoutSweep?: true
  /** Its runs begin with a read. */
  readonly reads?: true
  readonly way: Partial<Way>
  readonly what: string
  readonly end: readonly string[]
}

const countDue: typeof armAt = (tasks) => Math.min(...tasks.map(({ dueAt }) => dueAt), Infinity)

const taken: readonly Broken[] = [
  {
    rule: '`armedAt` does not count what is due already',
    script: imageAndMessage,
    withoutSweep: true,
    way: { armAt: countDue },
    what: 'goes round for ever',
    end: ['read answers', 'read commits', 'read answers'],
  },
  {
    rule: 'a task is begun when it was due as the agenda was read, not by the clock of the workflow',
    script: imageAndMessage,
    withoutSweep: true,
    way: { beginsAsRead: false },
    what: 'send is begun before it is due',
    end: ['workflow task', 'read commits', 'read answers'],
  },
  {
    rule: 'the agenda is read when the alarm rings',
    script: message,
    withoutSweep: true,
    way: { readsAtAlarm: false },
    what: 'goes round for ever',
    end: ['2 s', 'alarm rings', 'workflow task'],
  },
  {
    rule: 'an engine task answers nothing',
    script: imageAndMessage,
    withoutSweep: true,
    way: { enginesAreSilent: false },
    what: 'score is late',
    end: ['read answers', 'engine commits: face', '2 s'],
  },
  {
    rule: 'only what tells the workflow moves `armedAt`',
    script: { ...delayed, chances: ['nudge lost'], lateMaxMs: 2_000 },
    way: { othersLeaveArmed: false },
    what: 'send is late',
    end: ['1 s', 'sweep', '4 s'],
  },
  {
    rule: 'a nudge that comes while one is in flight follows it',
    script: waiting,
    withoutSweep: true,
    way: { nudgesTrailing: false },
    what: 'send is late',
    end: ['code asked for', 'nudge ends', '1 s'],
  },
  {
    rule: 'a task looks whether its key is still there',
    script: { ...message, chances: ['worker dies'], lateMaxMs: 3_000 },
    reads: true,
    way: { checksKey: false },
    what: 'send has its effect twice',
    end: ['read answers', 'send commits', 'a dead task send commits'],
  },
  {
    rule: 'a workflow does not continue as new while an engine works',
    script: { ...waiting, beginsOnce: true, chances: ['history is long'] },
    withoutSweep: true,
    way: { waitsForEngines: false },
    what: 'face is begun twice',
    end: ['workflow task', 'read commits', 'read answers'],
  },
  {
    rule: 'the end of an engine task makes the workflow read',
    script: { ...image, tasks: { face: {} } },
    withoutSweep: true,
    way: { readsAtEnd: false },
    what: 'stands still with something left to do',
    end: ['engine commits: face', 'engine ends: face', 'workflow task'],
  },
  {
    rule: 'that is before anything else is begun',
    script: { ...waiting, beginsOnce: true, chances: ['long workflow task'], lateMaxMs: 2_000 },
    way: { readsAtEnd: 'at rest' },
    what: 'face is begun twice',
    end: ['read answers', 'read commits', 'read answers'],
  },
  {
    rule: 'the alarm rings when a hold ends',
    script: { ...waiting, chances: ['call fails'], lateMaxMs: 4_000 },
    withoutSweep: true,
    way: { ringsAtHoldEnd: false },
    what: 'stands still with something left to do',
    end: ['workflow task', 'read commits', 'read answers'],
  },
  {
    rule: 'the alarm rings at `armedAt` even when what is due then must wait',
    script: waiting,
    withoutSweep: true,
    way: { ringsForBlocked: false },
    what: 'send is late',
    end: ['1 s', 'code asked for', '2 s'],
  },
  {
    rule: 'a signal only wakes, and is not looked at in the middle of a workflow task',
    script: { ...twice, chances: ['signal is late'], lateMaxMs: 2_000 },
    way: { signalsOnlyWake: false },
    what: 'a replay differs at waiting',
    end: ['read answers', 'send again commits', 'send again answers'],
  },
  {
    rule: 'a workflow task ends after enough local work',
    script: { ...busy, chances: ['call is slow'], chancesMax: 5, lateMaxMs: 10_000 },
    withoutSweep: true,
    reads: true,
    way: { pauses: false },
    what: 'a workflow task needs a heartbeat',
    end: ['two answers', 'call is slow', '8 s'],
  },
  {
    rule: 'a run that nobody works at is begun anew',
    script: { ...message, chances: ['worker dies'], lateMaxMs: 4_000 },
    reads: true,
    way: { beginsAnew: false, seesDeath: false },
    what: 'send is late',
    end: ['3 s', 'sweep', '5 s'],
  },
  {
    rule: 'a run whose worker is known to be dead is begun anew at once',
    script: { ...single, chances: ['worker dies reading'], lateMaxMs: 1_000 },
    reads: true,
    way: { seesDeath: false },
    what: 'send is late',
    end: ['nudge arrives', 'nudge ends', '3 s'],
  },
  {
    rule: 'a move of the clock always nudges',
    script: clock,
    withoutSweep: true,
    way: { clockMoveNudges: false },
    what: 'expire is late',
    end: ['clock moved', '4 s', '9 s'],
  },
  {
    rule: 'the sweep begins nothing where nothing is to be done',
    script: { ...message, requests: {}, sweptAt: 1_000 },
    way: { sweepsForTasks: false },
    what: 'a workflow without a task',
    end: ['1 s', 'sweep', 'nudge arrives'],
  },
  {
    rule: 'the sweep tells a run that nothing is left for it',
    script: token,
    way: { sweepsLeftEmpty: false },
    what: 'a run with nothing left stays open',
    end: ['code given', '35 s', 'sweep', '3600 s'],
  },
  {
    rule: 'the sweep says so again, until the run surely was told',
    script: { ...token, sweepers: 1, chances: ['close lost'], leftOpenMaxMs: 120_000, lateMaxMs: 4_000 }, // prettier-ignore
    way: { tellsAgain: false },
    what: 'a run with nothing left stays open',
    end: ['70 s', 'sweep', '3600 s'],
  },
  {
    rule: 'its word names the last entry that it saw, and ends no run that was told a later one',
    script: { ...again, sweepers: 1, lateMaxMs: 3_000 },
    way: { closeNamesEntry: false },
    what: 'expire again is late',
    end: ['7238 s', 'sweep', '7241 s'],
  },
  {
    rule: 'and no run that something else has woken',
    script: { ...again, sweepers: 1, lateMaxMs: 3_000 },
    way: { closeYields: false },
    what: 'send again is late',
    end: ['sweep', '38 s', '39 s'],
  },
  {
    rule: 'a start that finds a run signals it',
    script: { ...twice },
    withoutSweep: true,
    way: { signalsRefused: false },
    what: 'stands still with something left to do',
    end: ['nudge arrives', 'nudge ends', 'workflow ends: closing'],
  },
  {
    rule: 'who is told late, and again, that nothing is left leaves `armedAt` to the run that looks',
    script: { ...token, chances: ['terminated'], orphanMs: 40_000, lateMaxMs: 4_000 },
    reads: true,
    way: { emptyLeavesArmed: false },
    what: 'a run with nothing left stays open',
    end: ['36 s', 'a dead read  commits', 'sweep', '3600 s'],
  },
  {
    rule: 'an alarm that has gone by does not stay where nothing is left',
    script: late,
    withoutSweep: true,
    way: { pastIsNone: false },
    what: 'send again is late',
    end: ['read answers', 'code asked for again', '5 s'],
  },
  {
    rule: 'a run closes when it was told all that any was',
    script: { ...tokens, chances: ['terminated'], orphanMs: 40_000, lateMaxMs: 4_000 },
    way: { lastOnesClose: false },
    what: 'a run with nothing left stays open',
    end: ['38 s', 'a dead close  commits', 'sweep', '3603 s'],
  },
  {
    rule: "a pack's end closes its run",
    script: packOnce,
    way: { endsClose: false },
    what: 'a run with nothing left stays open',
    end: ['check commits', 'check answers', '1 s'],
  },
  {
    rule: 'an erasure nudges where there may be a workflow, and a nudge for nothing starts none',
    script: { tasks: {}, requests: { erased: { erases: true } }, lateMaxMs: 0 },
    way: { nudgesRuns: false, tellsOnly: false },
    what: 'a workflow without a task',
    end: ['erased', 'nudge arrives'],
  },
  {
    rule: 'a task that is moved on counts as opened',
    script: hurried,
    withoutSweep: true,
    way: { countsMoved: false },
    what: 'look-up is late',
    end: ['refused at last', '0.5 s', '2 s'],
  },
  {
    rule: 'the sweep moves on what it takes',
    script: { ...message, chances: ['nudge lost'], lateMaxMs: 2_000 },
    reads: true,
    way: { sweepsMoveOn: false },
    what: 'goes round for ever',
    end: ['nudge arrives', 'workflow task', 'read commits'],
  },
  {
    rule: 'the sweep looks for what was lost',
    script: { ...message, chances: ['nudge lost'], lateMaxMs: 2_000 },
    way: { sweeps: false },
    what: 'send is late',
    end: ['code asked for', 'nudge lost', '5 s'],
  },
]

test.each(taken)('$rule', ({ script, withoutSweep, reads, way, what, end }) => {
  const more = { ...(withoutSweep && { sweeps: false }), ...(reads && { beginsTold: false }) }
  const before = { ...asBuilt, ...more }
  expect(explore(modelOf(script, before)).wrong).toBeUndefined()
  const { wrong } = explore(modelOf(script, { ...before, ...way }))
  expect(wrong?.what).toBe(what)
  expect(wrong?.trace.slice(-end.length)).toEqual(end)
})

test('the table in docs/wake-rule.md has each rule, and what goes wrong without it', () => {
  const file = new URL('../../docs/wake-rule.md', import.meta.url)
  const rows = readFileSync(file, 'utf8').split('\n')
  const shown = rows.flatMap((row) => {
    const [, rule, what, steps] = row.split(' | ').length > 3 ? row.split(/^\| | \| | \|$/) : []
    return Number.isNaN(Number(steps)) ? [] : [`${rule}: ${what}`]
  })
  expect(shown).toEqual(taken.map(({ rule, what }) => `${rule}: ${what}`))
})
