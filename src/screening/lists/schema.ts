// The schema of a published list as it is loaded, whatever layout its publisher uses.
import { z } from 'zod'

export const listServices = ['Sanctions', 'Pep'] as const

const text = z.string().trim().min(1).max(500)

/** A person or company on a list. */
export const ListEntry = z.object({
  /** The publisher's own id. */
  id: z.string().min(1).max(200),
  kind: z.enum(['person', 'company', 'unknown']),
  name: text,
  otherNames: z.array(text).max(200).default([]),
  /** Names that the publisher calls weak, because many people have them. */
  weakNames: z.array(text).max(200).default([]),
  /** Without punctuation; `*` replaces a digit that the publisher hides. */
  documents: z
    .array(z.string().regex(/^[0-9A-Z*]{1,20}$/))
    .max(50)
    .default([]),
  /** Dates as `readListedDates` reads them. */
  birthDates: z.array(text).max(50).default([]),
  countries: z.array(text).max(50).default([]),
  topics: z.array(text).min(1).max(20),
})
export type ListEntry = z.output<typeof ListEntry>

/** The content of one list, as its reader has parsed the files. */
export type ReadList = {
  readonly name: string
  readonly service: (typeof listServices)[number]
  readonly entries: readonly ListEntry[]
  /** The positions of the first entries that were left out for want of a name: `line 12`. */
  readonly skipped: readonly string[]
  readonly skippedCount: number
  /** The publisher's version, taken from the content or the file's name. */
  readonly version?: string
}

/** A file from a folder or a bucket. */
export type ListFile = {
  readonly name: string
  readonly bytes: Uint8Array
  /** When the file was written, if that is known. */
  readonly modifiedAt?: Date
}
