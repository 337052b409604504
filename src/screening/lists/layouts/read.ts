// Recognises which lists the files of a folder are, by their content and names.
import type { ListFile, ReadList } from '../schema.ts'
import { readCgu } from './cgu.ts'
import { readOfac } from './ofac.ts'
import { readOwn } from './own.ts'
import { readUn } from './un.ts'

export type ReadFiles = { readonly list: ReadList; readonly files: readonly ListFile[] }
type Unread = { readonly file: string; readonly fault: string }

/** No published list is larger. */
const bytesMax = 512 * 1024 * 1024

/** A file that cannot be read does not prevent the others from being read. */
export function readLists(files: readonly ListFile[]): { read: ReadFiles[]; unread: Unread[] } {
  const read: ReadFiles[] = []
  const unread: Unread[] = []
  const attempt = (file: string, own: readonly ListFile[], make: () => ReadList | undefined) => {
    try {
      const tooLarge = own.find(({ bytes }) => bytes.length > bytesMax)
      if (tooLarge) throw new Error('it has more than 512 MiB')
      const list = make()
      if (!list) throw new Error('its layout is none that is known (docs/checks.md, "Own lists")')
      if (list.entries.length === 0)
        throw new Error(`it names nobody${list.skipped[0] ? `: ${list.skipped[0]} cannot be read` : ''}`) // prettier-ignore
      read.push({ list, files: own })
    } catch (error) {
      unread.push({ file, fault: error instanceof Error ? error.message : 'it cannot be read' })
    }
  }
  const [ofac, others] = [files.filter(isOfac), files.filter((file) => !isOfac(file))]
  const [first] = ofac
  if (first) attempt(first.name, ofac, () => readOfac(ofac))
  for (const file of others)
    attempt(file.name, [file], () => readCgu(file) ?? readUn(file) ?? readOwn(file))
  return { read, unread }
}

const isOfac = ({ name }: ListFile) => /(^|\/)(sdn|alt|sdn_comments)\.csv$/i.test(name)
