// Reads numbers from texts, and compares texts with days. A text that is no number or no day, or has two readings, is
// unknown: neither zero nor larger than everything.
import { callOf, type CelNode, isoDay, orders } from './lint.ts'
import { unknownValue } from './optional.ts'
import { eachNode, innerNodes } from './reads.ts'

type Handle = (operand: unknown, ...more: unknown[]) => unknown
/** A node whose `handle` is the function that the engine runs for a call; the tree must be type-checked. */
type Calling = CelNode & { handle?: Handle }

/**
 * The accepted notation is that of programming languages, so that each text has one reading. `10.000` has two: it is ten
 * thousand in Portuguese.
 */
const written: Readonly<Record<string, RegExp>> = {
  double: /^(?![+-]?[1-9]\d{0,2}\.\d{3}$)[+-]?\d+(\.\d+)?([eE][+-]?\d{1,3})?$/,
  int: /^[+-]?\d+$/,
}

/**
 * Makes `double()` and `int()` of a checked tree throw UnknownValue where the text is no finite number; the engine
 * itself reads `int("")` as zero.
 */
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

/**
 * Makes `<`, `<=`, `>` and `>=` beside a written day throw UnknownValue for a text of another form: by their letters
 * `30/11/2020` and `999` would stand behind `2026-01-01`.
 */
export function refuseNoDays(root: CelNode): void {
  for (const [node] of eachNode(root)) {
    const calling: Calling = node
    const { handle } = calling
    if (!handle || !orders.has(node.op) || !innerNodes(node).some(isWrittenDay)) continue
    calling.handle = (left, right, ...more) => {
      for (const side of [left, right])
        if (typeof side === 'string' && !isoDay.test(side)) throw unknownValue
      return handle(left, right, ...more)
    }
  }
}

const isWrittenDay = ({ op, args }: CelNode): boolean =>
  op === 'value' && typeof args === 'string' && isoDay.test(args)

/** The separators of thousands and of decimals, by language. */
const separators = { pt: ['.', ','], en: [',', '.'] } as const

/** The most digits of an amount: with more, a double loses cents. */
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
  // Avoids minus zero.
  return sign === '' || amount === 0 ? amount : -amount
}
