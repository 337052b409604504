// A date as far as somebody has listed it, which is often less than a day. In text it is EDTF, level 1 (Library of
// Congress, ISO 8601-2): `1970-05-17`, `1970-05`, `1970`, `1958/1963`, `1965~` (about), `1965?` (perhaps).
import { readDatePoint } from './date-point.ts'

export type ListedDate = {
  /** A day, a month of a year or a year, in the calendar of ISO 8601; equal where it is no range. */
  readonly from: string
  readonly to: string
  /** `perhaps`: of a source that writes other dates in the same way. */
  readonly certainty: 'plain' | 'about' | 'perhaps'
}

const marks = { plain: '', about: '~', perhaps: '?' } as const

export function writeListedDate({ from, to, certainty }: ListedDate): string {
  const mark = marks[certainty]
  return from === to ? `${from}${mark}` : `${from}${mark}/${to}${mark}`
}

const beforeAbout = /\b(?:circa|cca|ca?\.|ca|approx[a-z]*\.?|about|around|abt\.?|cerca de|por volta de|aproximadamente|vers|environ)(?= |\d|\)|$)|^~/g // prettier-ignore
const between = /^(?:between|from|entre|de|desde) (.+?) (?:and|to|e|y|a|ate) (.+)$/
const joined = /^(.+?) ?(?: to | until | ate | a | - |–|—|\/) ?(.+)$/
const years = /^(\d{4})-(\d{4})$/
/** Longer ones are no dates. */
const textMax = 200
const separators = /;|\||,? (?:or|ou|o|and\/or|e\/ou) |,(?= ?(?:\d{4}|alt\b|circa\b))/

/** What a publisher or a source has written of a date or of several; nothing: nobody can say which. Never throws. */
export function readListedDates(text: string): ListedDate[] {
  const plain = fold(text)
  if (plain.length > textMax) return []
  const whole = readOne(plain)
  return whole ? [whole] : plain.split(separators).flatMap((part) => readOne(part) ?? [])
}

/** As `readListedDates`, in its own text; what cannot be read stays as it was written. */
export function normaliseListedDates(text: string): string[] {
  const read = readListedDates(text)
  return read.length > 0 ? read.map(writeListedDate) : [text]
}

const fold = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(/\s+/g, ' ')

function readOne(part: string): ListedDate | undefined {
  const given = part
    .trim()
    .replace(/^(?:alt\. ?)?dob:? /, '')
    .replace(/\.$/, '')
  const isPerhaps = /\?(?:$|\/)/.test(given)
  const bare = given.replaceAll('?', '').replaceAll(beforeAbout, '').replaceAll('~', '')
  const text = bare.replaceAll(/\((?:approx[a-z]*\.?|circa|about)?\)/g, '').trim()
  const isAbout = text !== given.replaceAll('?', '').trim()
  const certainty = isAbout ? 'about' : isPerhaps ? 'perhaps' : 'plain'
  const point = readDatePoint(text)
  if (point !== undefined) return { from: point, to: point, certainty }
  const [, one, other] = years.exec(text) ?? between.exec(text) ?? joined.exec(text) ?? []
  const from = readDatePoint(one?.trim() ?? '')
  const to = readDatePoint(other?.trim() ?? '')
  if (from === undefined || to === undefined) return undefined
  return from <= to ? { from, to, certainty } : { from: to, to: from, certainty }
}
