// Reads the body of an HTTP response as text in its declared charset, or as its bytes. The size is limited both as
// received and after decompression.
import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'

/** Undefined when the body broke off, is too long, or is not valid in its charset. */
export async function readBody(
  response: IncomingMessage,
  bytesMax: number,
  isBinary = false,
): Promise<string | undefined> {
  const { 'content-encoding': encoding, 'content-type': type } = response.headers
  const wire = await readWire(response, bytesMax)
  const bytes = wire && (await unpack(wire, encoding, bytesMax))
  if (isBinary) return bytes?.toString('latin1')
  return bytes && toText(bytes, type)
}

async function readWire(response: IncomingMessage, bytesMax: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of response) {
      // Safe because no encoding is set, so the stream yields buffers.
      const bytes = chunk as Buffer
      size += bytes.length
      if (size > bytesMax) return undefined
      chunks.push(bytes)
    }
  } catch {
    return undefined
  }
  return response.complete ? Buffer.concat(chunks) : undefined
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
): Promise<Buffer | undefined> {
  const name = encoding?.trim().toLowerCase() ?? 'identity'
  if (name === 'identity' || name === '') return wire
  if (!Object.hasOwn(unpackers, name)) return undefined
  // Safe because the name was checked to be an own key of the object.
  const unpacker = unpackers[name as keyof typeof unpackers]
  return unpacker(wire, { maxOutputLength: bytesMax }).catch(() => undefined)
}

function toText(bytes: Buffer, contentType: string | undefined): string | undefined {
  const charset = /charset\s*=\s*"?([\w:.-]{1,40})/i.exec(contentType ?? '')?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
