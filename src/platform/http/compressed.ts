// Serves a large text in the encoding that the caller accepts: the API reference then has 0.8 MB instead of 3.6.
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

type Coded = {
  readonly body: Uint8Array<ArrayBuffer>
  readonly headers: Readonly<Record<string, string>>
}

/** Each encoding is made once, in the thread pool, so that it delays only the requests for it. */
export function createCompressed(load: () => Promise<Uint8Array>) {
  const made = new Map<string, Promise<Coded>>()
  return function serve(accepted: string | undefined): Promise<Coded> {
    const coding = codings.find(({ name }) => isCodingTaken(accepted, name))
    const name = coding?.name ?? 'identity'
    const known = made.get(name) ?? encode(load, coding)
    // After a failure, the next request tries again.
    made.set(name, known)
    known.catch(() => made.delete(name))
    return known
  }
}

type Coding = {
  readonly name: string
  readonly compress: (bytes: Uint8Array) => Promise<Uint8Array>
}

/** A higher quality takes seconds longer and saves only a few per cent. */
const params = { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_LGWIN]: 24 }
const codings: readonly Coding[] = [
  { name: 'br', compress: (bytes) => promisify(brotliCompress)(bytes, { params }) },
  { name: 'gzip', compress: (bytes) => promisify(gzip)(bytes, { level: 9 }) },
]

/** RFC 9110, 12.5.3; a weight of zero refuses a coding. */
export const isCodingTaken = (header: string | undefined, name: string): boolean =>
  (header ?? '')
    .toLowerCase()
    .split(',')
    .map((one) => one.replaceAll(/\s/g, ''))
    .some((one) => one.split(';')[0] === name && !/;q=0(?:\.0*)?$/.test(one))

async function encode(load: () => Promise<Uint8Array>, coding: Coding | undefined): Promise<Coded> {
  const bytes = await load()
  const body = new Uint8Array(coding ? await coding.compress(bytes) : bytes)
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 20)}"`
  const headers = { etag, vary: 'accept-encoding' }
  return { body, headers: coding ? { ...headers, 'content-encoding': coding.name } : headers }
}
