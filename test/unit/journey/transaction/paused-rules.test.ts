// A pause as part of what every effect does: pure, the same whoever applies it, and gone without a trace.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { actKinds, agendaPaused, agendaResumed, endedByOperator } from '#src/journey/acts/kinds.ts'
import { open } from '#src/journey/agenda/effects.ts'
import { applyEffect, defineKind, type Kind } from '#src/journey/journal/kind.ts'
import type { Entry } from '#src/journey/transaction/entry.ts'
import { findPause, settlePause } from '#src/journey/transaction/paused-rules.ts'
import type { Task, Tasks } from '#src/journey/transaction/task.ts'
import { taskSetApart } from '#src/journey/suspects/kinds.ts'

const entryOf = (kind: string, seq: number): Entry => ({
  seq,
  at: 1_000 + seq,
  kind,
  module: null,
  ref: null,
  code: null,
  reason: null,
  attempt: null,
  provider: null,
  durationMs: null,
  costMicros: null,
  dueAt: null,
})

const task = fc.record(
  {
    key: fc.uuid(),
    task: fc.constantFrom('send', 'expire', 'buy'),
    ref: fc.constant('r'),
    dueAt: fc.integer({ min: 0, max: 100_000 }),
    lane: fc.constantFrom('local', 'engine'),
    seq: fc.nat(),
    ends: fc.constant(true),
    leased: fc.constant(true),
    does: fc.constant('do it'),
  },
  { requiredKeys: ['key', 'task', 'ref', 'dueAt', 'lane', 'seq'] },
) as fc.Arbitrary<Task>
const tasks = fc.uniqueArray(task, { selector: ({ key }) => key, maxLength: 8 })

const apply = (before: Tasks, ...kinds: readonly Kind[]): Tasks =>
  kinds.reduce((all, kind, at) => applyEffect(kind, all, entryOf(kind.name, at + 1)), before)

test('resumed, each task is as it was, its own time included', () => {
  fc.assert(
    fc.property(tasks, (before) => {
      expect(apply(before, agendaPaused, agendaResumed)).toEqual(before)
    }),
  )
})

test('while it lasts nothing is due but what ends by time, is under way, or is looked at by engines', () => {
  fc.assert(
    fc.property(tasks, (before) => {
      const paused = apply(before, agendaPaused).filter((one) => one.task !== 'paused')
      for (const one of paused) {
        const goesOn = one.ends === true || one.leased === true || one.lane === 'engine'
        expect(one.parked?.until).toBe(goesOn ? undefined : 'pause')
        expect(one.dueAt > 1_000_000_000).toBe(!goesOn)
      }
    }),
  )
})

test('what is opened meanwhile waits too, and to settle it again changes nothing', () => {
  const opens = defineKind('opened', 'Opens a task.', (all, entry) =>
    open(all, entry, { key: 'k', task: 'send' }),
  )
  const paused = apply([], agendaPaused, opens)
  expect(paused.find(({ key }) => key === 'k')?.parked).toMatchObject({
    until: 'pause',
    dueAt: 1_002,
  })
  expect(settlePause(paused, 5_000)).toBe(paused)
  const resumed = apply(paused, agendaResumed)
  expect(resumed).toMatchObject([{ key: 'k', dueAt: 1_002 }])
  expect(resumed[0]).not.toHaveProperty('parked')
})

test('what was set apart before stays so, through a pause and after it', () => {
  const apart = applyEffect(
    taskSetApart,
    [{ key: 'k', task: 'send', ref: 'r', dueAt: 5, lane: 'local', seq: 1 }],
    { ...entryOf('task-set-apart', 1), reason: 'k' },
  )
  expect(apply(apart, agendaPaused, agendaResumed)).toEqual(apart)
})

test('an end leaves what is claimed and what engines look at, and no pause', () => {
  fc.assert(
    fc.property(tasks, (before) => {
      const left = before.filter(({ leased, lane }) => leased === true || lane === 'engine')
      expect(apply(before, endedByOperator)).toEqual(left)
      const paused = apply(before, agendaPaused, endedByOperator)
      expect(paused).toEqual(left)
      expect(findPause(paused)).toBeUndefined()
    }),
  )
})

test('no act is a fact or a result, but the end', () => {
  expect(actKinds.filter(({ isQuiet }) => !isQuiet)).toEqual([endedByOperator])
})
