import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  armAt,
  countSweep,
  hungMs,
  isDue,
  judgeRun,
  judgeSweep,
  mayHaveRun,
  needsNudge,
  openedBetween,
  overdueMs,
  isLeftOpen,
  leftEmptyMs,
  readsSoon,
  sweepAfterCommit,
} from '#src/journey/agenda/rules.ts'
import type { Task, Tasks } from '#src/journey/transaction/task.ts'

const time = fc.integer({ min: 0, max: 100_000 })
const tasks: fc.Arbitrary<Tasks> = fc.uniqueArray(
  fc.record<Task>({
    key: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    task: fc.constant('send'),
    ref: fc.constant('record'),
    dueAt: time,
    lane: fc.constantFrom('local', 'engine'),
    seq: fc.integer({ min: 1, max: 20 }),
  }),
  { selector: ({ key }) => key },
)
const taskAt = (dueAt: number): Task => ({
  key: 'a',
  task: 'send',
  ref: 'record',
  dueAt,
  lane: 'local',
  seq: 1,
})
const armedAt = fc.option(fc.oneof(time, fc.constant(Infinity)))
const offsetMs = fc.integer({ min: 0, max: 50_000 })

describe('armAt', () => {
  test('is the first time to come', () => {
    fc.assert(
      fc.property(tasks, time, (some, now) => {
        const at = armAt(some, now)
        expect(at).toBeGreaterThan(now)
        for (const task of some) expect(isDue(task, now) || task.dueAt >= at).toBe(true)
        expect(at === Infinity || some.some(({ dueAt }) => dueAt === at)).toBe(true)
      }),
    )
  })
})

describe('openedBetween', () => {
  test('is what is new or due at another time', () => {
    fc.assert(
      fc.property(tasks, tasks, (before, after) => {
        const opened = openedBetween(before, after)
        for (const task of after) {
          const same = before.find(({ key }) => key === task.key)
          expect(opened.includes(task)).toBe(same?.dueAt !== task.dueAt)
        }
      }),
    )
  })

  test('what only closes opens nothing', () => {
    fc.assert(
      fc.property(tasks, fc.nat(), (before, index) => {
        expect(openedBetween(before, before.toSpliced(index, 1))).toEqual([])
      }),
    )
  })
})

describe('needsNudge', () => {
  test('a workflow that looks in time needs none', () => {
    fc.assert(
      fc.property(tasks, time, (opened, at) => {
        const later = opened.filter(({ dueAt }) => dueAt >= at)
        expect(needsNudge(at, { opened: later, left: opened })).toBe(false)
        expect(needsNudge(at, { opened, left: opened })).toBe(later.length < opened.length)
      }),
    )
  })

  test('nothing is left to a workflow that has closed', () => {
    fc.assert(
      fc.property(tasks, (left) => {
        expect(needsNudge(null, { opened: [], left })).toBe(left.length > 0)
      }),
    )
  })
})

describe('mayHaveRun', () => {
  test('there is a workflow where one looks, or something is to be done', () => {
    expect(mayHaveRun(null, [])).toBe(false)
    expect(mayHaveRun(null, [taskAt(0)])).toBe(true)
    expect(mayHaveRun(Infinity, [])).toBe(true)
  })
})

describe('sweepAfterCommit', () => {
  test('a commit that leaves a run with nothing is looked after within a minute', () => {
    const commit = { nudges: false, opened: [], wallNow: 0, offsetMs: 0, leavesEmpty: true }
    expect(sweepAfterCommit(Infinity, commit)).toBe(leftEmptyMs)
  })

  test('and not before the run may close, though a look was due for the nudge just before', () => {
    const commit = { nudges: false, opened: [], wallNow: 500, offsetMs: 0, leavesEmpty: true }
    expect(sweepAfterCommit(1_000, commit)).toBe(500 + leftEmptyMs)
  })

  test('where something is left it only lowers', () => {
    const commit = fc.record({ nudges: fc.boolean(), opened: tasks, wallNow: time, offsetMs })
    fc.assert(
      fc.property(fc.oneof(time, fc.constant(Infinity)), commit, (before, given) => {
        const after = sweepAfterCommit(before, given)
        expect(after).toBeLessThanOrEqual(before)
        const bounds = given.nudges
          ? [given.wallNow + 1_000]
          : given.opened.map(({ dueAt }) => dueAt - given.offsetMs + overdueMs)
        for (const bound of bounds) expect(after).toBeLessThanOrEqual(bound)
      }),
    )
  })
})

