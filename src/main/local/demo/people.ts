// Invented people of the demo. Each has its own number, address and phone, because limits count these over all
// transactions.
import { randomInt } from 'node:crypto'
import { cpfCheckDigitsHold } from '#src/platform/check-digits.ts'

export type Person = {
  readonly documentType: 'CPF'
  readonly document: string
  readonly name: string
  readonly birthdate: string
  readonly email: string
  readonly phone: {
    readonly countryCode: number
    readonly areaCode: number
    readonly number: number
  }
}

/**
 * `ending`: the four digits before the check digits, which choose the answers of registries and lists in the sandbox
 * (docs, the sandbox).
 */
export function inventPerson(name: string, ending = '0001'): Person {
  const some = randomInt(100_000, 1_000_000)
  return {
    documentType: 'CPF',
    document: makeCpf(`${randomInt(10_000, 100_000)}${ending}`),
    name,
    birthdate: '1990-05-17',
    email: `${name.split(' ')[0]?.toLowerCase()}.exemplo${some}@example.com`,
    // The last four digits select the outcome in the sandbox; 5678 is an ordinary number.
    phone: {
      countryCode: 55,
      areaCode: 11,
      number: 900_000_000 + (some % 10_000) * 10_000 + 5_678,
    },
  }
}

function makeCpf(first: string): string {
  for (let last = 0; last < 100; last += 1) {
    const cpf = `${first}${String(last).padStart(2, '0')}`
    if (cpfCheckDigitsHold(cpf)) return cpf
  }
  throw new Error('no check digits hold')
}
