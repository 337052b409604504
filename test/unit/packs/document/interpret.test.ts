import { describe, expect, test } from 'vitest'
import { definePack, module, parallel, sequence, stop, when } from '#test/support/packs/build.ts'
import type { Step } from '#src/packs/document/pack.ts'
import { nextPackActions, packStatus, type PackRun } from '#src/packs/document/interpret.ts'

const [a, b, c] = [{ key: 'a' }, { key: 'b' }, { key: 'c' }] as const
const pack = (root: Step) => definePack('tried', 1, root)

function run(modules: Record<string, PackRun['modules'][string]['status']>, rest = {}): PackRun {
  const entries = Object.entries(modules).map(([key, status]) => [key, { status }])
  return { modules: Object.fromEntries(entries), answers: {}, ...rest }
}

const start = (key: string, path: string, options = {}) => ({
  kind: 'start-step',
  path,
  step: { kind: 'module', module: key, ...options },
  round: 1,
})
const running = (...actions: unknown[]) => ({ actions, outcome: 'running', skipped: [] })
const ended = (rest = {}) => ({ actions: [], outcome: 'ended', skipped: [], ...rest })

describe('a sequence', () => {
  const steps = pack(sequence(module(a, { deadlineSeconds: 30 }), module(b)))

  test('begins with its first step, told with its place and its deadline', () => {
    expect(nextPackActions(steps, run({}))).toEqual(
      running(start('a', '/steps/0', { deadlineSeconds: 30 })),
    )
  })

  test('waits for the step that has begun, and does not begin it again', () => {
    expect(nextPackActions(steps, run({ a: 'processing' }))).toEqual(running())
  })

  test.for(['completed', 'failed', 'skipped'] as const)('goes on behind a %s step', (status) => {
    expect(nextPackActions(steps, run({ a: status }))).toEqual(running(start('b', '/steps/1')))
  })

  test('ends with its last step', () => {
    expect(nextPackActions(steps, run({ a: 'completed', b: 'completed' }))).toEqual(ended())
  })
})

describe('steps in parallel', () => {
  const steps = pack(sequence(parallel(module(a), module(b)), module(c)))

  test('begin all at once', () => {
    expect(nextPackActions(steps, run({})).actions).toEqual([
      start('a', '/steps/0/steps/0'),
      start('b', '/steps/0/steps/1'),
    ])
  })

  test('are all awaited', () => {
    expect(nextPackActions(steps, run({ a: 'completed', b: 'processing' }))).toEqual(running())
    expect(nextPackActions(steps, run({ a: 'completed', b: 'failed' })).actions).toEqual([
      start('c', '/steps/1'),
    ])
  })
})

