import { expect, test } from 'vitest'
import { comparePersonNames, readPersonName } from '#src/journey/names/persons.ts'

test.for([
  ['Maria Aparecida da Silva', 'MARIA APARECIDA SILVA', 'same', []],
  ['SILVA, João Pedro da', 'João Pedro da Silva', 'same', []],
  ['SOUZA FERNANDO HENRIQUE', 'Fernando Henrique Souza', 'same', []],
  ['Dr. Drauzio Meira Castilho', 'Drauzio Meira Castilho', 'same', []],
  ['Vitor Castelo Branco', 'VITOR CASTELOBRANCO', 'same', []],
  ['Thiago Ferreira', 'Tiago Fereira', 'same', ['spelling']],
  ['Luiz Carlos Souza', 'LUIS CARLOS SOUSA', 'same', ['spelling']],
  ['João Pedro da Silva', 'JOAO P SILVA', 'same', ['initial']],
  ['Maria Eduarda Vasconcelos', 'MARIA EDUARDA VASCONCE', 'same', ['cut']],
  ['Ana Paula Souza', 'Ana Paula Souza Oliveira', 'same', ['surname-added']],
  ['Rodrigo Oliveira Prado', 'Rodrigo Oliveria Prado', 'same', ['spelling']],
  ['Rodrigo Monteiro Prado', 'Rodrigo Montero Prado', 'doubtful', ['surname-close']],
  ['Antônio Costa Júnior', 'ANTONIO COSTA JR', 'same', []],
  ['Kelly Xavier Felício', 'QUELI CHAVIER FELISIO', 'same', ['spelling']],
  ['Cláudia Regina Machado', 'Claudai Regina Machado', 'same', ['spelling']],
  ['Tatiane Cristina Assis', 'TATIANE CRISTINA ASSIS LIMA', 'same', ['surname-added']],
  ['José Eduardo Bastos', 'JOSE E BASTOS', 'same', ['initial']],
  ["Leila d'Oliveira Prates", 'LEILA DE OLIVEIRA PRATES', 'same', []],
  ['Miriam Goldberg Leitão', 'MIRIAM LEITAO', 'same', ['surname-added']],
  ['Ana Paula Zanin Motta', 'ANA PAULA MOTTA ZANIN', 'same', []],
  // Each alone could be another's: the given names, or the surnames, in another order.
  ['Rosa Ana Zanin Motta', 'Ana Rosa Zanin Motta', 'doubtful', ['word-order']],
  ['Rita Zanin Motta', 'Rita Motta Zanin', 'doubtful', ['word-order']],
  // Heard alike, and both exist.
  ['Lúcia Zanin Motta', 'Luzia Zanin Motta', 'other', ['first-name-differs']],
  ['Edilson Zanin Motta', 'Edislon Zanin Motta', 'same', ['spelling']],
  ['Jandira Lopes Cruz', 'Janira Lopes Cruz', 'other', ['first-name-differs']],
  ['Ana Souza', 'Ana Souza Oliveira', 'doubtful', ['surname-added', 'little-shared']],
  ['Ana Paula Souza Lima', 'Ana Paula Souza Costa', 'doubtful', ['surname-changed']],
  ['João Andrade Melo', 'João Pedro Andrade Melo', 'doubtful', ['given-name-added']],
  ['Pedro Andrade Melo', 'João Pedro Andrade Melo', 'doubtful', ['first-name-missing']],
  ['Patrica Souza Rocha', 'Patrícia Souza Rocha', 'doubtful', ['first-name-close']],
  ['Chico Moura Lins', 'Francisco Moura Lins', 'doubtful', ['first-name-short']],
  ['J P SILVA', 'João Pedro Silva', 'doubtful', ['first-name-short', 'initial']],
  ['João Souza Filho', 'JOAO SOUZA', 'doubtful', ['generation-missing']],
  ['Renan Zanetti Lobo', 'Renan Zanotti Lobo', 'doubtful', ['surname-close']],
  ['Cosme Damião Santos', 'Damião Cosme Santos', 'doubtful', ['word-order']],
  ['Ana Lima 12', 'Ana Lima', 'doubtful', ['numbers']],
  ['', 'Ana Lima', 'doubtful', ['unreadable']],
  ['Мария Иванова', 'Maria Ivanova', 'doubtful', ['transliterated']],
  // A Cyrillic а.
  ['Mаria Silva', 'Maria Silva', 'doubtful', ['transliterated']],
  ['Мария Иванова', 'Marina Ivanova', 'other', ['first-name-differs']],
  ['محمد درويشي', 'Muhammad Dervishi', 'doubtful', ['close-transliterated']],
  // Nothing was compared: one reading of several, or consonants.
  ['山田 太郎', 'Taro Yamada', 'doubtful', ['other-script']],
  ['Мария Иванова', 'МАРИЯ ИВАНОВА', 'same', []],
  ['王伟', '李娜', 'other', ['first-name-differs']],
  ['Aline Prado Pinto', 'Alice Prado Pinto', 'other', ['first-name-differs']],
  ['Adriano Souza Lima', 'Adriana Souza Lima', 'other', ['first-name-differs']],
  ['João Pedro Dias', 'João Paulo Dias', 'other', ['given-name-differs']],
  ['Ana Paula Ribeiro', 'Ana Paula Carvalho', 'other', ['no-shared-surname']],
  ['João Souza Filho', 'João Souza Neto', 'other', ['generation-differs']],
] as const)('%s and %s: %s', ([one, other, verdict, reasons]) => {
  const found = comparePersonNames(one, other)
  expect(found.verdict).toBe(verdict)
  expect(found.reasons).toEqual(expect.arrayContaining([...reasons]))
  expect(comparePersonNames(other, one)).toEqual(found)
})

test('a name is read once and compared often', () => {
  const [one, other] = ['SILVA, João Pedro da', 'JOAO P SILVA']
  expect(comparePersonNames(readPersonName(one), readPersonName(other))).toEqual(
    comparePersonNames(one, other),
  )
})

test('a text longer than any name is none, even its own', () => {
  const long = 'Maria Aparecida '.repeat(20)
  expect(comparePersonNames(long, long)).toEqual({ verdict: 'doubtful', reasons: ['unreadable'] })
  const grown = `Maria ${'ﷺ'.repeat(190)}`
  expect(comparePersonNames(grown, 'Maria Lima').verdict).not.toBe('same')
})

test('reasons quote nothing of a name', () => {
  const { reasons } = comparePersonNames('Ana Paula Souza', 'Ana P. Sousa Lima')
  expect(reasons).toEqual(['surname-added', 'little-shared', 'spelling', 'initial'])
})
