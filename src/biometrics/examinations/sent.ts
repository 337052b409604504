// Reads images from requests: base64 in JSON, files in a form, each with its file name.
import { type Fault, Problem } from '#src/platform/errors.ts'
import { decodeBase64, type SentImage } from '#src/biometrics/images/base64.ts'

/** Throws `invalid-request` with a pointer to each that is not base64. */
export function readBase64(texts: readonly string[], pointer: (at: number) => string): SentImage[] {
  const decoded = texts.map(decodeBase64)
  const faults = decoded.flatMap((one, at): Fault[] =>
    one ? [] : [{ pointer: pointer(at), code: 'format', detail: 'must be written as base64' }],
  )
  if (faults.length > 0) throw new Problem('invalid-request', { faults })
  return decoded.flatMap((one) => one ?? [])
}

export function readFiles(files: readonly File[]): Promise<SentImage[]> {
  return Promise.all(
    files.map(async (file) => ({
      bytes: new Uint8Array(await file.arrayBuffer()),
      name: file.name,
    })),
  )
}
