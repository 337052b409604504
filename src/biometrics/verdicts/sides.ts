// Finds the two sides of one document: pictures of the same kind, not the same picture, without a field that differs on
// both, and at most half an hour apart.
import type { Assurance } from './documents.ts'
import type { DocumentFields, DocumentReading } from '#src/biometrics/engines/port.ts'
import { assurances } from '#src/journey/facts/vocabulary/words.ts'
import { comparePersonNames } from '#src/journey/names/persons.ts'
import { areBornApart, bornOn } from './marks.ts'

/** The data of a recognition that are needed to join two sides. */
export type Side = {
  readonly id: string
  readonly takenAt: Date
  /** The hash of the picture as sent. */
  readonly hash: string | undefined
  readonly reading: DocumentReading
}

export type Joined<S extends Side> = {
  readonly front: S | undefined
  readonly back: S | undefined
  /** Whether the other side belongs to a different document. */
  readonly differ: boolean
  /** The data read from both sides. */
  readonly reading: DocumentReading
}

const apartMaxMs = 30 * 60_000

/** Takes the newest other side in `earlier`, which is sorted from new to old. */
export function joinSides<S extends Side>(one: S, earlier: readonly S[]): Joined<S> {
  const { side } = one.reading
  const isBack = side === 'back'
  const other = earlier.find(
    ({ id, takenAt, hash, reading }) =>
      id !== one.id &&
      Math.abs(one.takenAt.getTime() - takenAt.getTime()) <= apartMaxMs &&
      (hash === undefined || hash !== one.hash) &&
      side !== 'unknown' &&
      reading.side === (isBack ? 'front' : 'back'),
  )
  const alone = { front: isBack ? undefined : one, back: isBack ? one : undefined }
  if (!other) return { ...alone, differ: false, reading: one.reading }
  if (areOfTwo(one.reading, other.reading)) return { ...alone, differ: true, reading: one.reading }
  const [front, back] = isBack ? [other, one] : [one, other]
  return { front, back, differ: false, reading: merge(front.reading, back.reading) }
}

function areOfTwo(one: DocumentReading, other: DocumentReading): boolean {
  if (one.documentType !== other.documentType) return true
  const [birth, otherBirth] = [bornOn(one), bornOn(other)]
  const arePrinted = birth !== '' && otherBirth !== ''
  if (arePrinted && birth !== otherBirth) return true
  const [day, otherDay] = [birth || one.mrz?.bornOn, otherBirth || other.mrz?.bornOn]
  if (areBornApart(day ?? '', otherDay ?? '')) return true
  return namesOf(one.fields).some((name) => differs(name, one.fields[name], other.fields[name]))
}

const namesOf = (fields: DocumentFields) =>
  // Safe because these are the keys of the record.
  Object.keys(fields) as (keyof DocumentFields)[]

const personal = ['nome', 'filiacao1', 'filiacao2']

function differs(name: keyof DocumentFields, one: string, other: string): boolean {
  if (one === '' || other === '') return false
  if (personal.includes(name)) return comparePersonNames(one, other).verdict === 'other'
  const plain = (text: string) => text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
  return plain(one) !== plain(other)
}

function merge(front: DocumentReading, back: DocumentReading): DocumentReading {
  // Safe because both have the same keys.
  const fields = Object.fromEntries(
    namesOf(front.fields).map((name) => [name, front.fields[name] || back.fields[name]]),
  ) as DocumentFields
  const expiresOn = front.expiresOn ?? back.expiresOn
  const mrz = front.mrz ?? back.mrz
  const code = front.code ?? back.code
  const licence = front.licence ?? back.licence
  const attack = worstAttack(front.attack, back.attack)
  return {
    ...front,
    assurance: leastAssurance(front.assurance, back.assurance),
    fields,
    fieldsExpected: Math.min(
      Object.keys(fields).length,
      front.fieldsExpected + back.fieldsExpected,
    ),
    isCpfLabelled: front.isCpfLabelled || back.isCpfLabelled,
    isPlain: (front.isPlain ?? false) || (back.isPlain ?? false),
    isDark: (front.isDark ?? false) || (back.isDark ?? false),
    confidence: Math.min(front.confidence, back.confidence),
    ...(expiresOn !== undefined && { expiresOn }),
    ...(mrz && { mrz }),
    isZoneUnread: !mrz && ((front.isZoneUnread ?? false) || (back.isZoneUnread ?? false)),
    ...(code && { code }),
    ...(licence !== undefined && { licence }),
    ...(attack && { attack }),
  }
}

/** The assurance of both sides together is the lower of the two. */
const leastAssurance = (
  one: Assurance = 'picture-only',
  other: Assurance = 'picture-only',
): Assurance => assurances.find((word) => word === one || word === other) ?? 'picture-only'

const byWeight = ['alteration', 'presentation', 'undecided', 'none'] as const

const worstAttack = (...attacks: readonly DocumentReading['attack'][]) =>
  byWeight.find((word) => attacks.includes(word))
