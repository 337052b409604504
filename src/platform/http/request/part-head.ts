// Reads the headers of one part of a form (RFC 7578, 4.2 to 4.5), with names as browsers escape them:
// https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data

export type PartHead = {
  readonly name: string
  /** Set where the part is a file. */
  readonly file: { readonly name: string; readonly type: string } | undefined
  /** Clients no longer send it (RFC 7578, 4.7), but it is understood. */
  readonly isBase64: boolean
}

const headersMax = 20

/** Undefined for malformed headers, or headers that name no field. */
export function readPartHead(text: string): PartHead | undefined {
  const lines = text.split('\r\n', headersMax + 1)
  const headers = new Map<string, string>()
  for (const line of lines) {
    const [, name, value = ''] = /^([^\s:]+):[ \t]*([^\r\n]*)$/.exec(line) ?? []
    if (name === undefined) return undefined
    headers.set(name.toLowerCase(), value.trimEnd())
  }
  if (lines.length > headersMax) return undefined
  const { name, filename } = readDisposition(headers.get('content-disposition') ?? '') ?? {}
  if (name === undefined) return undefined
  const type = headers.get('content-type') ?? 'text/plain'
  const isBase64 = headers.get('content-transfer-encoding')?.toLowerCase() === 'base64'
  return { name, file: filename === undefined ? undefined : { name: filename, type }, isBase64 }
}

const parameter = /[ \t]*;[ \t]*([^\s;=*"]+)(\*?)=[ \t]*(?:"([^"]*)"|([^\s;"]*))/y

type Disposition = { readonly name?: string; readonly filename?: string }

/** The parameters of `form-data`; undefined for anything else. */
function readDisposition(value: string): Disposition | undefined {
  const found: Record<string, string> = {}
  parameter.lastIndex = /^form-data/i.exec(value)?.[0].length ?? value.length
  let end = parameter.lastIndex
  for (let one = parameter.exec(value); one; one = parameter.exec(value)) {
    end = parameter.lastIndex
    const [, name = '', extended = '', quoted, bare = ''] = one
    const text = extended ? decodeExtended(bare) : (decodeEscapes(quoted) ?? bare)
    if (text === undefined) return undefined
    found[`${name.toLowerCase()}${extended}`] = text
  }
  if (!/^[ \t;]*$/.test(value.slice(end))) return undefined
  const { name = found['name*'], filename } = found
  const file = found['filename*'] ?? filename
  return { ...(name !== undefined && { name }), ...(file !== undefined && { filename: file }) }
}

const escapes: Readonly<Record<string, string>> = { '%0a': '\n', '%0d': '\r', '%22': '"' }

const decodeEscapes = (text: string | undefined) =>
  text?.replace(/%(?:0a|0d|22)/gi, (escape) => escapes[escape.toLowerCase()] ?? escape)

/** Decodes `utf-8'language'text` (RFC 8187), which forms should not contain but some do. */
function decodeExtended(value: string): string | undefined {
  try {
    const [, text] = /^utf-8'[^']*'(.*)$/i.exec(value) ?? []
    return text === undefined ? undefined : decodeURIComponent(text)
  } catch {
    return undefined
  }
}
