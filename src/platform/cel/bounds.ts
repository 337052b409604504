// Restricts what an expression may do with its variables, beyond their types. Pure.
import { type CelFault, type CelNode, loopNames } from './lint.ts'
import { chainOf, innerNodes } from './reads.ts'

export type Bounds = {
  /** Paths of texts that may only be compared for equality, passed to sameDocument() or tested by has(). */
  readonly comparedOnly?: ReadonlySet<string>
  /** Variables that the expression may not name. */
  readonly hidden?: ReadonlySet<string>
}

export function findMisread(root: CelNode, { comparedOnly, hidden }: Bounds): CelFault[] {
  const faults: CelFault[] = []
  /**
   * Whether a path of `comparedOnly` begins with the chain. Such an object may not be used as a value, because a loop or a
   * computed key could then read the text in it.
   */
  const holdsPersonal = (chain: readonly string[]) =>
    [...(comparedOnly ?? [])].some((path) => path.startsWith(`${chain.join('.')}.`))
  const walk = (node: CelNode, parent: CelNode | undefined, names: ReadonlySet<string>) => {
    const { start, end } = node
    const chain = chainOf(node)
    if (chain && hidden?.has(chain[0] ?? '') && !names.has(chain[0] ?? ''))
      faults.push({
        code: 'not_named',
        detail: `it names ${chain[0]}, which \`of\` does not`,
        start,
        end,
      })
    if (chain && comparedOnly?.has(chain.join('.')) && !isCompared(parent))
      faults.push({
        code: 'personal_text',
        detail: `${chain.join('.')} may only be compared by ==, != and sameDocument(a, b), or asked for by has()`,
        start,
        end,
      })
    if (chain && !names.has(chain[0] ?? '') && holdsPersonal(chain) && !isAskedFor(parent))
      faults.push({
        code: 'personal_text',
        detail: `of ${chain.join('.')} only single fields may be read, because it holds personal text`,
        start,
        end,
      })
    if (chain) return
    for (const inner of innerNodes(node))
      walk(inner, node, new Set([...names, ...loopVariables(node)]))
  }
  walk(root, undefined, new Set())
  return faults
}

function isCompared(parent: CelNode | undefined): boolean {
  if (!parent) return false
  return (
    parent.op === '==' ||
    parent.op === '!=' ||
    isCallOf(parent, 'sameDocument') ||
    isAskedFor(parent)
  )
}

const isAskedFor = (parent: CelNode | undefined): boolean => isCallOf(parent, 'has')

const isCallOf = (parent: CelNode | undefined, name: string): boolean =>
  parent?.op === 'call' && Array.isArray(parent.args) && parent.args[0] === name

/** The name of the variable that a loop declares. */
function loopVariables({ op, args }: CelNode): string[] {
  if (op !== 'rcall' || !Array.isArray(args) || !loopNames.has(args[0]) || !Array.isArray(args[2]))
    return []
  const [variable] = innerNodes({ op, args: args[2], start: 0, end: 0 })
  return variable?.op === 'id' ? [String(variable.args)] : []
}
