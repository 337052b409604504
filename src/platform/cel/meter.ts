// Counts the steps of an evaluation: each element of a loop, and each operation whose time grows with its values. The
// engine has no hook for that, so the functions that it runs at a node are replaced: `meta.evaluate`, that of a macro,
// and `handle`, which joins or compares two values.
import { spend, stepsLeft } from './budget.ts'
import { loopOf } from './growth.ts'
import type { CelNode } from './lint.ts'
import { innerNodes } from './reads.ts'

type Evaluate = (evaluator: unknown, node: unknown, context: unknown) => unknown
type Handle = (...operands: unknown[]) => unknown

/** The fields that the engine keeps at a node of a checked tree. */
type EngineNode = CelNode & {
  readonly meta: {
    readonly alternate?: EngineNode
    readonly macro?: { evaluate: Evaluate }
    readonly evaluate: Evaluate
  }
  setMeta(key: 'evaluate', evaluate: Evaluate): void
  handle?: Handle
}

/**
 * The cost of an error that is swallowed, as in a loop or at an `||`: the engine counts the lines before the position
 * of each error.
 */
const errorSteps = ({ start }: CelNode): number => 250 + (start >> 2)

/** Replaces the functions of a checked tree by metered ones; returns the steps of all nodes outside of loops. */
export function meter(root: CelNode): number {
  const walk = (node: CelNode): number => {
    weighOperands(asEngineNode(node))
    const loop = loopOf(node)
    if (loop) {
      for (const body of loop.args.slice(1)) onEach(asEngineNode(body), walk(body) + 2)
      return walk(loop.receiver) + stepsOf(node)
    }
    if (node.op === '||' || node.op === '&&') onEach(asEngineNode(innerNodes(node)[0]), 0)
    return innerNodes(node).reduce((sum, inner) => sum + walk(inner), stepsOf(node))
  }
  return walk(root)
}

const stepsOf = (node: CelNode): number => {
  if (node.op === '[?]') return errorSteps(node)
  // The engine builds an array for each entry first, and then sets a key.
  if (node.op === 'map') return 1 + 2 * innerNodes(node).length
  return node.op === 'call' || node.op === 'rcall' ? 3 : 1
}

// Safe for every node of a tree that the engine has made; a test asserts that it is metered.
const asEngineNode = (node: CelNode | undefined) => node as EngineNode

/** Each evaluation of the node spends `steps`, and more when it fails. */
function onEach(node: EngineNode, steps: number): void {
  const metered =
    (evaluate: Evaluate): Evaluate =>
    (...given) => {
      spend(steps)
      try {
        return evaluate(...given)
      } catch (error) {
        spend(errorSteps(node))
        throw error
      }
    }
  const { alternate, macro } = node.meta
  if (macro) {
    const { evaluate } = macro
    macro.evaluate = metered((...given) => evaluate.apply(macro, given))
  } else {
    const run = alternate ?? node
    run.setMeta('evaluate', metered(run.meta.evaluate))
  }
}

const comparing: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>='])
const plain: ReadonlySet<string | undefined> = new Set(['bool', 'double', 'uint'])

function weighOperands(node: EngineNode): void {
  const { handle, op } = node
  if (!handle) return
  if (op === 'call' || op === 'rcall') {
    const name = String(nameOf(node))
    node.handle = (operands, ...more) => {
      const [first, second]: unknown[] = Array.isArray(operands) ? operands : []
      spend(stepsOfCall(name, first, second))
      if (name === 'size' && typeof first === 'string') return BigInt(countCharacters(first))
      const value = handle(operands, ...more)
      if (typeof value === 'string') spend(value.length >> 3)
      return value
    }
    return
  }
  const cost = stepsOfOperator(node)
  if (!cost) return
  node.handle = (left, right, ...more) => {
    spend(cost(left, right))
    return handle(left, right, ...more)
  }
}

/** Counts code points as the engine does, which would create a string for each. */
function countCharacters(text: string): number {
  let count = text.length
  for (let at = 0; at < text.length - 1; at += 1)
    if (isHalf(text.charCodeAt(at), 0xd800) && isHalf(text.charCodeAt(at + 1), 0xdc00)) count -= 1
  return count
}

const isHalf = (unit: number, from: number): boolean => unit >= from && unit < from + 0x400

type Cost = (left: unknown, right: unknown) => number

/**
 * The cost function of an operator; undefined where both operands are scalars, which take one step whatever their
 * values.
 */
function stepsOfOperator(node: CelNode): Cost | undefined {
  if (innerNodes(node).every(({ checkedType }) => plain.has(checkedType?.name))) return undefined
  if (node.op === 'in') return stepsOfIn
  if (node.op === '+') return stepsOfJoin
  return comparing.has(node.op) ? stepsOfCompare : undefined
}

const nameOf = ({ args }: CelNode): unknown => (Array.isArray(args) ? args[0] : undefined)

const searching: ReadonlySet<string> = new Set(['contains', 'indexOf'])

function stepsOfCall(name: string, first: unknown, second: unknown): number {
  if (typeof first === 'bigint') return isLong(first) ? longIntegerSteps : 0
  if (typeof first !== 'string') return 0
  // In the worst case each position of the text is compared with the whole search text.
  const searched = searching.has(name) && typeof second === 'string' ? second.length : 0
  return (first.length >> 3) + Math.ceil((first.length * searched) / 256)
}

/** Integers beyond 64 bits (a literal of 4000 digits has 13 000 bits): writing one out takes quadratic time. */
const isLong = (value: bigint): boolean => value > 2n ** 64n || value < -(2n ** 64n)
const longIntegerSteps = 2_000

const stepsOfJoin: Cost = (left, right) => weight(left) + weight(right)
const stepsOfIn = (_value: unknown, list: unknown): number =>
  Array.isArray(list) ? weight(list) : 1
const stepsOfCompare = (left: unknown, right: unknown): number =>
  typeof left === 'string' && typeof right === 'string'
    ? Math.min(left.length, right.length) >> 7
    : weight(left)

/** The elements that a deep comparison may visit; one that occurs several times counts each time. */
function weight(value: unknown): number {
  let left = stepsLeft() * elementsPerStep
  const weigh = (one: unknown): void => {
    left -= 1
    if (left < 0) return
    if (typeof one === 'string') left -= one.length >> 7
    else if (Array.isArray(one)) for (const inner of one) weigh(inner)
    else if (one instanceof Map) for (const inner of one.values()) weigh(inner)
    else if (isPlainMap(one)) for (const inner of Object.values(one)) weigh(inner)
  }
  weigh(value)
  return Math.ceil((stepsLeft() * elementsPerStep - left) / elementsPerStep)
}

const elementsPerStep = 4

/** Whether it is a map literal; records, which have their own constructor, are never compared. */
const isPlainMap = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && value.constructor === Object
