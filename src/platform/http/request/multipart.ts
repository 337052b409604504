// Splits a form at its delimiters while it arrives (RFC 2046, 5.1.1), so that a form of too many parts is refused
// before all of it is read.
import { Problem } from '#src/platform/errors.ts'

/** More parts than any operation takes; each takes time to read. */
const partsMax = 100

export type Part = Buffer<ArrayBuffer>

export type PartSplitter = {
  /** Takes the next bytes of the body; Problem 400 at the first delimiter too many. */
  readonly take: (chunk: Uint8Array) => void
  /** The parts of the whole body, including the bytes before the first and after the last delimiter. */
  readonly split: (body: Uint8Array<ArrayBuffer>) => readonly Part[]
}

/** Undefined for a body whose media type is not a form. */
export function createPartSplitter(contentType = ''): PartSplitter | undefined {
  const boundary = boundaryOf(contentType)
  if (boundary === undefined) return undefined
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1')
  const starts: number[] = []
  // A delimiter starts with a line break, which the first one may lack.
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
      // A copy, because a view would keep the whole chunk in memory.
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

/** The boundary parameter, in the forms that RFC 2046 allows. */
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
