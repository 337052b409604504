import { expect, test } from 'vitest'
import { isDecidedByPerson } from '#src/packs/document/decided-by.ts'
import type { Answers } from '#src/packs/document/interpret.ts'
import type { ReviewStep, Step } from '#src/packs/document/pack.ts'
import { parallel, sequence, stop, when } from '#test/support/packs/build.ts'

const ask = (more: Partial<ReviewStep> = {}): ReviewStep => ({
  kind: 'review',
  title: 'Same?',
  ...more,
})
const approved = stop('approved', 'seen')
const refused = stop('rejected', 'by-a-person')
const gate = when([], 'a.b', approved)

type Row = readonly [what: string, root: Step, answers: Answers, by: boolean, of?: Step]

test.for<Row>([
  ['approved, it went on to its stop', sequence(ask(), approved), { '/steps/0': true }, true],
  [
    'rejected, it took the branch that the pack has for it',
    sequence(ask({ rejected: refused }), approved),
    { '/steps/0': false },
    true,
    refused,
  ],
  [
    'rejected, and the pack says nothing of it',
    sequence(ask(), approved),
    { '/steps/0': false },
    true,
    stop('rejected', 'review-rejected'),
  ],
  [
    'a condition behind the person has decided',
    sequence(ask(), gate),
    { '/steps/0': true, '/steps/1': true },
    false,
  ],
  [
    'a condition has sent it to the person',
    sequence(when([], 'a.b', ask()), approved),
    { '/steps/0': true, '/steps/0/run': true },
    true,
  ],
  [
    'a condition has spared it the person',
    sequence(when([], 'a.b', ask()), approved),
    { '/steps/0': false },
    false,
  ],
  [
    'a person beside it was not what it waited for',
    parallel(ask(), approved),
    { '/steps/0': true },
    false,
  ],
  [
    'a person inside the branch of a condition',
    when([], 'a.b', sequence(ask(), approved)),
    { '': true, '/run/steps/0': true },
    true,
  ],
  [
    'an outcome that leaves it to a person',
    sequence(ask(), stop('review', 'again')),
    { '/steps/0': true },
    false,
    stop('review', 'again'),
  ],
])('what a run has come to is a person’s decision: %s', ([, root, answers, by, of = approved]) => {
  const stopped = of.kind === 'stop' ? { outcome: of.outcome, reason: of.reason } : { reason: '' }
  expect(isDecidedByPerson(root, answers, stopped)).toBe(by)
})

test('without a verdict nobody has decided', () => {
  const stopped = { reason: 'module-failed' }
  expect(isDecidedByPerson(sequence(ask(), approved), { '/steps/0': true }, stopped)).toBe(false)
})
