import { expect, test } from 'vitest'
import { conditionAround, decidingPath } from '#src/packs/document/deciding.ts'
import type { Answers } from '#src/packs/document/interpret.ts'
import { parallel, sequence, stop, when } from '#test/support/packs/build.ts'

const review = (reason: string) => stop('review', reason)
const gate = (reason: string, otherwise = review(`not-${reason}`)) =>
  when([], 'a.b', review(reason), otherwise)
const root = sequence(
  { kind: 'when', id: 'outer', condition: 'a.b', run: sequence(gate('inner')) },
  parallel(gate('beside'), review('anyway')),
  review('last'),
)

test.for<readonly [string, Answers, string | null, string | undefined]>([
  ['inner', { '/steps/0': true, '/steps/0/run/steps/0': true }, null, '/steps/0/run/steps/0'],
  ['not-inner', { '/steps/0': true, '/steps/0/run/steps/0': false }, null, '/steps/0/run/steps/0'],
  ['beside', { '/steps/0': false, '/steps/1/steps/0': true }, null, '/steps/1/steps/0'],
  ['anyway', { '/steps/0': false }, null, undefined],
  ['last', { '/steps/0': false, '/steps/1/steps/0': false }, null, undefined],
  ['unanswered', { '/steps/0': 'unanswered' }, 'outer', '/steps/0'],
  ['module-failed', {}, null, undefined],
])('a run that ended as %s was led there by its condition', ([reason, answers, step, path]) => {
  expect(decidingPath(root, { answers, stopReason: reason, unansweredStep: step })).toBe(path)
})

test('the innermost condition around a place is the one whose branch it stands in', () => {
  expect(conditionAround(root, '/steps/0/run/steps/0/run')).toBe('/steps/0/run/steps/0')
  expect(conditionAround(root, '/steps/0/run/steps/0')).toBe('/steps/0')
  expect(conditionAround(root, '/steps/2')).toBe(undefined)
})
