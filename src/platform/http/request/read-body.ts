// Reads a body in pace and within its budget. What comes is copied into one buffer that grows with it, because each
// piece costs some hundred bytes of its own, however little it brings.
import type { Context } from 'hono'
import type { IncomingMessage } from 'node:http'
import { Problem } from '#src/platform/errors.ts'
import type { Reservation } from './body-budget.ts'

type Bytes = Uint8Array<ArrayBuffer>

type Reading = {
  /** In bytes. */
  readonly limit: number
  readonly reservation: Reservation
  /** Looks at what comes as it comes; what it throws ends the request. */
  readonly observe?: ((chunk: Uint8Array) => void) | undefined
}

/**
 * The whole body, never more than `limit` bytes of it: Problem 413 beyond, `busy` where it hardly comes, 400 for one in
 * crumbs.
 */
export async function readBody(
  c: Context,
  { limit, reservation, observe }: Reading,
): Promise<Bytes> {
  const declared = Number(c.req.header('content-length') ?? NaN)
  if (declared > limit) throw new Problem('payload-too-large')
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
    // With a declared length the server hands over no more than that.
    if (body.byteLength > limit) throw new Problem('payload-too-large')
    reservation.complete()
    return body
  } catch (error) {
    if (error instanceof Problem) throw error
    throw new Problem('invalid-request', { reason: 'body-broken-off' })
  } finally {
    pace.end()
  }
}

/** Of so few the server's own reading is the fastest; half a minute has to bring all of them. */
const smallBytes = 65_536
/** What a piece of a body holds beside its bytes. */
const pieceBytes = 256

async function readSmall(c: Context, { received, ended }: Reservation): Promise<Bytes> {
  const whole = c.req.arrayBuffer()
  // The bindings of the server that runs here; tests have none.
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

/** Each chunk costs some microseconds, however little it brings. */
const chunksMin = 4_096
/** What a chunk of a larger body brings at least, on average: half of the smallest packet of a slow line. */
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
      if (size + value.byteLength > limit) throw new Problem('payload-too-large')
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
/** About 2 kB a second: six pictures side by side share a slow line. */
const paceBytes = 65_536

/** Each half minute brings so much of a body, or its end. Otherwise what has come would be held for minutes. */
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
