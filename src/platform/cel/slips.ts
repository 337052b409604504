// Advises on syntax borrowed from other languages. It is used only for texts that the engine refuses, and never for
// what stands between quotation marks. Pure.
import type { CelFault } from './lint.ts'

/** A pattern of the foreign syntax, and the advice. */
const slips: readonly (readonly [RegExp, string])[] = [
  [/[“”„«»‘’‚´`]/u, 'write straight quotation marks: "…"'],
  [/===/, 'write == for ==='],
  [/!==/, 'write != for !=='],
  [/<>/, 'write != for <>'],
  [/=>/, 'write >= to compare, and a comma in a loop: list.exists(one, one > 1.0)'],
  [/=</, 'write <= for =<'],
  [/=~/, 'write text.like("^…$") for =~'],
  [/≥/, 'write >= for ≥'],
  [/≤/, 'write <= for ≤'],
  [/≠/, 'write != for ≠'],
  [/∧/, 'write && for ∧'],
  [/∨/, 'write || for ∨'],
  [/[¬~]/, 'write ! for not'],
  [/(?<![=!<>])=(?![=<>])/, 'write == for =, to compare'],
  [/(?<!&)&(?!&)/, 'write && for &'],
  [/(?<!\|)\|(?!\|)/, 'write || for |'],
  [/(?<![.\w])and(?!\w)/i, 'write && for and'],
  [/(?<![.\w])or(?!\w)/i, 'write || for or'],
  // In a loop `e` and `o` may be names: then a sign or a comma is beside them.
  [/(?<![,(]\s*)(?<=\s)(?:e|y)(?=\s+[\w!(])/i, 'write && for and'],
  [/(?<![,(]\s*)(?<=\s)(?:ou|o)(?=\s+[\w!(])/i, 'write || for or'],
  [/(?<![.\w])n[ãa]o(?!\w)/i, 'write ! for not'],
  [/(?<![.\w])not\s+in(?!\w)/i, 'write !(x in list) for not in'],
  [/(?<![.\w])not(?!\w)/i, 'write ! for not'],
  [/(?<![.\w])is(?!\w)/i, 'write == for is'],
  [/(?<![.\w])(?:equals|eq)(?!\w)/i, 'write == for equals'],
  [/(?<![.\w])(?:ne|neq|gte?|ge|lte?|le)(?!\w)/i, 'write !=, >, >=, < or <='],
  [/(?<![.\w])in\s*\([^()]*\)/i, 'write x in ["a", "b"], with square brackets'],
  [
    /(?<![.\w])(?:like|matches|contains)(?!\w)/i,
    'write it behind a dot: text.contains("…"), text.like("^…$")',
  ],
  [/(?<![.\w])between(?!\w)/i, 'write x >= 1.0 && x <= 2.0 for between'],
  [/(?<![.\w])(?:if|then|else)(?!\w)/i, 'write condition ? a : b for if'],
  [
    /(?<![.\w])(?:null|none|nil|undefined)(?!\w)/i,
    'nothing is compared with null: write has(x), or !has(x)',
  ],
  [/(?<![.\w])(?:True|TRUE|False|FALSE)(?!\w)/, 'write true and false in small letters'],
  [/(?<![.\w])(?:len|length|count)(?=\s*\()/i, 'write size(list)'],
  [/\.(?:length|count|len|size)(?!\w)(?:\s*\(\s*\))?/, 'write size(…): size(list) > 1'],
  [
    /(?<![\w])(?:number|float|parseFloat|toNumber|toFloat)(?=\s*\()/i,
    'write double(text), or amount(text) for 1.234,56',
  ],
  [/(?<![\w])(?:parseInt|integer|toInt)(?=\s*\()/i, 'write int(text)'],
  [/(?<![.\w])exists(?=\s*\()/i, 'write has(x), or list.exists(one, …)'],
  [/\.(?:first|last|max|min|sum)(?=\s*\()/i, 'write list[0], or list.exists(one, …)'],
  [/\.\d+(?=\.[a-z_])/i, 'write list[0] for list.0'],
  [/\.(?:toLowerCase|lower|toLower)(?!\w)/i, 'write .lowerAscii()'],
  [/\.(?:toUpperCase|upper|toUpper)(?!\w)/i, 'write .upperAscii()'],
  [/\.(?:any|some)(?!\w)/, 'write .exists(one, …)'],
  [/\.every(?!\w)/, 'write .all(one, …)'],
  [/\.(?:startswith|starts_with)(?!\w)/, 'write .startsWith("…")'],
  [/\.(?:endswith|ends_with)(?!\w)/, 'write .endsWith("…")'],
  [/\.(?:isEmpty|empty)(?!\w)(?:\s*\(\s*\))?/i, 'write size(list) == 0'],
  [/\?\.(?=\w)/, 'write has(a.b) && a.b == x for ?.'],
  [
    /(?<![.\w])(?:now|today)(?=\s*\()/i,
    'a condition has no clock: compare a fact, or write a step that waits',
  ],
  [/\?\?/, 'write has(a.b) ? a.b : 0.0 for ??'],
  [/(?<![.\w])return(?!\w)/i, 'write the condition alone, without return'],
  [/#|\/\*/, 'a comment stands behind //, at the end of a line'],
  [/\d,\d/, 'write a point for the comma of a number: 18.5'],
  [/\d\s*%/, 'write 0.18 for 18 %'],
  [/\$?\{\{?|\}\}/, 'write the condition alone, without { }'],
  [/;/, 'a condition ends without ;'],
]

/**
 * The most characters between the slip and the position of the engine’s error: the engine takes `and` for the start of
 * a name.
 */
const nearMax = 3

/** The fault with advice where a slip stands at its position; otherwise unchanged. */
export function adviseAt(fault: CelFault, source: string): CelFault {
  const shown = withoutQuoted(source)
  const found = slips
    .flatMap(([pattern, detail]) =>
      [...shown.matchAll(new RegExp(pattern, `${pattern.flags}g`))].map(({ index, 0: text }) => ({
        code: 'slip',
        detail,
        start: index,
        end: index + text.length,
      })),
    )
    .filter(({ start, end }) => start <= fault.end + nearMax && end >= fault.start - nearMax)
  const distance = ({ start }: CelFault) => Math.abs(start - fault.start)
  return found.toSorted((one, other) => distance(one) - distance(other))[0] ?? fault
}

/** Replaces quoted text, which may be personal data, by blanks. */
const withoutQuoted = (source: string): string =>
  source.replaceAll(/(["'])(?:\\.|(?!\1).)*\1/gs, (text) => ' '.repeat(text.length))

const typeNames: Readonly<Record<string, string>> = {
  double: 'a number',
  int: 'a number',
  uint: 'a number',
  string: 'a text',
  bool: 'a yes or no',
  null: 'nothing',
}

function nameOf(type: string): string {
  if (type.startsWith('list')) return 'a list'
  if (type.startsWith('optional')) return 'an optional'
  return typeNames[type] ?? 'a record'
}

/** Names both types that an operator does not take, and what to write instead; undefined for two numbers. */
export function adviseTypes(detail: string): string | undefined {
  const [, one = '', sign = '', other = ''] =
    /no such overload: (.+?) (==|!=|<=|>=|<|>|in|\+|-|\*|\/|%) (.+)$/.exec(detail) ?? []
  if (sign === '') return adviseLogic(detail)
  const [left, right] = [nameOf(one), nameOf(other)]
  if (sign === '%' && left === 'a number') return 'of whole numbers alone: write int(x) % 2'
  if (left === right && !(sign === 'in')) return undefined
  const said = `${sign} stands between ${left} and ${right}`
  if (sign === 'in' && right !== 'a list')
    return `${said}: write x in ["a", "b"], or text.contains("a")`
  if (sign === 'in') return adviseItems(left, nameOf(/^list<(\w+)/.exec(other)?.[1] ?? ''))
  const pair = new Set([left, right])
  if (pair.has('a number') && pair.has('a text'))
    return `${said}: write 1.0 without quotation marks, or double(text)`
  if (/[<>]/.test(sign) && left === 'a yes or no' && right === 'a number')
    return `${said}: write x >= 1.0 && x <= 2.0`
  if (pair.has('a yes or no') && pair.has('a text'))
    return `${said}: write true or false without quotation marks`
  if (pair.has('a list')) return `${said}: write x in list, or list.exists(one, one == x)`
  return pair.has('nothing') ? 'nothing is compared with null: write has(x), or !has(x)' : said
}

/** A number among texts, or a text among numbers. */
function adviseItems(left: string, item: string): string | undefined {
  if (left === 'a number' && item === 'a text')
    return 'in stands between a number and texts: write x in [1.0, 2.0] without quotation marks'
  return left === 'a text' && item === 'a number'
    ? 'in stands between a text and numbers: write x in ["1", "2"], or double(text)'
    : undefined
}

function adviseLogic(detail: string): string | undefined {
  const negated = /no such overload: -(.+)$/.exec(detail)?.[1]
  if (negated?.startsWith('string'))
    return 'a number is asked for, and here stands a text: write double(text)'
  const type = /(?:overload: !|operands, got ')([^']+)/.exec(detail)?.[1]
  return (
    type && `yes or no is asked for, and here stands ${nameOf(type)}: compare it, as in x > 1.0`
  )
}

/** Advice for a function that does not exist, or not for this type. */
export function adviseCall(detail: string): string | undefined {
  const [, receiver, name = ''] = /overload for '(?:([^'.]*)\.)?(\w+)\(/.exec(detail) ?? []
  const searches = ['contains', 'includes', 'has', 'indexOf'].includes(name)
  if (receiver?.startsWith('list') && searches) return 'of a list write x in list: "a" in list'
  if (receiver === 'string' && name === 'includes') return 'write .contains("…")'
  return undefined
}
