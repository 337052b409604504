// Reads and writes bodies in vendors' formats: JSON, form fields, multipart, XML.
import type { RequestParts } from './definition/request.ts'
import type { Filled } from './pictures.ts'
import { XMLBuilder, XMLParser } from 'fast-xml-parser'

const elements = { ignoreAttributes: false, attributeNamePrefix: '@' } as const
/** Numbers stay texts, because a document may begin with a zero. */
const parser = new XMLParser({ ...elements, parseTagValue: false, parseAttributeValue: false })
const builder = new XMLBuilder(elements)

/** Undefined for a body in neither format; XML with a document type is refused, because no answer needs one. */
export function parseBody(as: 'json' | 'xml', text: string | undefined): unknown {
  if (as === 'json') return parseJson(text)
  if (text === undefined || /<!DOCTYPE|<!ENTITY/i.test(text)) return undefined
  try {
    const found: unknown = parser.parse(text, true)
    const isFilled = typeof found === 'object' && found !== null && Object.keys(found).length > 0
    return isFilled ? found : undefined
  } catch {
    return undefined
  }
}

export type WrittenBody = { readonly type: string; readonly body: string | Uint8Array }

/** `filled` has the pictures that replace their marks. */
export async function writeBody(
  as: RequestParts['as'],
  value: unknown,
  filled: ReadonlyMap<string, Filled>,
): Promise<WrittenBody> {
  switch (as) {
    case 'json': {
      const fill = (_: string, inner: unknown) =>
        (typeof inner === 'string' ? filled.get(inner)?.text : undefined) ?? inner
      return { type: 'application/json', body: JSON.stringify(value, fill) }
    }
    case 'form':
      return { type: 'application/x-www-form-urlencoded', body: toForm(value) }
    case 'xml':
      return { type: 'application/xml', body: String(builder.build(value)) }
    case 'multipart':
      return toParts(value, filled)
  }
}

/** Written as browsers do; the boundary occurs in no part, and no value can end one. */
async function toParts(value: unknown, filled: ReadonlyMap<string, Filled>): Promise<WrittenBody> {
  const form = new FormData()
  for (const [name, text] of toFields(value)) {
    const picture = filled.get(text)
    if (!picture) form.append(name, text)
    else {
      const { format, name: of } = picture.form
      const type = `image/${format}`
      const file = new File([Uint8Array.from(picture.bytes)], `${of}.${extensions[format]}`, {
        type,
      })
      form.append(name, file)
    }
  }
  const written = new Response(form)
  return { type: written.headers.get('content-type') ?? '', body: await written.bytes() }
}

const extensions = { jpeg: 'jpg', png: 'png' } as const

const toForm = (value: unknown): string => new URLSearchParams(toFields(value)).toString()

/** A list becomes several fields of the same name. */
function toFields(value: unknown): [name: string, text: string][] {
  const fields = typeof value === 'object' && value !== null ? Object.entries(value) : []
  return fields.flatMap(([name, given]) =>
    (Array.isArray(given) ? given : [given])
      .filter((one) => ['string', 'number', 'boolean'].includes(typeof one))
      .map((one): [string, string] => [name, String(one)]),
  )
}

/** Undefined for a text that is no JSON. */
export function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}
