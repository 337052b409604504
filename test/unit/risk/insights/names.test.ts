import { expect, test } from 'vitest'
import { firstNameKey, isWholeName, sharesSurname } from '#src/risk/insights/names.ts'

test('a surname is shared in any spelling, and neither a first name nor a suffix', () => {
  expect(sharesSurname('Ana Souza Lima', 'Maria Lima')).toBe(true)
  expect(sharesSurname('Ana Sousa', 'Maria Souza')).toBe(true)
  expect(sharesSurname('Ana Souza', 'Ana Rocha')).toBe(false)
  expect(sharesSurname('Ana Maria Souza', 'Carla Maria Rocha')).toBe(false)
  expect(sharesSurname('José Souza Filho', 'João Rocha Filho')).toBe(false)
})

test('a name is the whole name of another, particles and spellings aside', () => {
  expect(isWholeName('Tereza da Silva', 'TERESA SILVA')).toBe(true)
  expect(isWholeName('Maria Silva', 'Maria Silva Souza')).toBe(false)
  expect(isWholeName('José Souza', 'José Souza Filho')).toBe(false)
  expect(isWholeName('12', '12')).toBe(false)
})

test('spellings of one first name have one key, other names another', () => {
  expect(['Thiago', 'TIAGO', 'Thyago Souza'].map(firstNameKey)).toEqual(Array(3).fill('tiago'))
  expect(firstNameKey('SOUZA, THIAGO')).toBe('tiago')
  expect(firstNameKey('Maria')).not.toBe(firstNameKey('Mario'))
  expect(firstNameKey(' 12 ')).toBeUndefined()
})
