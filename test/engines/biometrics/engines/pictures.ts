// The pictures of test/data, by the names of their files.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../../../data')

/** `front`, `left-18`, … of person A; `person-b-drawn`. */
export const facePicture = (name: string): Buffer =>
  readFileSync(
    join(folder, 'faces', name.startsWith('person') ? `${name}.jpg` : `person-a-${name}.jpg`),
  )

/** Frames of the film of person A's head, by their numbers. */
export function filmFrames(...numbers: readonly number[]): Buffer[] {
  const film = readFileSync(join(folder, 'capture/person-a.mjpeg'))
  const end = Buffer.from([0xff, 0xd9])
  const frames: Buffer[] = []
  for (let at = 0; at < film.length && frames.length <= Math.max(...numbers);) {
    const until = film.indexOf(end, at) + end.length
    frames.push(film.subarray(at, until))
    at = until
  }
  return numbers.flatMap((number) => frames[number] ?? [])
}

export const documentPicture = (name: string): Buffer =>
  readFileSync(join(folder, 'documents', `${name}.jpg`))

/** What stands on a document, or undefined for a field that it does not have. */
export const documentFields = (name: string): Record<string, string> =>
  JSON.parse(readFileSync(join(folder, 'documents', `${name}.json`), 'utf8'))
