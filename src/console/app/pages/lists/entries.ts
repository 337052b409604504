// What the lists have of each entry, whichever list it is of.
import type { AllowEntry, DenyEntry } from '#src/risk/entries/schema.ts'

export type ListName = 'deny' | 'allow'
export type Entry = AllowEntry & Partial<DenyEntry>
export type EntryPage = { readonly entries: readonly Entry[]; readonly next?: string }
