// The pictures of test/data, by the names of their files.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../../../data')

/** `front`, `left-18`, … of person A; `person-b-drawn`. */
export const facePicture = (name: string): Buffer =>
  readFileSync(
    join(folder, 'faces', name.startsWith('person') ? `${name}.jpg` : `person-a-${name}.jpg`),
  )

export const documentPicture = (name: string): Buffer =>
  readFileSync(join(folder, 'documents', `${name}.jpg`))

/** What stands on a document, or undefined for a field that it does not have. */
export const documentFields = (name: string): Record<string, string> =>
  JSON.parse(readFileSync(join(folder, 'documents', `${name}.json`), 'utf8'))
