// Whether two texts are the same document, CPF or CNPJ, however each is written. Pure.
import { cnpjCheckDigitsHold, cpfCheckDigitsHold } from '#src/platform/check-digits.ts'
import { unknownValue } from './optional.ts'

/**
 * Punctuation and leading zeros are ignored. Throws UnknownValue where one of them is no complete document (masked,
 * cut, wrong check digits), or may be either a CPF or a CNPJ and the answer depends on which.
 */
export function isSameDocument(one: string, other: string): boolean {
  const [readings, others] = [readingsOf(one), readingsOf(other)]
  if (readings.length === 0 || others.length === 0) throw unknownValue
  if (!readings.some((each) => others.includes(each))) return false
  if (readings.length + others.length > 2) throw unknownValue
  return true
}

const cpfLength = 11
const cnpjLength = 14
const cpfForm = /^\d{3}\.\d{3}\.\d{3}-\d\d$/
const cnpjForm = /^[0-9A-Z]{2}\.[0-9A-Z]{3}\.[0-9A-Z]{3}\/[0-9A-Z]{4}-\d\d$/

/** The complete documents that a text may mean: digits without their leading zeros may be a CPF or a CNPJ. */
function readingsOf(text: string): string[] {
  const given = text.trim().toUpperCase()
  const bare = given.replaceAll(/[.\-/]/g, '')
  if (cpfForm.test(given)) return cpfCheckDigitsHold(bare) ? [bare] : []
  if (cnpjForm.test(given)) return cnpjCheckDigitsHold(bare) ? [bare] : []
  if (!/^[0-9A-Z.\-/]+$/.test(given) || bare === '' || bare.length > cnpjLength) return []
  if (bare.length < cnpjLength && /\D/.test(bare)) return []
  const cpf = bare.padStart(cpfLength, '0')
  const cnpj = bare.padStart(cnpjLength, '0')
  return [
    ...(bare.length <= cpfLength && cpfCheckDigitsHold(cpf) ? [cpf] : []),
    ...(cnpjCheckDigitsHold(cnpj) ? [cnpj] : []),
  ]
}
