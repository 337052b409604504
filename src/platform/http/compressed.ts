// Serves a large text of our own in the coding that the caller takes: the reference is a megabyte instead of four.
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

type Coded = {
  readonly body: Uint8Array<ArrayBuffer>
  readonly headers: Readonly<Record<string, string>>
}

/** Each coding is made once, in the thread pool, so that no request waits for it but those that ask for it. */
export function createCompressed(load: () => Promise<Uint8Array>) {
  const made = new Map<string, Promise<Coded>>()
  return function serve(accepted: string | undefined): Promise<Coded> {
    const coding = codings.find(({ name }) => isAccepted(accepted, name))
    const name = coding?.name ?? 'identity'
    const known = made.get(name) ?? encode(load, coding)
    // What failed is tried anew by the next request.
    made.set(name, known)
    known.catch(() => made.delete(name))
    return known
  }
}

type Coding = {
  readonly name: string
  readonly compress: (bytes: Uint8Array) => Promise<Uint8Array>
}

/** A higher quality takes seconds for some per cent. */
const params = { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_LGWIN]: 24 }
const codings: readonly Coding[] = [
  { name: 'br', compress: (bytes) => promisify(brotliCompress)(bytes, { params }) },
  { name: 'gzip', compress: (bytes) => promisify(gzip)(bytes, { level: 9 }) },
]

/** RFC 9110, 12.5.3; a weight of zero refuses a coding. */
const isAccepted = (header: string | undefined, name: string): boolean =>
  (header ?? '')
    .toLowerCase()
    .split(',')
    .map((one) => one.replaceAll(/\s/g, ''))
    .some((one) => one.split(';')[0] === name && !/;q=0(?:\.0*)?$/.test(one))

async function encode(load: () => Promise<Uint8Array>, coding: Coding | undefined): Promise<Coded> {
  const bytes = await load()
  if (!coding) return { body: new Uint8Array(bytes), headers: { vary: 'accept-encoding' } }
  const headers = { 'content-encoding': coding.name, vary: 'accept-encoding' }
  return { body: new Uint8Array(await coding.compress(bytes)), headers }
}