describe('judgeSweep', () => {
  const swept = fc.record({
    tasks,
    armedAt,
    seenSeq: fc.integer({ min: 0, max: 20 }),
    offsetMs,
    sweeps: fc.integer({ min: -40, max: 40 }),
  })

  test('looks again later, and at most five minutes after a nudge', () => {
    fc.assert(
      fc.property(swept, time, (row, wallNow) => {
        const { nudges, closes, sweepAt } = judgeSweep(row, wallNow)
        expect(sweepAt).toBeGreaterThan(wallNow)
        fc.pre(nudges || closes)
        expect(sweepAt).toBeLessThanOrEqual(wallNow + 300_000)
        expect(sweepAt).toBeGreaterThanOrEqual(wallNow + 2_000)
      }),
    )
  })

  test('misses nothing that is overdue, untold or left to nobody', () => {
    fc.assert(
      fc.property(swept, time, (row, wallNow) => {
        const { nudges, sweepAt } = judgeSweep(row, wallNow)
        fc.pre(!nudges)
        expect(row.armedAt !== null || row.tasks.length === 0).toBe(true)
        for (const { dueAt, seq } of row.tasks) {
          expect(dueAt - row.offsetMs + overdueMs).toBeGreaterThanOrEqual(sweepAt)
          expect(seq <= row.seenSeq || dueAt >= (row.armedAt ?? 0)).toBe(true)
        }
      }),
    )
  })

  test('begins nothing for an empty agenda, whoever has looked or not', () => {
    fc.assert(
      fc.property(swept, time, (row, wallNow) => {
        fc.pre(!isLeftOpen(row.armedAt, [], wallNow + row.offsetMs))
        const nothing = { nudges: false, asks: false, closes: false, sweepAt: Infinity }
        const sweeps = Math.max(0, row.sweeps)
        expect(judgeSweep({ ...row, tasks: [], sweeps }, wallNow)).toEqual(nothing)
      }),
    )
  })

  test('tells a run to end that nothing is left for, and again until it surely was told, less and less', () => {
    const row = { tasks: [], armedAt: 3_600_000, seenSeq: 1, offsetMs: 0, isRested: true }
    const waits: number[] = []
    for (let sweeps = 0; sweeps > -6; sweeps = countSweep({ tasks: [], sweeps }, true)) {
      // The first time disarms it.
      const armedAt = sweeps === 0 ? row.armedAt : null
      const judged = judgeSweep({ ...row, armedAt, sweeps }, 0)
      expect(judged).toMatchObject({ nudges: false, asks: false, closes: true })
      waits.push(judged.sweepAt)
    }
    expect(waits).toEqual([35_000, 70_000, 140_000, 280_000, 300_000, 300_000])
    for (const armedAt of [null, Infinity, 59_000])
      expect(judgeSweep({ ...row, armedAt, sweeps: 0 }, 0).closes).toBe(false)
  })

  test('leaves a run alone that has not rested since its last entry, and looks again', () => {
    const row = { tasks: [], armedAt: 3_600_000, seenSeq: 1, offsetMs: 0, sweeps: 0 }
    const later = { nudges: false, asks: false, closes: false, sweepAt: 35_000 }
    for (const isRested of [false, null]) expect(judgeSweep({ ...row, isRested }, 0)).toEqual(later)
  })

  test('backs off up to five minutes', () => {
    const row = { tasks: [taskAt(0)], armedAt: null, seenSeq: 0, offsetMs: 0 }
    const waits = [0, 1, 2, 7, 8, 30].map((sweeps) => judgeSweep({ ...row, sweeps }, 0).sweepAt)
    expect(waits).toEqual([2_000, 4_000, 8_000, 256_000, 300_000, 300_000])
  })

  test('a workflow that looks at what is overdue, and cannot begin it, is nudged less and less', () => {
    const engine: Task = { key: 'a', task: 'face', ref: '', dueAt: 0, lane: 'engine', seq: 1 }
    const row = { tasks: [engine], armedAt: Infinity, seenSeq: 1, offsetMs: 0, sweeps: 0 }
    const at: number[] = []
    for (let wall = overdueMs; wall < 3_600_000; wall = judgeSweep(row, wall).sweepAt) at.push(wall)
    expect(at.slice(0, 6)).toEqual([10_000, 12_000, 14_000, 18_000, 26_000, 42_000])
    expect(at.length).toBeLessThan(25)
  })

  test('a nudge that was lost beside something long overdue is sent again in two seconds', () => {
    const overdue: Task = { key: 'a', task: 'face', ref: '', dueAt: 0, lane: 'engine', seq: 1 }
    const untold: Task = { ...overdue, key: 'b', dueAt: 600_000, seq: 2 }
    const row = { tasks: [overdue, untold], armedAt: Infinity, seenSeq: 1, offsetMs: 0, sweeps: 0 }
    expect(judgeSweep(row, 600_000)).toEqual({
      nudges: true,
      asks: false,
      closes: false,
      sweepAt: 602_000,
    })
  })

  test('the run is asked about once a local task of it is three seconds overdue', () => {
    const send: Task = { key: 'a', task: 'send', ref: '', dueAt: 0, lane: 'local', seq: 1 }
    const row = { tasks: [send], armedAt: Infinity, seenSeq: 1, offsetMs: 0, sweeps: 0 }
    expect(judgeSweep(row, hungMs - 1)).toMatchObject({
      nudges: false,
      asks: false,
      sweepAt: hungMs,
    })
    expect(judgeSweep(row, hungMs)).toMatchObject({
      nudges: false,
      asks: true,
      sweepAt: 2 * hungMs,
    })
    const last = { ...row, tasks: [{ ...send, last: true }] } as const
    expect(judgeSweep(last, hungMs).asks).toBe(false)
  })
})

