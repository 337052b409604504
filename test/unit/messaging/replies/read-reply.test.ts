// What a reply means beside plain words: buttons, labels, reply codes, wishes, and what is no text.
import { describe, expect, test } from 'vitest'
import { affirms, namesCode, readReply } from '#src/messaging/replies/read-reply.ts'
import { meaningOf, read, yesOrNo } from './asked.ts'

describe('a button', () => {
  test('is the option that it names, however strict the question is', () => {
    const strict = { ...yesOrNo, isStrict: true, code: '47', needsCode: true }
    const tap = (option: number) => readReply({ kind: 'button', option }, strict)
    expect(tap(1)).toStrictEqual({ meaning: 'yes', option: 1 })
    expect(tap(2)).toStrictEqual({ meaning: 'no', option: 2, optsOut: false })
    expect(tap(3)).toStrictEqual({ meaning: 'option', option: 3 })
  })
})

test.for(['reaction', 'voice', 'media'] as const)('a %s is unclear, by its name', (kind) => {
  expect(readReply({ kind }, yesOrNo)).toStrictEqual({ meaning: 'unclear', reason: kind })
})

test.for([
  'Curtiu “Acme: foi você? Responda 1 para SIM”',
  'Gostou de "Responda 1"',
  'Liked “Reply 1 for YES”',
  'Não gostou de “Acme: foi você?”',
])('%j is a reaction that a phone wrote out', (text) => {
  expect(read(text)).toStrictEqual({ meaning: 'unclear', reason: 'reaction' })
})

test.for([
  ['', 'empty'],
  [' ... ', 'empty'],
  ['sim?', 'question'],
  ['???', 'question'],
  ['quem é', 'question'],
  ['1 ou 2', 'both'],
  // Number one, or a no and a one.
  ['No. 1', 'both'],
  ['2 sim', 'both'],
  ['talvez', 'not-understood'],
  ['não entendi', 'not-understood'],
  ['\u0455im', 'disguised'],
] as const)('%j is unclear: %s', ([text, reason]) => {
  expect(read(text)).toStrictEqual({ meaning: 'unclear', reason })
})

describe('what is said after or before a question', () => {
  test.for([
    'Não fui eu. Quem é?',
    'quem é? não fui eu',
    'não fui eu, o que aconteceu?',
    'não reconheço quem fez isso?',
    'não fui eu, ok?',
    'que compra? isso é golpe',
  ])('%j is a no', (text) => {
    expect(meaningOf(text)).toBe('no')
  })

  test.for(['isso é golpe?', 'não?', 'é fraude? quem fala?', 'vocês bloquearam?'])(
    '%j only asks',
    (text) => {
      expect(meaningOf(text)).toBe('unclear')
    },
  )
})

describe('não before understanding, managing, receiving, opening, remembering', () => {
  test.for([
    'não entendi',
    'n entendi nada',
    'não tô entendendo não',
    'não consigo abrir',
    'não recebi nada',
    'nao abriu o link',
    'não me lembro',
    'entendi não',
  ])('%j is no denial', (text) => {
    expect(meaningOf(text)).toBe('unclear')
  })

  test.for(['não entendi, não fui eu', 'não lembro, isso é golpe', 'não abri conta nenhuma'])(
    '%j is one',
    (text) => {
      expect(meaningOf(text)).toBe('no')
    },
  )
})

describe('a wish', () => {
  test('CANCELAR is a no to an open question, and else a wish to hear nothing more', () => {
    for (const text of ['CANCELAR', 'cancelar.', 'Cancel']) {
      expect(meaningOf(text)).toBe('no')
      expect(meaningOf(text, { isOpen: false })).toBe('opt-out')
    }
    expect(meaningOf('quero cancelar', { isOpen: false })).toBe('no')
  })

  test('is one without any question', () => {
    expect(meaningOf('SAIR', { options: [], isOpen: false })).toBe('opt-out')
    expect(meaningOf('voltar', { options: [], isOpen: false })).toBe('opt-in')
    expect(meaningOf('cancelar', { options: [] })).toBe('opt-out')
  })

  test('is kept beside a no, which it does not hide', () => {
    expect(read('não fui eu, parem')).toStrictEqual({ meaning: 'no', option: 2, optsOut: true })
    expect(read('não, pare de me mandar mensagem')).toMatchObject({ meaning: 'no', optsOut: true })
    expect(read('golpe')).toMatchObject({ meaning: 'no', optsOut: false })
    expect(meaningOf('não quero mais receber mensagens')).toBe('opt-out')
  })

  test('is neither asked for nor said beside a yes', () => {
    for (const text of ['sair?', 'sim, pare', 'vou sair agora']) {
      expect(meaningOf(text)).toBe('unclear')
    }
  })

  test('a label of the question comes first', () => {
    const options = [
      { option: 1, label: 'Ficar' },
      { option: 2, label: 'Sair' },
    ]
    expect(read('sair', { options })).toMatchObject({ option: 2 })
  })
})

