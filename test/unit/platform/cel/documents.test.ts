// Whether two texts name one document, and what is no whole one.
import { describe, expect, test } from 'vitest'
import { compileCondition, ConditionFailed, findConditionFaults } from '#src/platform/cel/cel.ts'
import type { CelVariables } from '#src/platform/cel/variables.ts'

const variables = {
  transaction: { record: { document: 'string', note: 'string' } },
} as const satisfies CelVariables

function answer(one: string, other: string): boolean | 'unanswered' {
  try {
    const source = 'sameDocument(transaction.document, transaction.note)'
    const context = { transaction: { document: one, note: other } }
    return compileCondition(source, variables).evaluate(context)
  } catch (error) {
    if (error instanceof ConditionFailed && error.isUnanswered) return 'unanswered'
    throw error
  }
}

const cpf = '01234567890'
const cnpj = '11222333000181'
const lettered = '12ABC34501DE35'

describe('what is no whole document is unknown, never another one', () => {
  test.for([
    '', ' ', '***.456.789-**', '012.***.***-90', 'XXX.456.789-XX', 'XX.XXX.333/0001-XX',
    '0123456789*', '01234567891', '012.345.678-91', '1123456789', '012345678',
    '0123456789012345', '00000000000', '11111111111', '11222333000180', '11222333',
    '12ABC34501DE36', 'ABC34501DE35', 'RG 12.345.678-9', '０１２３４５６７８９０', 'AB123456', 'null',
    '01234567890 01234567890', 'cpf 01234567890',
  ])('%j', (text) => {
    expect(answer(text, cpf)).toBe('unanswered')
    expect(answer(cpf, text)).toBe('unanswered')
    expect(answer(text, text)).toBe('unanswered')
  }) // prettier-ignore

  test('nor a number that is a CPF without its leading zeros as well as a CNPJ without them', () => {
    expect(answer('191', '00.000.000/0001-91')).toBe('unanswered')
    expect(answer('191', '000.000.001-91')).toBe('unanswered')
    expect(answer('191', '191')).toBe('unanswered')
    expect(answer('191', cpf)).toBe(false)
  })
})

test.for<[string, string, boolean]>([
  [cpf, '012.345.678-90', true],
  ['1234567890', cpf, true],
  ['12.345.678-90', cpf, true],
  ['012345678-90', cpf, true],
  [` ${cpf} `, cpf, true],
  [cnpj, '11.222.333/0001-81', true],
  [lettered, '12.ABC.345/01DE-35', true],
  [lettered.toLowerCase(), lettered, true],
  ['00.000.000/0001-91', '00000000000191', true],
  ['000.000.001-91', '00.000.000/0001-91', false],
  [cpf, '52998224725', false],
  [cpf, cnpj, false],
  [cnpj, '11.222.333/0002-62', false],
])('%j and %j: %s', ([one, other, expected]) => {
  expect(answer(one, other)).toBe(expected)
  expect(answer(other, one)).toBe(expected)
})

test('personal texts are compared by ==, != and sameDocument() alone', () => {
  const bounds = { comparedOnly: new Set(['transaction.document']) }
  const codes = (source: string) =>
    findConditionFaults(source, variables, bounds).map(({ code }) => code)
  expect(codes('sameDocument(transaction.document, transaction.note)')).toEqual([])
  expect(codes('sameDocument(transaction.note, transaction.document)')).toEqual([])
  expect(codes('transaction.document == transaction.note')).toEqual([])
  expect(codes('amount(transaction.document, "pt") > 1.0')).toEqual(['personal_text'])
  expect(codes('sameDocument(transaction.document.substring(1), "1")')).toEqual(['personal_text'])
  expect(codes('double(transaction.document) > 1.0')).toEqual(['personal_text'])
})
