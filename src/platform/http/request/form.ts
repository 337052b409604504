// Reads the parts of a form (RFC 7578): fields and files by name.
import { Problem } from '#src/platform/errors.ts'
import { bodyLimits } from './body-budget.ts'
import type { Part } from './multipart.ts'
import { readPartHead } from './part-head.ts'

export type FormField = string | File | undefined
export type FormFields = Record<string, FormField | FormField[]>

/** The most bytes in the headers of one part. */
const headMax = 8_192
/** The most bytes in all fields that are no files: only files justify a large form. */
const textMax = bodyLimits.json

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * Fields and files by name; a name that occurs several times gives an array. `parts` are the byte ranges between the
 * delimiters. Problem 400 for a malformed form.
 */
export function readForm(parts: readonly Part[] = []): FormFields {
  const fields = new Map<string, FormField[]>()
  let textBytes = 0
  // Bytes before the first delimiter and after the last one are ignored.
  const end = parts.findIndex((part, at) => at > 0 && part.subarray(0, 2).equals(dashes))
  if (end === -1) throw notForm()
  for (const part of parts.slice(1, end)) {
    const { name, file, content } = readPart(part)
    if (!file && (textBytes += content.length) > textMax) throw tooLong()
    const value = file ? new File([content], file.name, { type: file.type }) : utf8.decode(content)
    const others = fields.get(name)
    if (others) others.push(value)
    else fields.set(name, [value])
  }
  return Object.fromEntries(
    [...fields].map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  )
}

const dashes = Buffer.from('--')
const lineEnd = Buffer.from('\r\n')
const headEnd = Buffer.from('\r\n\r\n')

function readPart(part: Part) {
  const line = part.subarray(0, headMax).indexOf(lineEnd)
  const end = part.subarray(0, headMax).indexOf(headEnd, line)
  // Only blanks may follow a delimiter on its line.
  if (line === -1 || end === -1 || part.toString('latin1', 0, line).trim() !== '') throw notForm()
  const head = readPartHead(part.toString('utf8', line + lineEnd.length, end))
  if (!head) throw notForm()
  const { name, file, isBase64 } = head
  const content = part.subarray(end + headEnd.length)
  return { name, file, content: isBase64 ? decodeBase64(content) : content }
}

const decodeBase64 = (content: Part): Part => Buffer.from(content.toString('latin1'), 'base64')

const notForm = () => refused('format', 'is not multipart/form-data')
const tooLong = () => refused('too-long', 'has more than 1 MiB of text')

const refused = (code: 'too-long' | 'format', detail: string) =>
  new Problem('invalid-request', { faults: [{ pointer: '#', code, detail }] })