describe('a condition', () => {
  const steps = pack(sequence(module(a), when([a], 'a.ok', module(b), module(c))))
  const path = '/steps/1'

  test('is asked once what it asks about has ended', () => {
    expect(nextPackActions(steps, run({ a: 'processing' })).actions).toEqual([])
    expect(nextPackActions(steps, run({ a: 'completed' })).actions).toEqual([
      { kind: 'answer-condition', path, of: ['a'], condition: 'a.ok' },
    ])
  })

  test.for([
    [true, start('b', '/steps/1/run'), 'c'],
    [false, start('c', '/steps/1/otherwise'), 'b'],
  ] as const)('answered %s is not asked again, and opens its branch', ([answer, next, left]) => {
    const answers = { [path]: answer }
    expect(nextPackActions(steps, run({ a: 'completed' }, { answers }))).toEqual(running(next))
    const done = run({ a: 'completed', [next.step.module]: 'completed' }, { answers })
    expect(nextPackActions(steps, done)).toEqual(ended({ skipped: [left] }))
    expect(packStatus(steps, done)).toBe('completed')
  })

  const held = { outcome: 'review', reason: 'unanswered', unansweredStep: path }
  const guard = when([a], 'a.ok', stop('rejected', 'bad'), stop('approved', 'good'))

  test.for(['unanswered', 'failed'] as const)(
    '%s is neither a yes nor a no, nor a way past: it holds for review',
    (answer) => {
      const none = run({ a: 'completed' }, { answers: { [path]: answer } })
      expect(nextPackActions(steps, none)).toEqual(ended({ stop: held, skipped: ['b', 'c'] }))
      expect(packStatus(steps, none)).toBe(answer === 'failed' ? 'partial' : 'completed')
      const guarded = pack(sequence(module(a), guard))
      expect(nextPackActions(guarded, none)).toEqual(ended({ stop: held }))
    },
  )

  test('without an answer goes on where it says so, and by its own branch where it has one', () => {
    const none = run({ a: 'completed' }, { answers: { [path]: 'unanswered' } })
    const passed = pack(
      sequence(module(a), { ...guard, unanswered: 'continue' } as Step, module(c)),
    )
    expect(nextPackActions(passed, none)).toEqual(running(start('c', '/steps/2')))
    const own = pack(sequence(module(a), { ...guard, ifUnanswered: module(b) } as Step, module(c)))
    expect(nextPackActions(own, none)).toEqual(running(start('b', `${path}/ifUnanswered`)))
    const done = run({ a: 'completed', b: 'completed' }, { answers: { [path]: 'unanswered' } })
    expect(nextPackActions(own, done)).toEqual(running(start('c', '/steps/2')))
  })

  test('is named by its id where it has one', () => {
    const named = pack(sequence(module(a), { ...guard, id: 'verdict' } as Step))
    const none = run({ a: 'completed' }, { answers: { [path]: 'unanswered' } })
    expect(nextPackActions(named, none).stop).toEqual({ ...held, unansweredStep: 'verdict' })
  })

  test('answered no without another branch goes on', () => {
    const optional = pack(sequence(module(a), when([a], 'a.ok', module(b)), module(c)))
    expect(
      nextPackActions(optional, run({ a: 'completed' }, { answers: { [path]: false } })).actions,
    ).toEqual([start('c', '/steps/2')])
  })
})

describe('a stop', () => {
  const steps = pack(
    parallel(
      sequence(module(a), when([a], 'a.low', stop('rejected', 'low'))),
      sequence(module(b), module(c)),
    ),
  )
  const answers = { '/steps/0/steps/1': true }

  const low = { outcome: 'rejected', reason: 'low' }

  test('makes what has begun beside it needless, and begins nothing more', () => {
    const beside = run({ a: 'completed', b: 'processing' }, { answers })
    expect(nextPackActions(steps, beside)).toEqual(ended({ stop: low, skipped: ['b', 'c'] }))
    const done = run({ a: 'completed', b: 'completed' }, { answers })
    expect(nextPackActions(steps, done)).toEqual(ended({ stop: low, skipped: ['c'] }))
    expect(packStatus(steps, done)).toBe('completed')
  })

  test('that was recorded keeps its reason', () => {
    const recorded = run(
      { a: 'completed', b: 'completed' },
      { answers, stopped: { reason: 'first' } },
    )
    expect(nextPackActions(steps, recorded).stop).toEqual({ reason: 'first' })
  })
})

describe('a module that failed', () => {
  test('lets the pack go on, and makes it partial', () => {
    const steps = pack(module(a))
    expect(nextPackActions(steps, run({ a: 'failed' }))).toEqual(ended())
    expect(packStatus(steps, run({ a: 'processing' }))).toBe('processing')
    expect(packStatus(steps, run({ a: 'failed' }))).toBe('partial')
  })

  test('under onFailure fail ends the pack without a verdict', () => {
    const steps = pack(sequence(parallel(module(a, { onFailure: 'fail' }), module(b)), module(c)))
    expect(nextPackActions(steps, run({ a: 'failed', b: 'processing' }))).toEqual(
      ended({ stop: { reason: 'module-failed' }, skipped: ['b', 'c'] }),
    )
  })
})

test('a module named as something every object has is a module as any other', () => {
  const steps = pack(sequence(module({ key: 'constructor' }), module({ key: 'toString' })))
  expect(nextPackActions(steps, run({})).actions).toEqual([start('constructor', '/steps/0')])
})
