// A composition as a nested list, and times as people read them.
import { expect, test } from 'vitest'
import { toFigure } from '#src/packs/drawing/figure.ts'
import { writeSeconds } from '#src/packs/drawing/run-view.ts'
import { type Wording, wordings } from '#src/packs/drawing/wording.ts'
import { inWords, listSteps } from '#src/packs/drawing/words.ts'
import { capabilities } from '#src/main/capabilities.ts'
import { readOwnPacks } from '#src/main/own-packs.ts'
import { module, parallel, repeat, sequence, stop, when } from '#test/support/packs/build.ts'

const [score, token] = [{ key: 'score' }, { key: 'emailToken' }] as const

test.for([
  [0, '0 s'],
  [0.25, '0.3 s'],
  [9.96, '10 s'],
  [45, '45 s'],
  [60, '1 min'],
  [3_725, '1 h 2 min'],
  [604_800, '7 d'],
  [86_399.7, '1 d'],
] as const)('%f seconds are %s', ([seconds, written]) => {
  expect(writeSeconds(seconds)).toBe(written)
})

test('the list nests as the document does', () => {
  const root = sequence(
    repeat(parallel(module(score), module(token)), { of: [score], holds: 'true' }, 2),
    when(
      [score],
      'score.results.size() > 0',
      sequence(module({ key: 'rating' }), stop('ok', 'done')),
    ),
  )
  expect(listSteps(toFigure({ root }))).toEqual({
    pointer: '',
    words: 'one after the other',
    steps: [
      {
        pointer: '/steps/0',
        words: 'again until true, at most 2 times',
        steps: [
          {
            pointer: '/steps/0/run',
            words: 'at the same time',
            steps: [
              { pointer: '/steps/0/run/steps/0', words: 'score', steps: [] },
              { pointer: '/steps/0/run/steps/1', words: 'emailToken', steps: [] },
            ],
          },
        ],
      },
      {
        pointer: '/steps/1',
        words: 'if score.results.size() > 0',
        steps: [
          {
            pointer: '/steps/1/run',
            words: 'yes',
            steps: [
              { pointer: '/steps/1/run/steps/0', words: 'rating', steps: [] },
              {
                pointer: '/steps/1/run/steps/1',
                words: 'stop with the outcome ok, because of done',
                steps: [],
              },
            ],
          },
        ],
      },
    ],
  })
})

const packs = await readOwnPacks(capabilities)
/** All texts of a document, the longest first. */
const textsOf = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsOf)
      : []

test.for(['pt', 'es'] as const)('the packs of the service are said in %s without a word of English', (language) => {
  const english = /\b(because of|at the same time|first that|unless|otherwise|within|after the other|at most|stop with|unknown|if|then|yes|or|pack)\b/
  for (const pack of packs) {
    const own = textsOf(pack).toSorted((one, other) => other.length - one.length)
    const say = (wording: Wording) =>
      own.reduce((left, text) => left.replaceAll(text, '·'), inWords(toFigure(pack, undefined, wording), wording))
    const said = say(wordings[language])
    expect(said).not.toBe(say(wordings.en))
    expect(english.exec(said)?.[0]).toBeUndefined()
  }
}) // prettier-ignore
