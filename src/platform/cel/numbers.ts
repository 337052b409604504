// Numbers in texts. What is no number, or more than one, is unknown: neither zero nor larger than everything.
import { callOf, type CelNode } from './lint.ts'
import { unknownValue } from './optional.ts'
import { eachNode } from './reads.ts'

type Handle = (operands: unknown, ...more: unknown[]) => unknown
/** What the engine runs where an expression calls a function; of a tree that has been checked. */
type Calling = CelNode & { handle?: Handle }

/** As they are written in programs, so that each has one reading. */
const written: Readonly<Record<string, RegExp>> = {
  double: /^[+-]?\d+(\.\d+)?([eE][+-]?\d{1,3})?$/,
  int: /^[+-]?\d+$/,
}

/** Has `double()` and `int()` of a checked tree throw UnknownValue for what gives no finite number; the engine has `int("")` as zero. */
export function refuseNoNumbers(root: CelNode): void {
  for (const [node] of eachNode(root)) {
    const calling: Calling = node
    const { handle } = calling
    const name = callOf(node)?.name ?? ''
    const form = Object.hasOwn(written, name) ? written[name] : undefined
    if (!handle || !form) continue
    calling.handle = (operands, ...more) => {
      const [given]: unknown[] = Array.isArray(operands) ? operands : []
      if (typeof given === 'string' && !form.test(given)) throw unknownValue
      const value = handle(operands, ...more)
      if (typeof value === 'number' && !Number.isFinite(value)) throw unknownValue
      return value
    }
  }
}

/** The separators of thousands and of decimals, by language. */
const separators = { pt: ['.', ','], en: [',', '.'] } as const

/** Beyond it cents are lost. */
const digitsMax = 13

/**
 * A money amount as it is written in a language, `1.234,56` or `1,234.56`, with or without `R$` before it. Throws UnknownValue
 * where the text has another reading (`1.5` and `1,500` in Portuguese), or none.
 */
export function readAmount(text: string, language: string): number {
  if (language !== 'pt' && language !== 'en') throw unknownValue
  const [thousands, decimals] = separators[language]
  const form = new RegExp(
    String.raw`^ *(-)?(?:R\$ ?)?(0|[1-9]\d{0,2}(?:[${thousands}]\d{3})+|[1-9]\d*)(?:[${decimals}](\d{1,2}))? *$`,
  )
  const [, sign = '', whole, cents = '0'] = form.exec(text) ?? []
  const digits = whole?.replaceAll(thousands, '')
  if (digits === undefined || digits.length > digitsMax) throw unknownValue
  const amount = Number(`${digits}.${cents}`)
  // There is no amount of minus nothing.
  return sign === '' || amount === 0 ? amount : -amount
}
