// Forms in packs: what of them is refused, the schema of their answers, which answers fit, their cases, drawing, and what
// another version makes of a run.
import { expect, test } from 'vitest'
import { coverageOf } from '#src/packs/cases/coverage.ts'
import { runCase } from '#src/packs/cases/run.ts'
import type { PackCase } from '#src/packs/cases/schema.ts'
import { findUnsound } from '#src/packs/cases/sound.ts'
import { findUnofferedFaults } from '#src/packs/conditions/unoffered.ts'
import { AskStep as AskSchema } from '#src/packs/document/schema/ask-schema.ts'
import { answersSchemaOf, wordingIn } from '#src/packs/document/ask-fields.ts'
import { findFaults } from '#src/packs/document/faults/faults.ts'
import type { AskField, AskStep, Pack, Step } from '#src/packs/document/pack.ts'
import { drawPack } from '#src/packs/drawing/draw.ts'
import { fitResult } from '#src/packs/forms/fit.ts'
import { markOf, stepKey, withBrought } from '#src/packs/runs/evidence/evidence.ts'
import { bareVocabulary, evaluateOver, packOf } from '#test/support/packs/own-pack.ts'

const profile: AskStep = {
  kind: 'ask',
  id: 'profile',
  title: { pt: 'Sobre você', en: 'About you' },
  fields: [
    { name: 'occupation', type: 'text', label: 'Profissão', required: true },
    { name: 'income', type: 'money', label: 'Renda', required: true, min: 0 },
    { name: 'exposed', type: 'yes-no', label: 'Exposta', required: true },
    { name: 'purpose', type: 'choice', label: 'Uso', options: ['salary', { value: 'savings', label: 'Poupar' }] },
    { name: 'spouse', type: 'cpf', label: 'CPF do cônjuge' },
  ],
} // prettier-ignore
const verdict: Step = {
  kind: 'decide',
  id: 'verdict',
  rows: [
    { if: 'steps.profile.result.exposed', outcome: 'review', reason: 'exposed' },
    { unless: 'steps.profile.result.income >= 1000.0', outcome: 'review', reason: 'income-low' },
    { outcome: 'approved', reason: 'fine' },
  ],
}
const pack = packOf(profile, verdict)

test('a form is sound, and what of it cannot be stands at its place', () => {
  expect(findFaults(pack.root)).toEqual([])
  expect(findUnofferedFaults(pack, bareVocabulary)).toEqual([])
  const faultsOf = (...fields: readonly object[]) =>
    findFaults(packOf({ ...profile, fields: fields as AskField[] }).root).map(
      ({ pointer }) => pointer,
    )
  const text = { name: 'a', type: 'text', label: 'A' }
  const cases: readonly (readonly [readonly object[], string])[] = [
    [[text, text], '/steps/0/fields/1/name'],
    [[{ ...text, name: 'in' }], '/steps/0/fields/0/name'],
    [[{ ...text, name: 'with space' }], '/steps/0/fields/0/name'],
    [[{ ...text, type: 'choice' }], '/steps/0/fields/0/options'],
    [[{ ...text, options: ['x'] }], '/steps/0/fields/0/options'],
    [[{ ...text, type: 'choice', options: ['x', 'x'] }], '/steps/0/fields/0/options/1'],
    [[{ ...text, max: 5_000 }], '/steps/0/fields/0/max'],
    [[{ ...text, min: 0.5 }], '/steps/0/fields/0/min'],
    [[{ ...text, type: 'number', min: 9, max: 1 }], '/steps/0/fields/0/min'],
    [[{ ...text, type: 'date', min: 1 }], '/steps/0/fields/0/min'],
  ]
  for (const [fields, pointer] of cases) expect(faultsOf(...fields)).toEqual([pointer])
  expect(
    findFaults(packOf({ ...profile, deadlineSeconds: 32 * 86_400 }).root).map((one) => one.pointer),
  ).toEqual(['/steps/0/deadlineSeconds'])
})

test.each([
  ['a label of 4 000 letters', { label: 'x'.repeat(4_000) }],
  ['a label of no letter', { label: '  ' }],
  ['a label in no language', { label: {} }],
  ['a label in another language', { label: { fr: 'Nom' } }],
  ['a type that there is not', { type: 'html' }],
  ['a field that no form has', { pattern: '.*' }],
])('the schema refuses %s', (_name, change) => {
  const [first] = profile.fields
  const fields = [{ ...first, ...change }]
  expect(AskSchema.safeParse(profile).success).toBe(true)
  expect(AskSchema.safeParse({ ...profile, fields }).success).toBe(false)
})

test('the schema of the answers follows from the fields, and texts about the person are personal', () => {
  expect(answersSchemaOf(profile)).toEqual({
    type: 'object',
    properties: {
      occupation: { type: 'string', 'x-personal': true, maxLength: 1_000 },
      income: { type: 'number', minimum: 0 },
      exposed: { type: 'boolean' },
      purpose: { type: 'string', enum: ['salary', 'savings'] },
      spouse: { type: 'string', 'x-personal': true },
    },
    required: ['occupation', 'income', 'exposed'],
  })
  const personal = (['text', 'cpf', 'cnpj', 'phone', 'email', 'date', 'address'] as const).map(
    (type) =>
      answersSchemaOf({ ...profile, fields: [{ name: 'a', type, label: 'A' }] }).properties?.['a'],
  )
  expect(personal.every((one) => one?.['x-personal'])).toBe(true)
  expect(['pt', 'en', 'es'].map((one) => wordingIn(profile.title, one as 'pt'))).toEqual([
    'Sobre você',
    'About you',
    'Sobre você',
  ])
})

