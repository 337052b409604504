// A word that nothing has, and what can never hold.
import { describe, expect, test } from 'vitest'
import { canNeverHold, findConditionFaults } from '#src/platform/cel/cel.ts'
import type { CelVariables } from '#src/platform/cel/variables.ts'
import { leastCost } from '#test/support/machine/processor.ts'

const verdicts = ['Aprovado', 'Inconclusivo', 'Reprovado'] as const
const variables = {
  facts: {
    record: {
      verdict: { oneOf: verdicts },
      answer: { oneOf: ['yes', 'no'] },
      status: { oneOf: [0, 1, 2] },
      rules: { list: { oneOf: [1001, 1006] } },
      by: { list: { oneOf: ['phone', 'document'] } },
      hit: 'bool',
      listed: 'bool',
      years: 'double',
      channel: 'string',
    },
  },
  step: {
    record: {
      moduleStatus: { oneOf: ['completed', 'failed'] },
      results: { list: { record: { status: { oneOf: ['Sent', 'Replied'] }, text: 'string' } } },
    },
  },
} as const satisfies CelVariables

const faultsOf = (source: string) => findConditionFaults(source, variables)
const codes = (source: string) => faultsOf(source).map(({ code }) => code)

describe('a word that nothing has is refused where it stands, with the words that there are', () => {
  test.for<[string, string]>([
    ['facts.verdict == "Rejected"', '"Rejected"'],
    ['"Rejected" == facts.verdict', '"Rejected"'],
    ['facts.verdict != "aprovado"', '"aprovado"'],
    ['facts["verdict"] == "Rejected"', '"Rejected"'],
    ['facts.verdict in ["Aprovado", "Rejected"]', '"Rejected"'],
    ['!(facts.verdict in ["Rejected"])', '"Rejected"'],
    ['"phones" in facts.by', '"phones"'],
    ['facts.by.exists(one, one == "phones")', '"phones"'],
    ['facts.by.filter(one, one != "phones").size() > 0', '"phones"'],
    ['facts.by.map(one, one).exists(one, one == "phones")', '"phones"'],
    ['facts.by == ["phones"]', '"phones"'],
    ['facts.by[0] == "phones"', '"phones"'],
    ['[facts.verdict].exists(v, v == "Rejected")', '"Rejected"'],
    ['[facts].exists(f, f.verdict == "Rejected")', '"Rejected"'],
    ['{"a": facts.answer}["a"] == "Yes"', '"Yes"'],
    ['{"a": facts.answer}.a == "Yes"', '"Yes"'],
    ['optional.of(facts).verdict.orValue("Aprovado") == "Rejected"', '"Rejected"'],
    ['optional.of(facts.verdict).value() == "Rejected"', '"Rejected"'],
    ['(facts.hit ? facts.verdict : facts.verdict) == "Rejected"', '"Rejected"'],
    ['facts.verdict == (facts.hit ? "Aprovado" : "Rejected")', '"Rejected"'],
    ['facts.verdict.lowerAscii() == "rejected"', '"rejected"'],
    ['facts.verdict.startsWith("Rej")', '"Rej"'],
    ['facts.verdict.contains("reject")', '"reject"'],
    ['facts.verdict.like("^Rej")', '"^Rej"'],
    ['facts.status == 7.0', '7.0'],
    ['facts.status == 7', '7'],
    ['facts.status == -1', '-1'],
    ['facts.status in [2.0, 3.0]', '3.0'],
    ['facts.rules.exists(r, r == 2001.0)', '2001.0'],
    ['int(facts.status) == 7', '7'],
    ['facts.verdict == facts.answer', 'facts.verdict == facts.answer'],
    ['step.moduleStatus == "FAILED"', '"FAILED"'],
    ['step.results[0].status == "replied"', '"replied"'],
    ['step.results.exists(r, r.status == "replied")', '"replied"'],
    ['step.results.all(r, r.status in ["Sent", "Gone"])', '"Gone"'],
    ['facts.hit || (facts.listed && facts.answer == "No")', '"No"'],
  ])('%s', ([source, literal]) => {
    const [fault, ...more] = faultsOf(source)
    expect(more).toEqual([])
    expect(fault?.code).toBe('no_such_word')
    expect(source.slice(fault?.start, fault?.end)).toBe(literal)
  })

  test('they are named, and what was sent is not', () => {
    expect(faultsOf('facts.verdict == "Rejected"')[0]?.detail).toBe(
      'facts.verdict is only "Aprovado", "Inconclusivo" or "Reprovado"',
    )
    expect(faultsOf('step.results[0].status == "Gone"')[0]?.detail).toBe(
      'status is only "Sent" or "Replied"',
    )
    expect(faultsOf('facts.status == 3')[0]?.detail).toBe('facts.status is only 0, 1 or 2')
  })

  test.for([
    'facts.verdict == "Reprovado"',
    'facts.verdict in ["Aprovado", "Inconclusivo"]',
    'facts.verdict.lowerAscii() == "reprovado"',
    'facts.verdict.startsWith("Re")',
    'facts.status in [1.0, 2.0] && facts.status >= 0.5',
    'facts.rules.exists(r, r in [1001.0, 1006.0])',
    '"document" in facts.by && facts.by.all(one, one != "phone")',
    'facts.channel == "anything" && step.results[0].text == "anything"',
    'step.moduleStatus == "failed" || step.results.exists(r, r.status == "Replied")',
    'facts.years == 18.0',
    'facts.verdict == (facts.hit ? "Aprovado" : "Reprovado")',
    'facts.verdict == facts.verdict',
  ])('%s is not refused', (source) => {
    expect(faultsOf(source)).toEqual([])
  })
})

