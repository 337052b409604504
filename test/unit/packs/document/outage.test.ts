// An outage never approves, and of stops that are ready at once the strictest counts.
import { describe, expect, test } from 'vitest'
import { nextPackActions, type PackRun } from '#src/packs/document/interpret.ts'
import type { Step } from '#src/packs/document/pack.ts'
import type { ConditionAnswer } from '#src/packs/document/walk.ts'
import { decide, module, parallel, sequence, stop, when } from '#test/support/packs/build.ts'

const [faces, checks, phone] = [
  { key: 'facialBiometrics' },
  { key: 'backgroundCheck' },
  { key: 'phoneConfirmation' },
] as const
const approve = stop('approved', 'fine')

function stopOf(
  root: Step,
  modules: Record<string, PackRun['modules'][string]['status']>,
  answers: Record<string, ConditionAnswer>,
) {
  const entries = Object.entries(modules).map(([key, status]) => [key, { status }])
  const pack = { name: 'tried', version: 1, root }
  return nextPackActions(pack, { modules: Object.fromEntries(entries), answers }).stop
}

const approved = { outcome: 'approved', reason: 'fine' }
const held = (unansweredStep: string) => ({
  outcome: 'review',
  reason: 'unanswered',
  unansweredStep,
})

/** A condition named `seen` that reads so, answered no, and then an approval. */
const reading = (condition: string, of: readonly { key: string }[] = []): Step =>
  sequence(
    module(faces),
    module(checks),
    { ...when(of, condition, stop('rejected', 'bad')), id: 'seen' } as Step,
    approve,
  )
const answers = { '/steps/2': false }

describe('a module that failed', () => {
  const outage = { facialBiometrics: 'completed', backgroundCheck: 'failed' } as const

  test.for([
    'facts.checks.hit',
    'has(facts.checks.hit) && facts.checks.hit',
    'facts["checks"].hit',
    'facts.others.hit',
    'facts.company.closed',
    'steps.backgroundCheck.moduleStatus == "failed"',
    '!has(steps.backgroundCheck.results)',
    '[facts.checks].exists(one, one.hit)',
  ])('and was read by %s ends an approval as review', (condition) => {
    expect(stopOf(reading(condition), outage, answers)).toEqual(held('seen'))
  })

  test.for(['facts.liveness.spoofs >= 2', 'facts.company.partners > 1', 'transaction.type == 1'])(
    'and was not read by %s leaves it approved',
    (condition) => {
      expect(stopOf(reading(condition), outage, answers)).toEqual(approved)
    },
  )

  test('and was named by `of` was read', () => {
    const named = reading('backgroundCheck.moduleStatus == "failed"', [checks])
    expect(stopOf(named, outage, answers)).toEqual(held('seen'))
  })

  test('and was made good by its fallback does not count', () => {
    const root = sequence(
      module(checks, { fallback: module(phone) }),
      when([], 'facts.checks.hit', stop('rejected', 'bad')),
      approve,
    )
    const asked = { '/steps/1': false }
    const fallen = { backgroundCheck: 'failed', phoneConfirmation: 'completed' } as const
    expect(stopOf(root, fallen, asked)).toEqual(approved)
    const both = { ...fallen, phoneConfirmation: 'failed' } as const
    expect(stopOf(root, both, asked)).toEqual(held('/steps/1'))
  })

  test('rejects and reviews as it stands', () => {
    const root = sequence(
      module(checks),
      when([], 'facts.checks.hit', stop('rejected', 'bad'), stop('review', 'look')),
    )
    const out = { backgroundCheck: 'failed' } as const
    expect(stopOf(root, out, { '/steps/1': true })).toEqual({ outcome: 'rejected', reason: 'bad' })
    expect(stopOf(root, out, { '/steps/1': false })).toEqual({ outcome: 'review', reason: 'look' })
  })

  test('and that a person has looked past is the person’s to approve', () => {
    const review: Step = { kind: 'review', title: 'Look', approved: approve }
    const root = sequence(
      module(checks),
      when([], 'facts.checks.hit', stop('rejected', 'bad')),
      review,
    )
    const out = { backgroundCheck: 'failed' } as const
    expect(stopOf(root, out, { '/steps/1': false, '/steps/2': true })).toEqual(approved)
  })
})

