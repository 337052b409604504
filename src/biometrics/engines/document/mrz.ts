// Reads the machine-readable zone (ICAO Doc 9303, parts 3 to 5, eighth edition): three lines of 30 on a card, two of 44
// in a passport. Only its check digits make it credible, and they do not cover whether dates exist.
import { isCalendarDay } from '#src/journey/dates/calendar.ts'
import { toCountry } from '#src/journey/transaction/country-rules.ts'
import type { Mrz } from '../port.ts'
import { forGood } from '../rules.ts'
import { textOf } from './values.ts'
import { type Extent, extentOf, toRows, type Word } from './words.ts'

/** Undefined when no such lines were read, or a check digit is wrong. */
export const readMrz = (words: readonly Word[]): Mrz | undefined => readLines(linesOf(words))

export function readLines(lines: readonly string[]): Mrz | undefined {
  for (let at = 0; at < lines.length; at++) {
    const [first = '', second = '', third = ''] = lines.slice(at)
    const found = readPassport(first, second) ?? readCard(first, second, third)
    if (found) return found
  }
  return undefined
}

const linesOf = (words: readonly Word[]): string[] => rowsOf(words).map(({ line }) => line)

export type ZoneRow = { readonly line: string; readonly words: readonly Word[] }

/** The rows that may be lines of a zone, from top to bottom. */
export const rowsOf = (words: readonly Word[]): ZoneRow[] =>
  toRows(words)
    .map((row) => ({ line: clean(textOf(row)), words: row }))
    .filter(({ line }) => /^[A-Z0-9<]{26,46}$/.test(line) && line.includes('<'))

/** Whether there are lines that nothing but a zone looks like, even if check digits are wrong. */
export const showsZone = (words: readonly Word[]): boolean =>
  linesOf(words).filter((line) => line.includes('<<')).length > 1

/** Replaces `«` and `‹` by the filler `<`, for which they are often read. */
const clean = (text: string): string =>
  text.toUpperCase().replaceAll(/[«‹]/g, '<').replaceAll(/\s/g, '')

/** The part of the page that may hold a zone, by its rows with fillers; it is then read again as a zone. */
export function findZone(words: readonly Word[]): Extent | undefined {
  const rows = toRows(words).filter((row) => /[<«‹].*[<«‹]/.test(textOf(row)))
  return extentOf(rows.flat())
}

function readPassport(first: string, second: string): Mrz | undefined {
  if (!first.startsWith('P') || second.length < 40) return undefined
  const line = asDigits(fit(second, 44), [9, 10, 13, 20, 21, 28, 43, 44])
  const [number, birth, expires] = [line.slice(0, 9), line.slice(13, 19), line.slice(21, 27)]
  const personal = line.slice(28, 42)
  const holds =
    isChecked(number, line[9]) &&
    isChecked(birth, line[19]) &&
    isChecked(expires, line[27]) &&
    (isChecked(personal, line[42]) || (isEmpty(personal) && line[42] === '<')) &&
    isChecked(line.slice(0, 10) + line.slice(13, 20) + line.slice(21, 43), line[43])
  return holds
    ? toMrz('passport', { number, birth, expires, top: first, name: first.slice(5) })
    : undefined
}

function readCard(first: string, second: string, third: string): Mrz | undefined {
  if (!/^[IAC]/.test(first) || third === '') return undefined
  const middle = asDigits(fit(second, 30), [0, 7, 8, 15, 29, 30])
  const given = fit(first, 30)
  // Numbers of Brazilian cards consist of digits, while other countries' may have letters there.
  const asNumber = asDigits(given, [5, 14, 15, 18])
  const top = longNumber(given) === undefined && given.slice(2, 5) === 'BRA' ? asNumber : given
  const number = longNumber(top)
  const [birth, expires] = [middle.slice(0, 6), middle.slice(8, 14)]
  const holds =
    number !== undefined &&
    isChecked(birth, middle[6]) &&
    isChecked(expires, middle[14]) &&
    isChecked(
      top.slice(5) + middle.slice(0, 7) + middle.slice(8, 15) + middle.slice(18, 29),
      middle[29],
    )
  return holds ? toMrz('card', { number, birth, expires, top, name: third }) : undefined
}