test('who is the wrong person denies nothing, unless there is fraud or the number of the no', () => {
  expect(meaningOf('não fui eu, número errado')).toBe('wrong-person')
  expect(meaningOf('número errado, isso é golpe')).toBe('no')
  for (const text of ['não sou o dono do cartão', 'não sou a pessoa que fez', 'não sou o titular'])
    expect(meaningOf(text)).toBe('no')
})

describe('labels', () => {
  const labelled = (yes: string, no: string) => ({
    options: [
      { option: 1, label: yes },
      { option: 2, label: no },
    ],
  })

  test('say themselves which option is the yes, whatever their order', () => {
    const turned = labelled('Não fui eu', 'Sim, fui eu')
    expect(read('sim', turned)).toStrictEqual({ meaning: 'yes', option: 2 })
    expect(read('1', turned)).toMatchObject({ meaning: 'no', option: 1 })
    expect(affirms(2, turned, 'pt')).toBe(true)
    expect(affirms(1, turned, 'pt')).toBe(false)
  })

  test('any labels work where the template names the yes', () => {
    const named = { ...labelled('Rever', 'Aprovar compra'), yes: 2 }
    for (const text of ['Aprovar compra', 'oi, aprovar compra', 'sim', '2', 'confirmo'])
      expect(read(text, named)).toStrictEqual({ meaning: 'yes', option: 2 })
    for (const text of ['rever', 'quero rever isso', 'não', '1', 'golpe'])
      expect(read(text, named)).toMatchObject({ meaning: 'no', option: 1 })
  })

  test('a yes that has a word of no is taken by number and label alone, a denial stays one', () => {
    const named = { ...labelled('Cancelar', 'Manter'), yes: 1 }
    for (const text of ['Cancelar', 'CANCELAR', '1']) expect(meaningOf(text, named)).toBe('yes')
    for (const text of ['cancela', 'sim', 'quero cancelar', 'ok'])
      expect(meaningOf(text, named)).toBe('unclear')
    for (const text of ['não', 'não fui eu', 'golpe', 'manter', '2'])
      expect(meaningOf(text, named)).toBe('no')
  })

  test('that are no yes and no are understood by number and label alone', () => {
    const places = labelled('Loja', 'Casa')
    expect(read('loja!', places)).toStrictEqual({ meaning: 'option', option: 1 })
    expect(read('2', places)).toStrictEqual({ meaning: 'option', option: 2 })
    expect(meaningOf('não', places)).toBe('unclear')
    expect(meaningOf('número errado', places)).toBe('wrong-person')
    expect(affirms(1, places, 'pt')).toBeUndefined()
  })
})

describe('a reply code', () => {
  const coded = { code: '47', needsCode: true }

  test.for([
    '47 1', '471', '47-sim', '４７ １', '1 47', '47: 1', '47.1', '47/1', 'oi, código 47 sim',
  ])('%j is a yes to question 47', (text) => {
    expect(meaningOf(text, coded)).toBe('yes')
    expect(namesCode(text, '47', yesOrNo, 'pt')).toBe(true)
  }) // prettier-ignore

  test.for(['1', '47', 'sim', '4 7 1', '', '147', 'paguei 47 reais ontem', '47 47'])(
    '%j does not name it',
    (text) => {
      expect(namesCode(text, '47', yesOrNo, 'pt')).toBe(false)
    },
  )

  test('a yes without it counts where it need not be there, a no always', () => {
    expect(meaningOf('sim', { code: '47' })).toBe('yes')
    expect(read('sim', coded)).toStrictEqual({ meaning: 'unclear', reason: 'no-code' })
    expect(read('1', { code: '47', isStrict: true })).toMatchObject({ reason: 'no-code' })
    for (const text of ['não', '47 não', '2', '472', 'golpe 47'])
      expect(meaningOf(text, coded)).toBe('no')
  })
})

describe('in other languages', () => {
  test.for([
    ['en', 'yes, that was me, thanks', 'yes'],
    ['en', "yes but it wasn't me", 'no'],
    ['en', 'I did not', 'no'],
    ['en', "I don't understand", 'unclear'],
    ['en', "I'm not John", 'wrong-person'],
    ['en', 'stop texting me', 'opt-out'],
    ['en', 'sim', 'yes'],
    ['en', 'não fui eu', 'no'],
    ['es', 'sí, fui yo', 'yes'],
    ['es', 'si pero no fui yo', 'no'],
    ['es', 'me robaron', 'no'],
    ['es', 'Roberto', 'unclear'],
    ['es', 'no entiendo', 'unclear'],
    ['es', 'número equivocado', 'wrong-person'],
    ['pt', 'yes', 'yes'],
    ['pt', 'no', 'no'],
    ['pt', 'fui no banco ontem', 'unclear'],
    ['pt', 'not me', 'no'],
  ] as const)('%s %j is %s', ([language, text, meaning]) => {
    expect(meaningOf(text, { language })).toBe(meaning)
  })
})
