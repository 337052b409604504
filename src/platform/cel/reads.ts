// Lists what an expression reads and calls, as far as its text shows. Pure.
import { type CelNode, loopNames } from './lint.ts'

/** A chain of fields from a variable: `steps.score.results` is `['steps', 'score', 'results']`. */
export type Read = readonly string[]

/** Every node with the number of loops around it. */
export function* eachNode(node: CelNode, loops = 0): Generator<[CelNode, number]> {
  yield [node, loops]
  const isLoop = node.op === 'rcall' && Array.isArray(node.args) && loopNames.has(node.args[0])
  for (const [index, inner] of innerNodes(node).entries())
    yield* eachNode(inner, loops + (isLoop && index > 0 ? 1 : 0))
}

/**
 * The longest chains that the expression reads. Chains that start at a loop variable are included; callers ignore them,
 * because they have not declared it.
 */
export function listReads(root: CelNode): Read[] {
  const reads: Read[] = []
  const walk = (node: CelNode) => {
    const chain = chainOf(node)
    if (chain) reads.push(chain)
    else for (const inner of innerNodes(node)) walk(inner)
  }
  walk(root)
  return reads
}

/** The chains of fields that the expression tests by `has()`. */
export const listAskedFor = (root: CelNode): Read[] =>
  [...eachNode(root)].flatMap(([{ op, args }]) =>
    op === 'call' && Array.isArray(args) && args[0] === 'has'
      ? nodesIn(args[1]).flatMap((one) => listReads(one))
      : [],
  )

/** The names of the functions that the expression calls. */
export const listCalls = (root: CelNode): ReadonlySet<unknown> =>
  new Set(
    [...eachNode(root)].flatMap(([{ op, args }]) =>
      (op === 'call' || op === 'rcall') && Array.isArray(args) ? [args[0]] : [],
    ),
  )

export function chainOf(node: CelNode): string[] | undefined {
  if (node.op === 'id') return [String(node.args)]
  if (!Array.isArray(node.args)) return undefined
  const [from, key]: unknown[] = node.args
  if (!isNode(from)) return undefined
  if (node.op === '.' || node.op === '.?') {
    const before = chainOf(from)
    return before && [...before, keyOf(key)]
  }
  // A literal text key is a field; an index is not.
  if (node.op !== '[]' || !isNode(key) || key.op !== 'value') return undefined
  const before = chainOf(from)
  return before && (typeof key.args === 'string' ? [...before, key.args] : undefined)
}

const keyOf = (key: unknown): string => (isNode(key) ? String(key.args) : String(key))

const isNode = (value: unknown): value is CelNode =>
  typeof value === 'object' && value !== null && 'op' in value && 'args' in value

export const innerNodes = ({ args }: CelNode): CelNode[] => nodesIn(args)

const nodesIn = (args: unknown): CelNode[] => {
  if (isNode(args)) return [args]
  return Array.isArray(args) ? args.flatMap((one) => nodesIn(one)) : []
}

/**
 * The path from which a value is read, with indexes of lists: `steps.score.results[0].value`; undefined for computed
 * values.
 */
export function pathOf(node: CelNode): string | undefined {
  if (node.op === 'id') return String(node.args)
  if ((node.op !== '.' && node.op !== '[]') || !Array.isArray(node.args)) return undefined
  const [from, key]: unknown[] = node.args
  const before = isNode(from) ? pathOf(from) : undefined
  if (before === undefined) return undefined
  if (node.op === '.') return `${before}.${keyOf(key)}`
  if (!isNode(key) || key.op !== 'value') return undefined
  return typeof key.args === 'string' ? `${before}.${key.args}` : `${before}[${String(key.args)}]`
}
