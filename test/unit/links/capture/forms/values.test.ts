// What a person types into a form, as values: numbers as their language writes them, days with the day first.
import { expect, test } from 'vitest'
import { readValues } from '#src/links/capture/forms/values.ts'
import type { AskField, AskStep } from '#src/packs/document/pack.ts'

const read = (type: AskField['type'], text: string, language: 'pt' | 'en' | 'es' = 'pt') => {
  const form: AskStep = {
    kind: 'ask',
    id: 'form',
    title: 'Form',
    fields: [{ name: 'a', type, label: 'A' }],
  }
  return readValues(form, { a: text }, language)['a']
}

test.each<[string, 'pt' | 'en', unknown]>([
  ['8.500,50', 'pt', 8_500.5],
  ['R$ 8.500,50', 'pt', 8_500.5],
  ['8500,5', 'pt', 8_500.5],
  ['8500.50', 'pt', 8_500.5],
  ['8.500', 'pt', 8_500],
  ['1.234.567', 'pt', 1_234_567],
  ['1.234.567,89', 'pt', 1_234_567.89],
  ['8,5', 'pt', 8.5],
  ['-12', 'pt', -12],
  ['8,500.50', 'en', 8_500.5],
  ['8,500', 'en', 8_500],
  ['8.500', 'en', 8.5],
  ['8500,50', 'en', 8_500.5],
  ['1.2.3', 'pt', '1.2.3'],
  ['1,2,3', 'pt', '1,2,3'],
  ['1.23,4.5', 'pt', '1.23,4.5'],
  ['12.34,5', 'pt', '12.34,5'],
  ['1e9', 'pt', '1e9'],
  ['doze', 'pt', 'doze'],
  ['.', 'pt', '.'],
  ['1234567890123456', 'pt', '1234567890123456'],
])('the number %s in %s is %j', (text, language, value) => {
  expect(read('money', text, language)).toBe(value)
  expect(read('number', text, language)).toBe(value)
})

test.each([
  ['17/05/1990', '1990-05-17'],
  ['1/5/1990', '1990-05-01'],
  ['17.05.1990', '1990-05-17'],
  ['17-05-1990', '1990-05-17'],
  ['17051990', '1990-05-17'],
  ['1990-05-17', '1990-05-17'],
  ['30/02/1990', '1990-02-30'],
  ['ontem', 'ontem'],
])('the day %s is %s', (text, day) => expect(read('date', text)).toBe(day))

test('yes and no are answers, blanks are none, and of line breaks one sign stays', () => {
  expect([read('yes-no', 'yes'), read('yes-no', 'no'), read('yes-no', 'sim')]).toEqual([
    true,
    false,
    'sim',
  ])
  expect(read('text', ' \r\n ')).toBeUndefined()
  expect(read('address', 'Rua A\r\nCasa 2')).toBe('Rua A\nCasa 2')
})
