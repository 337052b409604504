// Fictitious people.
import { randomInt, randomUUID } from 'node:crypto'

export const addressOf = () => `${randomUUID()}@example.com`

/**
 * A fictitious person, different each time: limits count addresses over all transactions, and velocity reads the newest
 * 500 of each shared value.
 */
export function makePerson(local = `person-${randomUUID()}`) {
  const at = new Date(Date.UTC(1950, 0, 1) + randomInt(20_000) * 86_400_000)
  return {
    documentType: 'CPF',
    document: makeCpf(),
    name: `Ana ${makeName()} ${makeName()}`,
    birthdate: at.toISOString().slice(0, 10),
    email: `${local}@${randomUUID()}.example`,
    phone: { countryCode: 55, areaCode: 11, number: randomInt(910_000_000, 999_999_999) },
  }
}

const syllables = ['ba', 'ce', 'do', 'fi', 'lu', 'ma', 'ne', 'po', 'ri', 'su', 'ta', 've']
const makeName = () =>
  Array.from({ length: 4 }, () => syllables[randomInt(syllables.length)]).join('')

/** A CPF with valid check digits. */
function makeCpf(): string {
  const digits = Array.from({ length: 9 }, () => randomInt(10))
  for (const length of [9, 10]) {
    const sum = digits.reduce((total, digit, index) => total + digit * (length + 1 - index), 0)
    digits.push(((sum * 10) % 11) % 10)
  }
  return digits.join('')
}
