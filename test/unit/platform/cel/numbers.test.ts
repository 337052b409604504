// Numbers in texts: what is none, or may be two, leaves a condition without an answer.
import { describe, expect, test } from 'vitest'
import { compileCondition, ConditionFailed, findConditionFaults } from '#src/platform/cel/cel.ts'
import type { CelVariables } from '#src/platform/cel/variables.ts'

const variables = { text: 'string', rate: 'double' } as const satisfies CelVariables

function answer(source: string, text: string): boolean | 'unanswered' {
  try {
    return compileCondition(source, variables).evaluate({ text, rate: 1 })
  } catch (error) {
    if (error instanceof ConditionFailed && error.isUnanswered) return 'unanswered'
    throw error
  }
}

const noNumbers = [
  '', ' ', 'NaN', 'nan', 'inf', '-Infinity', 'null', 'true', 'abc', '1,5', '1.000,00', '1_000',
  '0x10', '0b11', '0o7', ' 12', '12 ', '１０００', '1e', '--1', '1..0', '.', 'R$ 10', '٣',
] // prettier-ignore

describe('a conversion that gives no finite number has no answer', () => {
  test.for([...noNumbers, '1e400', '-1e999', '.5', '5.', '1.000', '-10.500', '999.999'])(
    'double of %j',
    (text) => {
      expect(answer('double(text) > 1000.0', text)).toBe('unanswered')
      expect(answer('!(double(text) > 1000.0)', text)).toBe('unanswered')
    },
  )

  test.for([...noNumbers, '1.0', '1e3', '99999999999999999999999', '9223372036854775808'])(
    'int of %j',
    (text) => {
      expect(answer('int(text) > 1000', text)).toBe('unanswered')
      expect(answer('!(int(text) > 1000)', text)).toBe('unanswered')
    },
  )

  test('nor of what is infinite, while what is known beside it counts', () => {
    expect(answer('double(rate / 0.0) > 1.0', '')).toBe('unanswered')
    expect(answer('int(rate / 0.0) > 1', '')).toBe('unanswered')
    expect(answer('double(text) > 1.0 || rate == 1.0', 'NaN')).toBe(true)
  })

  test.for([
    ['rate == 70', 70, true],
    ['rate == 70', 71, false],
    ['rate in [70.0, 80.0]', 70, true],
    ['int(rate) % 2 == 0', 70, true],
    ['int(rate) % 2 == 0', 71, false],
    ['rate in [70, 80]', 70, 'refused'],
    ['rate % 2 == 0', 70, 'refused'],
  ] as const)('%s of %d is %s', ([source, rate, right]) => {
    const isRefused = findConditionFaults(source, variables).length > 0
    const said = () => compileCondition(source, variables).evaluate({ text: '', rate })
    expect(isRefused ? 'refused' : said()).toBe(right)
  })

  test.for<[string, string, number]>([
    ['double', '120.00', 120],
    ['double', '-0.5', -0.5],
    ['double', '1e3', 1000],
    ['double', '+7', 7],
    ['int', '10000', 10_000],
    ['int', '-3', -3],
  ])('%s of %j is a number', ([name, text, number]) => {
    expect(answer(`${name}(text) == ${name}(${number})`, text)).toBe(true)
  })
})

const inNone = [
  '', ' ', 'NaN', 'abc', '-', 'R$', '1e3', '0x10', '1_000', '１０００', '1 000', "1'000",
  '1\u00a0000,00', '--1', '+10', '(10)', '10-', '−10', '1.0.0', '1..000', '1,,000', '1.00.000',
  '12.34.567', '1234.567', '1.234,567', '1,234.567', '1.2345', '1,2345', '007', '0.500', '0,500',
  '00,50', ',50', '.50', '5,', '5.', 'US$ 10', '€ 10', '10 BRL', 'R$R$ 10', '1.234.56',
  '1,234,56', '12345678901234', '10\n', '10%',
] // prettier-ignore

describe('an amount that has no reading in its language, or another one besides, has no answer', () => {
  test.for(inNone)('%j in both', (text) => {
    expect(answer('amount(text, "pt") > 1000.0', text)).toBe('unanswered')
    expect(answer('amount(text, "en") > 1000.0', text)).toBe('unanswered')
  })

  test.for(['1,000', '1,234.56', '10.00', '1.5', '1000.00', '1,000,000', '0.50'])(
    '%j in Portuguese',
    (text) => {
      expect(answer('amount(text, "pt") > 1000.0', text)).toBe('unanswered')
    },
  )

  test.for(['1.000', '1.234,56', '10,00', '1,5', '1000,00', '1.000.000', '0,50'])(
    '%j in English',
    (text) => {
      expect(answer('amount(text, "en") > 1000.0', text)).toBe('unanswered')
    },
  )

  test.for<[string, 'pt' | 'en', number]>([
    ['1.000.000,00', 'pt', 1_000_000],
    ['1.234,56', 'pt', 1234.56],
    ['1.000', 'pt', 1000],
    ['1000', 'pt', 1000],
    ['1000,5', 'pt', 1000.5],
    ['0,50', 'pt', 0.5],
    ['0', 'pt', 0],
    ['-10,00', 'pt', -10],
    ['R$ 1.234,56', 'pt', 1234.56],
    ['R$10', 'pt', 10],
    [' 10,00 ', 'pt', 10],
    ['1,000,000.00', 'en', 1_000_000],
    ['1,234.56', 'en', 1234.56],
    ['1,000', 'en', 1000],
    ['1000.5', 'en', 1000.5],
    ['0.50', 'en', 0.5],
    ['-0', 'en', 0],
  ])('%j in %s is %d', ([text, language, amount]) => {
    expect(answer(`amount(text, "${language}") == double("${amount}")`, text)).toBe(true)
  })

  test('without a language it is read as Brazil writes it', () => {
    expect(answer('amount(text) == 1234.56', 'R$ 1.234,56')).toBe(true)
    expect(answer('amount(text) > 1000.0', '1,234.56')).toBe('unanswered')
  })

  test.for(['amount(text, text) > 1.0', 'amount(text, "de") > 1.0', 'amount(text, "PT") > 1.0'])(
    '%s is refused: the language is written out',
    (source) => {
      expect(findConditionFaults(source, variables).map(({ code }) => code)).toEqual(['language'])
    },
  )
})

describe('beside a written day a text that is no day has no answer', () => {
  const sources = ['text > "2008"', 'text <= "2008-01"', '"2008-01-31" < text']
  const noDays = ['', '999', '20080', '30/11/2026', '1.1.2008', '2008-1-1', 'ontem', ' 2008', '-1']
  test.for(sources.flatMap((source) => noDays.map((text) => [source, text] as const)))(
    '%s of %j',
    ([source, text]) => {
      expect(answer(source, text)).toBe('unanswered')
      expect(answer(`!(${source})`, text)).toBe('unanswered')
    },
  )

  test.for([
    ['text > "2008"', '2009', true],
    ['text > "2008"', '2007-12-31', false],
    ['text >= "2008-01-31"', '2008-01-31', true],
    ['text < "2008-01-31"', '2008-01-30T23:59:59Z', true],
    ['text > "b"', 'c', true],
  ] as const)('%s of %j is %s', ([source, text, right]) => {
    expect(answer(source, text)).toBe(right)
  })
})
