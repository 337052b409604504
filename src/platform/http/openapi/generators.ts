// Adapts the OpenAPI document to client generators. Response schemas are open, so that a new field does not break an
// older client. Fields have no `default`, because generators make such a request field required. Integers state their
// number of bits. A field of several types accepts any value, and a schema inside itself becomes any object.
type Node = { [key: string]: unknown }

const int32Max = 2 ** 31 - 1
const schemaRef = '#/components/schemas/'

/** Changes the document in place. */
export function suitGenerators(document: object): void {
  const { components = {}, paths = {} } = document as { components?: Node; paths?: Node }
  const schemas = (components['schemas'] ?? {}) as Node
  const sent = sentSchemas(paths, schemas)
  visit(document, (node) => {
    joinConstants(node)
    keepFiles(node)
    joinTexts(node)
    openUnion(node)
    keepOneSpelling(node)
    describeDefault(node)
    sizeInteger(node)
    if (node['format'] === 'date-time') delete node['pattern']
    describeText(node)
    spellClasses(node)
  })
  for (const [name, schema] of Object.entries(schemas)) {
    openRecursion(name, schema)
    if (!sent.has(name)) open(schema)
  }
  visit(paths, (node) => open(node['responses']))
}

/** The names of the schemas used in requests, which stay closed, because the service may refuse unknown fields. */
function sentSchemas(paths: Node, schemas: Node): Set<string> {
  const names = new Set<string>()
  const follow = (part: unknown): void =>
    visit(part, ({ $ref: ref }) => {
      if (typeof ref !== 'string' || !ref.startsWith(schemaRef)) return
      const name = ref.slice(schemaRef.length)
      if (names.has(name)) return
      names.add(name)
      follow(schemas[name])
    })
  visit(paths, ({ requestBody, parameters }) => {
    follow(requestBody)
    follow(parameters)
  })
  return names
}

const open = (schema: unknown): void =>
  visit(schema, (node) => {
    if (node['additionalProperties'] === false) delete node['additionalProperties']
  })

/**
 * A union of text, number or list has no type in Go and Java, and the generated code does not compile. So it becomes
 * any value, and the extension `x-takes` holds the real schema.
 */
function openUnion(node: Node): void {
  if (typesOf(node).size < 2) return
  const { description, example, ...takes } = node
  for (const key of Object.keys(node)) delete node[key]
  node['x-takes'] = takes
  const words = 'Of several types: `x-takes` has its schema.'
  node['description'] = typeof description === 'string' ? `${description} ${words}` : words
  if (example !== undefined) node['example'] = example
}

/**
 * In Rust a type that contains itself has no size unless the generator boxes it, and openapi-generator 7.14 does not.
 * Lists and maps of the type are possible.
 */
function openRecursion(name: string, schema: unknown): void {
  // Safe because the properties of a schema are schemas.
  const { properties } = Object(schema) as { properties?: { [field: string]: Node } }
  for (const field of Object.values(properties ?? {})) {
    const { $ref: ref, description } = field
    if (ref !== `${schemaRef}${name}`) continue
    delete field['$ref']
    const words = `A \`${name}\` again: \`x-takes\` has its schema.`
    Object.assign(field, { type: 'object', additionalProperties: true, 'x-takes': { $ref: ref } })
    field['description'] = typeof description === 'string' ? `${description} ${words}` : words
  }
}

/** The types that a value may have besides null; those of referenced components count as objects. */
function typesOf(node: Node): Set<unknown> {
  const branches = branchesOf(node)
  if (branches.length > 0) return new Set(branches.flatMap((one) => [...typesOf(one)]))
  const types = '$ref' in node ? ['object'] : [node['type'] ?? []].flat()
  const known = types.map((type) => (type === 'integer' ? 'number' : type))
  return new Set(known.filter((type) => type !== 'null'))
}

/** Safe because the branches of a union are schemas. */
const branchesOf = (node: Node): Node[] =>
  [node['anyOf'], node['oneOf']].flat().filter((one) => one !== undefined) as Node[]

/** Shows a form field that takes one file or several as the list alone. */
function keepFiles(node: Node): void {
  const files = branchesOf(node).find((one) => one['type'] === 'array' && isOfFiles(one))
  if (!files) return
  delete node['anyOf']
  Object.assign(node, files)
}

