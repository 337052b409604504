// Reads a body within a minimum speed and a memory budget. Chunks are copied into one growing buffer, because each
// chunk object takes some hundred bytes besides its content.
import type { Context } from 'hono'
import type { IncomingMessage } from 'node:http'
import { Problem } from '#src/platform/errors.ts'
import type { Reservation } from './body-budget.ts'

type Bytes = Uint8Array<ArrayBuffer>

type Reading = {
  /** In bytes. */
  readonly limit: number
  readonly reservation: Reservation
  /** Inspects each chunk as it arrives; an error that it throws ends the request. */
  readonly observe?: ((chunk: Uint8Array) => void) | undefined
}

const tooLarge = (limit: number) =>
  new Problem('payload-too-large', { detail: `The body may have at most ${limit} bytes.` })

/**
 * Reads the whole body, at most `limit` bytes. Problem 413 beyond the limit, `busy` when it arrives too slowly, 400
 * when its chunks are too small.
 */
export async function readBody(
  c: Context,
  { limit, reservation, observe }: Reading,
): Promise<Bytes> {
  const declared = Number(c.req.header('content-length') ?? NaN)
  if (declared > limit) throw tooLarge(limit)
  const pace = createPace()
  const ended = [reservation.ended, pace.late]
  try {
    const body =
      declared <= smallBytes && !observe
        ? await readSmall(c, { ...reservation, ended: Promise.race(ended) })
        : await readStream(c.req.raw.body, limit, {
            ended: Promise.race(ended),
            received(chunk) {
              reservation.received(chunk.byteLength)
              pace.came(chunk.byteLength)
              observe?.(chunk)
            },
          })
    // With a declared length the server delivers no more than that.
    if (body.byteLength > limit) throw tooLarge(limit)
    reservation.complete()
    return body
  } catch (error) {
    if (error instanceof Problem) throw error
    throw new Problem('invalid-request', { reason: 'body-broken-off' })
  } finally {
    pace.end()
  }
}

/**
 * Bodies up to this size are read by the server’s own reader, which is fastest; the minimum speed makes them arrive
 * within half a minute.
 */
const smallBytes = 65_536
/** The memory that a chunk takes besides its bytes. */
const pieceBytes = 256

async function readSmall(c: Context, { received, ended }: Reservation): Promise<Bytes> {
  const whole = c.req.arrayBuffer()
  // Safe because these are the bindings of @hono/node-server; in tests there are none.
  const { incoming } = (c.env ?? {}) as { readonly incoming?: IncomingMessage }
  const refused = Promise.withResolvers<never>()
  const count = (piece: Uint8Array) => {
    try {
      received(piece.byteLength + pieceBytes)
    } catch (error) {
      refused.reject(error)
    }
  }
  incoming?.on('data', count)
  try {
    const body = new Uint8Array(await Promise.race([whole, ended, refused.promise]))
    if (!incoming) received(body.byteLength)
    return body
  } finally {
    incoming?.off('data', count)
    whole.catch(() => {})
    refused.promise.catch(() => {})
  }
}

/** The number of chunks that any body may have; each takes some microseconds, however small. */
const chunksMin = 4_096
/** The least average size of the chunks of a larger body: half of the smallest packet of a slow connection. */
const chunkBytes = 256

const crumbled = () =>
  new Problem('invalid-request', {
    detail: 'The body comes in chunks that are too small.',
    reason: 'body-crumbled',
  })

type Arriving = Pick<Reservation, 'ended'> & { readonly received: (chunk: Uint8Array) => void }

async function readStream(
  stream: ReadableStream<Uint8Array> | null,
  limit: number,
  { received, ended }: Arriving,
): Promise<Bytes> {
  const reader = stream?.getReader()
  if (!reader) return new Uint8Array(0)
  let kept: Bytes = new Uint8Array(smallBytes)
  let [size, chunks] = [0, 0]
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), ended])
      if (done) return kept.subarray(0, size)
      if (size + value.byteLength > limit) throw tooLarge(limit)
      chunks += 1
      if (chunks > chunksMin + size / chunkBytes) throw crumbled()
      received(value)
      kept = withRoom(kept, size + value.byteLength, limit)
      kept.set(value, size)
      size += value.byteLength
    }
  } finally {
    reader.cancel().catch(() => {})
  }
}

function withRoom(kept: Bytes, needed: number, limit: number): Bytes {
  if (needed <= kept.byteLength) return kept
  const larger = new Uint8Array(Math.min(limit, Math.max(needed, 2 * kept.byteLength)))
  larger.set(kept)
  return larger
}

const paceMs = 30_000
/** About 2 kB a second, because six pictures may share a slow connection. */
const paceBytes = 65_536

/**
 * Requires so many bytes, or the end of the body, in each half minute; otherwise a slow body would be held in memory
 * for minutes.
 */
function createPace() {
  const late = Promise.withResolvers<never>()
  late.promise.catch(() => {})
  let came = 0
  const timer = setInterval(() => {
    if (came < paceBytes)
      late.reject(new Problem('busy', { reason: 'body-late', headers: { 'retry-after': '1' } }))
    came = 0
  }, paceMs)
  return {
    late: late.promise,
    came(bytes: number) {
      came += bytes
    },
    end: () => clearInterval(timer),
  }
}
