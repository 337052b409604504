// Cursors of lists that are read in pages: a position with a keyed mark, so that a cursor is accepted only from the
// caller and for the list that it was made for.
import { timingSafeEqual } from 'node:crypto'
import { Problem } from './errors.ts'

/** The methods of a sealer that are used here. */
type Hasher = {
  hash(...parts: readonly string[]): Buffer
  hashes(...parts: readonly string[]): Buffer[]
}

type Owner = { readonly tenant: string; readonly mode: string }

/** `field`: the query field, or the member of the body with `#/` before it, that brings the cursor. */
export type Place = { readonly list: string; readonly field: string }

export function writeCursor(
  sealer: Hasher,
  owner: Owner,
  { list }: Place,
  position: string,
): string {
  return `${position}.${toMark(sealer.hash(...partsOf(owner, list, position)))}`
}

/** The position; a cursor that was not written for this caller and list is refused. */
export function readCursor<Text extends string | undefined>(
  sealer: Hasher,
  owner: Owner,
  { list, field }: Place,
  cursor: Text,
): Text {
  if (cursor === undefined) return cursor
  const [position = '', mark = ''] = cursor.split('.')
  const given = Buffer.from(mark)
  const isOurs = sealer
    .hashes(...partsOf(owner, list, position))
    .some((hash) => timingSafeEqual(Buffer.from(toMark(hash)), given))
  if (!isOurs) throw isNone(field.startsWith('#/') ? field : `query#/${field}`)
  return position as Text
}

const partsOf = ({ tenant, mode }: Owner, list: string, position: string) =>
  ['cursor', tenant, mode, list, position] as const

/** Nine bytes are enough: whoever guesses one gains only a position in his own list. */
const toMark = (hash: Buffer): string => hash.subarray(0, 9).toString('base64url')

const isNone = (pointer: string) =>
  new Problem('invalid-request', {
    faults: [
      { pointer, code: 'not-allowed', detail: 'is not the `next` of an answer of this list' },
    ],
  })

/** A row of a list in order of time: the next page continues after it. `at` is in epoch milliseconds. */
export type TimePosition = { readonly at: number; readonly id: string }

export const writeTimeCursor = (
  sealer: Hasher,
  owner: Owner,
  place: Place,
  { at, id }: TimePosition,
): string => writeCursor(sealer, owner, place, `${Math.round(at)}~${id}`)

/** Like `readCursor`, for the cursors that `writeTimeCursor` writes. */
export function readTimeCursor(
  sealer: Hasher,
  owner: Owner,
  place: Place,
  cursor: string | undefined,
): TimePosition | undefined {
  const [at, id] = readCursor(sealer, owner, place, cursor)?.split('~') ?? []
  return id === undefined ? undefined : { at: Number(at), id }
}
