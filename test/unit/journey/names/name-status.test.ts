// What a register writes beside a name is read out of it, and no surname is taken for it.
import { expect, test } from 'vitest'
import { splitNameStatus } from '#src/journey/names/name-status.ts'
import { rowsOf } from '#test/support/rows.ts'

test.for(rowsOf<[string, string, string]>('names/statuses'))(
  '%s is %s, %s',
  ([text, name, status]) => {
    expect(splitNameStatus(text)).toEqual({ name, status })
  },
)

test.for([
  'Ana Menor Souza',
  'José Menor',
  'Jean-Menor Lima',
  'Maria Interlandi',
  'Ana Paula Souza (Santos)',
  'João Finado Lima',
  'Ana Incapaz',
  'Paulo Falcão - Lima',
  'Rita Espolito',
  'Maria Menores da Silva',
  'Óbito Menor Lima',
  '',
])('%s is a name as it stands', (text) => {
  expect(splitNameStatus(text)).toEqual({ name: text })
})
