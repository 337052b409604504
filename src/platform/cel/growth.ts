// Refuses expressions whose values may grow beyond what they read: each `+` can double a list or a text, and each `map`
// over the result of a `map` multiplies it. Pure; the tree must be type-checked.
import { type Call, callOf, type CelFault, type CelNode, loopNames } from './lint.ts'
import { innerNodes } from './reads.ts'

/** The codes of these faults. */
export const growthCodes: ReadonlySet<string> = new Set([
  'joined_lists',
  'joined_texts',
  'mapped_twice',
])

const textJoinsMax = 8

const details = {
  joined_lists:
    'lists are not joined by +: ask each by itself, as in one.exists(x, …) || other.exists(x, …)',
  inLoop:
    'texts are not joined by + in a loop: compare their parts, as in x.startsWith("a") && x.endsWith("b")',
  joined_texts: `texts are joined by + at most ${textJoinsMax} times: compare their parts one by one`,
  mapped_twice:
    'map and filter do not walk what a map has made: filter first and map once, as in list.filter(x, …).map(x, …)',
} as const

/** For each loop variable in scope, whether its value comes from a `map`. */
type Names = ReadonlyMap<string, boolean>

export function findGrowth(root: CelNode): CelFault[] {
  const faults: CelFault[] = []
  let textJoins = 0
  const walk = (node: CelNode, loops: number, names: Names) => {
    const refuse = (code: string, detail: string) =>
      faults.push({ code, detail, start: node.start, end: node.end })
    if (node.op === '+') {
      const kind = joined(node)
      if (kind === 'list') refuse('joined_lists', details.joined_lists)
      if (kind === 'text' && loops > 0) refuse('joined_texts', details.inLoop)
      if (kind === 'text' && ++textJoins === textJoinsMax + 1)
        refuse('joined_texts', details.joined_texts)
    }
    const loop = loopOf(node)
    if (!loop) {
      for (const inner of innerNodes(node)) walk(inner, loops, names)
      return
    }
    const isMade = isMapMade(loop.receiver, names)
    if (isMade && (loop.name === 'map' || loop.name === 'filter'))
      refuse('mapped_twice', details.mapped_twice)
    walk(loop.receiver, loops, names)
    const [variable, ...bodies] = loop.args
    const inside = new Map([...names, [String(variable?.args), isMade] as const])
    for (const body of bodies) walk(body, loops + 1, inside)
  }
  walk(root, 0, new Map())
  return faults
}

type Loop = Call & { readonly receiver: CelNode }

const isLoop = (call: Call | undefined): call is Loop =>
  call?.receiver !== undefined && loopNames.has(call.name)

/** The call when the node is a loop, otherwise undefined. */
export function loopOf(node: CelNode): Loop | undefined {
  const call = callOf(node)
  return isLoop(call) ? call : undefined
}

const kinds: Readonly<Record<string, 'text' | 'number'>> = {
  string: 'text',
  bytes: 'text',
  int: 'number',
  uint: 'number',
  double: 'number',
}

/** The type of the operands of a `+`; whatever is neither text nor number counts as a list. */
function joined(node: CelNode): 'text' | 'number' | 'list' {
  const types = innerNodes(node).map(({ checkedType }) => kinds[checkedType?.name ?? ''])
  if (types.every((kind) => kind === 'number')) return 'number'
  return types.every((kind) => kind === 'text') ? 'text' : 'list'
}

const takesOut: ReadonlySet<string> = new Set(['value', 'or', 'orValue', 'of'])

/** Whether a value comes from a `map`, contains such a value, or is an element of one. */
function isMapMade(node: CelNode, names: Names): boolean {
  const isMade = (one: CelNode | undefined): boolean => one !== undefined && isMapMade(one, names)
  if (node.op === 'id') return names.get(String(node.args)) ?? false
  const inner = innerNodes(node)
  if (node.op === 'list' || node.op === 'map') return inner.some(isMade)
  if (node.op === '?:') return inner.slice(1).some(isMade)
  if (node.op.startsWith('.') || node.op.startsWith('[')) return isMade(inner[0])
  const call = callOf(node)
  if (!call) return false
  if (call.name === 'map') return true
  if (call.name === 'filter') return isMade(call.receiver)
  return (
    takesOut.has(call.name) &&
    [...(call.receiver ? [call.receiver] : []), ...call.args].some(isMade)
  )
}
