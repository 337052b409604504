// What a register writes beside a name is read out of it, and no surname is taken for it.
import { expect, test } from 'vitest'
import { splitNameStatus } from '#src/journey/names/name-status.ts'

test.for([
  ['ANA MOURA (FALECIDA)', 'ANA MOURA', 'deceased'],
  ['ANA MOURA (FALECIDO(A))', 'ANA MOURA', 'deceased'],
  ['ANA MOURA [FALECIDA EM 03/2019]', 'ANA MOURA', 'deceased'],
  ['ANA MOURA, FALECIDA EM 2019', 'ANA MOURA', 'deceased'],
  ['ANA MOURA FALECIDA', 'ANA MOURA', 'deceased'],
  ['FALECIDO: JOSE LIMA', 'JOSE LIMA', 'deceased'],
  ['ESPOLIO DE JOSE LIMA', 'JOSE LIMA', 'deceased'],
  ['Espo\u0301lio de Jose\u0301 Lima', 'Jos\u00e9 Lima', 'deceased'],
  ['JOSE LIMA – ESPÓLIO', 'JOSE LIMA', 'deceased'],
  ['JOSE LIMA (DE CUJUS)', 'JOSE LIMA', 'deceased'],
  ['JOSE LIMA - INTERDITADO', 'JOSE LIMA', 'interdicted'],
  ['JOSE LIMA-INTERDITADO', 'JOSE LIMA', 'interdicted'],
  ['RITA LIMA (CURATELADA)', 'RITA LIMA', 'interdicted'],
  ['BIA LIMA (MENOR)', 'BIA LIMA', 'minor'],
  ['BIA LIMA - MENOR IMPÚBERE', 'BIA LIMA', 'minor'],
  // Dead and interdicted before: the graver one.
  ['ANA MOURA FALECIDA (INTERDITADA)', 'ANA MOURA', 'deceased'],
  ['FALECIDO', 'FALECIDO', 'deceased'],
] as const)('%s is %s, %s', ([text, name, status]) => {
  expect(splitNameStatus(text)).toEqual({ name, status })
})

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
