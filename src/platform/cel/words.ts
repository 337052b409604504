// Refuses comparisons with literals that the other side can never equal, and lists the possible values. Pure.
import { callOf, type CelFault, type CelNode } from './lint.ts'
import { inferType, inList, type Names, namesInside, namesOf, valuesOf } from './infer.ts'
import { patternOf } from './patterns.ts'
import { chainOf, innerNodes } from './reads.ts'
import type { CelType, CelVariables } from './variables.ts'

/** The tree must be type-checked, because a comparison needs one type on both sides. */
export function findWordFaults(root: CelNode, variables: CelVariables): CelFault[] {
  const faults: CelFault[] = []
  const refuse = ({ start, end }: CelNode, of: CelNode, values: readonly (string | number)[]) =>
    faults.push({
      code: 'no_such_word',
      detail: `${sayNode(of)} is only ${sayValues(values)}`,
      start,
      end,
    })
  /** Checks each literal in `said` against the closed values of `of`. */
  const compare = (
    said: CelNode,
    of: CelNode,
    values: readonly (string | number)[] | undefined,
  ) => {
    if (!values || isWritten(of)) return
    for (const [literal, value] of literalsOf(said))
      if (!values.includes(value)) refuse(literal, of, values)
  }
  const walk = (node: CelNode, names: Names) => {
    const [left, right] = innerNodes(node)
    if (left && right && (node.op === '==' || node.op === '!=')) {
      const [one, other] = [inferType(left, names), inferType(right, names)]
      compare(right, left, closedIn(one))
      compare(left, right, closedIn(other))
      const faulty = !isWritten(left) && !isWritten(right) && areApart(one, other)
      if (faulty) refuse(node, left, closedIn(one) ?? [])
    }
    if (left && right && node.op === 'in') {
      compare(right, left, valuesOf(inferType(left, names)))
      compare(left, right, closedIn(inferType(right, names)))
    }
    findPartFault(node, names, refuse)
    const inside = namesInside(node, names)
    for (const inner of innerNodes(node)) walk(inner, inside)
  }
  walk(root, namesOf(variables))
  return faults
}

type Refuse = (at: CelNode, of: CelNode, values: readonly (string | number)[]) => void

const parts: Readonly<Record<string, (text: string, part: string) => boolean>> = {
  startsWith: (text, part) => text.startsWith(part),
  endsWith: (text, part) => text.endsWith(part),
  contains: (text, part) => text.includes(part),
  like: (text, part) => patternOf(part).test(text),
}

/** Finds a text argument (of `startsWith`, say) that is no part of any possible value. */
function findPartFault(node: CelNode, names: Names, refuse: Refuse): void {
  const call = callOf(node)
  const has = call && Object.hasOwn(parts, call.name) ? parts[call.name] : undefined
  const [part] = call?.args ?? []
  if (!call?.receiver || !has || part?.op !== 'value' || typeof part.args !== 'string') return
  const values = valuesOf(inferType(call.receiver, names))
  const text = part.args
  if (!values || isWritten(call.receiver) || values.some((one) => has(String(one), text))) return
  refuse(part, call.receiver, values)
}

/** The closed values of a type, or of the elements of a list. */
const closedIn = (type: CelType | undefined) => valuesOf(type) ?? valuesOf(inList(type))

function areApart(one: CelType | undefined, other: CelType | undefined): boolean {
  const [values, others] = [valuesOf(one), valuesOf(other)]
  return (
    values !== undefined && others !== undefined && !values.some((each) => others.includes(each))
  )
}

/** Whether the node reads no variable. */
const isWritten = (node: CelNode): boolean => node.op !== 'id' && innerNodes(node).every(isWritten)

/** The literals that may become the value of the node. */
function literalsOf(node: CelNode): [CelNode, string | number][] {
  const inner = innerNodes(node)
  if (node.op === 'list') return inner.flatMap(literalsOf)
  if (node.op === '?:') return inner.slice(1).flatMap(literalsOf)
  if (node.op !== 'value' && node.op !== '-_') return []
  const [value] = valuesOf(inferType(node, new Map())) ?? []
  return value === undefined ? [] : [[node, value]]
}

/** Names the field that is compared; anything else is not repeated, because it may hold personal data. */
function sayNode(node: CelNode): string {
  const field = Array.isArray(node.args) && node.op.startsWith('.') ? String(node.args[1]) : 'it'
  return chainOf(node)?.join('.') ?? field
}

const shownMax = 24

function sayValues(values: readonly (string | number)[]): string {
  const shown = values.slice(0, shownMax).map((one) => JSON.stringify(one))
  const more = values.length > shownMax ? ['…'] : []
  const all = [...shown, ...more]
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} or ${all.at(-1)}`
}
