// The document as generators of clients follow it, made of what the routes declare. Answers are open: a field that is
// new in a release is no fault of an older client. No `default` stands at a field, because generators take such a field
// of a request for one that has to be sent. Whole numbers say how many bits they need. A union with a list is any value.
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
    openUnion(node)
    keepOneSpelling(node)
    describeDefault(node)
    sizeInteger(node)
    if (node['format'] === 'date-time') delete node['pattern']
  })
  for (const [name, schema] of Object.entries(schemas)) if (!sent.has(name)) open(schema)
  visit(paths, (node) => open(node['responses']))
}

/** Names of the schemas that a request is made of: what they do not know they may refuse. */
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
 * A value that may be a text, a number or a list of them has no type in Java: what is generated of such a union does not
 * compile. It is any value to them, and an extension has the schema of what the service takes.
 */
function openUnion(node: Node): void {
  if (!mayBeList(node)) return
  const { description, example, ...takes } = node
  for (const key of Object.keys(node)) delete node[key]
  node['x-takes'] = takes
  const words = 'Of several types: `x-takes` has its schema.'
  node['description'] = typeof description === 'string' ? `${description} ${words}` : words
  if (example !== undefined) node['example'] = example
}

function mayBeList(node: Node): boolean {
  const branches = [node['anyOf'], node['oneOf']].flat().filter((one) => one !== undefined)
  // Safe because the branches of a union are schemas.
  return (branches as Node[]).some(
    (one) => (one['type'] === 'array' && !isOfFiles(one)) || mayBeList(one),
  )
}

/** Numbers that are listed one by one are an enumeration, of whole numbers where they are. */
function joinConstants(node: Node): void {
  const branches = node['anyOf']
  if (Array.isArray(branches) && branches.every((one) => 'const' in Object(one))) {
    // Safe because all of them have one.
    node['enum'] = branches.map((one: Node) => one['const'])
    node['type'] = Object(branches[0]).type
    delete node['anyOf']
  }
  const { enum: values, type } = node
  if (type === 'number' && Array.isArray(values) && values.every(Number.isInteger))
    node['type'] = 'integer'
}

/** Of fields that the service takes in several spellings the usual one is shown: classes have it once. */
function keepOneSpelling(node: Node): void {
  const { properties } = node
  if (typeof properties !== 'object' || properties === null) return
  // Safe because the properties of a schema are schemas.
  const fields = properties as { [name: string]: Node }
  const plain = (name: string) => name.replaceAll('_', '').toLowerCase()
  for (const name of Object.keys(fields).filter((one) => /_|^[A-Z]/.test(one))) {
    const other = Object.keys(fields).find((one) => one !== name && plain(one) === plain(name))
    if (other === undefined) continue
    // The contract's spelling: with a capital, and without underscores.
    const [shown, left] = name.includes('_') ? [other, name] : [name, other]
    const field = fields[shown]
    if (!field) continue
    const words = `Taken as \`${left}\` too.`
    const { description } = field
    field['description'] = typeof description === 'string' ? `${description} ${words}` : words
    delete fields[left]
  }
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
  // JSON's own bound of whole numbers says nothing of the field.
  if (maximum === Number.MAX_SAFE_INTEGER) delete node['maximum']
  if (node['minimum'] === Number.MIN_SAFE_INTEGER) delete node['minimum']
}

function visit(part: unknown, change: (node: Node) => void): void {
  if (Array.isArray(part)) for (const one of part) visit(one, change)
  else if (typeof part === 'object' && part !== null) {
    // Safe because what is no array is an object of JSON.
    change(part as Node)
    for (const [key, one] of Object.entries(part)) if (key !== 'x-takes') visit(one, change)
  }
}