describe('countSweep', () => {
  test('counts what waits above zero and what has nothing left below, and neither without end', () => {
    fc.assert(
      fc.property(
        tasks,
        fc.integer({ min: -40, max: 40 }),
        fc.boolean(),
        (left, sweeps, nudges) => {
          const after = countSweep({ tasks: left, sweeps }, nudges)
          expect(Math.abs(after)).toBeLessThanOrEqual(30)
          expect(left.length > 0 ? after >= Number(nudges) : after <= -Number(nudges)).toBe(true)
        },
      ),
    )
  })
})

describe('judgeRun', () => {
  const open = { isOpen: true, attempt: 1, startedAt: null, isQueued: false }
  const row = { armedAt: Infinity, sweeps: 30 }

  test('one that waits in a queue, or reads and finds nothing new, goes on', () => {
    expect(judgeRun(open, row, 600_000)).toBeUndefined()
    expect(judgeRun({ ...open, attempt: 9 }, { ...row, sweeps: 0 }, 600_000)).toBeUndefined()
    expect(judgeRun({ ...open, startedAt: 0 }, row, hungMs - 1)).toBeUndefined()
  })

  test('one that has ended is begun anew where its row counts on it', () => {
    const ended = { ...open, isOpen: false }
    expect(judgeRun(ended, row, 0)).toBe('ended')
    expect(judgeRun(ended, { ...row, armedAt: null }, 0)).toBeUndefined()
  })

  test('one is begun anew whose task nobody works at, or fails again and again', () => {
    expect(judgeRun({ ...open, startedAt: 0 }, row, hungMs)).toBe('hung')
    expect(judgeRun({ ...open, attempt: 3 }, { ...row, sweeps: 3 }, 0)).toBe('stuck')
    expect(judgeRun({ ...open, attempt: 3 }, { ...row, sweeps: 2 }, 0)).toBeUndefined()
  })

  test('one whose worker is surely dead is begun anew at once, whatever it is late for', () => {
    const held = { ...open, startedAt: 0, isHolderGone: true }
    expect(judgeRun(held, { armedAt: null, sweeps: 0 }, 1)).toBe('died')
    expect(judgeRun({ ...held, isOpen: false }, { armedAt: null, sweeps: 0 }, 1)).toBeUndefined()
  })
})

test('a run needs no nudge while its first try waits for a worker, and each other run does', () => {
  const queued = { isOpen: true, attempt: 1, startedAt: null, isQueued: true }
  expect(readsSoon(queued)).toBe(true)
  expect(readsSoon({ ...queued, isOpen: false })).toBe(false)
  expect(readsSoon({ ...queued, isQueued: false })).toBe(false)
  expect(readsSoon({ ...queued, attempt: 2 })).toBe(false)
})
