// Evaluates expressions in a thread of its own, which is ended when they take too long or too much memory.
import jsonata, { type Expression } from 'jsonata'

/** `ended`: nothing is wrong with it as far as anybody knows, but its thread took too long or too much. */
export type Evaluated =
  | { readonly value?: unknown }
  | { readonly failed: true; readonly ended?: true }
export type Work = {
  /** By a name of the caller's. */
  readonly expressions: Readonly<Record<string, string>>
  /** JSON. */
  readonly input: string
  /** Becomes 1 when a thread begins with it: from then on its time counts. */
  readonly begun: Int32Array<SharedArrayBuffer>
}

// Whatever an expression does to an object, it does not reach those of the next one.
for (const shared of [Object.prototype, Array.prototype, Function.prototype]) Object.freeze(shared)

const known = new Map<string, Expression>()

function compile(text: string): Expression {
  const found = known.get(text) ?? jsonata(text)
  known.set(text, found)
  return found
}

export async function evaluateAll({
  expressions,
  input,
  begun,
}: Work): Promise<Record<string, Evaluated>> {
  Atomics.store(begun, 0, 1)
  Atomics.notify(begun, 0)
  const results: [string, Evaluated][] = []
  for (const [name, text] of Object.entries(expressions)) {
    try {
      const value: unknown = await compile(text).evaluate(JSON.parse(input))
      results.push([name, toPlain(value)])
    } catch {
      results.push([name, { failed: true }])
    }
  }
  return Object.fromEntries(results)
}

/** Functions, sequences and what else is no JSON stays here. */
function toPlain(value: unknown): Evaluated {
  const text = JSON.stringify(value)
  return text === undefined ? {} : { value: JSON.parse(text) as unknown }
}

// The pool asks for it by this name.
// oxlint-disable-next-line import/no-default-export
export default evaluateAll
