// Answers as people type them, each with its meaning: those that were given, and four more that were written before the words
// that read them. The last set was measured once before a word of the vocabulary was looked at: 24 of its 296 yes and 1 of its
// 120 no were missed, no yes was false, and `n 1` was read as a no.
import { describe, expect, test } from 'vitest'
import { type Answer, meaningOf, readAnswers } from './asked.ts'

const given = readAnswers('given')
const further = readAnswers('further')
const heldOut = readAnswers('held-out')
const fresh = readAnswers('fresh')
const freshHeldOut = readAnswers('fresh-held-out')
const unseen = readAnswers('unseen')

const meaningsOf = ({ means }: Answer) => means.split(' or ')

function count(answers: readonly Answer[]) {
  const read = answers.map((answer) => ({ means: meaningsOf(answer), as: meaningOf(answer.text) }))
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
  ['given', given, 251],
  ['further', further, 1429],
  ['held out', heldOut, 112],
  ['fresh', fresh, 866],
  ['fresh, held out', freshHeldOut, 216],
  ['unseen', unseen, 523],
] as const)('the set %s', ([, answers, size]) => {
  const counted = count(answers)

  test('no yes is read that was not said, and no yes as a no', () => {
    expect(counted).toMatchObject({ answers: size, falseYes: 0, yesAsNo: 0 })
  })

  test('at most 3 in 100 of the no and 10 in 100 of the yes are missed', () => {
    expect(counted.missedNo).toBeLessThanOrEqual(0.03)
    expect(counted.missedYes).toBeLessThanOrEqual(0.1)
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
  test.for([...given, ...further, ...heldOut, ...fresh, ...freshHeldOut, ...unseen])(
    '$text',
    ({ text }) => {
      const strict = meaningOf(text, { isStrict: true })
      const loose = meaningOf(text)
      const typed = text.replaceAll('\u200b', '').normalize('NFKD').replace(/\p{M}/gu, '')
      // `Nº 1` and `N. 1` are the number alone.
      const isAlone = /^[\p{P}\s]*(?:(?:n(?:\.?\s?[o°]|\.)\s*)?1|sim)[\p{P}\s]*$/iu.test(typed)
      expect(strict).toBe(loose === 'yes' && !isAlone ? 'unclear' : loose)
    },
  )
})
