// Generates request bodies of the largest size that a route accepts: cheap to write, and possibly costly to read. A new
// kind of body needs its shapes here, and every route is tested with them.
import { z } from 'zod'
import { bodyLimitOf } from '#src/platform/http/request/body-budget.ts'
import type { Route } from '#src/platform/http/route.ts'

export type Shape = {
  readonly name: string
  readonly contentType: string
  readonly body: Uint8Array<ArrayBuffer>
}

/** The route’s path for that transaction; other parameters name nothing that exists. */
export const pathOf = ({ paths }: Route, transactionId: string): string =>
  paths[0].replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    /^(id|transactionId)$/.test(name) ? transactionId : 'x',
  )

/** A body: `before`, as many of `unit` as fit, `after`. */
type Made = readonly [
  name: string,
  before: string,
  unit: string | ((at: number) => string),
  after?: string,
]

const json = 'application/json'

/** The most values that a body may have. */
const valuesMax = 50_000

/** First as many small values as are accepted, then values of the size of images. */
const person = ',{"name":"Maria de Souza","n":1.5,"ok":true}'
const picture = `,"${'a'.repeat(8_192)}"`

/** JSON bodies for any schema. `well-formed` is the reference for the others. */
const jsonShapes: readonly Made[] = [
  ['well-formed', '{"all":[{}', (at) => (at < 10_000 ? person : picture), ']}'],
  ['text', '{"pad":"', 'a', '"}'],
  ['wide text', '{"pad":"', '€', '"}'],
  ['escapes', '{"pad":"', String.raw`\u0061`, '"}'],
  ['quotes', '{"pad":"', String.raw`\"`, '"}'],
  ['open string', '{"pad":"', String.raw`\\`],
  ['half surrogates', '["', String.raw`\ud800`, '"]'],
  ['no UTF-8', '["', '\u00ff', '"]'],
  ['nesting', '', '[', ''],
  ['nested objects', '', '{"a":', ''],
  ['deep and closed', '', (at) => (at < 60 ? '[' : ',1'), `${']'.repeat(60)}`],
  ['values', '[0', ',0', ']'],
  ['digits', '[1', '9', ']'],
  ['decimals', '[0.', '3', ']'],
  ['exponents', '[0', ',1e999', ']'],
  ['keys', '{"a":0', (at) => `,"k${at}":0`, '}'],
  ['number keys', '{"a":0', (at) => `,"${4_294_967_294 - at}":0`, '}'],
  ['one key again', '{"a":0', ',"a":0', '}'],
  ['__proto__', '{"a":0', ',"__proto__":{"toString":0}', '}'],
  ['long key', '{"', 'k', '":0}'],
  ['blanks', '', ' ', '{}'],
  ['strings', '["', '","', '"]'],
  ['bare words', '', 'null '],
]

/** Values for each field of a schema. */
const fieldShapes: readonly Made[] = [
  ['a long text', '"', 'a@a.', '"'],
  ['blanks and a sign', '"', ' ', '!"'],
  ['digits', '"', '9', '"'],
  ['wrong items', '[null', ',{}', ']'],
  ['wrong texts', '[""', ',"x"', ']'],
  ['a map', '{"a":0', (at) => `,"k${at}":"x"`, '}'],
]

const documentShapes: readonly Made[] = [
  ['well-formed', 'name: x\nsteps:\n', '  - a: 1\n'],
  ['YAML nesting', '', '['],
  ['YAML maps', '', '{a: '],
  ['YAML dashes', '', '- '],
  ['YAML indents', '', (at) => `${' '.repeat(at % 300)}a:\n`],
  ['YAML anchors', '', (at) => `- &a${at} x\n`],
  ['YAML aliases', '- &a [x, x, x, x, x, x, x, x]\n', (at) => `- &b${at} [${'*a, '.repeat(8)}]\n`],
  [
    'YAML billion laughs',
    'a0: &a0 [x]\n',
    (at) => `a${at + 1}: &a${at + 1} [*a${at}, *a${at}, *a${at}, *a${at}]\n`,
  ],
  ['YAML merges', 'a: &a {x: 1}\n', (at) => `b${at}: {<<: *a}\n`],
  ['YAML tags', '', '- !!binary x\n'],
  ['YAML documents', '', '---\n'],
  ['YAML keys', '', (at) => `k${at}: 1\n`],
  ['YAML one key again', '', 'k: 1\n'],
  ['YAML quotes', '- "', String.raw`\u0061`, '"'],
  ['YAML comments', '', '#\n'],
  ['YAML complex keys', '', '? '],
  ['YAML colons', '', 'a: '],
  ['YAML tabs', '', '\t'],
  ['YAML block', '- |\n', '  x\n'],
  ['YAML digits', 'a: 1', '9'],
  ['YAML expression', 'steps:\n  - when: "', '(', '"'],
  ['YAML sum', 'steps:\n  - when: "1', '+1', '"'],
]

