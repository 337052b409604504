// Finds out whether a condition can hold at all, by trying every value of the fields that it reads: the values of
// closed types, and those that it compares with literals. Anything else may have any value. Pure.
import { inferType, namesOf, valuesOf } from './infer.ts'
import { callOf, type CelFault, type CelNode } from './lint.ts'
import { innerNodes, pathOf } from './reads.ts'
import type { CelVariables } from './variables.ts'

type Plain = string | number | boolean
/**
 * `absent` means an optional field that is missing. A sample represents many values, so only its comparisons with
 * literals are meaningful.
 */
type Value = { readonly is: Plain; readonly isSample: boolean } | 'absent'
type Valuation = ReadonlyMap<string, Value>

/** The possible results of a condition: true, false, or an error. */
type Answers = { readonly yes: boolean; readonly no: boolean; readonly fails: boolean }
const anything: Answers = { yes: true, no: true, fails: true }
const only = (answer: keyof Answers): Answers => ({ yes: false, no: false, fails: false, [answer]: true }) // prettier-ignore
const ofPlain = (is: boolean): Answers => only(is ? 'yes' : 'no')

/** The most combinations of values that are tried; beyond it, the field with the most values is left open. */
const valuationsMax = 300
/**
 * The most nodes that are evaluated for one condition, which takes some milliseconds; after that the rest counts as
 * satisfiable.
 */
const answersMax = 20_000
type Effort = { left: number }

/** Finds each part of a disjunction (`||`) that certainly never holds. The tree must be type-checked. */
export function findNeverFaults(
  root: CelNode,
  variables: CelVariables,
  effort: Effort = { left: answersMax },
): CelFault[] {
  const { op, start, end } = root
  if (op === '||') return innerNodes(root).flatMap((one) => findNeverFaults(one, variables, effort))
  if (!neverHolds(root, variables, effort)) return []
  return [{ code: 'never_holds', detail: 'it never holds, whatever is known', start, end }]
}

/** True only where the condition certainly never holds. The tree must be type-checked. */
export function neverHolds(
  root: CelNode,
  variables: CelVariables,
  effort: Effort = { left: answersMax },
): boolean {
  const inner = innerNodes(root)
  if (root.op === '||') return inner.every((one) => neverHolds(one, variables, effort))
  if (root.op !== '&&') return isNever([root], variables, effort)
  const conjuncts = conjunctsOf(root)
  return (
    conjuncts.some((one) => one.op === '||' && neverHolds(one, variables, effort)) ||
    inGroups(conjuncts).some((group) => isNever(group, variables, effort))
  )
}

const conjunctsOf = (node: CelNode): CelNode[] =>
  node.op === '&&' ? innerNodes(node).flatMap(conjunctsOf) : [node]

/** Groups the conjuncts that share fields: those that read different fields cannot contradict each other. */
function inGroups(conjuncts: readonly CelNode[]): CelNode[][] {
  let groups: { nodes: CelNode[]; paths: Set<string> }[] = []
  for (const node of conjuncts) {
    const paths = new Set(pathsIn(node))
    const touching = groups.filter((one) => [...one.paths].some((path) => paths.has(path)))
    const joined = {
      nodes: [...touching.flatMap(({ nodes }) => nodes), node],
      paths: new Set([...touching.flatMap((one) => [...one.paths]), ...paths]),
    }
    groups = [...groups.filter((one) => !touching.includes(one)), joined]
  }
  return groups.map(({ nodes }) => nodes)
}

function isNever(all: readonly CelNode[], variables: CelVariables, effort: Effort): boolean {
  const domains = domainsOf(all, variables)
  effort.left -= countOf(domains) * all.flatMap((one) => [...eachInner(one)]).length
  if (effort.left < 0) return false
  return !valuationsOf(domains).some((valuation) => all.every((one) => answer(one, valuation).yes))
}

type Domains = ReadonlyMap<string, readonly Value[]>

function domainsOf(all: readonly CelNode[], variables: CelVariables): Domains {
  const names = namesOf(variables)
  const literals = all.flatMap((one) =>
    [...eachInner(one)].flatMap((node) => literalOf(node) ?? []),
  )
  const texts = [...new Set(literals.filter((one) => typeof one === 'string'))]
  const asked = new Set(all.flatMap((one) => [...eachInner(one)].flatMap((node) => askedPath(node) ?? []))) // prettier-ignore
  const domains = new Map<string, readonly Value[]>()
  for (const node of all.flatMap((one) => [...eachInner(one)])) {
    const path = pathOf(node)
    const values = path === undefined ? undefined : valuesAt(node)
    if (path === undefined || !values) continue
    domains.set(path, asked.has(path) ? [...values, 'absent'] : values)
  }
  return cut(domains)

  function valuesAt(node: CelNode): Value[] | undefined {
    const type = inferType(node, names)
    const exact = (is: Plain): Value => ({ is, isSample: false })
    const sample = (is: Plain): Value => ({ is, isSample: true })
    if (type === 'bool') return [true, false].map(exact)
    if (type === 'string') return [...texts, texts.join('\0') + '\0'].map(sample)
    if (type === 'double') return between(literals.filter((one) => typeof one === 'number')).map(sample) // prettier-ignore
    return valuesOf(type)?.map(exact)
  }
}

/**
 * The numbers themselves and one of each gap between them, chosen so that rounding of large numbers cannot make them
 * equal.
 */
function between(numbers: readonly number[]): number[] {
  const sorted = [...new Set(numbers)].toSorted((one, other) => one - other)
  const [first = 0] = sorted
  const last = sorted.at(-1) ?? 0
  const gaps = sorted.slice(1).map((one, at) => one / 2 + (sorted[at] ?? one) / 2)
  return [first - 1 - Math.abs(first), ...sorted, ...gaps, last + 1 + Math.abs(last)]
}

