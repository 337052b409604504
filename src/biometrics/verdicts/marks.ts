// Compares what a document shows in several places: print, machine-readable zone, codes and check digits. Pure.
import { compareDates } from '#src/journey/dates/compare-dates.ts'
import type { DocumentReading } from '#src/biometrics/engines/port.ts'
import { forGood } from '#src/biometrics/engines/rules.ts'
import { comparePersonNames } from '#src/journey/names/persons.ts'
import { cpfCheckDigitsHold } from '#src/platform/check-digits.ts'

/** A field that a document shows in two places with different values. */
export type Differing = 'number' | 'name' | 'birth' | 'expiry'

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '')
export const bornOn = ({ fields }: DocumentReading): string =>
  fields.dataNascimento.split('/').toReversed().join('-')

const areTwoNames = (one: string, other: string): boolean =>
  one !== '' && other !== '' && comparePersonNames(one, other).verdict === 'other'

/** Whether two known dates differ: an unknown or unlimited one contradicts nothing. */
const isOtherDay = (printed: string | undefined, inZone: string): boolean =>
  ![undefined, forGood].includes(printed) && !['', forGood, printed].includes(inZone)

/** A zone shows only two digits of the year (ICAO Doc 9303-3, 4.8), so the century is ignored. */
export const areBornApart = (day: string, inZone: string): boolean =>
  day !== '' && inZone !== '' && day.slice(2) !== inZone.slice(2)

/** The fields in which the zone differs from the print. */
export function differingByMrz(reading: DocumentReading): Differing[] {
  const { mrz, fields, expiresOn } = reading
  if (!mrz) return []
  return [
    ...(isOtherNumber(reading) ? ['number' as const] : []),
    ...(!mrz.isNameCut && areTwoNames(fields.nome, mrz.name) ? ['name' as const] : []),
    ...(areBornApart(bornOn(reading), mrz.bornOn) ? ['birth' as const] : []),
    ...(isOtherDay(expiresOn, mrz.expiresOn) ? ['expiry' as const] : []),
  ]
}

/** The zone of a CIN has the CPF, and that of a CNH the number of the licence. */
function isOtherNumber({ documentType, mrz, fields, licence }: DocumentReading): boolean {
  const number = digitsOf(mrz?.number ?? '')
  const cpf = digitsOf(fields.numeroCPF)
  if (number.length !== 11) return false
  if (documentType === 'CIN')
    return cpfCheckDigitsHold(number) && cpfCheckDigitsHold(cpf) && number !== cpf
  return documentType === 'CNH' && licence !== undefined && number !== licence
}

/** The fields in which a two-dimensional code differs from the print. */
export function differingByCode(reading: DocumentReading): Differing[] {
  const { code, fields } = reading
  if (!code) return []
  const [cpf, born] = [digitsOf(fields.numeroCPF), bornOn(reading)]
  const isOther = code.cpf !== undefined && cpfCheckDigitsHold(cpf) && code.cpf !== cpf
  return [
    ...(isOther ? ['number' as const] : []),
    ...(areTwoNames(fields.nome, code.name ?? '') ? ['name' as const] : []),
    ...(code.bornOn !== undefined && born !== '' && code.bornOn !== born ? ['birth' as const] : []),
  ]
}

/**
 * The algorithm of the traffic departments: weights from nine down, then from one up, less two if the first digit was
 * ten.
 */
export function licenceCheckDigitsHold(licence: string): boolean {
  if (!/^\d{11}$/.test(licence) || /^(\d)\1+$/.test(licence)) return false
  const rest = (weightAt: (at: number) => number) => {
    let sum = 0
    for (let at = 0; at < 9; at++) sum += Number(licence[at]) * weightAt(at)
    return sum % 11
  }
  const first = rest((at) => 9 - at)
  const second = rest((at) => 1 + at) - (first > 9 ? 2 : 0)
  const last = second < 0 ? second + 11 : second > 9 ? 0 : second
  return licence[9] === String(first > 9 ? 0 : first) && licence[10] === String(last)
}

/** A date with one misread digit counts as doubtful; a date from the zone may also be a century earlier. */
export function compareBirthdate(reading: DocumentReading, birthdate: string | undefined) {
  const { fields, mrz } = reading
  const day = fields.dataNascimento
  const before = `${day.slice(0, -4)}${Number(day.slice(-4)) - 100}`
  const days = mrz && bornOn(reading) === mrz.bornOn ? [day, before] : [day]
  return compareDates(birthdate?.slice(0, 10), days)
}
