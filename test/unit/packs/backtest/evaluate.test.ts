// What a version decides on recorded results, without time and without anybody outside.
import { nameOf } from '#src/packs/document/walk.ts'
import { describe, expect, test } from 'vitest'
import { evaluate, outcomeOf, type Recorded } from '#src/packs/backtest/evaluate.ts'
import { Unrecorded } from '#src/packs/conditions/evidence-source.ts'
import { addUp, nothing, tallyOf } from '#src/packs/backtest/tally.ts'
import { module, parallel, repeat, sequence, stop, when } from '#test/support/packs/build.ts'
import type { ConditionAnswer } from '#src/packs/document/walk.ts'
import type { Pack, Step } from '#src/packs/document/pack.ts'

const [score, faces, token] = [{ key: 'score' }, { key: 'faces' }, { key: 'token' }] as const
const packOf = (root: Step): Pack => ({ name: 'own', version: 2, root })
type Given = {
  modules?: Record<string, 'completed' | 'failed'>
  answers?: Record<string, boolean>
  /** How often each module ended. */
  times?: number
}
const recorded = ({ modules = {}, answers = {}, times = 1 }: Given): Recorded => ({
  ended(step, round) {
    const key = nameOf(step)
    const status = Object.hasOwn(modules, key) ? modules[key] : undefined
    return status && round <= times ? { turn: round, status } : undefined
  },
  asked: () => undefined,
  isAtOnce: () => true,
  answered: (path) => answers[path],
})
const always = (answer: ConditionAnswer) => async () => answer

const gate = packOf(
  sequence(
    module(score),
    when([score], 'score.results[0].value < 30.0', stop('rejected', 'low-score'), module(faces)),
  ),
)

describe('a version over recorded results', () => {
  test('comes to the outcome of the stop that it reaches', async () => {
    const run = recorded({ modules: { score: 'completed' } })
    expect(await evaluate(gate, run, always(true))).toEqual({ outcome: 'rejected', differed: [] })
  })

  test('comes to how it ended where it reaches no stop', async () => {
    const modules = { score: 'completed', faces: 'completed' } as const
    expect(await evaluate(gate, recorded({ modules }), always(false))).toEqual({
      outcome: 'completed',
      differed: [],
    })
    const failed = { score: 'completed', faces: 'failed' } as const
    expect(await evaluate(gate, recorded({ modules: failed }), always(false))).toMatchObject({
      outcome: 'partial',
    })
  })

  test('is undecidable where it comes to a module without a result', async () => {
    const run = recorded({ modules: { score: 'completed' } })
    expect(await evaluate(gate, run, always(false))).toEqual({
      missing: [{ step: 'faces', why: 'never-ran' }],
      differed: [],
    })
  })

  test('is decided by a stop beside a module without a result', async () => {
    const beside = packOf(parallel(module(token), sequence(module(score), stop('rejected', 'no'))))
    const run = recorded({ modules: { score: 'completed' } })
    expect(await evaluate(beside, run, always(true))).toMatchObject({ outcome: 'rejected' })
  })

  test('names the conditions that were answered otherwise, and no new ones', async () => {
    const before = recorded({
      modules: { score: 'completed' },
      answers: { '/steps/1': false, '/steps/9': true },
    })
    expect(await evaluate(gate, before, always(true))).toMatchObject({ differed: ['/steps/1'] })
    expect(
      await evaluate(gate, recorded({ modules: { score: 'completed' } }), always(true)),
    ).toMatchObject({ differed: [] })
  })

  test('a condition without an answer holds', async () => {
    const run = recorded({ modules: { score: 'completed' } })
    for (const none of ['failed', 'unanswered'] as const)
      expect(await evaluate(gate, run, always(none))).toMatchObject({ outcome: 'review' })
  })

  test('meets what had ended in the order in which it had', async () => {
    const beside = packOf(
      parallel(
        sequence(module(token), stop('first', 'no')),
        sequence(module(score), stop('second', 'no')),
      ),
    )
    const turns: Record<string, number> = { score: 1, token: 2 }
    const run: Recorded = {
      ...recorded({}),
      ended: (step) => ({ turn: turns[nameOf(step)] ?? 0, status: 'completed' }),
    }
    const apart = { ...run, isAtOnce: (turn: number, other: number) => other <= turn }
    expect(await evaluate(beside, apart, always(true))).toMatchObject({ outcome: 'second' })
    // In one commit both stops are ready, and the first that is written counts of two that are alike.
    expect(await evaluate(beside, run, always(true))).toMatchObject({ outcome: 'first' })
  })

  test('takes what a person has decided, and is undecidable where nobody has', async () => {
    const review = { kind: 'review', id: 'look', title: 'The same person?' } as const
    const asks = packOf(sequence(module(score), review, stop('approved', 'looked-at')))
    const modules = { score: 'completed' } as const
    const decided = (answers: Record<string, boolean>): Recorded => ({
      ...recorded({ modules, answers }),
      asked: () => 2,
    })
    const yes = await evaluate(asks, decided({ '/steps/1': true }), always(true))
    expect(yes).toEqual({ outcome: 'approved', differed: [] })
    const no = await evaluate(asks, decided({ '/steps/1': false }), always(true))
    expect(no).toEqual({ outcome: 'rejected', differed: [] })
    expect(await evaluate(asks, decided({}), always(true))).toMatchObject({
      missing: [{ step: 'look', why: 'nobody-decided' }],
    })
  })

  test('says per condition what was answered otherwise, also where the end is unknown', async () => {
    const gates = packOf(
      sequence(
        module(score),
        { kind: 'when', id: 'early', condition: 'a', run: stop('rejected', 'early') },
        { kind: 'when', id: 'lost', condition: 'b', run: stop('rejected', 'lost') },
        { kind: 'when', id: 'late', condition: 'c', run: stop('rejected', 'late') },
        { kind: 'when', id: 'new', condition: 'd', run: stop('rejected', 'new') },
      ),
    )
    const [early, lost, late] = ['/steps/1', '/steps/2', '/steps/3']
    const run: Recorded = {
      ...recorded({ modules: { score: 'completed' }, answers: { [early]: true, [late]: false } }),
      asked: (path) => ([early, lost, late].includes(path) ? 1 : undefined),
    }
    const answer = async (path: string) => {
      if (path === lost) throw new Unrecorded('facts.others')
      return path === late
    }
    expect(await evaluate(gates, run, answer)).toEqual({
      missing: [{ step: 'lost', why: 'not-kept', read: 'facts.others' }],
      differed: ['early', 'late'],
    })
  })

  test('repeats as often as there was, and is undecidable beyond that', async () => {
    const again = packOf(repeat(module(score), { of: [score], holds: 'false' }, 3))
    const modules = { score: 'completed' } as const
    expect(await evaluate(again, recorded({ modules, times: 3 }), always(false))).toMatchObject({
      outcome: 'completed',
    })
    expect(await evaluate(again, recorded({ modules, times: 2 }), always(false))).toMatchObject({
      missing: [{ step: 'score', why: 'never-ran' }],
    })
  })

  test('a name that every object has is no result', async () => {
    const odd = packOf(module({ key: 'constructor' }))
    expect(await evaluate(odd, recorded({}), always(true))).toHaveProperty('missing')
  })
})

