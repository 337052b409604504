// The document as generators of clients follow it, made of what the routes declare. Answers are open: a field that is
// new in a release is no fault of an older client. No `default` stands at a field, because generators take such a field
// of a request for one that has to be sent. Whole numbers say how many bits they need.
type Node = { [key: string]: unknown }

const int32Max = 2 ** 31 - 1
const schemaRef = '#/components/schemas/'

/** Changes the document in place. */
export function suitGenerators(document: object): void {
  const { components = {}, paths = {} } = document as { components?: Node; paths?: Node }
  const schemas = (components['schemas'] ?? {}) as Node
  const sent = sentSchemas(paths, schemas)
  visit(document, (node) => {
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
    for (const one of Object.values(part)) visit(one, change)
  }
}
