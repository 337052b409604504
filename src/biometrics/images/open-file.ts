// The pictures of a signed file, as they may be kept: for the process that takes apart what strangers send, since an
// issuer's signature says who made a file and not that every reader bears it.
import { cleanImage } from '#src/biometrics/engines/open-image.ts'
import { readContents } from '#src/biometrics/signed-files/contents/read.ts'
import { inspectPdf } from '#src/biometrics/signed-files/contents/inspect.ts'
import type { Inspected, OpenedFile } from './cleaner.ts'

/** Leaves out what cannot be read as a picture, as ornaments of the page. */
export async function openFile(bytes: Uint8Array): Promise<OpenedFile> {
  const read = readContents(Buffer.from(bytes))
  if ('reason' in read) return read
  const cleaned = await Promise.all(
    read.images.map((one) => cleanImage(one).catch(() => undefined)),
  )
  const pictures = cleaned.filter((one) => one !== undefined)
  return pictures.length > 0 ? { pictures } : { reason: 'no-pictures' }
}

/** Why an uploaded PDF is not taken, if so. */
export function inspectFile(bytes: Uint8Array): Inspected {
  const fault = inspectPdf(Buffer.from(bytes))
  return fault === undefined ? {} : { fault }
}
