// Films as upright cameras give them, cut from that of person A: Chromium plays them instead of a camera.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

const source = new URL('../../../data/capture/person-a.mjpeg', import.meta.url)
const begin = Buffer.from([0xff, 0xd8, 0xff])

/** The first frames of the film, each a JPEG. */
function readFrames(count: number): Buffer[] {
  const film = readFileSync(source)
  const frames: Buffer[] = []
  for (let at = 0; frames.length < count;) {
    const next = film.indexOf(begin, at + begin.length)
    frames.push(film.subarray(at, next < 0 ? undefined : next))
    if (next < 0) break
    at = next
  }
  return frames
}

/** Of an upright sensor; resolves to the file. */
export async function makeFilm(folder: string, width: number, height: number): Promise<string> {
  const frames = await Promise.all(
    readFrames(6).map((frame) =>
      sharp(frame).resize(width, height, { fit: 'cover' }).jpeg({ quality: 80 }).toBuffer(),
    ),
  )
  const file = join(folder, `upright-${width}x${height}.mjpeg`)
  writeFileSync(file, Buffer.concat(frames))
  return file
}
