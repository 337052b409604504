// Reads the files among the fields of a form, by field name. Pure apart from reading the files' bytes.
import type { SentFiles } from './uploads.ts'

/** Leaves out the empty file that a browser sends for a field without one. */
export async function readFiles(
  fields: Readonly<Record<string, unknown>>,
  prefix = '',
): Promise<SentFiles> {
  const read = Object.entries(fields).flatMap(([name, value]) => {
    const all: readonly unknown[] = Array.isArray(value) ? value : [value]
    const files = all.filter((one): one is File => one instanceof File && one.size > 0)
    return name.startsWith(prefix) && files.length > 0
      ? [[name.slice(prefix.length), files] as const]
      : []
  })
  const loaded = read.map(async ([name, files]) => {
    const bytes = files.map(async (one) => new Uint8Array(await one.arrayBuffer()))
    return [name, await Promise.all(bytes)] as const
  })
  return Object.fromEntries(await Promise.all(loaded))
}
