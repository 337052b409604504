// Reads a pack from a file: a document as YAML or JSON, with its test cases beside it (`onboarding.yaml` and
// `onboarding.cases.yaml`).
import { existsSync, readFileSync } from 'node:fs'
import { basename, extname } from 'node:path'
import { bodyLimits } from '#src/platform/http/request/body-budget.ts'
import type { Publication } from '#src/journey/registry/publish.ts'
import { type DocumentFault, type ParsedText, parseText } from '#src/journey/registry/text.ts'
import { PackCases } from '#src/packs/cases/schema.ts'
import type { PublishedNames } from '#src/packs/conditions/check.ts'
import type { Pack } from '#src/packs/document/pack.ts'
import { readShape } from '#src/journey/registry/shape.ts'
import { type CaseDeps, checkPublication } from './registered.ts'

/** Faults of files in the form of compilers: one line per fault. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused'
}

export const nameOf = (file: string): string => basename(file, extname(file))

export const isPackName = (name: string): boolean => /^[a-z][a-z0-9-]{0,63}$/.test(name)

export const isCases = (file: string): boolean => /\.cases\.[a-z]+$/.test(file)

/** Throws FileRefused when the text does not parse. */
export function parseFile(file: string): ParsedText {
  const read = parseText(readText(file), file.endsWith('.json'))
  if ('parsed' in read) return read.parsed
  throw new FileRefused(
    read.faults
      .map(({ line = 1, column = 1, detail }) => `${file}:${line}:${column} ${detail}`)
      .join('\n'),
  )
}

/** The limit and encoding are those of the API. */
function readText(file: string): string {
  const bytes = readFileSync(file)
  if (bytes.length > bodyLimits.document) throw new FileRefused(`${file}: it is over 128 KiB`)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new FileRefused(`${file}: it is not UTF-8`)
  }
}

/** The body of the API request for a file and its test cases. Throws FileRefused. */
export function readBody(file: string): { readonly value: object; readonly cases: number } {
  const { value } = parseFile(file)
  const beside = parseCases(file)
  return { value: { ...Object(value), ...beside?.read }, cases: beside?.read.cases.length ?? 0 }
}

/** Throws FileRefused with every fault and its position. */
export async function readPackFile(
  file: string,
  deps: CaseDeps,
  known: PublishedNames,
): Promise<Publication> {
  const document = parseFile(file)
  const beside = parseCases(file)
  // A document that is no object is passed on and refused later.
  const { value: own } = document
  const isMap = typeof own === 'object' && own !== null && !Array.isArray(own)
  const value = isMap ? { ...own, ...beside?.read } : own
  const checked = await checkPublication(value, nameOf(file), deps, known)
  if ('publication' in checked) return checked.publication
  const { faults } = checked
  const ofCases = faults.filter(({ pointer }) => pointer.startsWith('/cases'))
  if (beside && ofCases.length > 0) throw refusal(beside.file, beside.parsed, ofCases)
  throw refusal(file, document, faults)
}

/** The executable composition. Safe because the publication has passed checkPublication, which sets `expanded`. */
export const composedOf = ({ expanded }: Publication): Pick<Pack, 'root' | 'input'> =>
  expanded as Pick<Pack, 'root' | 'input'>

function parseCases(file: string) {
  const stem = file.slice(0, file.length - extname(file).length)
  const [beside, second] = ['yaml', 'yml', 'json']
    .map((ending) => `${stem}.cases.${ending}`)
    .filter((one) => existsSync(one))
  if (beside === undefined) return undefined
  if (second !== undefined) throw new FileRefused(`${second}: ${beside} has cases of the same pack`)
  const parsed = parseFile(beside)
  const read = readShape(PackCases, parsed.value)
  if ('faults' in read) throw refusal(beside, parsed, read.faults)
  return { file: beside, parsed, read: { cases: read.data.cases } }
}

function refusal(file: string, parsed: ParsedText, faults: readonly DocumentFault[]): FileRefused {
  const lines = faults.map((fault) => {
    const { line, column } = parsed.locate(fault)
    return `${file}:${line}:${column} ${fault.pointer || '/'}: ${fault.detail}`
  })
  return new FileRefused(lines.join('\n'))
}
