import type { Context } from 'hono'
import { Problem } from '#src/platform/errors.ts'

/** In bytes. A vendor's batch of callbacks has up to 3 MB. */
export const bodyLimits = {
  document: 65_536,
  json: 1_048_576,
  callback: 3_145_728,
  images: 26_214_400,
} as const

/** The whole body, never more than `limit` bytes of it; Problem 413 beyond. */
export async function readBody(c: Context, limit: number): Promise<Uint8Array> {
  const declared = Number(c.req.header('content-length') ?? NaN)
  if (declared > limit) throw new Problem('payload-too-large')
  try {
    // With a declared length the server hands over no more than that.
    const body = Number.isNaN(declared)
      ? await readStream(c.req.raw.body, limit)
      : new Uint8Array(await c.req.arrayBuffer())
    if (body.byteLength > limit) throw new Problem('payload-too-large')
    return body
  } catch (error) {
    if (error instanceof Problem) throw error
    throw new Problem('invalid-request', { reason: 'body-broken-off' })
  }
}

async function readStream(
  stream: ReadableStream<Uint8Array> | null,
  limit: number,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stream ?? []) {
    size += chunk.byteLength
    if (size > limit) throw new Problem('payload-too-large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, size)
}
