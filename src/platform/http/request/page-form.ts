// Reads the forms of our own pages, which anybody may send.
import { Problem } from '#src/platform/errors.ts'
import { readUrlencoded } from '#src/platform/urlencoded.ts'

/** More fields than any page of ours has. */
const fieldsMax = 100

/** The fields of a page's form by name; Problem 400 for one of very many. */
export function readPageForm(body: Uint8Array = new Uint8Array()): URLSearchParams {
  const form = readUrlencoded(body, fieldsMax)
  if (form) return form
  const detail = `has more than ${fieldsMax} fields`
  throw new Problem('invalid-request', { faults: [{ pointer: '#', code: 'too-many', detail }] })
}