describe('what certainly never holds is refused', () => {
  test.for([
    'false',
    '1 == 2',
    '1.0 > 2.0',
    '"a" == "b"',
    '!true',
    'false && facts.hit',
    'facts.hit && !facts.hit',
    'facts.hit && facts.hit == false',
    '!(facts.hit || !facts.hit)',
    'facts.verdict == "Aprovado" && facts.verdict == "Reprovado"',
    'facts.verdict == "Aprovado" && facts.listed && facts.verdict == "Reprovado"',
    'facts.verdict == "Aprovado" && facts.verdict in ["Inconclusivo", "Reprovado"]',
    'facts.verdict != "Aprovado" && facts.verdict != "Inconclusivo" && facts.verdict != "Reprovado"',
    'facts.channel == "a" && facts.channel == "b"',
    'facts.channel in ["a", "b"] && facts.channel == "c"',
    'facts.status > 2.0',
    'facts.status < 0',
    'facts.years >= 18.0 && facts.years < 16.0',
    'facts.years > 5 && facts.years <= 5',
    'facts.years == 1 && facts.years != 1',
    '!has(facts.verdict) && facts.verdict == "Aprovado"',
    'has(facts.hit) && !has(facts.hit)',
    'facts.hit ? !facts.hit : false',
    '(facts.hit ? facts.verdict == "Aprovado" : false) && facts.verdict == "Reprovado"',
    'step.moduleStatus == "failed" && step.moduleStatus == "completed"',
    'step.results[0].status == "Sent" && step.results[0].status == "Replied"',
    '(facts.answer == "yes" && facts.answer == "no") || 1 > 2',
  ])('%s', (source) => {
    expect(new Set(codes(source))).toEqual(new Set(['never_holds']))
    expect(canNeverHold(source, variables)).toBe(true)
  })

  test('and a part of `||` that never does, though the whole may', () => {
    const source = 'facts.hit || (facts.answer == "yes" && facts.answer == "no")'
    const [fault] = faultsOf(source)
    expect(source.slice(fault?.start, fault?.end)).toBe(
      'facts.answer == "yes" && facts.answer == "no"',
    )
    expect(canNeverHold(source, variables)).toBe(false)
  })

  test.for([
    'true',
    'facts.hit && facts.listed',
    'facts.verdict == "Aprovado" && facts.answer == "yes"',
    'facts.verdict == "Aprovado" || facts.verdict == "Reprovado"',
    'facts.verdict != "Aprovado" && facts.verdict != "Inconclusivo"',
    'facts.years >= 16.0 && facts.years < 18.0',
    'facts.years > 5 && facts.years < 6',
    'facts.years * 2 > 40 && facts.years < 30',
    'facts.years < 9223372036854775807',
    'facts.channel > "a" && facts.channel < "b"',
    'facts.channel.startsWith("a") && facts.channel != "a"',
    'facts.channel != "a" && facts.channel != "b"',
    'facts.channel == facts.verdict',
    '!has(facts.verdict) && facts.answer == "yes"',
    '!has(facts.verdict) || facts.verdict == "Aprovado"',
    'has(facts.hit) ? facts.hit : false',
    'facts.by.exists(one, one == "phone") && facts.by.exists(one, one == "document")',
    'step.results[0].status == "Sent" && step.results[1].status == "Replied"',
    'facts.rules.size() > 3 && !facts.hit',
  ])('%s may hold', (source) => {
    expect(codes(source)).toEqual([])
    expect(canNeverHold(source, variables)).toBe(false)
  })

  test('a hostile one is looked at for milliseconds', async () => {
    const deep = Array.from(
      { length: 22 },
      (_, at) => `facts.years > ${at}.0 && (facts.hit || `,
    ).join('')
    const wide = Array.from(
      { length: 25 },
      (_, at) => `facts.years != ${at}.0 && facts.channel != "${at}"`,
    )
    for (const source of [
      `${deep}facts.listed${')'.repeat(22)}`,
      wide.join(' && '),
      `!(${wide.join(' || ')})`,
    ]) {
      const { ms } = await leastCost(() => findConditionFaults(source, variables))
      expect(ms).toBeLessThan(300)
    }
  })

  test('a condition over much more than can be tried is not said to never hold', () => {
    const many = Array.from({ length: 60 }, (_, at) => `facts.years != ${at}.0`).join(' && ')
    expect(codes(`${many} && facts.hit && facts.verdict == "Aprovado"`)).toEqual([])
  })
})
