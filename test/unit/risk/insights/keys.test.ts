import { describe, expect, test } from 'vitest'
import { addressKeys } from '#src/risk/insights/keys.ts'

const keysOf = (number: string, complement?: string): string[] =>
  addressKeys({ address: { zipCode: '01310-100', number, ...(complement && { complement }) } })

describe('an address', () => {
  test.for(['1000', '01000', 'nº 1.000', 'N. 1000', ' 1000 ', 'número 1000', 'No 1 000'])(
    'is one building, however its number is written: %s',
    (number) => {
      expect(keysOf(number)).toEqual(['01310100:1000'])
    },
  )

  test.for(['Apto 12', 'AP. 12', 'apartamento 12', 'apt.012', 'Ap 12'])(
    'is one flat, however it is written: %s',
    (complement) => {
      expect(keysOf('1000', complement)).toEqual(['01310100:1000', '01310100:1000:AP12'])
    },
  )

  test.for([
    ['1000', '1001'],
    ['1000', '1000A'],
    ['1000', '100'],
    ['s/n', '1000'],
  ] as const)('with another number is another: %s, %s', ([one, other]) => {
    expect(keysOf(one)).not.toEqual(keysOf(other))
  })

  test.for([
    ['Apto 12', 'Apto 13'],
    ['Apto 12', 'Sala 12'],
    ['Bloco A ap 12', 'Bloco B ap 12'],
  ] as const)('with another flat is another: %s, %s', ([one, other]) => {
    expect(keysOf('1000', one)).not.toEqual(keysOf('1000', other))
  })
})
