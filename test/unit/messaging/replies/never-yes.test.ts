// For each rule that takes a text for a yes, what must not be taken for one.
import { describe, expect, test } from 'vitest'
import { meaningOf, readAnswers, yesOrNo } from './asked.ts'

type Never = { readonly rule: string; readonly text: string }

const rules = Object.groupBy(readAnswers<Never>('never-yes'), ({ rule }) => rule)

describe.for(Object.entries(rules))('%s', ([, texts = []]) => {
  test.for(texts.map(({ text }) => text))('%j is no yes', (text) => {
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
  '48 1', '47', '1', 'sim', '47 47 1', '47 2', '4 7 1', '147', '47 não', '47 1?', '4711',
  '47 1 2', '47 reais sim',
])('%j is no yes to question 47', (text) => {
  expect(meaningOf(text, { code: '47', needsCode: true })).not.toBe('yes')
}) // prettier-ignore

test.for([
  '1 sim', 'sim, obrigado', 'simm', 's', 'ok', '👍', 'confirmo', 'fui eu', '1 1', 'Sim?',
  'bom dia 1', 'opção 1',
])('%j is no yes to a strict question', (text) => {
  expect(meaningOf(text, { isStrict: true })).not.toBe('yes')
}) // prettier-ignore

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
