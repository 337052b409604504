// Extracts the pictures of a signed file. Runs in the cleaner's process, because an issuer's signature says who made
// the file and not that its contents are harmless.
import { cleanImage } from '#src/biometrics/engines/open-image.ts'
import { readContents } from '#src/biometrics/signed-files/contents/read.ts'
import { inspectPdf } from '#src/biometrics/signed-files/contents/inspect.ts'
import type { Inspected, OpenedFile } from './cleaner.ts'

/** Leaves out images that cannot be decoded, such as ornaments of the page. */
export async function openFile(bytes: Uint8Array): Promise<OpenedFile> {
  const read = readContents(Buffer.from(bytes))
  if ('reason' in read) return read
  const cleaned = await Promise.all(
    read.images.map((one) => cleanImage(one).catch(() => undefined)),
  )
  const pictures = cleaned.filter((one) => one !== undefined)
  return pictures.length > 0 ? { pictures } : { reason: 'no-pictures' }
}

/** Finds the reason why an uploaded PDF is refused, if any. */
export function inspectFile(bytes: Uint8Array): Inspected {
  const fault = inspectPdf(Buffer.from(bytes))
  return fault === undefined ? {} : { fault }
}