/** A number of more than nine characters continues after a filler, with its check digit last (part 5, 4.2.2.1). */
function longNumber(line: string): string | undefined {
  const number = line.slice(5, 14)
  if (line[14] !== '<') return isChecked(number, line[14]) ? number : undefined
  const rest = line.slice(15).split('<')[0] ?? ''
  const whole = number + rest.slice(0, -1)
  return rest.length > 1 && isChecked(whole, rest.at(-1)) ? whole : undefined
}

/** Fillers in a row are often lost or doubled, so their number is adjusted to the line's length. */
function fit(line: string, length: number): string {
  const run = /<{2,}/.exec(line)
  if (line.length === length || !run) return line
  const fillers = run[0].length + length - line.length
  return fillers < 1 ? line : line.replace(run[0], '<'.repeat(fillers))
}

/** Replaces letters by the digits that they were read for, in ranges where only digits can stand. */
function asDigits(line: string, ranges: readonly number[]): string {
  const isNumber = (at: number) =>
    ranges.some((from, n) => n % 2 === 0 && at >= from && at < (ranges[n + 1] ?? from + 1))
  return line
    .split('')
    .map((one, at) => (isNumber(at) ? (digitFor[one] ?? one) : one))
    .join('')
}

const digitFor: Readonly<Record<string, string>> = {
  O: '0',
  D: '0',
  Q: '0',
  I: '1',
  L: '1',
  Z: '2',
  S: '5',
  G: '6',
  T: '7',
  B: '8',
}

const isEmpty = (text: string) => /^<*$/.test(text)

const weights = [7, 3, 1] as const

/** Digits count as they are, letters from 10, fillers nothing (part 3, 4.9). */
export function checkDigitOf(text: string): string {
  const sum = text
    .split('')
    .reduce(
      (all, one, at) => all + (one === '<' ? 0 : Number.parseInt(one, 36)) * (weights[at % 3] ?? 0),
      0,
    )
  return String(sum % 10)
}

const isChecked = (text: string, digit: string | undefined) => checkDigitOf(text) === digit

type Lines = Pick<Mrz, 'number'> & {
  birth: string
  expires: string
  top: string
  name: string
}

function toMrz(kind: Mrz['kind'], { number, birth, expires, top, name }: Lines): Mrz {
  const issuer = toCountry(top.slice(2, 5))
  // Ñ and Ü may stand as NXX and UXX (part 3, 6.A).
  const [surname = '', given = ''] = name.split('<<').map((part) =>
    part
      .replaceAll('<', ' ')
      .replaceAll(/(?<=[NU])XX/g, '')
      .trim(),
  )
  return {
    kind,
    number: number.replaceAll('<', ''),
    name: `${given} ${surname}`.trim(),
    ...(issuer !== undefined && { issuer }),
    bornOn: toBirth(birth),
    expiresOn: isEmpty(expires) ? forGood : toEnd(expires),
    ...(!name.endsWith('<') && { isNameCut: true }),
  }
}

/** The century of a two-digit year: nobody is born in the future. Unknown parts stand as fillers (part 3, 4.8). */
function toBirth(digits: string): string {
  const day = toDay(20, digits)
  return day === '' || day > today() ? toDay(19, digits) : day
}

/** Takes a year for one of the past century if it would otherwise be more than fifty years ahead. */
function toEnd(digits: string): string {
  const isOld = Number(digits.slice(0, 2)) > Number(today().slice(2, 4)) + 50
  return toDay(isOld ? 19 : 20, digits)
}

/** Empty when it is no day of the calendar. */
function toDay(century: number, digits: string): string {
  const day = `${century}${digits.slice(0, 2)}-${digits.slice(2, 4)}-${digits.slice(4)}`
  return isCalendarDay(day) ? day : ''
}

const today = () => new Date().toISOString().slice(0, 10)
