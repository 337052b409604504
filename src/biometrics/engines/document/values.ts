// Reads the value under a label, and validates it.
import type { Label } from './labels.ts'
import { forGood } from '../rules.ts'
import { distance, fold, heightOf, middleOf, toRows, type Word } from './words.ts'

/** The words under a label and within its column, at most `lines` rows. */
export function wordsUnder(
  label: Label,
  labels: readonly Label[],
  words: readonly Word[],
  lines = 1,
): Word[][] {
  const used = new Set(labels.flatMap((one) => one.words))
  const height = heightOf(label)
  const others = labels.filter((one) => one !== label)
  const right = rightBound(label, others) - 0.4 * height
  const below = others.filter(
    ({ x0, x1, y0 }) => y0 > label.y1 + 0.5 * height && x0 < right && x1 > label.x0 - height,
  )
  const furthest = label.y1 + height * (lines > 1 ? 6.5 : 3.4)
  const bottom = Math.min(furthest, ...below.map(({ y0 }) => y0))
  const inside = words.filter(
    (word) =>
      !used.has(word) &&
      middleOf(word) > label.y1 - 0.1 * height &&
      middleOf(word) < bottom &&
      word.x0 > label.x0 - 1.6 * height &&
      word.x0 < right &&
      heightOf(word) < 3.2 * height,
  )
  const rows = toRows(inside)
    .map((row) => connected(row, label))
    .filter((row) => row.some((word) => heightOf(word) > 0.7 * height))
    // Specks of the background are no value.
    .filter((row) => fold(textOf(row)).length > 1)
  return rows.slice(0, lines)
}

/**
 * The words that begin below the label and continue without a gap, because a code or the background may be beside them.
 */
function connected(row: readonly Word[], label: Label): Word[] {
  const height = heightOf(label)
  let end = label.x1 + 2 * height
  const gap = row.findIndex((word) => {
    const isApart = word.x0 > end
    end = Math.max(end, word.x1 + 3 * Math.max(height, heightOf(word)))
    return isApart
  })
  return gap === -1 ? [...row] : row.slice(0, gap)
}

/** The left edge of the next column; labels of the same column are about as high as this one. */
function rightBound(label: Label, others: readonly Label[]): number {
  const height = heightOf(label)
  const beside = others.filter(
    (one) => one.x0 > label.x1 + height && Math.abs(middleOf(one) - middleOf(label)) < 3.2 * height,
  )
  return Math.min(Infinity, ...beside.map(({ x0 }) => x0))
}

export const textOf = (row: readonly Word[]): string => row.map(({ text }) => text).join(' ')

/** Replaces letters by the digits that they are often misread for. */
const toDigits = (text: string): string =>
  text
    .replaceAll(/[OoQD]/g, '0')
    .replaceAll(/[lI|!]/g, '1')
    .replaceAll(/[Ss]/g, '5')
    .replaceAll('B', '8')

const particles = new Set(['DA', 'DE', 'DO', 'E', 'DI', 'DU'])

