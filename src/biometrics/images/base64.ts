// Decodes images in JSON: base64, with line breaks or as a data URL, as browsers and mail programs write it.
import { type Fault, Problem } from '#src/platform/errors.ts'

/** `name`: the file name in a data URL. */
export type SentImage = { readonly bytes: Uint8Array; readonly name?: string }

const dataUrl = /^data:[\w.+-]*(?:\/[\w.+-]*)?((?:;[^;,]{1,200}){0,8}?);base64,/i

/** Undefined for text that is not base64; an empty text is an image of no bytes. */
export function decodeBase64(text: string): SentImage | undefined {
  const [prefix = '', parameters = ''] = dataUrl.exec(text.slice(0, 2_000)) ?? []
  const digits = text.slice(prefix.length)
  const bytes = decodeFast(digits)
  if (bytes) return { bytes, ...named(parameters) }
  if (!/^[A-Za-z0-9+/_\t-\r -]*(?:=[\t-\r ]*){0,2}$/.test(digits)) return undefined
  // A single digit left over has six bits, which are no byte.
  if (countDigits(digits) % 4 === 1) return undefined
  return { bytes: Buffer.from(digits, 'base64'), ...named(parameters) }
}

const named = (parameters: string) => {
  const name = /;name=([^;]+)/i.exec(parameters)?.[1]
  return name === undefined ? {} : { name }
}

type Decode = (text: string, options: { readonly lastChunkHandling: 'loose' }) => Uint8Array
/** ECMA-262 has it since 2026, and the compiler's library does not know it yet. */
const { fromBase64 } = Uint8Array as typeof Uint8Array & { readonly fromBase64?: Decode }

/** Native decoding takes a fifth of the time; undefined for spellings that it does not know. */
function decodeFast(text: string): Uint8Array | undefined {
  try {
    return fromBase64?.call(Uint8Array, text, { lastChunkHandling: 'loose' })
  } catch {
    return undefined
  }
}

/** Counts neither white space, which the decoder skips by itself, nor the `=` at the end. */
function countDigits(text: string): number {
  let count = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code > space && code !== equals) count += 1
  }
  return count
}

const space = 0x20
const equals = 0x3d

/** Throws `invalid-request` with a pointer to each text that is not base64. */
export function readBase64(texts: readonly string[], pointer: (at: number) => string): SentImage[] {
  const decoded = texts.map(decodeBase64)
  const faults = decoded.flatMap((one, at): Fault[] =>
    one ? [] : [{ pointer: pointer(at), code: 'format', detail: 'must be written as base64' }],
  )
  if (faults.length > 0) throw new Problem('invalid-request', { faults })
  return decoded.flatMap((one) => one ?? [])
}

export function readFiles(files: readonly File[]): Promise<SentImage[]> {
  return Promise.all(
    files.map(async (file) => ({
      bytes: new Uint8Array(await file.arrayBuffer()),
      name: file.name,
    })),
  )
}
