// Reads the body of an HTTP response as text in its declared charset, or as its bytes. The size is limited both as
// received and after decompression.
import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'

export type Body = {
  readonly text?: string
  /** `broken`: it broke off; `unreadable`: it is not valid in its encoding or charset. */
  readonly fault?: 'broken' | 'too-long' | 'unreadable'
}

export async function readBody(
  response: IncomingMessage,
  bytesMax: number,
  isBinary = false,
): Promise<Body> {
  const { 'content-encoding': encoding, 'content-type': type } = response.headers
  const wire = await readWire(response, bytesMax)
  if (typeof wire === 'string') return { fault: wire }
  const bytes = await unpack(wire, encoding, bytesMax)
  if (typeof bytes === 'string') return { fault: bytes }
  const text = isBinary ? bytes.toString('latin1') : toText(bytes, type)
  return text === undefined ? { fault: 'unreadable' } : { text }
}

async function readWire(
  response: IncomingMessage,
  bytesMax: number,
): Promise<Buffer | 'broken' | 'too-long'> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of response) {
      // Safe because no encoding is set, so the stream yields buffers.
      const bytes = chunk as Buffer
      size += bytes.length
      if (size > bytesMax) return 'too-long'
      chunks.push(bytes)
    }
  } catch {
    return 'broken'
  }
  return response.complete ? Buffer.concat(chunks) : 'broken'
}

const unpackers = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
} as const

/** A few bytes can decompress to many, so the same limit applies to both sizes. */
async function unpack(
  wire: Buffer,
  encoding: string | undefined,
  bytesMax: number,
): Promise<Buffer | 'too-long' | 'unreadable'> {
  const name = encoding?.trim().toLowerCase() ?? 'identity'
  if (name === 'identity' || name === '') return wire
  if (!Object.hasOwn(unpackers, name)) return 'unreadable'
  // Safe because the name was checked to be an own key of the object.
  const unpacker = unpackers[name as keyof typeof unpackers]
  return unpacker(wire, { maxOutputLength: bytesMax }).catch((error: NodeJS.ErrnoException) =>
    error.code === 'ERR_BUFFER_TOO_LARGE' ? 'too-long' : 'unreadable',
  )
}

function toText(bytes: Buffer, contentType: string | undefined): string | undefined {
  const charset = /charset\s*=\s*"?([\w:.-]{1,40})/i.exec(contentType ?? '')?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
