// What a typed text says: its first word or digit decides, and a no is never taken for a yes.
import fc from 'fast-check'
import { anyCharacter } from '#test/support/arbitrary/any-text.ts'
import { describe, expect, test } from 'vitest'
import { type Answer, isAlsoNo, readAnswer } from '#src/messaging/challenges/replies/answers.ts'

const options = [
  { option: 1, label: 'Sim' },
  { option: 2, label: 'Não' },
]

const table: readonly (readonly [Answer | undefined, readonly string[]])[] = [
  [1, ['1', ' 1 ', '1.', '1️⃣', '１', 'sim', 'SIM!', 'Sim', 's', 'Yes', 'y', 'ok', '"1"', '1sim']],
  [1, ['01', 'opção 1', 'Option 1', 'número 01', 'opção 1 sim']],
  [2, ['02', 'opção 2', 'naum']],
  [1, ['1 SIM', '1 para SIM', '1 - sim', 'Sim, fui eu', 'sim fui eu mesmo', 'fui eu', 'eu fui']],
  [1, ['confirmo', 'Confirmo sim', 'reconheço', 'autorizo', '👍', '👍🏽', 'Sim 👍', '✅', 'isso']],
  [2, ['2', 'não', 'NÃO', 'nao', 'Não.', 'n', 'no', '2)', 'na\u0303o', '2 não', '2 para NAO']],
  [2, ['NÃO FUI EU', 'não reconheço', 'Eu não reconheço', 'nao autorizo', '👎', '❌', 'golpe!']],
  [2, ['CANCELAR', 'cancela', 'Cancele isso', 'cancel', 'desconheço', 'not me', 'não, ok?']],
  ['opt-out', ['STOP', 'stop', 'Pare', 'parar', 'sair', 'UNSUBSCRIBE', 'stopall', 'Descadastrar']],
  ['opt-in', ['START', 'voltar', 'unstop']],
  [
    undefined,
    [
      '',
      '  ',
      '3',
      '12',
      'sim não',
      'talvez',
      'constructor',
      '1 2',
      '1 ou 2?',
      '11',
      '001',
      '10',
      'opção',
      'opção 3',
      'opção 1 não',
    ],
  ],
  [undefined, ['1 não', '2 sim', 'sim, não fui eu', 'fui eu não', 'pare de me ligar', '👍👎']],
]

describe('an answer to yes or no', () => {
  const cases = table.flatMap(([answer, texts]) => texts.map((text) => [text, answer] as const))

  test.for(cases)('%j is %s', ([text, answer]) => {
    expect(readAnswer(text, options)).toBe(answer)
  })

  test('goes by what the labels mean, not by their order', () => {
    const turned = [
      { option: 1, label: 'Não fui eu' },
      { option: 2, label: 'Sim, fui eu' },
    ]
    for (const text of ['SIM', 'sim!', 'confirmo', '👍', 's'])
      expect(readAnswer(text, turned)).toBe(2)
    for (const text of ['NÃO', 'não reconheço', 'cancelar', '👎', 'não fui eu'])
      expect(readAnswer(text, turned)).toBe(1)
    expect(readAnswer('1', turned)).toBe(1)
    expect(readAnswer('1 sim', turned)).toBeUndefined()
    expect(readAnswer('2 sim', turned)).toBe(2)
  })

  test('a yes and no in one text is never a yes, whatever stands around them', () => {
    const word = fc.constantFrom('sim', 'ok', 'fui', 'eu', 'não', 'nunca', '1', 'banco', '👍')
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), (words) => {
        fc.pre(words.includes('não') || words.includes('nunca'))
        expect(readAnswer(words.join(' '), options)).not.toBe(1)
      }),
    )
  })
})

describe('an answer to anything else', () => {
  const asked = [
    { option: 1, label: 'Azul' },
    { option: 2, label: 'Verde' },
    { option: 3, label: 'Falar com alguém' },
  ]

  test('is a digit or a label, and no word for yes or no', () => {
    expect(readAnswer('3', asked)).toBe(3)
    expect(readAnswer('2 verde', asked)).toBe(2)
    expect(readAnswer('falar com alguem', asked)).toBe(3)
    for (const text of ['sim', 'não', '👍', 'ok']) expect(readAnswer(text, asked)).toBeUndefined()
    expect(readAnswer('CANCELAR', asked)).toBe('opt-out')
  })

  test('a label of the question goes before the usual words', () => {
    const own = [
      { option: 1, label: 'Não, cancele' },
      { option: 2, label: 'OK' },
      { option: 3, label: 'Sair' },
    ]
    expect(readAnswer('nao cancele', own)).toBe(1)
    expect(readAnswer('ok', own)).toBe(2)
    expect(readAnswer('sair', own)).toBe(3)
  })
})

test('CANCELAR is a wish to hear nothing more where no question is open', () => {
  expect(readAnswer('CANCELAR', options, false)).toBe('opt-out')
  expect(readAnswer('cancel')).toBe('opt-out')
  expect(isAlsoNo('Cancelar!')).toBe(true)
  expect(isAlsoNo('SAIR')).toBe(false)
})

test('any text gives an answer or none, and never fails', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 300 }), (text) => {
      expect([1, 2, 'opt-out', 'opt-in', undefined]).toContain(readAnswer(text, options))
    }),
  )
})
