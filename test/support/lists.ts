// Small samples of published lists, in the formats of their publishers; the content is made up.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ListFile } from '#src/screening/lists/schema.ts'

const folder = join(import.meta.dirname, '../data/lists')

const sampleNames = readdirSync(folder).toSorted()

export const readSample = (name: string): ListFile => ({
  name,
  bytes: readFileSync(join(folder, name)),
  modifiedAt: new Date('2026-11-21T10:00:00Z'),
})

export const sampleLists = (...names: readonly string[]): ListFile[] =>
  (names.length > 0 ? names : sampleNames).map(readSample)

/** A list in our own format. */
export const ownList = (list: string, entries: readonly object[], more: object = {}): ListFile => ({
  name: `${list}.json`,
  bytes: Buffer.from(JSON.stringify({ list, service: 'Sanctions', entries, ...more })),
  modifiedAt: new Date('2026-11-21T10:00:00Z'),
})
