// Answers as people type them, each with its meaning: those that were given, a further set, and a later one; of these two
// a fifth was never looked at while words were added. What was not looked at may be missed more often, never read as a yes.
import { describe, expect, test } from 'vitest'
import further from './further.json' with { type: 'json' }
import given from './given.json' with { type: 'json' }
import freshHeldOut from './fresh-held-out.json' with { type: 'json' }
import fresh from './fresh.json' with { type: 'json' }
import heldOut from './held-out.json' with { type: 'json' }
import { meaningOf } from './asked.ts'

type Answer = { readonly text: string; readonly means: string }

const meaningsOf = ({ means }: Answer) => means.split(' or ')

function count(answers: readonly Answer[]) {
  const read = answers.map((answer) => ({
    means: meaningsOf(answer),
    as: meaningOf(answer.text),
  }))
  const only = (meaning: string) => read.filter(({ means }) => means.join() === meaning)
  const share = (meaning: string) =>
    only(meaning).filter(({ as }) => as !== meaning).length / only(meaning).length
  return {
    answers: read.length,
    falseYes: read.filter(({ means, as }) => as === 'yes' && !means.includes('yes')).length,
    yesAsNo: only('yes').filter(({ as }) => as === 'no').length,
    missedNo: share('no'),
    missedYes: share('yes'),
    misread: read.filter(({ means, as }) => !means.includes(as)).length,
  }
}

describe.for([
  ['given', given, 251, 0.03, 0.1],
  ['further', further, 1429, 0.03, 0.1],
  ['held out', heldOut, 112, 0.03, 0.1],
  ['fresh', fresh, 866, 0.03, 0.1],
  ['fresh, held out', freshHeldOut, 216, 0.1, 0.12],
] as const)('the set %s', ([, answers, size, missedNoMax, missedYesMax]) => {
  const counted = count(answers)

  test('no yes is read that was not said, and no yes as a no', () => {
    expect(counted).toMatchObject({ answers: size, falseYes: 0, yesAsNo: 0 })
  })

  test(`at most ${missedNoMax} of the no and ${missedYesMax} of the yes are missed`, () => {
    expect(counted.missedNo).toBeLessThanOrEqual(missedNoMax)
    expect(counted.missedYes).toBeLessThanOrEqual(missedYesMax)
  })

  test('each text is written once', () => {
    expect(new Set(answers.map(({ text }) => text)).size).toBe(size)
  })
})

test('each of the given answers is read as it is meant, and of the further ones 99 in 100', () => {
  expect(count(given).misread).toBe(0)
  expect(count(further).misread / further.length).toBeLessThan(0.01)
})

describe('a strict question', () => {
  test.for([...given, ...further, ...heldOut, ...fresh, ...freshHeldOut])('$text', ({ text }) => {
    const strict = meaningOf(text, { isStrict: true })
    const loose = meaningOf(text)
    const typed = text.replaceAll('\u200b', '').normalize('NFKC')
    const isAlone = /^[\p{P}\s]*(?:1\ufe0f?\u20e3?|sim)[\p{P}\s]*$/iu.test(typed)
    expect(strict).toBe(loose === 'yes' && !isAlone ? 'unclear' : loose)
  })
})
