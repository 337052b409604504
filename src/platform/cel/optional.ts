// What an expression may read with a default: an optional takes what is absent for nothing. Pure.
import type { CelNode } from './lint.ts'
import { chainOf, eachNode, innerNodes, type Read } from './reads.ts'

/** `from` is the chain that the field is read from; undefined: a loop variable, a literal or a call, which have none. */
export type OptionalRead = { readonly from: Read | undefined; readonly field: string }

/** `isDeclared` tells variables of the expression from those of its loops. */
export function listOptional(root: CelNode, isDeclared: (name: string) => boolean): OptionalRead[] {
  if (![...eachNode(root)].some(([node]) => makesOptional(node))) return []
  const reads: OptionalRead[] = []
  const walk = (node: CelNode) => {
    // has() gives no default: it asks.
    if (node.op === 'call' && Array.isArray(node.args) && node.args[0] === 'has') return
    const [from] = innerNodes(node)
    const field = fieldOf(node)
    if (from && field !== undefined && (isOptional(node) || !isPlain(from, isDeclared)))
      reads.push({ from: declaredChain(from, isDeclared), field })
    for (const inner of innerNodes(node)) walk(inner)
  }
  walk(root)
  return reads
}

const isOptional = ({ op }: CelNode): boolean => op === '.?' || op === '[?]'

const makesOptional = (node: CelNode): boolean =>
  isOptional(node) || (node.op === 'id' && node.args === 'optional')

/** The field that a node reads, however it is written; an index is none. */
function fieldOf({ op, args }: CelNode): string | undefined {
  if (!Array.isArray(args)) return undefined
  const key: unknown = args[1]
  if (op === '.' || op === '.?') return String(key)
  if (op !== '[]' && op !== '[?]') return undefined
  const written = innerNodes({ op, args: key, start: 0, end: 0 })[0]
  return typeof written?.args === 'string' ? written.args : undefined
}

/** Whether it is a variable, or fields of one, without anything optional: a field that is absent there fails. */
function isPlain(node: CelNode, isDeclared: (name: string) => boolean): boolean {
  if (node.op === 'id') return isDeclared(String(node.args))
  const [from] = innerNodes(node)
  return (node.op === '.' || node.op === '[]') && from !== undefined && isPlain(from, isDeclared)
}

function declaredChain(node: CelNode, isDeclared: (name: string) => boolean): Read | undefined {
  const chain = chainOf(node)
  return chain && isDeclared(chain[0] ?? '') ? chain : undefined
}