const fitted = (type: AskField['type'], value: unknown, more: Partial<AskField> = {}) => {
  const field = { name: 'a', type, label: 'A', required: true, ...more }
  const found = fitResult({ ...profile, fields: [field] }, { a: value })
  return found && 'value' in found ? found.value['a'] : found?.faults[0]?.detail
}

test.each<[AskField['type'], unknown, unknown]>([
  ['text', '  Médica  ', 'Médica'],
  ['text', '<b>x</b>', '<b>x</b>'],
  ['cpf', '529.982.247-25', '52998224725'],
  ['cnpj', '11.222.333/0001-81', '11222333000181'],
  ['phone', '(11) 98765-4321', '+5511987654321'],
  ['phone', '+351 912 345 678', '+351912345678'],
  ['phone', '011 3456-7890', '+551134567890'],
  ['email', 'ana@example.com', 'ana@example.com'],
  ['date', '1990-05-17', '1990-05-17'],
  ['money', 1234.56, 1234.56],
  ['money', 0, 0],
  ['number', -2.125, -2.125],
  ['yes-no', false, false],
])('%s takes %j as %j', (type, value, kept) => expect(fitted(type, value)).toBe(kept))

test.each<[AskField['type'], unknown]>([
  ['text', ''],
  ['text', '   '],
  ['text', 12],
  ['text', null],
  ['cpf', '52998224726'],
  ['cpf', '111.111.111-11'],
  ['cpf', 52998224725],
  ['cnpj', '11222333000182'],
  ['phone', '123'],
  ['phone', '+0 11 98765'],
  ['email', 'ana@'],
  ['date', '2026-02-30'],
  ['date', '17/05/1990'],
  ['money', 10.005],
  ['money', '10'],
  ['money', 1e13],
  ['number', Infinity],
  ['yes-no', 'yes'],
  ['yes-no', 1],
])('%s refuses %j', (type, value) => expect(fitted(type, value)).toMatch(/^(is|has) /))

test('a text of 4 000 letters and a choice that is not offered are refused, and all faults are said at once', () => {
  expect(fitted('text', 'x'.repeat(4_000))).toBe('has more than 1000 characters')
  expect(fitted('choice', 'other', { options: ['a'] })).toMatch(/none of the words/)
  const found = fitResult(profile, { occupation: 'x', income: 10.001, purpose: 'x', spouse: '1' })
  const places = found && 'faults' in found ? found.faults.map(({ pointer }) => pointer) : []
  expect(places.toSorted()).toEqual(['/exposed', '/income', '/purpose', '/spouse'])
})

const cases: readonly PackCase[] = [
  {
    name: 'plain',
    results: { profile: [{ occupation: 'x', income: 2_000, exposed: false }] },
    expect: { outcome: 'approved', ran: ['profile'] },
  },
  {
    name: 'exposed',
    results: { profile: [{ occupation: 'x', income: 2_000, exposed: true }] },
    expect: { reason: 'exposed' },
  },
  {
    name: 'poor',
    results: { profile: [{ occupation: 'x', income: 1, exposed: false }] },
    expect: { reason: 'income-low' },
  },
  {
    name: 'nobody answers',
    results: { profile: 'failed' },
    expect: { outcome: 'review', reason: 'exposed', status: 'partial' },
  },
]

test('cases answer forms as a person could, and cover them', async () => {
  const outcomes = await Promise.all(cases.map((one) => runCase(pack, one, bareVocabulary)))
  expect(outcomes.map(({ differences }) => differences)).toEqual([[], [], [], []])
  expect(
    coverageOf(
      pack.root,
      outcomes.map((one) => one.reached),
    ).missing,
  ).toEqual([])
  const odd = (given: object) =>
    findUnsound(pack, { name: 'odd', results: { profile: [given] }, expect: {} } as unknown as PackCase, bareVocabulary).map((one) => one.pointer) // prettier-ignore
  const whole = { occupation: 'x', income: 1, exposed: true }
  expect(odd(whole)).toEqual([])
  expect(odd({ ...whole, spouse: '12345678901' })).toEqual(['/results/profile/0/spouse'])
  expect(odd({ ...whole, other: 1 })).toEqual(['/results/profile/0/other'])
})

test('a drawing says how much is asked', () => {
  expect(drawPack(pack)).toContain('asks 5 fields')
  expect(drawPack(packOf({ ...profile, optional: true, deadlineSeconds: 3_600 }))).toContain(
    'asks 5 fields, within 1 h',
  )
})

async function tried(on: Pack) {
  const kept = withBrought(
    {
      turns: 2,
      results: { profile: [[markOf(1)]] },
      facts: {},
      events: [
        { turn: 1, key: 'profile@1', status: 'completed' },
        { turn: 2, key: '/steps/1', sections: { profile: [0, 'completed'] }, answer: [false] },
      ],
    },
    new Map([
      [stepKey('profile', 1), { value: { occupation: 'x', income: 5_000, exposed: false } }],
    ]),
  )
  return evaluateOver({ pack, kept }, on)
}

test('another version is tried on what was answered, however it words it, and never on another question', async () => {
  const reworded: AskStep = { ...profile, title: 'Other', deadlineSeconds: 60 }
  expect(await tried(packOf(reworded, verdict))).toMatchObject({ outcome: 'approved' })
  const [first, ...others] = profile.fields
  const wider: AskStep = {
    ...profile,
    fields: [{ ...first, required: false } as AskField, ...others],
  }
  expect(await tried(packOf(wider, verdict))).toMatchObject({
    missing: [{ step: 'profile', why: 'never-ran' }],
  })
})
