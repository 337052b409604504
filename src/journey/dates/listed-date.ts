// A date as precisely as a list gives it, often less than a day. As text it is EDTF, level 1 (Library of Congress, ISO
// 8601-2): `1970-05-17`, `1970-05`, `1970`, `1958/1963`, `1965~` (about), `1965?` (perhaps).
import { readDatePoint } from './date-point.ts'

export type ListedDate = {
  /** A day, month or year in the calendar of ISO 8601; `from` and `to` are equal when it is no range. */
  readonly from: string
  readonly to: string
  /** `perhaps` is for a source that writes exact dates in the same way. */
  readonly certainty: 'plain' | 'about' | 'perhaps'
}

const marks = { plain: '', about: '~', perhaps: '?' } as const

export function writeListedDate({ from, to, certainty }: ListedDate): string {
  const mark = marks[certainty]
  return from === to ? `${from}${mark}` : `${from}${mark}/${to}${mark}`
}

const beforeAbout = /\b(?:circa|cca|ca?\.|ca|app?rox[a-z]*\.?|about|around|abt\.?|cerca de|por volta de|alrededor de|vers|environ|etwa|um)(?= |\d|\)|$)|^~/g // prettier-ignore
const between = /^(?:between|from|entre|de|desde) (.+?) (?:and|to|e|y|a|ate) (.+)$/
const joined = /^(.+?) ?(?: to | until | ate | a | - |–|—|\/) ?(.+)$/
const years = /^(\d{4})-(\d{4})$/
/** Longer texts do not count as dates. */
const textMax = 200
const separators = /;|\||,? (?:or|ou|o|and\/or|e\/ou) |,(?= ?(?:\d{4}|alt\b|circa\b))/

/**
 * Reads one or several dates as a list or source has written them; an empty list when the text cannot be read. Never
 * throws.
 */
export function readListedDates(text: string): ListedDate[] {
  const plain = fold(text)
  if (plain.length > textMax) return []
  const whole = readOne(plain)
  return whole ? [whole] : plain.split(separators).flatMap((part) => readOne(part) ?? [])
}

/** As `readListedDates`, but returns EDTF texts; a text that cannot be read stays as it was written. */
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
  const text = bare.replaceAll(/\((?:app?rox[a-z]*\.?|circa|about)?\)/g, '').trim()
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