describe('comparisons', () => {
  const run = { outcome: null, status: 'completed', stopReason: null, decidedBy: null }

  test.for([
    ['the verdict of its stop', { outcome: 'rejected', stopReason: 'denied' }, 'rejected'],
    ['how it ended', { status: 'partial' }, 'partial'],
    ['what came to a person', { outcome: 'approved', decidedBy: 'review' }, 'review'],
    [
      'what a review step has led to',
      { outcome: 'approved', decidedBy: 'review-step' },
      'approved',
    ],
    ['what an open review held', { outcome: 'review', stopReason: 'review-open' }, 'approved'],
  ] as const)('compare with what the version decided: %s', ([, more, outcome]) => {
    expect(outcomeOf({ ...run, ...more })).toBe(outcome)
  })

  test('add up, whatever the order and the grouping', () => {
    const all = [
      tallyOf('a', 'completed', { outcome: 'rejected', differed: ['/steps/1'] }),
      tallyOf('b', 'completed', { outcome: 'completed', differed: [] }),
      tallyOf('c', 'completed', {
        missing: [{ step: 'faces', why: 'never-ran' }],
        differed: ['/steps/1'],
      }),
      tallyOf('d', 'completed', { outcome: 'rejected', differed: ['/steps/1'] }),
    ]
    const sum = addUp(all)
    expect(sum).toEqual({
      compared: 3,
      same: 1,
      changed: 2,
      undecidable: 1,
      outcomes: [
        { from: 'completed', to: 'rejected', count: 2 },
        { from: 'completed', to: 'completed', count: 1 },
      ],
      conditions: [{ path: '/steps/1', differed: 3 }],
      missing: [{ step: 'faces', why: 'never-ran', count: 1 }],
      examples: ['a', 'd'],
    })
    expect(addUp([nothing, addUp(all.slice(0, 2)), addUp(all.slice(2))])).toEqual(sum)
  })

  test('keep a hundred examples', () => {
    const many = Array.from({ length: 150 }, (_, at) =>
      tallyOf(String(at), 'completed', { outcome: 'rejected', differed: [] }),
    )
    expect(addUp(many)).toMatchObject({ changed: 150, examples: { length: 100 } })
  })
})
