// Refuses expressions that CEL’s own checker accepts and a pack must not contain: their cost or the fields they read
// cannot be known before a run.
import { patternFault } from './patterns.ts'

/** A node of the engine's syntax tree; `start` and `end` are offsets into the source. */
export type CelNode = {
  readonly op: string
  readonly args: unknown
  readonly start: number
  readonly end: number
  /** Present once the tree is type-checked. */
  readonly checkedType?: { readonly name: string }
}

/** A fault of a condition; `start` and `end` are offsets into its source. */
export type CelFault = {
  readonly code: string
  readonly detail: string
  readonly start: number
  readonly end: number
}

/** The loop variables in scope, with the names of their types. */
export type Scope = ReadonlyMap<string, string>

/** The type of the expression at a node, or undefined when it has none. */
export type TypeOf = (node: CelNode, scope: Scope) => string | undefined

const noScope: Scope = new Map()

const loops = ['all', 'exists', 'exists_one', 'map', 'filter']
/** Functions whose first argument declares a variable. */
export const loopNames: ReadonlySet<unknown> = new Set(loops)
const loopsNestedMax = 2

// The allowed functions; an allow-list, so that an upgrade of the engine adds none that nobody has reviewed. Left out
// on purpose: `matches` (can take seconds), `dyn` and `json` (lose their types), `bind` (doubles a string at each
// level), `split` (a list of any length), clocks and time zones.
const functions: ReadonlySet<string> = new Set([
  ...loops,
  ...words('has size double int string like startsWith endsWith contains'),
  ...words('lowerAscii upperAscii trim substring indexOf'),
  ...words('hasValue value or orValue of none amount sameDocument'),
])

function words(text: string): string[] {
  return text.split(' ')
}

/** The faults of a type-checked tree; none if it may be run. */
export function lint(root: CelNode, typeOf: TypeOf): CelFault[] {
  const faults: CelFault[] = []
  const walk = (node: CelNode, depth: number, scope: Scope) => {
    const { op, args } = node
    const refuse = (code: string, detail: string) =>
      faults.push({ code, detail, start: node.start, end: node.end })

    if ((op === '.?' || op === '[?]') && node.checkedType?.name.includes('dyn') !== false)
      refuse('unknown_field', 'it reads a field that does not exist')
    if ((op === '[]' || op === '[?]') && Array.isArray(args) && !isLiteral(args[1]))
      refuse('computed_key', 'a key or an index must be written out')
    if (orders.has(op) && nodesIn(args).some(isDayOfPeople))
      refuse('date_in_text', `letters put days in order as yyyy-MM-dd alone: write text ${op} "2008-01-31"`) // prettier-ignore
    else if (orders.has(op) && Array.isArray(args) && nodesIn(args).some(isNumberInText))
      refuse('number_in_text', `letters are compared one by one, so that "9" stands behind "10": write double(text) ${op} 10.0`) // prettier-ignore
    const called = callOf(node)
    if (called?.name === 'like') {
      const fault = findPatternFault(called.args[0])
      if (fault !== undefined) refuse('pattern', fault)
    }
    if (called?.name === 'amount' && called.args.length > 1 && !isLanguage(called.args[1]))
      refuse('language', `an amount is read in a language that is written out: "pt" or "en"`)
    if (called && !functions.has(called.name))
      refuse('function_not_allowed', `${called.name} is not for use in conditions`)
    if (called?.name === 'has' && !called.args.every((one) => typeOf(one, scope) !== undefined))
      refuse('unknown_field', 'has() asks about a field that does not exist')
    if (!called?.receiver || !loopNames.has(called.name)) {
      for (const inner of nodesIn(args)) walk(inner, depth, scope)
      return
    }
    if (called.args[0] && typeOf(called.args[0], noScope) !== undefined) {
      refuse('shadowed_variable', 'a loop gives its variable a name that is taken')
      return
    }
    if (depth === loopsNestedMax)
      refuse('nested_loops', `at most ${loopsNestedMax} loops stand inside each other`)
    walk(called.receiver, depth, scope)
    const inside = withLoopVariable(called, called.receiver.checkedType?.name, scope)
    for (const inner of called.args.slice(1)) walk(inner, depth + 1, inside)
  }
  walk(root, 0, noScope)
  return faults
}

export type Call = { readonly name: string; readonly receiver?: CelNode; readonly args: CelNode[] }

export function callOf({ op, args }: CelNode): Call | undefined {
  if (!Array.isArray(args) || (op !== 'call' && op !== 'rcall')) return undefined
  const [name, ...rest]: unknown[] = args
  const [receiver] = rest
  return op === 'rcall' && isNode(receiver)
    ? { name: String(name), receiver, args: nodesIn(rest[1]) }
    : { name: String(name), args: nodesIn(rest) }
}

function withLoopVariable({ args }: Call, list: string | undefined, scope: Scope): Scope {
  const [variable] = args
  const element = list?.match(/^list<(.+)>$/)?.[1]
  if (variable?.op !== 'id' || typeof variable.args !== 'string') return scope
  return new Map([...scope, [variable.args, element ?? 'dyn']])
}

/** A pattern must be a literal that compiles at publication, so that no personal data become a pattern. */
function findPatternFault(pattern: CelNode | undefined): string | undefined {
  if (pattern?.op !== 'value' || typeof pattern.args !== 'string')
    return 'a pattern must be written out'
  return patternFault(pattern.args)
}

export const orders: ReadonlySet<string> = new Set(['<', '<=', '>', '>='])

/** A year matches the dates that begin with it. */
const isYear = /^(?:19|20)\d\d$/

/** A year, a month of a year, a day or a moment, as ISO 8601 writes them. */
export const isoDay = /^\d{4}(?:-\d{2}(?:-\d{2}(?:[T ]\d.*)?)?)?$/
/** A day as people write it, or without all its digits. */
const dayOfPeople =
  /^\d{1,2}[./-](?:\d{1,2}[./-])?\d{4}$|^\d{1,2}[./-]\d{1,2}[./-]\d{2}$|^\d{4}([./-])\d{1,2}(?:\1\d{1,2})?$/

/** With a currency, thousands, a unit or an exponent, in digits of any script. */
const figure =
  /^\s*(?:[A-Z]{0,3}\$|€)?\s*[+-]?\p{Nd}+(?:[.,_ ]\p{Nd}+)*(?:e[+-]?\d+)?\s*(?:%|anos?|dias?|years?|days?)?\s*$/iu

const isDayOfPeople = ({ op, args }: CelNode): boolean =>
  op === 'value' && typeof args === 'string' && dayOfPeople.test(args) && !isoDay.test(args)

/** A literal such as `"1000"`, or a conversion such as `string(years)`. */
function isNumberInText(node: CelNode): boolean {
  const { op, args } = node
  if (op === 'value') return typeof args === 'string' && figure.test(args) && !isYear.test(args)
  const called = callOf(node)
  return (
    called?.name === 'string' && /^(?:double|u?int)$/.test(called.args[0]?.checkedType?.name ?? '')
  )
}

const isLanguage = (node: CelNode | undefined): boolean =>
  node?.op === 'value' && (node.args === 'pt' || node.args === 'en')

const isLiteral = (node: unknown): boolean => isNode(node) && node.op === 'value'

const isNode = (value: unknown): value is CelNode =>
  typeof value === 'object' && value !== null && 'op' in value && 'args' in value

const nodesIn = (args: unknown): CelNode[] => {
  if (isNode(args)) return [args]
  return Array.isArray(args) ? args.flatMap((one) => nodesIn(one)) : []
}