const countOf = (domains: Domains): number =>
  [...domains.values()].reduce((product, { length }) => product * length, 1)

function cut(domains: Map<string, readonly Value[]>): Domains {
  const largest = [...domains].toSorted(([, one], [, other]) => other.length - one.length)
  for (const [path] of largest) if (countOf(domains) > valuationsMax) domains.delete(path)
  return domains
}

function valuationsOf(domains: Domains): Valuation[] {
  let made: Valuation[] = [new Map()]
  for (const [path, values] of domains)
    made = made.flatMap((one) => values.map((value) => new Map([...one, [path, value]])))
  return made
}

function answer(node: CelNode, valuation: Valuation): Answers {
  const inner = innerNodes(node)
  const [first = anything, second = anything] = booleans.has(node.op)
    ? inner.map((one) => answer(one, valuation))
    : []
  switch (node.op) {
    case '&&':
      return and(first, second)
    case '||':
      return not(and(not(first), not(second)))
    case '!_':
      return not(first)
    case '?:':
      return choose(inner, valuation)
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
    case 'in':
      return compare(node, valuation)
    default:
      return asked(node, valuation) ?? ofValue(valueOf(node, valuation))
  }
}

const booleans: ReadonlySet<string> = new Set(['&&', '||', '!_'])

const not = ({ yes, no, fails }: Answers): Answers => ({ yes: no, no: yes, fails })
const and = (one: Answers, other: Answers): Answers => ({
  yes: one.yes && other.yes,
  no: one.no || other.no,
  fails: (one.fails && (other.fails || other.yes)) || (other.fails && one.yes),
})

function choose([on, ...branches]: readonly CelNode[], valuation: Valuation): Answers {
  const condition = on ? answer(on, valuation) : anything
  const [yes = anything, no = anything] = branches.map((one) => answer(one, valuation))
  const taken = [...(condition.yes ? [yes] : []), ...(condition.no ? [no] : [])]
  return {
    yes: taken.some((one) => one.yes),
    no: taken.some((one) => one.no),
    fails: condition.fails || taken.some((one) => one.fails),
  }
}

/** The answers of `has()`; undefined for other nodes. */
function asked(node: CelNode, valuation: Valuation): Answers | undefined {
  const path = askedPath(node)
  const value = path === undefined ? undefined : valuation.get(path)
  return value && ofPlain(value !== 'absent')
}

const ofValue = (value: Value | undefined): Answers => {
  if (value === 'absent') return only('fails')
  return value && typeof value.is === 'boolean' ? ofPlain(value.is) : anything
}

/** The value of a node; undefined when it may be anything. */
function valueOf(node: CelNode, valuation: Valuation): Value | undefined {
  const literal = literalOf(node)
  if (literal !== undefined) return { is: literal, isSample: false }
  const path = pathOf(node)
  return path === undefined ? undefined : valuation.get(path)
}

function compare(node: CelNode, valuation: Valuation): Answers {
  const [left, right] = innerNodes(node)
  const one = left && valueOf(left, valuation)
  if (!left || !right || one === undefined) return anything
  if (node.op === 'in' && right.op !== 'list') return anything
  const others = (node.op === 'in' ? innerNodes(right) : [right]).map((each) => [each, valueOf(each, valuation)] as const) // prettier-ignore
  if (one === 'absent' || others.some(([, other]) => other === 'absent')) return only('fails')
  const answers = others.map(([each, other]) => {
    if (other === undefined || other === 'absent') return anything
    const isKnown = (!one.isSample || literalOf(each) !== undefined) && (!other.isSample || literalOf(left) !== undefined) // prettier-ignore
    return isKnown && typeof one.is === typeof other.is ? ofPair(node.op, one, other) : anything
  })
  return not(answers.map(not).reduce(and, only('yes')))
}

type Known = Exclude<Value, 'absent'>

/** Texts between the literals are not tried, so comparisons of their order are left open. */
function ofPair(op: string, one: Known, other: Known): Answers {
  const [left, right] = [one.is, other.is]
  if (op === '==' || op === 'in') return ofPlain(left === right)
  if (op === '!=') return ofPlain(left !== right)
  if (typeof left === 'string' && (one.isSample || other.isSample)) return anything
  if (op === '<') return ofPlain(left < right)
  if (op === '<=') return ofPlain(left <= right)
  return ofPlain(op === '>' ? left > right : left >= right)
}

function literalOf({ op, args }: CelNode): Plain | undefined {
  if (op === '-_') {
    const [inner] = innerNodes({ op, args, start: 0, end: 0 })
    const value = inner && literalOf(inner)
    return typeof value === 'number' ? -value : undefined
  }
  if (op !== 'value') return undefined
  if (typeof args === 'bigint') return Number(args)
  return typeof args === 'string' || typeof args === 'number' || typeof args === 'boolean'
    ? args
    : undefined
}

function askedPath(node: CelNode): string | undefined {
  const call = callOf(node)
  return call?.name === 'has' && call.args[0] ? pathOf(call.args[0]) : undefined
}

const pathsIn = (node: CelNode): string[] =>
  [...eachInner(node)].flatMap((one) => pathOf(one) ?? [])

/** The node and its operands, but not the inner nodes of a chain of fields. */
function* eachInner(node: CelNode): Generator<CelNode> {
  yield node
  if (pathOf(node) === undefined) for (const inner of innerNodes(node)) yield* eachInner(inner)
}
