// Reads `application/x-www-form-urlencoded` with a limit on the number of pairs: `URLSearchParams` takes quadratic
// time.
import { Problem } from './errors.ts'

const ampersand = 0x26

/** The pairs of a form; undefined, without parsing, where there are more than `pairsMax`. */
export function readUrlencoded(body: Uint8Array, pairsMax: number): URLSearchParams | undefined {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  let pairs = 1
  for (let at = bytes.indexOf(ampersand); at !== -1; at = bytes.indexOf(ampersand, at + 1))
    if ((pairs += 1) > pairsMax) return undefined
  return new URLSearchParams(bytes.toString())
}

/** More fields than any of our pages has. */
const fieldsMax = 100

/** The fields of a page’s form by name; Problem 400 where there are too many. */
export function readPageForm(body: Uint8Array = new Uint8Array()): URLSearchParams {
  const form = readUrlencoded(body, fieldsMax)
  if (form) return form
  const detail = `has more than ${fieldsMax} fields`
  throw new Problem('invalid-request', { faults: [{ pointer: '#', code: 'too-many', detail }] })
}
