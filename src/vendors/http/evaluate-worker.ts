// Evaluates expressions in a thread, which is terminated when they take too much time or memory.
import jsonata, { type Expression } from 'jsonata'

/** `ended`: the thread took too much time or memory, so the expression itself may be valid. */
export type Evaluated =
  | { readonly value?: unknown }
  | { readonly failed: true; readonly ended?: true }
export type Work = {
  /** Each under a name that the caller chooses. */
  readonly expressions: Readonly<Record<string, string>>
  /** The input as JSON. */
  readonly input: string
  /** The prefix of the marks of pictures, if a body may hold some. */
  readonly mark?: string | undefined
  /** Set to 1 when a thread begins with the expressions; from then on their time counts. */
  readonly begun: Int32Array<SharedArrayBuffer>
}

// JSONata replaces `push` of a list to bound it, which a frozen prototype would refuse.
const { push } = Array.prototype
Object.defineProperty(Array.prototype, 'push', {
  get: () => push,
  set(this: unknown[], value: unknown) {
    Object.defineProperty(this, 'push', { value })
  },
})

// Frozen, so that an expression cannot change the objects of the next one.
for (const shared of [Object.prototype, Array.prototype, Function.prototype]) Object.freeze(shared)

const known = new Map<string, Expression>()

/** The longest list that an expression may make, because an allocation beyond the heap ends the whole process. */
const elementsMax = 500_000
/** The deepest nesting of lambdas; the thread's stack could hold more. */
const levelsMax = 500
/** The longest text that `$pad` makes. */
const paddedMax = 1_000_000
/** The most values and characters of a result; a value that occurs several times counts each time. */
const answeredMax = { values: 1_000_000, characters: 20_000_000 }

function compile(text: string): Expression {
  const found = known.get(text) ?? open(text)
  known.set(text, found)
  return found
}

function open(text: string): Expression {
  const expression = jsonata(text, { sequence: elementsMax, stack: levelsMax })
  expression.registerFunction('pad', pad, '<s-ns?:s>')
  return expression
}

/** Pads as JSONata’s `$pad` does, by characters and not by UTF-16 units, but refuses a text of any length. */
function pad(text: string | undefined, width: number, by?: string): string | undefined {
  if (text === undefined) return undefined
  const missing = Math.abs(Math.trunc(width)) - Array.from(text).length
  if (!(missing <= paddedMax)) throw new Error('a text is padded too far')
  if (missing <= 0) return text
  const filling = Array.from(by || ' ')
  const padding = Array.from({ length: missing }, (_, at) => filling[at % filling.length]).join('')
  return width > 0 ? text + padding : padding + text
}

export async function evaluateAll({
  expressions,
  input,
  mark,
  begun,
}: Work): Promise<Record<string, Evaluated>> {
  Atomics.store(begun, 0, 1)
  Atomics.notify(begun, 0)
  const bindings = {
    image: (name: unknown, options: object) => {
      if (mark === undefined) throw new Error('no picture stands here')
      return mark + JSON.stringify({ ...options, name })
    },
  }
  const results: [string, Evaluated][] = []
  for (const [name, text] of Object.entries(expressions)) {
    try {
      const value: unknown = await compile(text).evaluate(JSON.parse(input), bindings)
      results.push([name, toPlain(value)])
    } catch {
      results.push([name, { failed: true }])
    }
  }
  return Object.fromEntries(results)
}

/** Converts a result to plain JSON, without functions and JSONata's sequences. */
function toPlain(value: unknown): Evaluated {
  refuseLarge(value)
  const text = JSON.stringify(value)
  return text === undefined ? {} : { value: JSON.parse(text) as unknown }
}

function refuseLarge(value: unknown): void {
  let { values, characters } = answeredMax
  const weigh = (one: unknown): void => {
    values -= 1
    if (typeof one === 'string') characters -= one.length
    if (values < 0 || characters < 0) throw new Error('an answer is too large')
    if (typeof one === 'object' && one !== null)
      for (const inner of Object.values(one)) weigh(inner)
  }
  weigh(value)
}

// The pool needs a default export.
// oxlint-disable-next-line import/no-default-export
export default evaluateAll