/** In capitals, without short pieces that are no part of a name but specks of the background. */
export const readName = (text: string): string =>
  text
    .toUpperCase()
    .replaceAll(/[^\p{L}'’ -]/gu, ' ')
    .split(/\s+/)
    .map((piece) => piece.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, ''))
    .filter((piece) => piece.length > 2 || particles.has(piece) || /^D['’]/.test(piece))
    .join(' ')

/** Reads dd/mm/yyyy; empty when it is no day of the calendar. */
export function readDate(text: string): string {
  const match = /(?<!\d)(\d{2})\D{0,2}(\d{2})\D{0,2}(\d{4})(?!\d)/.exec(toDigits(text))
  const [, day = '', month = '', year = ''] = match ?? []
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  const isReal = date.getUTCDate() === Number(day) && date.getUTCMonth() === Number(month) - 1
  return match && isReal && Number(year) > 1900 ? `${day}/${month}/${year}` : ''
}

/** Reads `yyyy-MM-dd`, or the last of all days when the document is valid for good; empty for any other text. */
export const readExpiry = (text: string): string =>
  /INDETERM|PERMANEN/.test(fold(text)) ? forGood : toIsoDate(readDate(text))

/** Turns dd/mm/yyyy into `yyyy-MM-dd`. */
export const toIsoDate = (date: string): string => date.split('/').toReversed().join('-')

/** As documents print it, 529.982.247-25; empty when there are no eleven digits. */
export function readCpf(text: string): string {
  const match = /(?<!\d)(\d{3})\D{0,2}(\d{3})\D{0,2}(\d{3})\D{0,2}(\d{2})(?!\d)/.exec(
    toDigits(text),
  )
  const [, a, b, c, check] = match ?? []
  return match ? `${a}.${b}.${c}-${check}` : ''
}

/** Whether the check digits are right; eleven equal digits pass them but are nobody's CPF. */
export function isCpf(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '')
  if (digits.length !== 11 || /^(\d)\1+$/.test(digits)) return false
  return [9, 10].every((count) => {
    let sum = 0
    for (let at = 0; at < count; at++) sum += Number(digits[at]) * (count + 1 - at)
    return ((sum * 10) % 11) % 10 === Number(digits[count])
  })
}

/** Reads the number of an identity card: digits and their separators. */
export function readRegister(text: string): string {
  const tokens = text.split(/\s+/).map((token) => (/\d{2}/.test(token) ? toNumber(token) : ''))
  return tokens.find((token) => token.replaceAll(/\D/g, '').length >= 5) ?? ''
}

const toNumber = (token: string) =>
  toDigits(token.replaceAll(/[xX]$/g, 'X'))
    .replaceAll(/[^0-9.X-]/g, '')
    .replaceAll(/^[.-]+|[.-]+$/g, '')

/** Reads eleven digits; empty for any other text. */
export function readLicence(text: string): string {
  const [found = ''] = /(?<!\d)\d{11}(?!\d)/.exec(toDigits(text)) ?? []
  return found
}

/** Reads twelve digits; empty for any other text. */
export function readVoter(text: string): string {
  const digits = toDigits(text).replaceAll(/\D/g, '')
  return digits.length === 12 ? digits : ''
}

const bodies = [
  'SSP', 'DETRAN', 'SESP', 'SJS', 'PC', 'PCMG', 'PM', 'SDS', 'SPTC', 'SEDS', 'SEJUSP', 'SECC',
  'ITEP', 'IFP', 'IIFP', 'IGP', 'IPF', 'DIC', 'DPF', 'DGPC', 'POLITEC', 'MRE', 'MD', 'CTPS', 'OAB',
  'CREA', 'CRM', 'SESDC', 'SSPDS',
] // prettier-ignore
const states = 'AC AL AP AM BA CE DF ES GO MA MT MS MG PA PB PR PE PI RJ RN RS RO RR SC SP SE TO'
const stateList = states.split(' ')

/** The body and the state that have issued a document: `SSP / SP`, `DETRAN RJ`. */
export function readIssuer(text: string): { readonly body: string; readonly state: string } {
  const tokens = text
    .toUpperCase()
    .split(/[^\p{L}]+/u)
    .map(fold)
    .flatMap(splitBody)
  const body = tokens.map(findBody).find((found) => found !== undefined) ?? ''
  const states = tokens.map(findState).filter((found) => found !== undefined && found !== body)
  return { body, state: states.at(-1) ?? '' }
}

/** Splits body and state, because the stroke between them is easily lost. */
const splitBody = (token: string): string[] => {
  const body = bodies.find((one) => token.startsWith(one) && findState(token.slice(one.length)))
  return body === undefined ? [token] : [body, token.slice(body.length)]
}

/** Also finds a state whose leading stroke was read as a letter. */
const findState = (token: string) =>
  stateList.find((state) => state === token || `I${state}` === token || `L${state}` === token)

/** Finds an issuing body even with one wrong letter; a short name must be equal. */
const findBody = (token: string) =>
  bodies.find((body) => body === token) ??
  (token.length >= 3
    ? bodies.find((body) => body.length > 3 && distance(body, token) <= 1)
    : undefined)

/** Reads `CITY - UF`, or the city alone; a state counts only at the end. */
export function readPlace(text: string): string {
  // A stroke is easily read as a letter and a stroke; no city ends like that.
  const read = text.trim().replace(/(?<=S)[IL|](?=\/)/i, '')
  const [, city = read, state = ''] = /^(.*\p{L})\W+(\p{L}{2})\W*$/u.exec(read) ?? []
  const isState = stateList.includes(fold(state))
  const name = readName(isState ? city : read)
  return isState && name !== '' ? `${name} - ${fold(state)}` : name
}
