// Parses values of PDF (ISO 32000-2, 7.3) from text, with bounds; nothing in them is run, fetched or rendered.

export type PdfName = { readonly name: string }
export type PdfReference = { readonly reference: number }
export type PdfDictionary = ReadonlyMap<string, PdfValue>
export type PdfValue =
  | number
  | boolean
  | null
  | string
  | PdfName
  | PdfReference
  | PdfDictionary
  | readonly PdfValue[]

export type ParsedValue = { readonly value: PdfValue; readonly end: number }

const depthMax = 30
const gap = /(?:[\0\t\n\f\r ]|%[^\r\n]*)*/y
const reference = /(\d{1,7})[\0\t\n\f\r ]+\d{1,5}[\0\t\n\f\r ]+R(?![\w])/y
const number = /[+-]?(?:\d{1,12}(?:\.\d{0,12})?|\.\d{1,12})/y
const nameAt = /\/([^\0\t\n\f\r ()<>[\]{}/%]{0,200})/y
const word = /true|false|null/y
const hex = /<[\da-fA-F\0\t\n\f\r ]*>/y

/** Throws an Error if there is no value. */
export function parseValue(text: string, from: number, depth = 0): ParsedValue {
  if (depth > depthMax) throw new Error('too deep')
  const at = skipGap(text, from)
  if (text.startsWith('<<', at)) return parseDictionary(text, at + 2, depth)
  if (text[at] === '[') return parseArray(text, at + 1, depth)
  if (text[at] === '(') return parseString(text, at)
  const referred = matchAt(reference, text, at)
  if (referred) return { value: { reference: Number(referred[1]) }, end: at + referred[0].length }
  const named = matchAt(nameAt, text, at)
  if (named) return { value: { name: unescapeName(named[1]) }, end: at + named[0].length }
  const counted = matchAt(number, text, at)
  if (counted) return { value: Number(counted[0]), end: at + counted[0].length }
  const bytes = matchAt(hex, text, at)
  if (bytes) return { value: fromHex(bytes[0]), end: at + bytes[0].length }
  const said = matchAt(word, text, at)
  if (!said) throw new Error('no value')
  return { value: said[0] === 'null' ? null : said[0] === 'true', end: at + said[0].length }
}

export const skipGap = (text: string, at: number): number =>
  at + (matchAt(gap, text, at)?.[0].length ?? 0)

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

function parseDictionary(text: string, from: number, depth: number): ParsedValue {
  const entries = new Map<string, PdfValue>()
  let at = skipGap(text, from)
  while (!text.startsWith('>>', at)) {
    const key = parseValue(text, at, depth + 1)
    if (!isName(key.value)) throw new Error('no key')
    const { value, end } = parseValue(text, key.end, depth + 1)
    entries.set(key.value.name, value)
    at = skipGap(text, end)
  }
  return { value: entries, end: at + 2 }
}

function parseArray(text: string, from: number, depth: number): ParsedValue {
  const values: PdfValue[] = []
  let at = skipGap(text, from)
  while (text[at] !== ']') {
    const { value, end } = parseValue(text, at, depth + 1)
    values.push(value)
    at = skipGap(text, end)
  }
  return { value: values, end: at + 1 }
}

/** Escapes stay undecoded, because only the end of a string matters. */
function parseString(text: string, from: number): ParsedValue {
  let open = 0
  for (let at = from; at < text.length; at += 1) {
    const letter = text[at]
    if (letter === '\\') at += 1
    else if (letter === '(') open += 1
    else if (letter === ')' && --open === 0) return { value: text.slice(from + 1, at), end: at + 1 }
  }
  throw new Error('no end')
}

const fromHex = (text: string): string =>
  Buffer.from(text.replaceAll(/[^\da-fA-F]/g, ''), 'hex').toString('latin1')

const unescapeName = (text = ''): string =>
  text.replaceAll(/#([\da-fA-F]{2})/g, (_, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  )

const isObject = (
  value: PdfValue | undefined,
): value is Exclude<PdfValue, number | boolean | null | string> =>
  typeof value === 'object' && value !== null

export const isName = (value: PdfValue | undefined): value is PdfName =>
  isObject(value) && 'name' in value
export const isReference = (value: PdfValue | undefined): value is PdfReference =>
  isObject(value) && 'reference' in value
export const isDictionary = (value: PdfValue | undefined): value is PdfDictionary =>
  value instanceof Map
