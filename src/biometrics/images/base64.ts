// Decodes images in JSON: base64, with line breaks or as a data URL, as browsers and mail programs write it.

/** `name` is what a data URL says of its file. */
export type SentImage = { readonly bytes: Uint8Array; readonly name?: string }

const dataUrl = /^data:[\w.+-]*(?:\/[\w.+-]*)?((?:;[^;,]{1,200}){0,8}?);base64,/i

/** Undefined when it is not base64; nothing is an image of no bytes. */
export function decodeBase64(text: string): SentImage | undefined {
  const [prefix = '', parameters = ''] = dataUrl.exec(text.slice(0, 2_000)) ?? []
  const digits = text.slice(prefix.length)
  if (!/^[A-Za-z0-9+/_\t-\r -]*(?:=[\t-\r ]*){0,2}$/.test(digits)) return undefined
  // Six bits that are left over are no byte.
  if (countDigits(digits) % 4 === 1) return undefined
  const name = /;name=([^;]+)/i.exec(parameters)?.[1]
  return { bytes: Buffer.from(digits, 'base64'), ...(name !== undefined && { name }) }
}

/** Without white space, which the decoder leaves out by itself, and without what fills up the end. */
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
