// Numbers of Brazil against vectors of public sources and of validators in use.
import { describe, expect, test } from 'vitest'
import { toCnae, plateFormatOf, isGeneralZip, toZip } from '#src/risk/numbers/codes.ts'
import {
  cnhHolds,
  cnsHolds,
  pisHolds,
  rgOfSaoPauloHolds,
  renavamHolds,
  voterTitleHolds,
} from '#src/risk/numbers/documents.ts'
import { findState, stateOfZip, states, statesOfAreaCode } from '#src/risk/numbers/states.ts'
import { cnpjCheckDigitsHold, cpfCheckDigitsHold } from '#src/platform/check-digits.ts'

type Holds = (number: string) => boolean
const vectors: readonly [string, Holds, readonly string[], readonly string[]][] = [
  [
    'CPF',
    cpfCheckDigitsHold,
    ['52998224725', '39053344705', '11144477735', '00000000191'],
    ['23100299900', '12345678900', '11111111111', '5299822472', '5299822472５'],
  ],
  [
    'CNPJ',
    cnpjCheckDigitsHold,
    [
      '12ABC34501DE35',
      '11222333000181',
      '19131243000197',
      '00000000000191',
      'ZZZZZZZZ000191',
      'A1B2C3D4000193',
    ],
    ['12ABC34501DE53', '00000000000000', '12abc34501de35'],
  ],
  [
    'voter title',
    voterTitleHolds,
    ['217633460930', '3244567800167', '731464990116', '427503590213'],
    ['427503840223', '217633462930', '', '21763346093', '2176334609301'],
  ],
  [
    'RENAVAM',
    renavamHolds,
    ['639884962', '00639884962', '14466766823', '71199648424'],
    ['71199648420', '00000000000'],
  ],
  [
    'PIS',
    pisHolds,
    ['97965476467', '01542949618', '12038619494', '17033259504'],
    ['12056412547', '09325649278', '11111111111', '1203861949'],
  ],
  [
    'CNH',
    cnhHolds,
    // The second one's first remainder is ten.
    ['62472927637', '04463004100'],
    ['62472927638', '62472927647', '04463004110', '11111111111', '6247292763', '6247292763X'],
  ],
  [
    'CNS',
    cnsHolds,
    ['700000000000005', '144082627260004'],
    ['700000000000006', '000000000000000', '300000000000005', '70000000000000'],
  ],
  [
    'RG of São Paulo',
    rgOfSaoPauloHolds,
    ['312031312', '246781312', '10000006X'],
    ['312031313', '100000060'],
  ],
]

describe.for(vectors)('%s', ([, holds, good, bad]) => {
  test('holds', () => expect(good.filter((one) => !holds(one))).toEqual([]))
  test('does not hold', () => expect(bad.filter((one) => holds(one))).toEqual([]))
})

test.for([
  ['abc-1234', 'old'],
  ['XYZ0987', 'old'],
  ['ABC1C34', 'mercosul'],
  ['ABC12C4', undefined],
  ['ABCD123', undefined],
  ["ABC1234'; drop table sighting", undefined],
] as const)('plate %s', ([plate, format]) => {
  expect(plateFormatOf(plate)).toBe(format)
})

test.for([
  ['69399000', 'RR'],
  ['69400000', 'AM'],
  ['72800000', 'GO'],
  ['73000000', 'DF'],
  ['73700000', 'GO'],
  ['76800000', 'RO'],
  ['01000000', 'SP'],
  ['00999999', undefined],
  ['78900000', undefined],
  ['78999999', undefined],
] as const)('postal code %s is of %s', ([zip, state]) => expect(stateOfZip(zip)?.code).toBe(state))

test('the ranges of postal codes do not overlap', () => {
  const ranges = states.flatMap(({ zips }) => zips).toSorted(([a], [b]) => a - b)
  const touching = ranges.filter(([from], index) => from <= (ranges[index - 1]?.[1] ?? 0))
  expect(touching).toEqual([])
})

test('there are 27 states, 67 area codes, and one voter code for each', () => {
  expect(states).toHaveLength(27)
  expect(new Set(states.flatMap(({ areaCodes }) => areaCodes)).size).toBe(67)
  expect(new Set(states.map(({ titleCode }) => titleCode)).size).toBe(27)
  expect(statesOfAreaCode(61).map(({ code }) => code)).toEqual(['DF', 'GO'])
})

test('a state is found by its code and its name', () => {
  expect(['sp', 'São Paulo', 'SAO PAULO', ' Sp '].map((one) => findState(one)?.code)).toEqual(
    Array(4).fill('SP'),
  )
  expect(findState('__proto__')).toBeUndefined()
})

test('a postal code has eight digits', () => {
  expect(toZip('01310-100')).toBe('01310100')
  expect(['0131010', '01310--100', '0131a100', ''].map(toZip)).toEqual(Array(4).fill(undefined))
  expect([isGeneralZip('69300000'), isGeneralZip('01310100')]).toEqual([true, false])
})

test('an activity has seven digits, the first of which may be lost', () => {
  expect(['0111-3/01', '111301', '6201-5/01'].map(toCnae)).toEqual([
    '0111301',
    '0111301',
    '6201501',
  ])
  expect(['', '62', '0011301', '12345678', '620150A'].map(toCnae)).toEqual(Array(5).fill(undefined))
})
