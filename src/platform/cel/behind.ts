// Finds the parts of a condition that decided its answer, over known values: of `a == 1 && b == 2` with another `b`,
// only the second part. It explains an answer and gives none.
import { base } from './environment.ts'
import type { CelNode } from './lint.ts'
import { innerNodes, listReads, type Read } from './reads.ts'

/** The values by the names of variables: `facts`, `steps`, or steps by their own names. */
type Context = Readonly<Record<string, unknown>>

type Answer = boolean | 'unknown'

/**
 * The chains of fields that the deciding parts read. A part between `&&`, `||` and `!` that cannot be evaluated over
 * `context` is unknown, and decides an unknown answer. Empty if the source cannot be parsed.
 */
export function readsBehind(source: string, context: Context): Read[] {
  // The values have no declared types here, because only their answers matter.
  const engine = Object.keys(context).reduce(
    (one, name) => one.registerVariable(name, 'dyn'),
    base.clone(),
  )
  const answerOf = (node: CelNode): Answer => {
    const inner = innerNodes(node)
    if (node.op === '!_') return not(answerOf(inner[0] ?? node))
    if (node.op !== '&&' && node.op !== '||')
      return answerPart(engine, source.slice(node.start, node.end), context)
    const answers = inner.map(answerOf)
    // False decides an `&&`, and true an `||`.
    const decisive = node.op === '||'
    if (answers.includes(decisive)) return decisive
    return answers.includes('unknown') ? 'unknown' : !decisive
  }
  const partsOf = (node: CelNode): CelNode[] => {
    const inner = innerNodes(node)
    if (node.op === '!_') return inner.flatMap(partsOf)
    if (node.op !== '&&' && node.op !== '||') return [node]
    const answer = answerOf(node)
    return inner.filter((one) => answerOf(one) === answer).flatMap(partsOf)
  }
  try {
    // Safe because the engine’s trees have this form.
    return partsOf(engine.parse(source).ast as CelNode).flatMap((part) => listReads(part))
  } catch {
    return []
  }
}

const not = (answer: Answer): Answer => (answer === 'unknown' ? answer : !answer)

function answerPart(engine: typeof base, part: string, context: Context): Answer {
  try {
    const given: unknown = engine.evaluate(part, context)
    return typeof given === 'boolean' ? given : 'unknown'
  } catch {
    return 'unknown'
  }
}
