// Reads and checks the text of a document. The problem it throws lists the faults by line and column.
import { type Fault, Problem } from '#src/platform/errors.ts'
import type { DocumentText } from '#src/platform/http/route.ts'
import { parseApart } from './parse-apart.ts'
import type { DocumentFault, PositionedFault } from './text.ts'

const faultsMax = 100

/** Throws the problem `invalid-document`, or `invalid-request` when a text declared as JSON is none. */
export async function checkText<Checked extends object>(
  { text, mediaType }: DocumentText,
  check: (value: unknown) => Promise<Checked | { readonly faults: readonly DocumentFault[] }>,
): Promise<Checked> {
  const isJson = mediaType === 'application/json'
  const read = await parseApart(text, isJson)
  if ('faults' in read)
    throw isJson ? problemOf('invalid-request', read.faults, 'not-json') : invalid(read.faults)
  const { parsed } = read
  const checked = await check(parsed.value)
  if (!('faults' in checked)) return checked
  const faults = checked.faults.slice(0, faultsMax)
  const positions = await parsed.locate(faults)
  throw invalid(faults.map((one, at) => ({ ...one, ...positions[at] })))
}

const invalid = (faults: readonly PositionedFault[]): Problem =>
  problemOf('invalid-document', faults, 'invalid')

const problemOf = (
  problem: 'invalid-document' | 'invalid-request',
  faults: readonly PositionedFault[],
  code: Fault['code'],
): Problem =>
  new Problem(problem, {
    faults: faults.slice(0, faultsMax).map(({ pointer, detail, line, column }) => ({
      pointer: `#${pointer}`,
      code,
      detail,
      ...(line !== undefined && column !== undefined && { line, column }),
    })),
  })