describe('a table', () => {
  const table = {
    ...decide(
      { if: 'facts.liveness.spoofs >= 2', outcome: 'rejected', reason: 'spoof' },
      { if: 'facts.checks.hit', outcome: 'rejected', reason: 'listed', unanswered: 'continue' },
      { if: 'facts.settings.approveByScore', outcome: 'approved', reason: 'fine' },
      { if: 'facts.phones.denied', outcome: 'review', reason: 'denied' },
    ),
    id: 'verdict',
  }
  const root = sequence(parallel(module(faces), module(checks), module(phone)), table)
  const given = (second: ConditionAnswer) => ({
    '/steps/1': true,
    '/steps/1/rows/0': false,
    '/steps/1/rows/1': second,
    '/steps/1/rows/2': true,
    '/steps/1/rows/3': false,
  })
  const done = {
    facialBiometrics: 'completed',
    backgroundCheck: 'completed',
    phoneConfirmation: 'completed',
  } as const

  test('names the row that has read what failed', () => {
    expect(stopOf(root, { ...done, backgroundCheck: 'failed' }, given('unanswered'))).toEqual(
      held('verdict.listed'),
    )
  })

  test('does not mind what only rows behind the approval have read', () => {
    expect(stopOf(root, { ...done, phoneConfirmation: 'failed' }, given(false))).toEqual(approved)
  })

  test('approves where nothing failed', () => {
    expect(stopOf(root, done, given(false))).toEqual(approved)
  })
})

describe('in parallel', () => {
  const root = parallel(
    sequence(module(phone), approve),
    sequence(module(faces), when([], 'facts.liveness.spoofs >= 2', stop('rejected', 'spoof'))),
    sequence(module(checks), when([], 'facts.checks.hit', stop('review', 'listed'))),
  )
  const all = {
    facialBiometrics: 'completed',
    backgroundCheck: 'completed',
    phoneConfirmation: 'completed',
  } as const
  const [face, list] = ['/steps/1/steps/1', '/steps/2/steps/1']

  test('what can be asked at once is asked before a stop counts', () => {
    const entries = Object.entries(all).map(([key, status]) => [key, { status }])
    const run = { modules: Object.fromEntries(entries), answers: {} }
    const next = nextPackActions({ name: 'tried', version: 1, root }, run)
    expect(next).toMatchObject({ outcome: 'running', ready: approved })
    expect(next.actions.map(({ path }) => path)).toEqual([face, list])
  })

  test.for<[boolean, boolean, unknown]>([
    [false, false, approved],
    [true, false, { outcome: 'rejected', reason: 'spoof' }],
    [false, true, { outcome: 'review', reason: 'listed' }],
    [true, true, { outcome: 'rejected', reason: 'spoof' }],
  ])('spoof %s and hit %s: the strictest counts', ([spoof, hit, expected]) => {
    expect(stopOf(root, all, { [face]: spoof, [list]: hit })).toEqual(expected)
  })

  test('what is still open and was asked about holds an approval', () => {
    const beside = parallel(
      sequence(module(phone), when([], 'facts.checks.hit', stop('rejected', 'bad'), approve)),
      module(checks),
    )
    const open = { phoneConfirmation: 'completed', backgroundCheck: 'processing' } as const
    const path = '/steps/0/steps/1'
    expect(stopOf(beside, open, { [path]: false })).toEqual(held(path))
  })

  test('no person is asked beside a stop', () => {
    const asked = parallel(sequence(module(phone), approve), { kind: 'review', title: 'Look' })
    expect(stopOf(asked, { phoneConfirmation: 'completed' }, {})).toEqual(approved)
  })
})
