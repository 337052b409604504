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
  return readWithin(c, limit, (declared) =>
    // With a declared length the server hands over no more than that.
    Number.isNaN(declared)
      ? readStream(c.req.raw.body ?? [], limit)
      : c.req.arrayBuffer().then((buffer) => new Uint8Array(buffer)),
  )
}

/** The same of a client without a credential: each part is announced, and one that hardly comes is Problem `busy`. */
export async function readPacedBody(
  c: Context,
  limit: number,
  received: (bytes: number) => void,
): Promise<Uint8Array> {
  const { body } = c.req.raw
  return readWithin(c, limit, () => readStream(body ? inPace(body) : [], limit, received))
}

async function readWithin(
  c: Context,
  limit: number,
  read: (declared: number) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const declared = Number(c.req.header('content-length') ?? NaN)
  if (declared > limit) throw new Problem('payload-too-large')
  try {
    const body = await read(declared)
    if (body.byteLength > limit) throw new Problem('payload-too-large')
    return body
  } catch (error) {
    if (error instanceof Problem) throw error
    throw new Problem('invalid-request', { reason: 'body-broken-off' })
  }
}

async function readStream(
  stream: AsyncIterable<Uint8Array> | readonly Uint8Array[],
  limit: number,
  received?: (bytes: number) => void,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.byteLength
    if (size > limit) throw new Problem('payload-too-large')
    received?.(chunk.byteLength)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, size)
}

const paceMs = 30_000
/** About 2 kB a second: six pictures side by side share a slow line. */
const paceBytes = 65_536

/** Each half minute brings so much of a body, or its end. Otherwise what has come would be held for minutes. */
async function* inPace(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  let came = 0
  let isLate = false
  const timer = setInterval(() => {
    isLate = came < paceBytes
    came = 0
    // Ends the read that is under way.
    if (isLate) reader.cancel().catch(() => {})
  }, paceMs)
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (isLate)
        throw new Problem('busy', { reason: 'body-late', headers: { 'retry-after': '1' } })
      if (done) return
      came += value.byteLength
      yield value
    }
  } finally {
    clearInterval(timer)
    reader.cancel().catch(() => {})
  }
}