/** Joins a union of texts, which are one type, by their patterns. */
function joinTexts(node: Node): void {
  const texts = branchesOf(node)
  if (texts.length === 0 || texts.some((one) => one['type'] !== 'string' || 'enum' in one)) return
  const patterns = texts.flatMap(({ pattern }) => (typeof pattern === 'string' ? [pattern] : []))
  delete node['anyOf']
  node['type'] = 'string'
  if (patterns.length === texts.length) node['pattern'] = patterns.join('|')
}

/** Joins a union of constants into an enumeration, of integers where all of them are. */
function joinConstants(node: Node): void {
  const branches = node['anyOf']
  if (Array.isArray(branches) && branches.every((one) => 'const' in Object(one))) {
    // Safe because all branches have a `const`.
    node['enum'] = branches.map((one: Node) => one['const'])
    node['type'] = Object(branches[0]).type
    delete node['anyOf']
  }
  const { enum: values, type } = node
  if (type === 'number' && Array.isArray(values) && values.every(Number.isInteger))
    node['type'] = 'integer'
}

/** Shows one spelling of a field that the service takes in several, because a generated class needs it once. */
function keepOneSpelling(node: Node): void {
  const { properties } = node
  if (typeof properties !== 'object' || properties === null) return
  // Safe because the properties of a schema are schemas.
  const fields = properties as { [name: string]: Node }
  const plain = (name: string) => name.replaceAll('_', '').toLowerCase()
  for (const name of Object.keys(fields).filter((one) => /_|^[A-Z]/.test(one))) {
    const other = Object.keys(fields).find((one) => one !== name && plain(one) === plain(name))
    if (other === undefined) continue
    // The contract’s spelling has capitals and no underscores.
    const [shown, left] = name.includes('_') ? [other, name] : [name, other]
    const field = fields[shown]
    if (!field) continue
    const words = `Taken as \`${left}\` too.`
    const { description } = field
    field['description'] = typeof description === 'string' ? `${description} ${words}` : words
    delete fields[left]
  }
}

/** Writes out `\d` and `\w`, because in Python, Rust and .NET they match every alphabet. */
function spellClasses(node: Node): void {
  const { pattern } = node
  if (typeof pattern !== 'string') return
  let isInside = false
  node['pattern'] = pattern.replaceAll(/\\.|[[\]]/g, (part) => {
    if (part === '[' || part === ']') isInside = part === '['
    const members = { '\\d': '0-9', '\\w': 'A-Za-z0-9_' }[part]
    if (members === undefined) return part
    return isInside ? members : `[${members}]`
  })
}

/** Marks a text without another form as free of NUL, for generators of random test data. */
function describeText(node: Node): void {
  if (!('x-text' in node)) return
  delete node['x-text']
  if (!('pattern' in node || 'enum' in node || 'format' in node))
    node['pattern'] = String.raw`^[^\x00]*$`
}

const isOfFiles = ({ items }: Node): boolean => Object(items).format === 'binary'

function describeDefault(node: Node): void {
  if (!('default' in node) || typeof node['type'] !== 'string') return
  const { default: value, description } = node
  delete node['default']
  const words = `Without it: \`${JSON.stringify(value)}\`.`
  node['description'] = typeof description === 'string' ? `${description} ${words}` : words
}

function sizeInteger(node: Node): void {
  if (node['type'] !== 'integer' || 'format' in node) return
  const { maximum, exclusiveMaximum } = node
  const most = Number(maximum ?? exclusiveMaximum ?? Infinity)
  node['format'] = most > int32Max ? 'int64' : 'int32'
  // JavaScript’s own limit for integers says nothing about the field, so it is left out.
  if (maximum === Number.MAX_SAFE_INTEGER) delete node['maximum']
  if (node['minimum'] === Number.MIN_SAFE_INTEGER) delete node['minimum']
}

function visit(part: unknown, change: (node: Node) => void): void {
  if (Array.isArray(part)) for (const one of part) visit(one, change)
  else if (typeof part === 'object' && part !== null) {
    // Safe because a JSON value that is no array here is an object.
    change(part as Node)
    for (const [key, one] of Object.entries(part)) if (key !== 'x-takes') visit(one, change)
  }
}
