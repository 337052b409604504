// For each rule that takes a text for a yes, what must not be taken for one.
import { describe, expect, test } from 'vitest'
import { meaningOf, yesOrNo } from './asked.ts'

const rules: Readonly<Record<string, readonly string[]>> = {
  'a word of yes': [
    'sim, é golpe',
    'sim não fui eu',
    'sim?',
    'sim, bloqueia',
    'sim, mas quem fala',
    'sim ou não',
    'sim se for a de ontem',
    'sim, foi meu filho',
    'confirmo depois',
    'acho que sim',
    'fui obrigado a dizer sim',
    'autorizo só a primeira',
    'confirmo o cancelamento',
    'já confirmo',
    'sim fui obrigado',
  ],
  'a word of assent with a greeting': [
    'ok?',
    'ok vou verificar',
    'certo, um momento',
    'certo ou errado',
    'claro que não',
    'claro kkk',
    'isso é golpe',
    'isso para',
    'está certo isso',
    'ok, qual valor',
    'certo 🤔',
    'minha conta é claro',
    'liberar meu cartão',
    'pode liberar minha conta',
    'confirma minha conta',
    'está claro',
  ],
  'a word that only says yes alone': [
    'oi beleza',
    'e aí, beleza',
    'pode ser',
    'pode me ligar',
    'pode bloquear',
    'fiz 1',
    'pedi 1',
    'pedi isso ontem',
    'fiz a conta',
    'ok fui',
    'pode não',
    'comprei nada',
    'solicitei acesso hoje',
    'eu pedi um cartão',
    'certeza isso',
  ],
  'the number of the yes': [
    '1?',
    '12',
    '11',
    '1 ou 2',
    '1 e 2',
    '1/2',
    '1,50',
    '1+1',
    'R$ 1',
    '1%',
    '1 real',
    '1ª vez',
    '1 minuto',
    '1 golpe',
    '1 não',
    'só 1',
    '1⃠',
    '½',
  ],
  'a number and what stands beside it': [
    '1 para 2',
    '1 para não',
    '1 compra',
    '1 amigo',
    '1 abraço',
    '1 é não',
    'opção 1 não',
    'opção 1 ou opção 2',
    'número 1 errado',
    'foi 1 amigo',
    '1 a',
  ],
  'a number in letters': [
    'um abraço',
    'um bom dia',
    'um momento',
    'um amigo',
    'um pix',
    'um ou dois',
    'um?',
    'foi um engano',
    'reconheço um',
    'um golpe',
    'uma',
  ],
  'what may stand beside a yes': [
    'minha compra',
    'foi ontem',
    'essa conta',
    'agora',
    'sim, a outra compra',
    'sim, essa não',
    'sim, foi minha esposa',
    'reconheço 1',
    'fui eu e minha esposa',
    'fui eu no mercado',
    'sim, só uma',
  ],
  'who is spoken to': [
    'fui eu e o amigo',
    'sim foi o amigo',
    'moça',
    'senhor',
    'amigo',
    '1 senhora',
    'foi a moça',
    'sim, foi um amigo',
    'gente',
    'meu bem',
    'fui eu e a gente',
  ],
  greetings: [
    'oi',
    'bom dia',
    'obrigado',
    'tudo bem',
    'oi tudo certo',
    'por favor',
    'valeu',
    'de nada',
    'boa noite, obrigada',
    '🙏',
    '😊',
  ],
  'a sign': [
    '👍?',
    '👍👎',
    '👎',
    '🤔',
    '😂',
    '👍🤡',
    'sim❌',
    '✋',
    '👍 golpe',
    '🇧🇷',
    '❤️',
    '✅❌',
  ],
  'letters that only look so': [
    '\u0455\u0456\u043c',
    's\u0131m',
    '\u202emis',
    '~sim~',
    's\u0336i\u0336m\u0336',
    'sim\u200bnão',
    's1m',
    'sim\u202eo\u00e3n',
    's i m n ã o',
    'sim nã0',
    'sim g0lpe',
  ],
}

describe.for(Object.entries(rules))('%s', ([, texts]) => {
  test.for(texts)('%j is no yes', (text) => {
    expect(meaningOf(text)).not.toBe('yes')
  })
})

const ownLabels = {
  options: [
    { option: 1, label: 'Aprovar compra' },
    { option: 2, label: 'Rever' },
  ],
  yes: 1,
}

test.for([
  'aprovar compra?',
  'aprovar compra ou rever',
  'rever',
  'aprovar compra não',
  'não aprovar compra',
  'aprovar compra golpe',
  'aprovar outra compra',
  'compra',
  'aprovar compra 2',
  'aprovar compra depois',
])('%j is no yes where that is a label of its own', (text) => {
  expect(meaningOf(text, ownLabels)).not.toBe('yes')
})

test.for([
  '48 1',
  '47',
  '1',
  'sim',
  '47 47 1',
  '47 2',
  '4 7 1',
  '147',
  '47 não',
  '47 1?',
  '4711',
  '47 1 2',
  '47 reais sim',
])('%j is no yes to question 47', (text) => {
  expect(meaningOf(text, { code: '47', needsCode: true })).not.toBe('yes')
})

test.for([
  '1 sim',
  'sim, obrigado',
  'simm',
  's',
  'ok',
  '👍',
  'confirmo',
  'fui eu',
  '1 1',
  'Sim?',
  'bom dia 1',
  'opção 1',
])('%j is no yes to a strict question', (text) => {
  expect(meaningOf(text, { isStrict: true })).not.toBe('yes')
})

test.for(['1 obrigado', 'sim', 'ok', 'casa e loja', '3', 'loja?', '1 2', 'Lojas', 'a loja', 'um'])(
  '%j is no option where options are no yes and no',
  (text) => {
    const options = [
      { option: 1, label: 'Loja' },
      { option: 2, label: 'Casa' },
    ]
    expect(meaningOf(text, { ...yesOrNo, options })).toBe('unclear')
  },
)
