// What the entries of a run do to the agenda.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Tasks } from '#src/journey/transaction/task.ts'
import { append } from '#src/journey/journal/append.ts'
import type { NewEntry } from '#src/journey/journal/entry.ts'
import {
  conditionAnswered,
  moduleCompleted,
  moduleFailed,
  moduleSkipped,
  moduleStarted,
  packEnded,
  packKinds,
  stepDeferred,
} from '#src/packs/runs/kinds.ts'
import { listOpenRuns, stepOf } from '#src/packs/runs/rules.ts'

function tell(...entries: readonly NewEntry[]): Tasks {
  const locked = { now: new Date(1_000), lastSeq: 0, tasks: [] as Tasks, unwritten: [] }
  append(locked, ...entries)
  return locked.tasks
}

const about = { ref: 'run', module: 'faces' }
const started = { kind: moduleStarted, ...about, dueAt: 9_000 }
const deferred = { kind: stepDeferred, ...about, code: 'internal' }
const asked = { kind: stepDeferred, ref: 'run', reason: '/steps/1', dueAt: 9_000 }

test('a module that has begun has a deadline, and one that could not be computed is due at once', () => {
  expect(tell(started, deferred)).toMatchObject([
    { task: 'pack-deadline', ref: 'run', module: 'faces', dueAt: 9_000, lane: 'local' },
    { task: 'pack-compute', ref: 'run', module: 'faces', dueAt: 1_000, lane: 'local' },
  ])
})

test.for([moduleCompleted, moduleFailed, moduleSkipped])(
  '$name closes all of its module',
  (kind) => {
    const other = { ...started, module: 'other' }
    const left = tell(started, deferred, other, { kind, ...about })
    expect(left.map((task) => stepOf(task))).toEqual(['other'])
  },
)

test('a condition that could not be read is tried again until a deadline, and closed by its answer', () => {
  expect(tell(asked).map(({ task, dueAt }) => [task, dueAt])).toEqual([
    ['pack-compute', 1_000],
    ['pack-deadline', 9_000],
  ])
  expect(tell(asked, { kind: conditionAnswered, ref: 'run', reason: '/steps/1' })).toEqual([])
})

const entries: fc.Arbitrary<NewEntry> = fc.record({
  kind: fc.constantFrom(...packKinds),
  ref: fc.constantFrom('one', 'other'),
  module: fc.constantFrom('a', 'b', null),
  reason: fc.constantFrom('/steps/0', '/steps/1', null),
  dueAt: fc.constantFrom(5_000, null),
})

test('keys are unique, and the end of a run closes all of it and nothing of another', () => {
  fc.assert(
    fc.property(fc.array(entries, { maxLength: 30 }), (entries) => {
      const before = tell(...entries)
      expect(new Set(before.map(({ key }) => key)).size).toBe(before.length)
      const after = tell(...entries, { kind: packEnded, ref: 'one' })
      expect(after).toEqual(before.filter(({ ref }) => ref !== 'one'))
      expect(listOpenRuns(after)).not.toContain('one')
    }),
  )
})
