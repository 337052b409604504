// Splits a form at its delimiters while it comes (RFC 2046, 5.1.1), so that one of very many parts ends its request
// before they are all there.
import { Problem } from '#src/platform/errors.ts'

/** More than any operation takes; each part costs time to read. */
const partsMax = 100

export type Part = Buffer<ArrayBuffer>

export type PartSplitter = {
  /** The next bytes of the body; Problem 400 with the first delimiter too many. */
  readonly take: (chunk: Uint8Array) => void
  /** What lies between the delimiters of the whole body, with what stands before the first and behind the last. */
  readonly split: (body: Uint8Array<ArrayBuffer>) => readonly Part[]
}

/** Undefined for a body that says that it is no form. */
export function createPartSplitter(contentType = ''): PartSplitter | undefined {
  const boundary = boundaryOf(contentType)
  if (boundary === undefined) return undefined
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1')
  const starts: number[] = []
  // A delimiter begins with the end of a line; the first may stand at the very beginning.
  let tail = Buffer.from('\r\n')
  let taken = 0
  return {
    take(chunk) {
      const seen = Buffer.concat([tail, chunk])
      const offset = taken - tail.length
      let from = 0
      for (let at = seen.indexOf(delimiter); at !== -1; at = seen.indexOf(delimiter, from)) {
        if (starts.push(offset + at) > partsMax + 1) throw tooMany()
        from = at + delimiter.length
      }
      taken += chunk.byteLength
      // A copy, because a part of it would hold all of it.
      tail = Buffer.from(seen.subarray(Math.max(from, seen.length - delimiter.length + 1)))
    },
    split(body) {
      const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
      const begins = [0, ...starts.map((start) => start + delimiter.length)]
      return begins.map((begin, at) =>
        bytes.subarray(begin, Math.max(0, starts[at] ?? bytes.length)),
      )
    },
  }
}

/** As far as RFC 2046 lets it be written. */
function boundaryOf(contentType: string): string | undefined {
  const [, quoted, bare] =
    /^multipart\/form-data\b.*?;\s*boundary=(?:"([^"\\]{1,70})"|([^\s;"]{1,70})(?:$|[\s;]))/i.exec(
      contentType,
    ) ?? []
  return quoted ?? bare
}

const tooMany = () =>
  new Problem('invalid-request', {
    faults: [{ pointer: '#', code: 'too-many', detail: `has more than ${partsMax} parts` }],
  })
