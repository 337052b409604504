// Decodes the file of a list and splits it into rows: publishers write UTF-8 or Latin-1, with commas or semicolons.
import { parse } from 'csv-parse/sync'
import { cnpjCheckDigitsHold, cpfCheckDigitsHold } from '#src/platform/check-digits.ts'

/** Throws an Error when the bytes are neither, as in a file that was damaged in transfer. */
export function decode(bytes: Uint8Array): string {
  // No publisher writes empty bytes, but a copy that was cut off and filled up has them.
  if (bytes.includes(0)) throw new Error('it has empty bytes: it was broken on its way')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    if (isMostlyUtf8(bytes)) throw new Error('its UTF-8 is broken')
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** An accented letter in Latin-1 is hardly ever valid UTF-8. */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder('utf-8').decode(bytes)
  const foreign = text.match(/\P{ASCII}/gu) ?? []
  const broken = foreign.filter((letter) => letter === '\uFFFD').length
  return broken <= foreign.length - broken
}

export type Row = { readonly cells: readonly string[]; readonly line: number }

/** Throws an Error that names the line of a quote that is never closed. */
export function readRows(text: string, delimiter: ',' | ';'): Row[] {
  try {
    const rows = parse(text, {
      delimiter,
      bom: true,
      info: true,
      relaxColumnCount: true,
      relaxQuotes: true,
      skipEmptyLines: true,
      trim: true,
    }) as unknown as readonly { record: readonly string[]; info: { lines: number } }[]
    return rows.map(({ record, info }) => ({ cells: record, line: info.lines }))
  } catch (error) {
    const line = /line (\d+)/.exec(error instanceof Error ? error.message : '')?.[1]
    throw new Error(line === undefined ? 'it is no CSV' : `line ${line}: a quote is not closed`, {
      cause: error,
    })
  }
}

/** Throws an Error when the last row ends too soon, because the rows after it are then missing as well. */
export function refuseCutOff(rows: readonly Row[], width: number): void {
  const last = rows.at(-1)
  if (last && last.cells.length < width)
    throw new Error(`line ${last.line}: it ends too soon: the file was cut off`)
}

/** The cells of a row by folded column names, because publishers accent these in several ways. */
export function readTable(text: string): { columns: readonly string[]; rows: TableRow[] } {
  const delimiter = (text.split('\n', 1)[0] ?? '').includes(';') ? ';' : ','
  const [head, ...rows] = readRows(text, delimiter)
  const columns = (head?.cells ?? []).map(foldColumn)
  refuseCutOff(rows, columns.length)
  return {
    columns,
    rows: rows.map(({ cells, line }) => ({
      line,
      width: cells.length,
      of: (column) => cells[columns.indexOf(column)] ?? '',
    })),
  }
}

export type TableRow = {
  readonly line: number
  readonly width: number
  of(column: string): string
}

const foldColumn = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '')

export const toDocument = (text: string): string =>
  text.replaceAll(/[^0-9A-Za-z*]/g, '').toUpperCase()

/** A longer text is no document number; in characters. */
const documentMax = 20

export const toDocuments = (texts: readonly string[]): string[] => [
  ...new Set(texts.map(toDocument).filter((one) => /\d/.test(one) && one.length <= documentMax)),
]

/** Reads a day or month at the beginning of a file's name, such as `20261120_CEIS.csv`. */
export function versionOf(file: string): string | undefined {
  const [, year, month, day] = /(?:^|[/_-])(20\d{2})(\d{2})(\d{2})?(?=[_.-])/.exec(file) ?? []
  if (year === undefined) return undefined
  return day === undefined ? `${year}-${month}` : `${year}-${month}-${day}`
}

/**
 * Leaves out foreign numbers that look Brazilian: of the eleven-digit numbers of Peru, Norway or Argentina one in a
 * hundred is a valid CPF, and would separate the listed person from the bearer of the name.
 */
export const listForeign = (numbers: readonly string[]): string[] =>
  toDocuments(numbers).filter((one) => !cpfCheckDigitsHold(one) && !cnpjCheckDigitsHold(one))

/** Restores the leading zeros of a Brazilian number, which JSON and spreadsheets drop. */
export function withZeros(number: string): string {
  if (!/^\d{8,13}$/.test(number) || cpfCheckDigitsHold(number)) return number
  const [cpf, cnpj] = [number.padStart(11, '0'), number.padStart(14, '0')]
  if (cpfCheckDigitsHold(cpf)) return cpf
  return cnpjCheckDigitsHold(cnpj) ? cnpj : number
}
