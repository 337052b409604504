// A published list as it is loaded, whatever its publisher writes.
import { z } from 'zod'

export const listServices = ['Sanctions', 'Pep'] as const

const text = z.string().trim().min(1).max(500)

/** Somebody on a list. */
export const ListEntry = z.object({
  /** The publisher's own id. */
  id: z.string().min(1).max(200),
  kind: z.enum(['person', 'company', 'unknown']),
  name: text,
  otherNames: z.array(text).max(200).default([]),
  /** Names that the publisher calls weak, because many people bear them. */
  weakNames: z.array(text).max(200).default([]),
  /** Without punctuation; `*` where the publisher hides a digit. */
  documents: z
    .array(z.string().regex(/^[0-9A-Z*]{1,20}$/))
    .max(50)
    .default([]),
  /** As `readListedDates` takes them. */
  birthDates: z.array(text).max(50).default([]),
  countries: z.array(text).max(50).default([]),
  topics: z.array(text).min(1).max(20),
})
export type ListEntry = z.output<typeof ListEntry>

/** What a reader has made of the files of one list. */
export type ReadList = {
  readonly name: string
  readonly service: (typeof listServices)[number]
  readonly entries: readonly ListEntry[]
  /** The places of the first entries without a name, which are left out: `line 12`. */
  readonly skipped: readonly string[]
  readonly skippedCount: number
  /** The publisher's version, from the content or the file's name. */
  readonly version?: string
}

/** A file of a folder or of a bucket. */
export type ListFile = {
  readonly name: string
  readonly bytes: Uint8Array
  /** When it was written, where that is known. */
  readonly modifiedAt?: Date
}
