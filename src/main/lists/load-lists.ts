// Loads every published list in a folder or an S3 prefix; a file that cannot be read does not stop the others.
import { describeFault } from '#src/main/process/describe-fault.ts'
import { createHash } from 'node:crypto'
import type { Db } from '#src/platform/db/client.ts'
import { readLists } from '#src/screening/lists/layouts/read.ts'
import { loadList } from '#src/screening/lists/load.ts'
import type { ListFile } from '#src/screening/lists/schema.ts'

type Options = {
  /** The version of lists whose content and name contain none. */
  readonly version?: string | undefined
  readonly isForced?: boolean
}

export type LoadedLine = { readonly line: string; readonly isFault: boolean }

export async function loadLists(
  db: Db,
  files: readonly ListFile[],
  { version, isForced = false }: Options = {},
): Promise<LoadedLine[]> {
  const { read, unread } = readLists(files)
  const told: LoadedLine[] = unread.map(({ file, fault }) => ({
    line: `${file}: ${fault}`,
    isFault: true,
  }))
  for (const { list, files: own } of read) {
    const loading = {
      ...list,
      version: version ?? list.version ?? dateOf(own),
      digest: digestOf(own),
      bytes: own.reduce((sum, { bytes }) => sum + bytes.length, 0),
    }
    try {
      const { outcome, version: counts, before } = await loadList(db, loading, { isForced })
      const skipped = list.skipped.length === 0 ? '' : `, left out: ${list.skipped.join(', ')}`
      const from = before === undefined ? '' : ` (before: ${before})`
      told.push({
        line: `${list.name} ${counts}: ${outcome}, ${list.entries.length} entries${from}${skipped}`,
        isFault: false,
      })
    } catch (error) {
      told.push({ line: describeFault(error), isFault: true })
    }
  }
  return told
}

/** To the minute, so that two loads on one day differ. */
function dateOf(files: readonly ListFile[]): string {
  const times = files.map(({ modifiedAt = new Date() }) => modifiedAt.getTime())
  return `${new Date(Math.max(...times)).toISOString().slice(0, 16)}Z`
}

function digestOf(files: readonly ListFile[]): Buffer {
  const hash = createHash('sha256')
  for (const { bytes } of files) hash.update(bytes)
  return hash.digest()
}