/** Bodies for routes that parse them themselves: hooks and pages. */
const rawShapes: readonly Made[] = [
  ['zeros', '', '\0'],
  ['lines', '', '\r\n'],
  ['MIME heads', '', (at) => `X-${at}: y\r\n`],
  ['MIME parts', 'Content-Type: multipart/report; boundary=a\r\n\r\n', '--a\r\n\r\n'],
]

const pairShapes: readonly Made[] = [
  ['pairs', '', 'a&'],
  ['pairs of one name', '', 'a=1&'],
  ['names', '', (at) => `k${at}=1&`],
  ['escapes of a form', 'a=', '%41'],
  ['plus', 'a=', '+'],
]

const partShapes: readonly Made[] = [
  [
    'well-formed',
    '--a\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n',
    'x',
    '\r\n--a--',
  ],
  ['parts', '--a', '\r\n--a', '--'],
  ['named parts', '--a', '\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n--a', '--'],
  ['half delimiters', '--a', '\r\n-', '\r\n--a--'],
  ['a long head', '--a\r\nContent-Disposition: form-data; name="', 'x', '"\r\n\r\n\r\n--a--'],
]

/** All shapes of a route’s body, for its declared types and for what it parses itself. */
export function shapesOf(route: Route): Shape[] {
  const { json: schema, form, document } = route.request
  const most = bodyLimitOf(route)
  const make = (shapes: readonly Made[], contentType: string) =>
    shapes.map((made) => ({ name: made[0], contentType, body: fill(made, most) }))
  const ofFields = (schema ? fieldsOf(schema) : []).flatMap((field) =>
    fieldShapes.map(([name, before, unit, after = '']) => ({
      name: `${field}: ${name}`,
      contentType: json,
      body: fill([name, `{${JSON.stringify(field)}:${before}`, unit, `${after}}`], most),
    })),
  )
  const isOwn = !schema && !form && !document
  return [
    ...(schema || isOwn ? make(jsonShapes, json) : []),
    ...ofFields,
    ...(document ? make(documentShapes, json) : []),
    ...(isOwn ? make(pairShapes, 'application/x-www-form-urlencoded') : []),
    ...(isOwn ? make(rawShapes, 'message/rfc822') : []),
    ...(form ? make(partShapes, 'multipart/form-data; boundary=a') : []),
  ]
}

function fill([, before, unit, after = '']: Made, most: number): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.alloc(most)
  let at = bytes.write(before, 'utf8')
  const end = most - Buffer.byteLength(after)
  if (typeof unit === 'string') {
    const size = Buffer.byteLength(unit)
    const count = Math.max(0, Math.floor((end - at) / size))
    if (count > 0) bytes.fill(unit, at, at + count * size)
    at += count * size
  } else {
    for (let count = 0; count < 4 * valuesMax; count += 1) {
      const next = unit(count)
      if (at + Buffer.byteLength(next) > end) break
      at += bytes.write(next, at)
    }
  }
  at += bytes.write(after, at)
  return new Uint8Array(bytes.buffer, 0, at)
}

/** The members of an object schema, of all its alternatives. */
function fieldsOf(schema: z.ZodType): string[] {
  const written = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return [...new Set(namesIn(written))]
}

function namesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const {
    properties = {},
    anyOf = [],
    oneOf = [],
    allOf = [],
  } = schema as {
    readonly properties?: object
    readonly anyOf?: readonly unknown[]
    readonly oneOf?: readonly unknown[]
    readonly allOf?: readonly unknown[]
  }
  return [...Object.keys(properties), ...[...anyOf, ...oneOf, ...allOf].flatMap(namesIn)]
}
