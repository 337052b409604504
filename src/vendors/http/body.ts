// Bodies as vendors write them: JSON, fields of a form, XML.
import { XMLBuilder, XMLParser } from 'fast-xml-parser'

const elements = { ignoreAttributes: false, attributeNamePrefix: '@' } as const
/** Numbers stay texts, as JSON has them in quotes: a document begins with a zero. */
const parser = new XMLParser({ ...elements, parseTagValue: false, parseAttributeValue: false })
const builder = new XMLBuilder(elements)

/** Undefined for what is neither; a document type is refused, because no answer needs one. */
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

export function writeBody(
  as: 'json' | 'form' | 'xml',
  value: unknown,
): { readonly type: string; readonly text: string } {
  switch (as) {
    case 'json':
      return { type: 'application/json', text: JSON.stringify(value) }
    case 'form':
      return { type: 'application/x-www-form-urlencoded', text: toForm(value) }
    case 'xml':
      return { type: 'application/xml', text: String(builder.build(value)) }
  }
}

/** A list is the same field several times. */
function toForm(value: unknown): string {
  const form = new URLSearchParams()
  for (const [name, given] of Object.entries(
    typeof value === 'object' && value !== null ? value : {},
  ))
    for (const one of Array.isArray(given) ? given : [given])
      if (typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean')
        form.append(name, String(one))
  return form.toString()
}

/** Undefined for what is no JSON. */
export function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}
