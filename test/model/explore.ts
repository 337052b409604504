// Explores every state that a model can reach, breadth first, so that a trace is the shortest one. States are
// plain JSON: each is kept as its text, and every step works on a copy of its own.

export type Step<State> = {
  readonly label: string
  /** What may also never happen: a request, a fault. Everything else happens some time. */
  readonly isChance?: true
  readonly apply: (state: State) => void
}

export type Model<State> = {
  readonly initial: State
  readonly steps: (state: State) => readonly Step<State>[]
  /** What is wrong with a state. */
  readonly wrongWith: (state: State) => string | undefined
  /** Nothing is left to be done: here, and only here, everything may stand still. */
  readonly isSettled: (state: State) => boolean
}

export type Explored = {
  readonly states: number
  /** Undefined: nothing is wrong, and whatever chance does, everything comes to rest. */
  readonly wrong?: { readonly what: string; readonly trace: readonly string[] }
}

type Node = {
  readonly text: string
  readonly parent: number
  readonly label: string
  readonly next: number[]
}

/** Throws when there are more states than that. */
export function explore<State>(model: Model<State>, statesMax = 200_000): Explored {
  const nodes: Node[] = []
  const known = new Map<string, number>()
  const add = (text: string, parent: number, label: string): number => {
    const found = known.get(text)
    if (found !== undefined) return found
    known.set(text, nodes.length)
    return nodes.push({ text, parent, label, next: [] }) - 1
  }
  add(JSON.stringify(model.initial), -1, '')
  for (let at = 0; at < nodes.length; at += 1) {
    const node = nodeAt(nodes, at)
    const state = parse<State>(node.text)
    const steps = model.steps(state)
    const what = model.wrongWith(state) ?? wrongRest(model, state, steps)
    if (what !== undefined)
      return { states: nodes.length, wrong: { what, trace: trace(nodes, at) } }
    for (const [index, step] of steps.entries()) {
      const copy = index === steps.length - 1 ? state : parse<State>(node.text)
      step.apply(copy)
      node.next.push(add(JSON.stringify(copy), at, step.label))
    }
    if (nodes.length > statesMax) throw new Error(`more than ${statesMax} states`)
  }
  const circle = findCircle(nodes)
  if (circle === undefined) return { states: nodes.length }
  return {
    states: nodes.length,
    wrong: { what: 'goes round for ever', trace: trace(nodes, circle) },
  }
}

function wrongRest<State>(
  { isSettled }: Model<State>,
  state: State,
  steps: readonly Step<State>[],
): string | undefined {
  return steps.every(({ isChance }) => isChance) && !isSettled(state)
    ? 'stands still with something left to do'
    : undefined
}

/** Chance is used up and time goes on, so a circle is one of steps that change nothing: its first state. */
function findCircle(nodes: readonly Node[]): number | undefined {
  const waiting = nodes.map(() => 0)
  for (const { next } of nodes) for (const to of next) waiting[to] = (waiting[to] ?? 0) + 1
  const free = waiting.flatMap((count, index) => (count === 0 ? [index] : []))
  for (let index = free.pop(); index !== undefined; index = free.pop())
    for (const to of nodeAt(nodes, index).next) {
      waiting[to] = (waiting[to] ?? 0) - 1
      if (waiting[to] === 0) free.push(to)
    }
  const first = waiting.findIndex((count) => count > 0)
  return first === -1 ? undefined : first
}

function trace(nodes: readonly Node[], to: number): string[] {
  const labels: string[] = []
  for (let at = to; at > 0; at = nodeAt(nodes, at).parent) labels.push(nodeAt(nodes, at).label)
  return labels.toReversed()
}

function nodeAt(nodes: readonly Node[], index: number): Node {
  const node = nodes[index]
  if (!node) throw new Error(`there is no state ${index}`)
  return node
}

/** Safe because every text was made from a state. */
const parse = <State>(text: string): State => JSON.parse(text) as State
