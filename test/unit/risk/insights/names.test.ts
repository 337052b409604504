import { expect, test } from 'vitest'
import { compareNames, firstNameKey, sharesSurname } from '#src/risk/insights/names.ts'

test.for([
  ['Maria Aparecida da Silva', 'MARIA APARECIDA SILVA', 'same'],
  ['Maria Aparecida Silva', 'Maria A. Silva', 'same'],
  ['Ana Paula Souza', 'Ana Paula Souza Oliveira', 'same'],
  ['Thiago Ferreira', 'Tiago Fereira', 'same'],
  ['João Souza Filho', 'JOAO SOUZA', 'same'],
  ['Maria Silva', 'Mario Silva', 'doubtful'],
  ['João da Silva', 'José da Silva', 'doubtful'],
  ['Maria das Dores Silva', 'Maria do Socorro Silva', 'doubtful'],
  ['João da Silva', 'João de Souza', 'different'],
  ['Maria Silva', 'Pedro Rocha', 'different'],
  ['Maria Silva', '123', undefined],
  ['', '', undefined],
] as const)('%s and %s: %s', ([one, other, match]) => {
  expect([compareNames(one, other), compareNames(other, one)]).toEqual([match, match])
})

test('a surname is shared, and neither a first name nor a suffix', () => {
  expect(sharesSurname('Ana Souza Lima', 'Maria Lima')).toBe(true)
  expect(sharesSurname('Ana Souza', 'Ana Rocha')).toBe(false)
  expect(sharesSurname('José Souza Filho', 'João Rocha Filho')).toBe(false)
})

test('spellings of one first name have one key, other names another', () => {
  expect(['Thiago', 'TIAGO', 'Thyago Souza'].map(firstNameKey)).toEqual(Array(3).fill('tiago'))
  expect(firstNameKey('Maria')).not.toBe(firstNameKey('Mario'))
  expect(firstNameKey(' 12 ')).toBeUndefined()
})
