// How an attempt is named in what travels with its message, and comes back with its callbacks.
type Ids = { readonly recordId: string; readonly attempt: number }

/** `019a9f3c-….2`. */
export const markOf = ({ recordId, attempt }: Ids): string => `${recordId}.${attempt}`

/** What a callback brings back; a mark without an attempt names the record alone. */
export function readMark(mark: string | null | undefined): { recordId?: string; attempt?: number } {
  const [, recordId, attempt] = /^([\w-]{1,64})(?:\.(-?\d{1,3}))?$/.exec(mark ?? '') ?? []
  if (recordId === undefined) return {}
  return attempt === undefined ? { recordId } : { recordId, attempt: Number(attempt) }
}
